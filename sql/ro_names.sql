-- What the tables of a Ragnarok Online client say of each map: the name that is shown, the music, the fog,
-- whether the camera is fixed, and whose files the map is drawn with. And the names that are in a table
-- twice with two values.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'data.grf/data/*table.txt'" < sql/ro_names.sql
--
-- Parameter: :files or :file, a pattern for the tables, by default 'samples/*table.txt'. Those that are
-- read are mapnametable, mp3nametable, fogparametertable, indoorrswtable and resnametable.

.bail on
SELECT 'No :files are given, so this is about samples/*table.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a table of maps.'
WHERE NOT EXISTS (SELECT 1 FROM text_lines(coalesce(:files, :file, 'samples/*table.txt'), NULL, 'skip')
                  WHERE file LIKE '%table%.txt' AND text LIKE '%#%');
.mode box --wrap 0
CREATE TEMP TABLE entries AS -- lines with a value; in the table of fog a value may stand without its mark
SELECT file, lower(text_field(file, '/', -1)) AS source, line, text_field(text, '#', 1) AS key,
       text_field(text, '#', 2) AS value
FROM text_lines(coalesce(:files, :file, 'samples/*table.txt'), NULL, 'skip')
WHERE (text LIKE '%#%' OR (file LIKE '%fogparametertable.txt' AND trim(text) <> '')) AND text NOT LIKE '//%';
CREATE TEMP TABLE fog AS -- five lines, of which the first has the map's name
SELECT lower(max(key) FILTER (WHERE place = 0)) AS map,
       max(key) FILTER (WHERE place = 1) AS near, max(key) FILTER (WHERE place = 2) AS far,
       max(key) FILTER (WHERE place = 3) AS colour, max(key) FILTER (WHERE place = 4) AS density
FROM (SELECT trim(key) AS key, file, fog, row_number() OVER (PARTITION BY file, fog ORDER BY line) - 1 AS place
      FROM (SELECT file, line, key, sum(key LIKE '%.rsw') OVER (PARTITION BY file ORDER BY line) AS fog
            FROM entries WHERE source = 'fogparametertable.txt'))
GROUP BY file, fog;
CREATE TEMP TABLE named AS
SELECT source, lower(key) AS map, max(value) AS value, count(DISTINCT value) AS kinds FROM entries
WHERE source IN ('mapnametable.txt', 'mp3nametable.txt', 'indoorrswtable.txt')
   OR (source = 'resnametable.txt' AND key LIKE '%.rsw' AND key <> value COLLATE NOCASE) GROUP BY 1, 2;
CREATE INDEX temp.named_map ON named(map, source);
CREATE INDEX temp.fog_map ON fog(map);

WITH maps AS (SELECT map FROM named UNION SELECT map FROM fog)
SELECT substr(m.map, 1, length(m.map) - 4) AS map,
       (SELECT value FROM named WHERE map = m.map AND source = 'mapnametable.txt') AS shown_name,
       (SELECT text_field(replace(value, '\\', '\'), '\', -1) FROM named
        WHERE map = m.map AND source = 'mp3nametable.txt') AS music,
       (SELECT coalesce(near || ' to ' || far || ', ' || colour || ', ' || density, 'its lines aren''t five')
        FROM fog WHERE fog.map = m.map) AS fog,
       (SELECT 'fixed' FROM named WHERE map = m.map AND source = 'indoorrswtable.txt') AS camera,
       (SELECT value FROM named WHERE map = m.map AND source = 'resnametable.txt') AS drawn_with
FROM maps m WHERE m.map LIKE '%.rsw' ORDER BY 1;
SELECT source, map AS named_twice, kinds AS values_of_it FROM named WHERE kinds > 1 ORDER BY 1, 2;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE named;
DROP TABLE fog;
DROP TABLE entries;
