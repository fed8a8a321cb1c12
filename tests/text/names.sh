#!/bin/sh
# Every name in the files of a folder, as stored and as gamemap reads it, compared with Python's own
# codecs: names.sh EXTENSION CORPUS. A name that stands for none (NULL in models) is no text, and
# models that are texts have no bytes of names.
set -u
extension=$1 corpus=$2
cd "$(dirname "$0")/../.." || exit 1

# One statement for each text column that has its bytes beside it
statements=$(sqlite3 :memory: -cmd ".load $extension" "
    WITH formats(prefix, codec, files) AS (VALUES
        ('gnd', 'cp949', '*.gnd'), ('rsw', 'cp949', '*.rsw'), ('mdl', 'cp1252', '*.mdl'),
        ('trn', 'cp1252', '*.tr[nx]'), ('aswm', 'cp1252', '*.tr[nx]'))
    SELECT format('SELECT DISTINCT ''%s '' || hex(%s_raw) || '' '' || lower(hex(%s)) '
                  || 'FROM %s(''%s/**/%s'', ''skip'')'
                  || ' WHERE %s IS NOT NULL AND %s_raw IS NOT NULL;',
                  codec, c.name, c.name, c.table_name, '$corpus', files, c.name, c.name)
    FROM gamemap_columns c
    JOIN gamemap_columns raw ON raw.table_name = c.table_name AND raw.name = c.name || '_raw'
    JOIN formats ON c.table_name GLOB prefix || '_*'
    WHERE c.type = 'TEXT' AND raw.type = 'BLOB'")
printf '%s\n' "$statements" | sqlite3 :memory: -cmd ".load $extension" | LC_ALL=C sort -u |
    python3 tests/text/encodings.py
