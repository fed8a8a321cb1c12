// What is shown of a blueprint of Neverwinter Nights. It is read by its names, its texts and its numbers; what lies within it, as colours do,
// comes last, and what is empty isn't shown.
const blueprints = {utc: 'a creature', utd: 'a door', ute: 'an encounter', uti: 'an item', utm: 'a store', utp: 'a placeable', uts: 'a sound',
    utt: 'a trigger', utw: 'a waypoint'};

const blueprintOf = (what, tree) => ({...tree,
    together: `SELECT printf('A blueprint of Neverwinter Nights: ${what}%s. Areas know it as %s%s.', coalesce(', "' || trim(text) || '"',
    printf(', named by text %d of the game: drop its dialog.tlk, too', strref), ''), template, iif(lower(tag) <> lower(template), ', scripts as ' || tag, ''))
FROM (SELECT coalesce(nullif(name, ''), tlk_text(:t, strref, 'skip')) AS text, iif(strref < 0xFFFFFFFF, strref, NULL) AS strref, template, nullif(tag, '') AS tag
    FROM nwn_blueprints(:f)) WHERE template <> ''`,
    chips: `WITH told(place, field, words) AS (VALUES (1, 'HitPoints', '%s hit points'), (2, 'ChallengeRating', 'challenge rating %s'), (3, 'Str', 'Str %s'),
    (4, 'Dex', 'Dex %s'), (5, 'Con', 'Con %s'), (6, 'Int', 'Int %s'), (7, 'Wis', 'Wis %s'), (8, 'Cha', 'Cha %s'), (9, 'FeatList', '%s feats'), (10, 'Cost', 'costs %s'))
SELECT printf(words, coalesce(iif(value = CAST(value AS INTEGER), CAST(value AS INTEGER), round(value, 1)), count)), field FROM gff_fields(:f) JOIN told ON field = path WHERE coalesce(value, count) > 0 ORDER BY place`,
    sheet: `SELECT field, value, type FROM (${tree.sheet}) WHERE value NOT IN ('', '0 entries') ORDER BY field LIKE '%.%' OR field LIKE '%[%',
    CASE WHEN type = 'CExoLocString' THEN field NOT LIKE '%Name%' WHEN field IN ('Tag', 'TemplateResRef') THEN 2 WHEN type = 'CExoString' THEN 3 WHEN type = 'ResRef' THEN 4
    WHEN type = 'List' THEN 6 ELSE 5 END, iif(field LIKE '%[%', '', field)`,
});

// By types of files; tree is what is shown of any GFF.
export const blueprintsOf = tree => Object.fromEntries(Object.entries(blueprints).map(([type, what]) => [type, blueprintOf(what, tree)]));
