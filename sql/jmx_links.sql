-- Links between objects of a Silkroad world that nothing answers in any region's file. The other
-- object of a link may be known in the neighbour's file alone, so one file alone doesn't show it.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'navmesh/*.nvm'" < sql/jmx_links.sql
--
-- Parameter: :files or :file, by default 'samples/*.nvm'. Files that can't be read are left out:
-- gamemap_files() names them. Objects are named by their world uid, edges are those of the objects'
-- own meshes.

.bail on
SELECT 'No :files are given, so this is about samples/*.nvm.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as a JMXVNVM (.nvm).'
WHERE NOT EXISTS (SELECT 1 FROM jmx_regions(coalesce(:files, :file, 'samples/*.nvm'), 'skip'));
.mode box --wrap 0
SELECT count(*) AS links, sum(linked_object IS NULL) AS to_objects_of_other_files
FROM jmx_object_links(coalesce(:files, :file, 'samples/*.nvm'), 'skip')
WHERE NOT (edge = -1 AND linked_object_raw = -1 AND linked_edge_raw = -1); -- fillers, which link nothing
WITH links AS MATERIALIZED (
    SELECT DISTINCT o.world_uid AS uid, l.edge, p.world_uid AS linked_uid, l.linked_edge,
                    o.region_id, o.asset_id
    FROM jmx_objects(coalesce(:files, :file, 'samples/*.nvm'), 'skip') o
    JOIN jmx_object_links(o.source) l ON l.object_id = o.id
    LEFT JOIN jmx_objects(l.source) p ON p.id = l.linked_object
    WHERE NOT (l.edge = -1 AND l.linked_object_raw = -1 AND l.linked_edge_raw = -1)),
known AS MATERIALIZED (SELECT * FROM links WHERE linked_uid IS NOT NULL)
SELECT 'leads nowhere in any file' AS problem, l.region_id, printf('0x%08x', l.uid) AS object,
       l.asset_id, l.edge, NULL AS linked_object, NULL AS linked_edge
FROM links l LEFT JOIN known k ON k.uid = l.uid AND k.edge = l.edge
WHERE l.linked_uid IS NULL AND k.uid IS NULL
UNION ALL
SELECT 'nothing leads back', l.region_id, printf('0x%08x', l.uid), l.asset_id, l.edge,
       printf('0x%08x', l.linked_uid), l.linked_edge
FROM known l
LEFT JOIN known k ON k.uid = l.linked_uid AND k.edge = l.linked_edge
                 AND k.linked_uid = l.uid AND k.linked_edge = l.edge
WHERE k.uid IS NULL
ORDER BY problem, l.region_id, object;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
