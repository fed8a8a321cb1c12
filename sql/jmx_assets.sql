-- What stands in a Silkroad world: objects by asset. An object at a border stands in the files of
-- several regions and counts once.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" \
--             -cmd ".param set :assets 'navmesh/object.ifo'" < sql/jmx_assets.sql
--
-- Parameters, each with its default: :files or :file, the regions ('samples/*.nvm'); :assets, the list of
-- assets (none, or 'samples/object.ifo' for the sample regions). Files that can't be read are left out:
-- gamemap_files() names them. asset_id is the number of the asset in object.ifo, model its file there;
-- regions counts those that own the objects; first_at is where the game shows the one with the lowest uid.
-- It splits by file (sql/cluster.py): the table is made for each file, the query asks all.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE listed AS
SELECT o.file, o.world_uid, o.asset_id, o.region_id, o.is_big, o.is_struct, o.owned, o.game_x, o.game_y, a.model
FROM jmx_objects(coalesce(:files, :file, 'samples/*.nvm'), 'skip') o
LEFT JOIN (SELECT asset_id, min(path) AS model
           FROM jmx_assets(coalesce(:assets, CASE coalesce(:files, :file, 'samples/*.nvm') WHEN 'samples/*.nvm' THEN 'samples/object.ifo' END))
           GROUP BY asset_id) a ON a.asset_id = o.asset_id;

WITH objects AS (
    SELECT world_uid, asset_id, model, region_id, is_big, is_struct, count(*) AS listed,
           max(owned) AS in_own_file, -- the row of which the other columns are
           round(game_x, 1) || ' ' || round(game_y, 1) AS place
    FROM listed GROUP BY world_uid)
SELECT asset_id, model, count(*) AS objects, sum(listed) AS rows_in_files,
       count(DISTINCT region_id) AS regions, sum(is_big <> 0) AS big, sum(is_struct <> 0) AS structs,
       sum(in_own_file IS NOT 1) AS only_elsewhere, min(world_uid) AS first_uid, place AS first_at
FROM objects GROUP BY asset_id ORDER BY count(*) DESC, asset_id;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE listed;
