// Small pictures of models of Neverwinter Nights without a surface, as statements: where their effects come from, or their bones.

export const bonesOf = `WITH place AS MATERIALIZED (SELECT id, parent_id, -0.88 * world_x - 0.48 * world_y AS u,
    0.94 * world_z - 0.34 * (0.88 * world_y - 0.48 * world_x) AS v FROM mdl_nodes(:f) WHERE animation_id IS NULL)
SELECT gamemap_drawing(a.u, a.v, a.u, a.v, b.u, b.v, 0x8C8C88, 'rgb', (SELECT json_object('line', 3, 'scale', 150 / max(max(u) - min(u), max(v) - min(v), 1e-3)) FROM place))
FROM place a JOIN place b ON b.id = a.parent_id HAVING count(*)`;

// An effect has no surface: what it is made of comes from places that move, of which each is a round glow here, in its own colour and about its own size.
export const glowsOf = `WITH RECURSIVE step(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM step WHERE n < 19), ring(share, pale) AS (VALUES (1, 0.72), (0.64, 0.4), (0.32, 0)),
emitter AS MATERIALIZED (SELECT n.id, -0.88 * world_x - 0.48 * world_y AS u, 0.94 * world_z - 0.34 * (0.88 * world_y - 0.48 * world_x) AS v,
    max(value0) FILTER (WHERE lower(c.name) = 'sizestart') AS size, max(value0) FILTER (WHERE lower(c.name) = 'colorstart') AS r, max(value1) FILTER (WHERE lower(c.name) = 'colorstart') AS g,
    max(value2) FILTER (WHERE lower(c.name) = 'colorstart') AS b FROM mdl_emitters(:f) e JOIN mdl_nodes(e.source) n ON n.id = e.node_id
    LEFT JOIN mdl_controllers(e.source) c ON c.node_id = n.id AND lower(c.name) IN ('sizestart', 'colorstart') LEFT JOIN mdl_keys(e.source) k ON k.controller_id = c.id AND k.key_index = 0 GROUP BY n.id),
extent AS MATERIALIZED (SELECT max(max(u) - min(u), max(v) - min(v), 0.2) AS wide FROM emitter),
disc AS MATERIALIZED (SELECT u, v, wide, share, pale, ifnull(r, 0.7) AS r, ifnull(g, 0.7) AS g, ifnull(b, 0.7) AS b, share * max(0.1 * wide, min(0.35 * wide, ifnull(size, 0) / 2)) AS radius FROM emitter, extent, ring)
SELECT gamemap_drawing(u, v, u + radius * cos(n * pi() / 10), v + radius * sin(n * pi() / 10), u + radius * cos((n + 1) * pi() / 10), v + radius * sin((n + 1) * pi() / 10),
    (CAST(230 * (r + (1 - r) * pale) AS INTEGER) << 16) + (CAST(230 * (g + (1 - g) * pale) AS INTEGER) << 8) + CAST(230 * (b + (1 - b) * pale) AS INTEGER), 'rgb',
    (SELECT json_object('scale', 150 / (max(u + radius) - min(u - radius))) FROM disc))
FROM (SELECT * FROM disc, step ORDER BY pale DESC, radius DESC) HAVING count(*)`;
