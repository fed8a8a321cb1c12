-- Writes a query for each table that gives all of its rows on the samples, numbers bit by bit.
.mode list
SELECT 'SELECT ' || quote(t.name) || ';' || char(10) || 'SELECT ' ||
       (SELECT group_concat(iif(c.type = 'REAL', 'hex(ieee754_to_blob("' || c.name || '"))',
                                'quote("' || c.name || '")'), ' || ''|'' || ')
        FROM pragma_table_info(t.name) c) || ' FROM ' || t.name || '(''samples/*'', ''skip'');'
FROM gamemap_tables t
WHERE t.format IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM gamemap_columns c WHERE c.table_name = t.name AND c.is_argument
       AND c.name NOT IN ('src', 'on_error'));
