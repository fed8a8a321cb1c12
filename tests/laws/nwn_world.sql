-- format: GFF
-- Ways over transitions of areas of Neverwinter Nights: of all GITs beside a GIT, with the walkmeshes and
-- tilesets there, and round what stands there if placeables.2da is there, too. They begin where the ground of the first
-- game or the second is nearest to one of its objects.

DROP TABLE IF EXISTS temp.asked;
DROP TABLE IF EXISTS temp.place;
DROP TABLE IF EXISTS temp.area;
DROP TABLE IF EXISTS temp.passage;
DROP TABLE IF EXISTS temp.stand;
DROP TABLE IF EXISTS temp.way;
DROP TABLE IF EXISTS temp.reached;

CREATE TEMP TABLE asked AS
SELECT rtrim(:file, replace(:file, '/', '')) || '*.[gG][iI][tT]' AS gits, rtrim(:file, replace(:file, '/', '')) || '*' AS pattern,
       (SELECT rtrim(:file, replace(:file, '/', '')) || '*.2da' FROM gamemap_paths(rtrim(:file, replace(:file, '/', '')) || '*') f WHERE f.file LIKE '%/placeables.2da') AS rules,
       gamemap_beside(:file, 'trx') AS trx, gamemap_beside(:file, 'are') AS are,
       replace(replace(:file, rtrim(:file, replace(:file, '/', '')), ''), '.' || replace(:file, rtrim(:file, replace(:file, '.', '')), ''), '') AS name;

-- may fail: it isn't a GIT, or its area has no ground here
CREATE TEMP TABLE place AS
SELECT row_number() OVER () AS n, nx AS x, ny AS y
FROM (SELECT o.id, coalesce(w.x, a.x) AS nx, coalesce(w.y, a.y) AS ny
      FROM asked, nwn_objects(:file) o LEFT JOIN aswm_nearest(asked.trx, o.x, o.y) w ON asked.trx IS NOT NULL
      LEFT JOIN nwn_area_nearest(iif(asked.trx IS NULL, asked.are, NULL), asked.pattern, o.x, o.y, NULL, NULL, iif(rules IS NULL, NULL, :file), rules) a
      WHERE abs(o.x) < 1e5 AND abs(o.y) < 1e5 AND :file LIKE '%.git' AND o.kind IN ('creature', 'waypoint', 'placeable', 'door', 'trigger')
      ORDER BY (o.id * 7919 + :seed) * 104729 % 1000003 LIMIT 3)
WHERE nx IS NOT NULL;

CREATE TEMP TABLE area AS
SELECT place.n, place.x AS px, place.y AS py, a.area, a.length, a.x, a.y, a.problem, a.file FROM place, asked, nwn_world_areas(gits, name, place.x, place.y, pattern, NULL, rules) a;

CREATE TEMP TABLE passage AS
SELECT place.n, place.x AS px, place.y AS py, t.file, t.object_id, t.length, t.at_x, t.at_y, t.target_file, t.linked_to, t.kind, t.object_kind, t.in_reach FROM place, asked, nwn_world_transitions(gits, name, place.x, place.y, pattern, NULL, rules) t;

-- Ways to where one arrives in other areas, and within the area.
CREATE TEMP TABLE way AS
SELECT area.n, area.area AS to_area, area.x AS goal_x, area.y AS goal_y, area.length AS least, area.px, area.py, p.leg, p.file, p.area, p.x, p.y, p.to_x, p.to_y, p.length, p.total, p.transition, p.target_file,
       max(p.leg) OVER (PARTITION BY area.n, area.area) AS last
FROM area, asked, nwn_world_path(gits, asked.name, area.px, area.py, area.area, area.x, area.y, pattern, NULL, rules) p WHERE area.length IS NOT NULL AND area.problem IS NULL;

-- law: where it begins is reached without a step
SELECT area.* FROM area, asked WHERE area.area = asked.name COLLATE NOCASE AND area.file = :file AND area.length IS NOT 0.0;

-- law: an area has a place exactly where it has a length
SELECT * FROM area WHERE (length IS NULL) <> (x IS NULL) OR (length IS NULL) <> (y IS NULL) OR (length IS NULL AND problem IS NOT NULL);

-- law: one way to where one arrives is as long as that of all
SELECT n, area, length FROM area WHERE length IS NOT NULL AND problem IS NULL
  AND coalesce(abs((SELECT max(total) FROM way WHERE way.n = area.n AND way.to_area = area.area) - length) > 1e-9 * max(1, length), 1);

-- law: a way begins at its start, and ends at its goal without a transition
SELECT * FROM way, asked WHERE leg = 0 AND (way.area, way.x, way.y) <> (asked.name, px, py) OR leg = last AND ((to_x, to_y) <> (goal_x, goal_y) OR way.area <> to_area) OR (leg = last) <> (transition IS NULL);

