#!/bin/sh
# Runs the lines of the workflow in ext/reference/acting.md on sample files, in a folder that is
# laid out as on GitHub: workflow.sh PROGRAM SAMPLES. What it would install, clone and build is
# there already, so that these lines are compared with the README's, or left out.
export LC_ALL=C
page=ext/reference/acting.md program=$(realpath "$1") samples=$(realpath "$2") passed=0 failed=0

# check WHAT COMMAND...
check() {
    what=$1
    shift
    if "$@" > "$work/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what:"
        cat "$work/out"
    fi
}

packages() {
    tr ' ' '\n' | grep -E '^(gcc|make|pkg-config|sqlite3|[a-z0-9]+-dev)$' | sort -u
}

# lines PATTERN: the commands of the workflows
lines() {
    sed -n 's/^ *- run: //p' "$page" | grep "$1"
}

# In a repository with a merge commit, as GitHub has it: what shows a pull request is run, and
# instead of the command that posts it a script that keeps its words
shows_changes() {
    repository=$work/repository
    git init -q --bare "$work/origin"
    git init -q "$repository"
    mkdir "$repository/maps" "$work/bin"
    cp "$samples/town.gnd" "$samples/town.gat" "$repository/maps/"
    ln -s "$work/.gamemap" "$repository/.gamemap"
    # shellcheck disable=SC2016 # the script that is written expands it
    printf '#!/bin/sh\n[ "$4" != --edit-last ] && echo "$@" > posted\n' > "$work/bin/gh"
    chmod +x "$work/bin/gh"
    lines '' | sed '1,/worktree add/ { /worktree add/!d; }' > "$work/show.sh"
    (
        cd "$repository" || exit 1
        export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost
        export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
        export NUMBER=12 GITHUB_REPOSITORY=owner/maps PATH="$work/bin:$PATH"
        branch=raw.githubusercontent.com/owner/maps/pictures-12/.shown/pictures/1_town.gnd
        git remote add origin "$work/origin"
        git add maps && git commit -qm before
        cp "$samples/lake.gnd" maps/town.gnd
        git commit -qam after
        sh -e "$work/show.sh"
        cat posted .shown/comment.md
        grep -qx 'pr comment 12 --body-file .shown/comment.md' posted &&
            grep -q "^| ![[]before](https://$branch.heights.old.png) " .shown/comment.md &&
            git ls-tree -r --name-only pictures-12 |
            grep -x .shown/pictures/1_town.gnd.textures.new.png &&
            git --git-dir "$work/origin" rev-parse -q --verify pictures-12
    )
}

# run_lint STATUS FILES...: lays the files out and runs the lines; the first ends with the status
run_lint() {
    status=$1
    shift
    rm -rf "$work/maps" "$work/maps.sarif"
    mkdir "$work/maps"
    cp "$@" "$work/maps/"
    lines ' lint ' > "$work/lint.sh"
    sh -c "cd '$work' && $(sed -n 1p "$work/lint.sh")" > "$work/annotations"
    [ $? = "$status" ] || { cat "$work/annotations"; return 1; }
    sh -c "cd '$work' && $(sed -n 2p "$work/lint.sh")"
}

has_warning() {
    run_lint 1 "$samples/town.gnd" "$work/broken.gnd" &&
        grep '^::error file=maps/broken.gnd,title=unreadable::' "$work/annotations"
}

has_sarif() {
    sqlite3 :memory: "SELECT r.value ->> '\$.ruleId'
        FROM json_each(CAST(readfile('$work/maps.sarif') AS TEXT), '\$.runs[0].results') r" |
        grep -x unreadable
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/.gamemap"
ln -s "$program" "$work/.gamemap/gamemap"
head -c 100 "$samples/town.gnd" > "$work/broken.gnd"
grep -m 1 'apt-get install' README.md | packages > "$work/needed"
lines 'apt-get install' | packages > "$work/installed"

check "the workflow installs other packages than README.md" cmp "$work/needed" "$work/installed"
check "nothing is odd, but the check fails" run_lint 0 "$samples/town.gat"
check "a broken map doesn't fail the check with its annotation" has_warning
check "the SARIF isn't one" has_sarif
check "a pull request isn't shown" shows_changes
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
