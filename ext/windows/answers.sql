-- Writes a query for each table that gives all of its rows on the samples, numbers bit by bit.
.mode list
SELECT 'SELECT ' || quote(t.name) || ';' || char(10) || 'SELECT ' ||
       (SELECT group_concat(CASE c.type WHEN 'REAL' THEN 'hex(ieee754_to_blob("' || c.name || '"))'
                            WHEN '' THEN format('iif(typeof("%w") = ''real'', hex(ieee754_to_blob("%w")), quote("%w"))',
                                                c.name, c.name, c.name)
                            ELSE 'quote("' || c.name || '")' END, ' || ''|'' || ')
        FROM pragma_table_info(t.name) c) || ' FROM ' || t.name || '(''samples/*'', ''skip'');'
FROM gamemap_tables t
WHERE t.format IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM gamemap_columns c WHERE c.table_name = t.name AND c.is_argument
       AND c.name NOT IN ('src', 'on_error'));
