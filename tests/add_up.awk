# Adds up the lines `N passed, N failed` of the parts of a test run. A part begins with `== name`,
# and has failed if it ends without such a line.

function end_part() {
    if (part != "" && !counted) {
        print part ": died"
        failed++
    }
}

/^== / { end_part(); part = substr($0, 4); counted = 0; next }
/^[0-9]+ passed, [0-9]+ failed$/ {
    print part ": " $0
    passed += $1
    failed += $3
    counted = 1
    next
}
{ print; fflush() }
END {
    end_part()
    print passed + 0 " passed, " failed + 0 " failed"
    if (failed || !passed) exit 1
}
