# Sums up what gcov says of each file of src/.

/^File / { file = substr($2, 2, length($2) - 2); ours = file ~ /^src\/.*\.c$/; next }
ours && /^Lines executed:/ {
    split(substr($2, 10), part, "%")
    lines[file] = part[1]
    line_count[file] = $NF
    hit_lines += part[1] * $NF / 100
    all_lines += $NF
}
ours && /^Taken at least once:/ {
    split($0, part, "[:%]")
    branches[file] = part[2]
    branch_count[file] = $NF
    hit_branches += part[2] * $NF / 100
    all_branches += $NF
    ours = 0
}
END {
    for (file in lines) {
        printf "%-24s %6.2f %% of %5d lines, %6.2f %% of %5d branches\n", file, lines[file],
            line_count[file], branches[file], branch_count[file] | "sort"
    }
    close("sort")
    if (all_lines && all_branches) {
        printf "src/: %.2f %% of %d lines, %.2f %% of %d branches\n", 100 * hit_lines / all_lines,
            all_lines, 100 * hit_branches / all_branches, all_branches
    }
}
