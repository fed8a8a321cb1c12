-- The animations of the models of a folder: how long, with which events, and how much moves.
--
--     sqlite3 -cmd ".load ./gamemap" -cmd ".param set :files 'hak/*.mdl'" < sql/mdl_animations.sql
--
-- Parameter: :files, without it 'samples/*.mdl'.

.bail on
.mode box
SELECT a.file, a.name AS animation, round(a.length, 3) AS seconds,
       round(a.transition_time, 3) AS transition, a.root,
       (SELECT count(DISTINCT c.node_id) FROM mdl_nodes(a.source, 'skip') n
        JOIN mdl_controllers(n.source, 'skip') c ON c.node_id = n.id
        WHERE n.animation_id = a.id AND c.row_count > 1) AS moving_nodes,
       (SELECT group_concat(e.name || ' ' || round(e.time, 2), ', ')
        FROM mdl_events(a.source, 'skip') e WHERE e.animation_id = a.id) AS events
FROM mdl_animations(coalesce(:files, 'samples/*.mdl'), 'skip') a
ORDER BY a.file, a.id;

-- Names that several models have: how long they take, at least and at most.
SELECT lower(name) AS animation, count(*) AS animations, count(DISTINCT file) AS models,
       round(min(length), 3) AS shortest, round(max(length), 3) AS longest
FROM mdl_animations(coalesce(:files, 'samples/*.mdl'), 'skip')
GROUP BY lower(name) ORDER BY models DESC, animation LIMIT 40;
