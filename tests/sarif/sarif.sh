#!/bin/sh
# What sql/lint.sql writes as SARIF, held against the schema of SARIF 2.1.0:
# sarif.sh EXTENSION OUT MODULES FOLDER...
#
# The schema and a validator, ajv, come by `npm install --prefix .build/npm @microsoft/jest-sarif`;
# without them this is left out, and a line says so. The last line is `N passed, N failed`.
set -u
extension=$1 out=$2 modules=$3
shift 3
here=$(dirname "$0")

is_there="require('module').createRequire(process.argv[1]).resolve('@microsoft/jest-sarif')"
if ! node -e "$is_there" "$(pwd)/$modules/" > /dev/null 2>&1; then
    echo "node or @microsoft/jest-sarif isn't there: skipped"
    echo '0 passed, 0 failed'
    exit
fi

# lint NAME FILES: the findings of the files as a document
lint() {
    "${SQLITE3:-sqlite3}" :memory: -cmd ".load $extension" -cmd ".param set :files '$2'" \
        -cmd '.param set :format sarif' -cmd '.param set :fail never' \
        < sql/lint.sql > "$out/$1.sarif"
}

rm -rf "$out"
mkdir -p "$out/odd"
number=0
for folder; do
    number=$((number + 1))
    lint "$number" "$folder/**"
done
# a name that has to be encoded in a URI, and a file without any finding
printf 'x' > "$out/odd/a b#%ä.gnd"
lint odd "$out/odd/*"
printf '2DA V2.0\n\n  A\n0 x\n' > "$out/odd/none.2da"
lint none "$out/odd/none.2da"
node "$here/validate.cjs" "$modules" "$out"
