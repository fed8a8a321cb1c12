-- format: 2DA
-- Tables of rules: what is said of a cell as a row, in a row's object and by name is one thing.

DROP TABLE IF EXISTS temp.member;
-- SQLite's JSON ends a text at a NUL.
CREATE TEMP TABLE member AS SELECT r.id, m.key, m.value FROM twoda_rows(:file) r JOIN json_each(r.cells) m
WHERE instr(r.cells, '\u0000') = 0 AND (r.id < 3 OR (r.id * 7919 + :seed) % 23 < 2);

-- law: twoda_value has a cell by the name that its row has for it
SELECT id, key, value, twoda_value(:file, id, key) AS found FROM member WHERE value IS NOT twoda_value(:file, id, key);

-- law: where no other column has the name, also in other letters
SELECT m.id, m.key, m.value, twoda_value(:file, m.id, upper(m.key)) AS found FROM member m
WHERE (SELECT count(*) FROM twoda_columns(:file) c WHERE c.name = m.key) = 1 AND value IS NOT twoda_value(:file, m.id, upper(m.key));

-- law: twoda_cells has the same cells in the same columns
SELECT id, value, times FROM (
    SELECT m.id, m.value, count(*) AS times FROM member m GROUP BY 1, 2
    EXCEPT SELECT row_id, value, count(*) FROM twoda_cells(:file) GROUP BY 1, 2);
