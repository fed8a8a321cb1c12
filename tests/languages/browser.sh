#!/bin/sh
# DB Browser for SQLite in a window that nobody sees: browser.sh EXTENSION FOLDER
# It loads the extension, which its settings name, answers the five questions, and shows a temporary
# view; FOLDER/window.png is a picture of it then.
set -u
extension=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)

rm -rf "$folder/settings" "$folder/notes.db" "$folder/window.png"
mkdir -p "$folder/settings/sqlitebrowser"
cat > "$folder/settings/sqlitebrowser/sqlitebrowser.conf" << SETTINGS
[extensions]
list=$extension
[checkversion]
enabled=false
SETTINGS

# What it runs when it opens the database
cat > "$folder/questions.sql" << 'SQL'
CREATE TEMP VIEW surfaces AS
SELECT s.file, t.path, count(*) AS surfaces FROM gnd_surfaces('samples/*.gnd') s
JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1, 2;
INSERT INTO answers
SELECT 'sqlite ' || sqlite_version()
UNION ALL SELECT 'version ' || gamemap_version()
UNION ALL SELECT answer FROM (
    SELECT 'glob ' || count(*) || ' ' || sum(width) AS answer FROM gnd_maps('samples/*.gnd'))
UNION ALL SELECT answer FROM (SELECT 'join ' || path || ' ' || sum(surfaces) AS answer FROM surfaces
                              GROUP BY path ORDER BY path DESC LIMIT 1)
UNION ALL SELECT 'blob ' || count(*) FROM gnd_cubes((SELECT content FROM files))
UNION ALL SELECT 'error gnd_maps: ' || file || ': ' || error
FROM gamemap_files('samples/missing.gnd');
SQL
sqlite3 "$folder/notes.db" 'CREATE TABLE answers(answer); CREATE TABLE files(content);' \
    "INSERT INTO files VALUES (readfile('samples/town.gnd'))"

# shellcheck disable=SC2016 # the inner shell expands it
HOME=$folder XDG_CONFIG_HOME=$folder/settings XDG_RUNTIME_DIR=$folder \
    timeout 60 xvfb-run -a -s '-screen 0 1200x800x24' sh -c '
    sqlitebrowser -s "$0/questions.sql" -t temp.surfaces "$0/notes.db" > "$0/log" 2>&1 &
    browser=$!
    sleep 12
    import -window root "$0/window.png"
    kill $browser' "$folder"

[ -s "$folder/window.png" ] || cat "$folder/log"
sqlite3 "$folder/notes.db" 'SELECT answer FROM answers'