-- law: lengths of legs add up to the total
SELECT * FROM (SELECT *, sum(length) OVER (PARTITION BY n, to_area ORDER BY leg) AS added FROM way) WHERE abs(added - total) > 1e-9 * max(1, total);

-- law: a leg is as long as its area says
SELECT way.* FROM way, asked
WHERE abs(length - coalesce(aswm_distance(gamemap_beside(way.file, 'trx'), x, y, to_x, to_y), nwn_area_distance(gamemap_beside(way.file, 'are'), pattern, x, y, to_x, to_y, NULL, iif(rules IS NULL, NULL, way.file), rules))) IS NOT 0.0;

-- law: a leg begins where the transition before it leads, and that is in nwn_transitions
SELECT way.* FROM way LEFT JOIN way next ON (next.n, next.to_area, next.leg) = (way.n, way.to_area, way.leg + 1)
WHERE way.leg < way.last
  AND (way.target_file IS NOT next.file
       OR NOT EXISTS (SELECT 1 FROM asked, nwn_transitions(gits) t WHERE t.file = way.file AND t.object_id = way.transition AND t.target_file = way.target_file));

-- law: one comes to an area by a transition, and takes that at no greater length
SELECT area.* FROM area, asked
WHERE length IS NOT NULL AND NOT (area.area = asked.name COLLATE NOCASE)
  AND length IS NOT (SELECT min(p.length) FROM passage p WHERE p.n = area.n AND p.target_file = area.file);

-- law: nobody takes a transition whose flags say that it leads nowhere, or enters a trigger without an outline
SELECT p.* FROM passage p LEFT JOIN nwn_objects(p.file) o ON o.id = p.object_id
WHERE p.length IS NOT NULL AND (p.kind IS NULL OR p.object_kind = 'trigger' AND coalesce(o.geometry_count, 0) < 3);

-- law: where an area isn't reached, no transition to it and none of it is taken
SELECT passage.* FROM passage JOIN area ON area.n = passage.n AND area.length IS NULL AND area.file IN (passage.file, passage.target_file) WHERE passage.length IS NOT NULL;

-- law: there is no way through an area where nobody arrives
SELECT way.* FROM way JOIN area ON area.n = way.n AND area.file = way.file WHERE area.length IS NULL;

-- law: one takes a transition where a way from the start of its area leads
SELECT p.* FROM passage p JOIN asked
WHERE p.file = :file AND p.length < iif(trx IS NULL, nwn_area_distance(are, pattern, px, py, at_x, at_y, NULL, iif(rules IS NULL, NULL, :file), rules), aswm_distance(trx, px, py, at_x, at_y)) - 1e-9 * max(1, p.length)
  AND NOT EXISTS (SELECT 1 FROM passage back WHERE back.n = p.n AND back.target_file = :file AND back.length <= p.length);

-- Doors that one comes to, where one stands to use them, and the ground near that.
CREATE TEMP TABLE stand AS
SELECT p.n, p.object_id, p.at_x, p.at_y, p.in_reach, coalesce(u.x, t.x) AS use_x, coalesce(u.y, t.y) AS use_y,
       coalesce(a.x, w.x) AS near_x, coalesce(a.y, w.y) AS near_y, coalesce(a.in_reach, w.distance <= 0.5) AS is_near
FROM asked JOIN passage p ON p.file = :file AND p.object_kind = 'door' AND p.length IS NOT NULL
JOIN nwn_objects(:file) t ON t.id = p.object_id
LEFT JOIN nwn_use_points(:file, pattern, rules) u ON u.object_id = p.object_id AND rules IS NOT NULL AND trx IS NULL
LEFT JOIN nwn_area_nearest(iif(trx IS NULL, are, NULL), pattern, coalesce(u.x, t.x), coalesce(u.y, t.y), NULL, NULL, iif(rules IS NULL, NULL, :file), rules) a
LEFT JOIN aswm_nearest(trx, coalesce(u.x, t.x), coalesce(u.y, t.y)) w ON trx IS NOT NULL;

-- law: a door is in reach where one stands within 0.5 m of a use point, and one of these is that near to ground
SELECT * FROM stand GROUP BY n, object_id
HAVING in_reach <> (min((use_x - at_x) * (use_x - at_x) + (use_y - at_y) * (use_y - at_y)) <= 0.25 + 1e-6) OR in_reach > max(is_near);

-- law: from where one takes a door that is out of reach no way leads to ground near a use point
SELECT stand.* FROM stand, asked
WHERE NOT in_reach AND is_near
  AND iif(trx IS NULL, nwn_area_distance(are, pattern, at_x, at_y, near_x, near_y, NULL, iif(rules IS NULL, NULL, :file), rules), aswm_distance(trx, at_x, at_y, near_x, near_y)) IS NOT NULL;
