-- What differs between two sets of navigation meshes of Silkroad, as of a client and a server: where
-- they differ, players can't walk, or walk through walls.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :client 'client/*.nvm'" \
--             -cmd ".param set :server 'server/*.nvm'" < sql/jmx_difference.sql
--
-- Parameters: :client, :server, by default both 'samples/*.nvm' (where nothing differs). Regions
-- whose files are equal byte by byte aren't looked into. Cells, edges, objects and their links are
-- compared by what they are, not by their numbers. Files that can't be read are left out, and told at the end.

.bail on
SELECT 'No ' || what || ' given, so the files are samples/*.nvm.'
FROM (SELECT CASE WHEN :client IS NOT NULL THEN ':server is' WHEN :server IS NOT NULL THEN ':client is'
                  ELSE ':client and :server are' END AS what)
WHERE :client IS NULL OR :server IS NULL;
CREATE TEMP TABLE client AS
    SELECT region_id, source FROM jmx_regions(coalesce(:client, 'samples/*.nvm'), 'skip');
CREATE TEMP TABLE left_out AS SELECT gamemap_skipped() AS line;
CREATE TEMP TABLE server AS
    SELECT region_id, source FROM jmx_regions(coalesce(:server, 'samples/*.nvm'), 'skip');
INSERT INTO left_out SELECT gamemap_skipped();
CREATE TEMP TABLE both AS
    SELECT region_id, c.source AS client, s.source AS server
    FROM client c JOIN server s USING (region_id)
    WHERE gamemap_read(c.source) <> gamemap_read(s.source);

CREATE TEMP VIEW sides AS
    SELECT region_id, 1 AS in_client, client AS nvm FROM both
    UNION
    SELECT region_id, 0, server FROM both;
CREATE TEMP VIEW parts AS
    SELECT in_client, sides.region_id, 'cells' AS part,
           printf('%.9g %.9g %.9g %.9g %d', min_x, min_z, max_x, max_z, is_open) AS content
    FROM sides JOIN jmx_cells(nvm)
    UNION ALL
    SELECT in_client, sides.region_id, 'edges',
           printf('%s %.9g %.9g %.9g %.9g %d %d %d', kind, x0, z0, x1, z1, flags, region0, region1)
    FROM sides JOIN jmx_edges(nvm)
    UNION ALL
    SELECT in_client, sides.region_id, 'objects',
           printf('%d %d %d %d %d %.9g %.9g %.9g %.9g', world_uid, asset_id, type, is_big, is_struct, x, y, z, yaw)
    FROM sides JOIN jmx_objects(nvm)
    UNION ALL
    SELECT in_client, sides.region_id, 'links', printf('%d %d %d %d', o.world_uid, l.edge, p.world_uid, l.linked_edge)
    FROM sides JOIN jmx_object_links(nvm) l JOIN jmx_objects(nvm) o ON o.id = l.object_id
    LEFT JOIN jmx_objects(nvm) p ON p.id = l.linked_object;

CREATE TEMP TABLE differences AS
    SELECT region_id, 'the file' AS part, 1 AS only_client, 0 AS only_server, NULL AS differ
    FROM client c WHERE NOT EXISTS (SELECT 1 FROM server s WHERE s.region_id = c.region_id)
    UNION ALL
    SELECT region_id, 'the file', 0, 1, NULL
    FROM server s WHERE NOT EXISTS (SELECT 1 FROM client c WHERE c.region_id = s.region_id)
    UNION ALL
    SELECT region_id, part, sum(in_client), sum(NOT in_client), NULL
    FROM (SELECT region_id, part, min(in_client) AS in_client
          FROM parts GROUP BY region_id, part, content HAVING min(in_client) = max(in_client))
    GROUP BY region_id, part
    UNION ALL
    SELECT region_id, 'tiles', sum(c.blocked > s.blocked), sum(c.blocked < s.blocked),
           sum(c.flags IS NOT s.flags OR c.texture_id IS NOT s.texture_id)
    FROM both JOIN jmx_tiles(client) c CROSS JOIN jmx_tiles(server) s ON s.id = c.id
    GROUP BY region_id
    UNION ALL
    SELECT region_id, 'heights', NULL, NULL, sum(c.height IS NOT s.height)
    FROM both JOIN jmx_heights(client) c CROSS JOIN jmx_heights(server) s ON s.id = c.id
    GROUP BY region_id
    UNION ALL
    SELECT region_id, 'planes', sum(only_client), sum(only_server), sum(differ)
    FROM (SELECT region_id, s.id IS NULL AS only_client, 0 AS only_server,
                 c.type <> s.type OR c.height IS NOT s.height AND s.id IS NOT NULL AS differ
          FROM both JOIN jmx_planes(client) c LEFT JOIN jmx_planes(server) s ON s.id = c.id
          UNION ALL -- a file may end before its planes
          SELECT region_id, 0, 1, 0
          FROM both JOIN jmx_planes(server) s LEFT JOIN jmx_planes(client) c ON c.id = s.id WHERE c.id IS NULL)
    GROUP BY region_id;

.mode box --wrap 0
SELECT (SELECT count(*) FROM client) AS client_regions,
       (SELECT count(*) FROM server) AS server_regions,
       (SELECT count(*) FROM both) AS in_both_but_unequal;
-- of tiles, only_client are those that are blocked in the client alone
SELECT region_id, coalesce(jmx_region_file(region_id), 'no number') AS file, part, only_client, only_server, differ
FROM differences
WHERE only_client OR only_server OR differ
ORDER BY region_id, part;

.mode list
SELECT DISTINCT line FROM left_out WHERE line IS NOT NULL;
DROP TABLE left_out;
DROP TABLE differences;
DROP VIEW parts;
DROP VIEW sides;
DROP TABLE both;
DROP TABLE server;
DROP TABLE client;
