-- format: GFF
-- Files of Neverwinter Nights: what areas and blueprints mean is what their fields say, also where a struct has a
-- label twice, and a file says the same as text.

DROP TABLE IF EXISTS temp.object;
DROP TABLE IF EXISTS temp.field;
DROP TABLE IF EXISTS temp.again;
DROP TABLE IF EXISTS temp.packed;

CREATE TEMP TABLE object AS
SELECT *, linked_to_flags, list || '[' || list_index || '].' AS at FROM nwn_objects(:file) LIMIT 200 OFFSET (SELECT :seed % max(1, count(*) - 199) FROM nwn_objects(:file));

-- A label with a point or a bracket could be several paths.
CREATE TEMP TABLE field AS
SELECT f.*, f.path AS way FROM gff_fields(:file) f WHERE f.label <> '' AND replace(replace(f.pattern, '[].', ''), '.', '') NOT GLOB '*[[:]*'
  AND (f.id * 7919 + :seed) % (SELECT 1 + field_count / 300 FROM gff_files(:file)) = 0;

-- law: an object is what its fields say
SELECT o.at, o.tag, o.appearance, o.x FROM object o
WHERE o.tag IS NOT gff_value(:file, at || 'Tag') AND o.tag IS NOT NULL
   OR o.template IS NOT coalesce(gff_value(:file, at || 'TemplateResRef'), gff_value(:file, at || 'ResRef')) AND o.template IS NOT NULL
   OR o.appearance IS NOT coalesce(gff_value(:file, at || 'Appearance_Type'), gff_value(:file, at || 'Appearance')) AND o.appearance IS NOT NULL
   OR o.faction IS NOT coalesce(gff_value(:file, at || 'FactionID'), gff_value(:file, at || 'Faction')) AND o.faction IS NOT NULL
   OR o.conversation IS NOT gff_value(:file, at || 'Conversation') AND o.conversation IS NOT NULL
   OR o.linked_to IS NOT gff_value(:file, at || 'LinkedTo') AND o.linked_to IS NOT NULL
   OR o.linked_to_flags IS NOT gff_value(:file, at || 'LinkedToFlags') AND o.linked_to_flags IS NOT NULL
   OR o.x IS NOT coalesce(gff_value(:file, at || 'XPosition'), gff_value(:file, at || 'X'), o.x)
   OR o.y IS NOT coalesce(gff_value(:file, at || 'YPosition'), gff_value(:file, at || 'Y'), o.y)
   OR o.facing IS NOT coalesce(gff_value(:file, at || 'Bearing'), o.facing);

-- law: nothing stands in a blueprint or among comments
SELECT type FROM gff_files(:file) WHERE (type = 'GIC' OR type GLOB 'U*') AND EXISTS (SELECT 1 FROM object);

-- law: an outline has as many corners as it says, and an area as many tiles
SELECT * FROM (
    SELECT 'corners' AS what, o.id, o.geometry_count AS said, (SELECT count(*) FROM nwn_points(:file) p WHERE p.object_id = o.id) AS found FROM object o
    UNION ALL SELECT 'tiles', 0, tile_count, (SELECT count(*) FROM nwn_tiles(:file)) FROM nwn_areas(:file))
WHERE said <> found;

-- law: a list and a localized string have as many parts as they say
SELECT f.id, f.path, f.count FROM field f
WHERE f.type = 'List' AND f.count < (SELECT count(*) FROM gff_structs(:file) s WHERE s.field_id = f.id)
   OR f.type = 'CExoLocString' AND f.count <> (SELECT count(*) FROM gff_strings(:file) s WHERE s.field_id = f.id);

-- law: a path leads to a field that has it
SELECT f.way, gff_value(:file, f.way) FROM field f
WHERE NOT EXISTS (SELECT 1 FROM gff_fields(:file) g WHERE g.struct_id = f.struct_id AND g.label = f.label AND g.value IS gff_value(:file, f.way))
  -- a struct whose label is there twice gives its fields one path
  AND NOT EXISTS (SELECT 1 FROM gff_fields(:file) g WHERE g.path = f.way AND g.value IS gff_value(:file, f.way));

-- law: a localized string is its English text or, without one, its first one
SELECT f.way, gff_value(:file, f.way) FROM field f
WHERE f.type = 'CExoLocString'
  AND gff_value(:file, f.way) IS NOT gff_value(:file, f.way || ':' || coalesce(
      (SELECT 0 FROM gff_fields(:file) g JOIN gff_strings(:file) s ON s.field_id = g.id AND s.language_id = 0 WHERE g.struct_id = f.struct_id AND g.label = f.label),
      (SELECT s.language_id FROM gff_strings(:file) s WHERE s.field_id = f.id LIMIT 1)))
  AND (SELECT count(*) FROM gff_fields(:file) g WHERE g.struct_id = f.struct_id AND g.label = f.label) = 1;

-- may fail: it has what no text can say
CREATE TEMP TABLE again AS SELECT CAST(gff_json(:file) AS BLOB) AS text;

-- law: as text it says of objects what the file does
SELECT o.id, o.tag, o.name, a.id, a.tag, a.name
FROM again CROSS JOIN nwn_objects(:file) o LEFT JOIN nwn_objects(text) a ON a.id = o.id
WHERE NOT EXISTS (SELECT 1 FROM gamemap_findings(:file) WHERE code = 'label_twice_in_struct')
  AND (o.kind, o.list_index, o.tag, o.template, o.name, o.name_strref, o.x, o.y, o.z, o.facing, o.appearance, o.faction, o.conversation,
       o.linked_to, o.linked_to_kind, o.trigger_type, o.load_screen, o.map_note, o.geometry_count, o.guid, o.scale_x)
      IS NOT (a.kind, a.list_index, a.tag, a.template, a.name, a.name_strref, a.x, a.y, a.z, a.facing, a.appearance, a.faction, a.conversation,
       a.linked_to, a.linked_to_kind, a.trigger_type, a.load_screen, a.map_note, a.geometry_count, a.guid, a.scale_x);

-- law: and of all fields
SELECT f.way, f.value, gff_value(text, f.way) FROM again CROSS JOIN field f
WHERE f.type NOT IN ('Struct', 'List') AND gff_value(:file, f.way) IS NOT gff_value(text, f.way);

-- may fail: it has what no binary can hold
CREATE TEMP TABLE packed AS SELECT gff_binary(text) AS file FROM again;

-- Some few texts of Windows-1252 are those of others in UTF-8.
-- law: the binary of a text says what the text does
SELECT f.way, gff_value(text, f.way), gff_value(p.file, f.way) FROM again CROSS JOIN packed p CROSS JOIN field f
WHERE f.type NOT IN ('Struct', 'List') AND gff_value(p.file, f.way) IS NOT gff_value(text, f.way) AND gff_value(text, f.way) NOT GLOB '*[^ -~]*';
