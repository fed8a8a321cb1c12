-- The maps that a Ragnarok Online server knows (map_index.txt) against those of which it has cells
-- (map_cache.dat, .mcache): a map that is in one alone can't be entered. And numbers or names that are twice,
-- and names of more than the 11 bytes that servers take. Cells with a problem count as none.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'server/db/**/map_index.txt'" \
--             -cmd ".param set :cells 'server/db/**/map_cache.dat'" < sql/ro_map_index_holes.sql
--
-- Parameters, each with its default: :files or :file, the lists ('samples/map_index.txt'); :cells, the cell
-- maps ('samples/map_cache.dat').

.bail on
SELECT 'No :files are given, so this is about samples/map_index.txt.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a list of maps.'
WHERE NOT EXISTS (SELECT 1 FROM ro_map_index(coalesce(:files, :file, 'samples/map_index.txt'), 'skip'));
SELECT 'The cells are those of samples/map_cache.dat, since no :cells are given.' WHERE :cells IS NULL;
.mode box --wrap 0
CREATE TEMP TABLE listed AS
SELECT file, line, name, map_id FROM ro_map_index(coalesce(:files, :file, 'samples/map_index.txt'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE cells AS
SELECT file, id, name, problem FROM ro_cell_maps(coalesce(:cells, 'samples/map_cache.dat'), 'skip');
INSERT INTO left_out SELECT gamemap_skipped();
CREATE TEMP TABLE cached AS SELECT file, name FROM cells WHERE problem IS NULL;
SELECT (SELECT count(*) FROM listed) AS in_the_list, (SELECT count(DISTINCT name) FROM cached) AS with_cells,
       (SELECT count(*) FROM listed WHERE name NOT IN (SELECT name FROM cached)) AS listed_without_cells,
       (SELECT count(DISTINCT name) FROM cached WHERE name NOT IN (SELECT name FROM listed)) AS cells_not_listed;
SELECT file, line, name AS listed_without_cells, map_id FROM listed
WHERE name NOT IN (SELECT name FROM cached) ORDER BY file, line;
SELECT DISTINCT file, name AS cells_not_listed FROM cached WHERE name NOT IN (SELECT name FROM listed) ORDER BY 1, 2;
SELECT file, name AS cells_with_a_problem, problem FROM cells WHERE problem IS NOT NULL ORDER BY file, id;
SELECT name AS listed_twice, count(*) AS times, group_concat(file || ':' || line, ', ') AS where_it_is
FROM listed GROUP BY name HAVING count(*) > 1;
SELECT map_id AS number_twice, group_concat(DISTINCT name) AS names FROM listed GROUP BY map_id
HAVING count(DISTINCT name) > 1;
SELECT file, line, name AS too_long, length(CAST(name AS BLOB)) AS bytes FROM listed
WHERE length(CAST(name AS BLOB)) > 11 ORDER BY file, line;
SELECT file AS unreadable, error FROM gamemap_files(coalesce(:files, :file, 'samples/map_index.txt'), 'ro_map_index', 'skip')
WHERE error IS NOT NULL AND file LIKE '%.txt';

.mode list
SELECT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE cached;
DROP TABLE cells;
DROP TABLE listed;
