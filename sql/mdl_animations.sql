-- The animations of the models of a folder: how long, with which events, and how much moves.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/*.mdl'" < sql/mdl_animations.sql
--
-- Parameters, each with its default: :files or :file ('samples/*.mdl'), :most (40), how many names of
-- animations are listed, those of the most models first. The animations themselves are all listed.
-- It splits by file (sql/cluster.py): the table is made for each file, the queries ask all.

.bail on
SELECT 'No :files are given, so this is about samples/*.mdl.' WHERE coalesce(:files, :file) IS NULL;
SELECT 'None of the files can be read as an MDL.'
WHERE NOT EXISTS (SELECT 1 FROM mdl_models(coalesce(:files, :file, 'samples/*.mdl'), 'skip'));
.mode box --wrap 0
CREATE TEMP TABLE animations AS
SELECT a.file, a.id, a.name, a.length, a.transition_time, a.root,
       (SELECT count(DISTINCT c.node_id) FROM mdl_nodes(a.source, 'skip') n
        JOIN mdl_controllers(n.source, 'skip') c ON c.node_id = n.id
        WHERE n.animation_id = a.id AND c.row_count > 1) AS moving_nodes,
       (SELECT group_concat(e.name || ' ' || round(e.time, 2), ', ')
        FROM mdl_events(a.source, 'skip') e WHERE e.animation_id = a.id) AS events
FROM mdl_animations(coalesce(:files, :file, 'samples/*.mdl'), 'skip') a;

-- Names: how long animations of that name take, at least and at most.
SELECT lower(name) AS animation, count(*) AS animations, count(DISTINCT file) AS models,
       round(min(length), 3) AS shortest, round(max(length), 3) AS longest
FROM animations GROUP BY lower(name) ORDER BY count(DISTINCT file) DESC, animation LIMIT coalesce(:most, 40);

SELECT file, name AS animation, round(length, 3) AS seconds,
       round(transition_time, 3) AS transition, root, moving_nodes, events
FROM animations ORDER BY file, id;

.mode list
SELECT gamemap_skipped() WHERE gamemap_skipped() IS NOT NULL;
DROP TABLE animations;
