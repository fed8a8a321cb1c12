-- Prints statements that write a .glb for every file below :folder that has one, into :out.
.mode list
.headers off
WITH calls(format, kind, call) AS (VALUES
    ('GND', 'gnd', 'gnd_glb(%Q)'), ('GND', 'gnd_textures', 'gnd_glb(%Q, ''textures/{}.png'')'),
    ('TRN', 'aswm', 'aswm_glb(%Q)'), ('TRN', 'trn', 'trn_glb(%Q)'),
    ('TRN', 'trn_textures', 'trn_glb(%Q, ''textures'')'),
    ('MDL', 'mdl', 'mdl_glb(%Q)'), ('MDL', 'mdl_textures', 'mdl_glb(%Q, NULL, ''textures'')'),
    ('MDL', 'mdl_family', 'mdl_glb(%Q, ' || quote(:folder || '/**/*.mdl') || ')'),
    ('RSM', 'rsm', 'rsm_glb(%Q)'), ('RSM', 'rsm_textures', 'rsm_glb(%Q, ''textures/{}.png'')'),
    ('RSM', 'rsm_corner', 'rsm_glb(%Q, 0, ''{"centre": false}'')'),
    ('RSW', 'rsw', 'rsw_glb(%Q)'), ('RSW', 'rsw_boxes', 'rsw_glb(%Q, ''{"missing": "box", "textures": false}'')'),
    ('GTCHUNK', 'gt', 'gt_glb(%Q)'),
    ('GTCHUNK', 'gt_vgeo', 'gt_glb(%Q, ''samples/static.vgeo_idx'')'))
SELECT printf('SELECT writefile(%Q, ', printf('%s/%s.%d.glb', :out, kind, f.rowid & 0xffffffff | f.rowid >> 32)) ||
       printf(call, file) || ');'
-- the files first: SQLite would open all of them for each of the calls
FROM gamemap_files(:folder || '/**') f CROSS JOIN calls USING (format) WHERE error IS NULL;
