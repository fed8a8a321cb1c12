-- What stands in a Silkroad world: objects by asset. An object at a border stands in the files of
-- several regions and counts once.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_assets.sql
--
-- Parameter: :files, without it 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them. asset_id is the row of object.ifo; regions counts those that own the
-- objects; first_at is where the game shows the one with the lowest uid.

.bail on
.mode box
WITH objects AS MATERIALIZED (
    SELECT o.world_uid, o.asset_id, o.region_id, o.is_big, o.is_struct, count(*) AS listed,
           max(o.owned) AS in_own_file,
           round(jmx_game_x(r.region_id, o.x), 1) || ' ' ||
           round(jmx_game_y(r.region_id, o.z), 1) AS place
    FROM jmx_regions(coalesce(:files, 'samples/*.nvm'), 'skip') r JOIN jmx_objects(r.source) o
    GROUP BY o.world_uid)
SELECT asset_id, count(*) AS objects, sum(listed) AS rows_in_files,
       count(DISTINCT region_id) AS regions, sum(is_big <> 0) AS big, sum(is_struct <> 0) AS structs,
       sum(in_own_file IS NOT 1) AS only_elsewhere, min(world_uid) AS first_uid, place AS first_at
FROM objects GROUP BY asset_id ORDER BY objects DESC, asset_id;
