// What is shown of a blueprint of Neverwinter Nights. It is read by its names, its texts and its numbers; what lies within it, as colours do,
// comes last, and what is empty isn't shown.
import {namesOfRules} from './names.mjs';

const blueprints = {utc: 'a creature', utd: 'a door', ute: 'an encounter', uti: 'an item', utm: 'a store', utp: 'a placeable', uts: 'a sound',
    utt: 'a trigger', utw: 'a waypoint'};

// What is read first of it: fields by what they are about, with what they are called
const groups = {
    'Who it is': {FirstName: 'first name', LastName: 'last name', LocName: 'name', LocalizedName: 'name', Tag: 'tag', TemplateResRef: 'blueprint', Race: 'race', Gender: 'gender',
        Subrace: 'subrace', Appearance_Type: 'appearance', Appearance: 'appearance', FactionID: 'faction', Faction: 'faction', Classification: 'toolset\'s folder', Description: 'description',
        DescIdentified: 'description', Conversation: 'dialogue', GoodEvil: 'good or evil', LawfulChaotic: 'lawful or chaotic'},
    Abilities: {Str: 'strength', Dex: 'dexterity', Con: 'constitution', Int: 'intelligence', Wis: 'wisdom', Cha: 'charisma'},
    'Health and saves': {HitPoints: 'hit points', CurrentHitPoints: 'hit points, now', HP: 'hit points', CurrentHP: 'hit points, now', Hardness: 'hardness', NaturalAC: 'natural armour',
        fortbonus: 'fortitude', refbonus: 'reflexes', willbonus: 'will', Fort: 'fortitude', Ref: 'reflexes', Will: 'will', ChallengeRating: 'challenge rating'},
};
const grouped = Object.entries(groups).flatMap(([block, fields], i) => Object.entries(fields).map(([field, name], j) => `(${i}, ${j}, '${block}', '${field}', '${name.replace('\'', '\'\'')}')`));
const blocks = `WITH field AS MATERIALIZED (SELECT path, type, coalesce(value_text, tlk_text(:t, strref, 'skip'), 'text ' || iif(strref < 0xFFFFFFFF, strref, NULL), value) AS value FROM gff_fields(:f)
    WHERE coalesce(strref, 0) < 0xFFFFFFFF AND type NOT IN ('Struct', 'List', 'Void')),
known(block, place, title, path, name) AS (VALUES ${grouped.join(', ')}),
called AS MATERIALIZED (SELECT key, value AS name FROM json_each(${namesOfRules})),
second AS MATERIALIZED (SELECT EXISTS (SELECT 1 FROM field WHERE path = 'Subrace' AND type = 'Byte') AS is_it), -- the second game has numbers there
most AS MATERIALIZED (SELECT max(CAST(value AS INTEGER)) FILTER (WHERE path = 'MaxHitPoints') AS with_bonuses, max(CAST(value AS INTEGER)) FILTER (WHERE path = 'HitPoints') AS own FROM field),
shown AS (SELECT block, place, title, k.name, CASE WHEN type <> 'CExoString' AND c.name IS NOT NULL THEN c.name
    WHEN path = 'HitPoints' AND with_bonuses > own THEN printf('%d (%d without its bonuses)', with_bonuses, own)
    WHEN path IN ('GoodEvil', 'LawfulChaotic') THEN printf('%s (%d of 100)', CASE WHEN CAST(value AS INTEGER) >= 70 THEN iif(path = 'GoodEvil', 'good', 'lawful') WHEN CAST(value AS INTEGER) > 30 THEN 'neutral'
        ELSE iif(path = 'GoodEvil', 'evil', 'chaotic') END, value)
    WHEN value GLOB '{[0-9]*}' THEN 'text ' || trim(value, '{}') WHEN type IN ('Float', 'Double') THEN printf('%g', round(value, 2)) ELSE value END AS value
    FROM known k JOIN field USING (path) CROSS JOIN most LEFT JOIN called c ON c.key = k.name || ' ' || value AND path <> 'Appearance'
    WHERE value <> '' AND NOT (block = 2 AND value IN ('0', '0.0')) AND NOT (path IN ('CurrentHitPoints', 'CurrentHP') AND CAST(value AS INTEGER) IN (with_bonuses, own))
UNION ALL SELECT 3, 0, 'Classes', coalesce(name, 'class ' || c.value), 'level ' || l.value FROM field c LEFT JOIN called ON key = 'class ' || c.value JOIN field l ON l.path = c.path || 'Level' WHERE c.path LIKE 'ClassList[%].Class'
UNION ALL SELECT 4, CAST(substr(path, 11) AS INTEGER), 'Skills', coalesce(iif(is_it, b.name, NULL), a.name, 'skill ' || CAST(substr(path, 11) AS INTEGER)), value FROM field CROSS JOIN second
    LEFT JOIN called a ON a.key = 'skill ' || CAST(substr(path, 11) AS INTEGER) LEFT JOIN called b ON b.key = 'skill2 ' || CAST(substr(path, 11) AS INTEGER) WHERE path LIKE 'SkillList[%].Rank' AND value <> '0'
UNION ALL SELECT 5, 0, 'Feats', count(*), group_concat(coalesce(name, 'feat ' || value), ', ' ORDER BY name IS NULL, name) FROM field LEFT JOIN called ON key = 'feat ' || value WHERE path LIKE 'FeatList[%].Feat' HAVING count(*)
UNION ALL SELECT 6, 0, 'Spells that it knows', 'level ' || substr(path, instr(path, '].KnownList') + 11, 1), group_concat(coalesce(name, 'spell ' || value), ', ') FROM field LEFT JOIN called ON key = 'spell ' || value WHERE path LIKE 'ClassList[%].KnownList_[%].Spell' GROUP BY 4
UNION ALL SELECT 7, 0, 'Spells in its mind', 'level ' || substr(path, instr(path, '].MemorizedList') + 15, 1), group_concat(coalesce(name, 'spell ' || value), ', ') FROM field LEFT JOIN called ON key = 'spell ' || value
    WHERE path LIKE 'ClassList[%].MemorizedList_[%].Spell' GROUP BY 4
UNION ALL SELECT 8, path LIKE 'ItemList%', 'Items', iif(path LIKE 'ItemList%', 'carries', 'wears'), value FROM field WHERE (path LIKE 'ItemList[%].InventoryRes' OR path LIKE 'Equip_ItemList[%].EquippedRes') AND value <> ''
UNION ALL SELECT 9, 0, 'Scripts', iif(path LIKE 'Script%', substr(path, 7), path), value FROM field WHERE (path LIKE 'Script%' OR path LIKE 'On%') AND type = 'ResRef' AND value <> ''
UNION ALL SELECT 10, 0, 'Variables', n.value, v.value FROM field n JOIN field v ON v.path = substr(n.path, 1, length(n.path) - 4) || 'Value' WHERE n.path LIKE 'VarTable[%].Name'
UNION ALL SELECT 11, 0, 'Other values', path, iif(type IN ('Float', 'Double'), printf('%g', round(value, 2)), value) FROM field WHERE path NOT LIKE '%.%' AND path NOT LIKE '%[%'
    AND path NOT IN (SELECT path FROM known) AND path <> 'MaxHitPoints' AND NOT (type = 'ResRef' AND (path LIKE 'Script%' OR path LIKE 'On%')) AND value NOT IN ('', '0', '0.0'))
SELECT title, name, value FROM shown ORDER BY block, place, title, name`;

const blueprintOf = (what, tree) => ({...tree,
    together: `SELECT printf('A blueprint of Neverwinter Nights: ${what}%s. Areas know it as %s%s.', coalesce(', "' || trim(text) || '"',
    printf(', named by text %d of the game: drop its dialog.tlk, too', strref), ''), template, iif(lower(tag) <> lower(template), ', scripts as ' || tag, ''))
FROM (SELECT coalesce(nullif(name, ''), tlk_text(:t, strref, 'skip')) AS text, iif(strref < 0xFFFFFFFF, strref, NULL) AS strref, template, nullif(tag, '') AS tag
    FROM nwn_blueprints(:f)) WHERE template <> ''`,
    chips: `WITH told(place, field, words) AS (VALUES (1, 'MaxHitPoints', '%s hit points'), (1, 'HitPoints', '%s hit points'), (2, 'ChallengeRating', 'challenge rating %s'), (3, 'FeatList', '%s feats'), (4, 'Cost', 'costs %s'))
SELECT printf(words, coalesce(iif(value = CAST(value AS INTEGER), CAST(value AS INTEGER), round(value, 1)), count)), field FROM gff_fields(:f) JOIN told ON field = path WHERE coalesce(value, count) > 0 GROUP BY place HAVING max(coalesce(value, count)) ORDER BY place`,
    blocks,
    areFieldsFolded: true,
    sheetTitle: 'All its fields',
    sheet: `SELECT field, value, type FROM (${tree.sheet}) WHERE value NOT IN ('', '0 entries') ORDER BY field LIKE '%.%' OR field LIKE '%[%',
    CASE WHEN type = 'CExoLocString' THEN field NOT LIKE '%Name%' WHEN field IN ('Tag', 'TemplateResRef') THEN 2 WHEN type = 'CExoString' THEN 3 WHEN type = 'ResRef' THEN 4
    WHEN type = 'List' THEN 6 ELSE 5 END, iif(field LIKE '%[%', '', field)`,
});

// By types of files; tree is what is shown of any GFF.
export const blueprintsOf = tree => Object.fromEntries(Object.entries(blueprints).map(([type, what]) => [type, blueprintOf(what, tree)]));
