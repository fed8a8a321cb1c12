#!/usr/bin/env python3
"""The law of reports: sql/*.sql give the same content without parameters, with each documented default
given explicitly, for a list of the files, for files within an archive, and beside a damaged file.

    reports.py [--sample SEED/N] EXTENSION SAMPLES [FOLDER...]

With --sample one of N reports, which the seed chooses, is asked in other ways than without parameters, and of the
folders in each FOLDER one of N is looked through.

And the law of what is missing, for all files of SAMPLES and of each FOLDER: what lint and the reports about
missing files call missing is what gamemap_references finds in no folder.

And that the report about damaged chunks has what their tables call damaged, and pictures nothing of what
isn't drawn.

Sentences, which are rows of one text, may differ: they tell what was assumed or left out. What reports
write with writefile() is compared, too, and written nowhere. The last line is "N passed, N failed"."""

import argparse
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib

# About themselves, without files, of one file as a whole, which a damaged one beside it would change, or statements.
NO_REPORTS = {'demo', 'textconv', 'export'}
OF_ONE_FILE = {'aswm_svg', 'aswm_way_picture', 'gnd_obj', 'gt_obj', 'mdl_obj', 'nwn_area_way', 'ro_way_picture'}
# What belongs to the sample files, and isn't guessed for others.
BESIDE = {'jmx_assets': {'assets': 'samples/object.ifo'}, 'nwn_reached': {'models': 'samples/*'},
          'nwn_references': {'rules': 'samples/*.2da', 'texts': 'samples/dialog.tlk'}}

# What reports need besides the files that they are about, or find damaged only where they look into it.
NEEDED = {'gt_materials': '5_0001_0002.gtchunk', 'jmx_difference': 'nv_61a8.nvm', 'mdl_walkmesh': 'tc_a01.mdl',
          'nwn_missing': 'appearance.2da', 'nwn_off_walkmesh': 'house.trx', 'nwn_seams': 'tc_a01.mdl',
          'nwn_unusable': 'tc_a01.mdl', 'ro_floors': 'town.gnd', 'ro_route_picture': 'map_cache.dat'}
ODD_NAME = '[al]?l*.zip'
POINTER = b'version https://git-lfs.github.com/spec/v1\noid sha256:' + b'0' * 64 + b'\nsize 1\n'

arguments = argparse.ArgumentParser()
arguments.add_argument('--sample', default='/1')
arguments.add_argument('extension', type=os.path.abspath)
arguments.add_argument('samples', type=os.path.abspath)
arguments.add_argument('folders', nargs='*', type=os.path.abspath)
options = arguments.parse_args()
extension, samples = options.extension, options.samples
seed, _, every = options.sample.rpartition('/')
passed, failed = 0, 0


def sampled(names):
    """Returns one of N names, which the seed chooses, and at least one; without --sample all of them."""
    chosen = sorted(names, key=lambda name: zlib.crc32(f'{seed} {name}'.encode()))
    return set(chosen[:max(1, len(chosen) // int(every))])


def shell(sql, given):
    """Runs SQL in SQLite's shell; returns its rows as dictionaries, and what went wrong."""
    command = ['sqlite3', '-bail', '-json', ':memory:', '-cmd', '.load ' + extension]
    for name, value in given.items():
        text = value if re.fullmatch(r'-?[0-9.]+', value) else '"\'%s\'"' % value.replace('"', '\\"')
        command += ['-cmd', '.param set :%s %s' % (name, text)]
    done = subprocess.run(command, input=sql.encode(), capture_output=True)
    text, at, rows = done.stdout.decode('utf8', 'replace'), 0, []
    while at < len(text):
        result, at = json.JSONDecoder(strict=False).raw_decode(text, at)
        rows += result
        at += len(text[at:]) - len(text[at:].lstrip())
    return rows, done.stderr.decode('utf8', 'replace').strip()


def script(name):
    with open(os.path.join(root, 'sql', name + '.sql'), encoding='utf8') as file:
        return ''.join(line for line in file if not line.startswith(('.mode', '.headers')))


def content(name, given):
    """Returns what a report shows: the rows of several columns and what it writes; its sentences; errors."""
    sql = script(name)
    found, error = shell(sql, {**BESIDE.get(name, {}), **given} if given else given)
    rows, sentences = [], []
    for row in found:
        cells = tuple(row.values())
        if len(cells) == 1 and isinstance(cells[0], str):
            sentences.append(cells[0])
        else:
            rows.append(tuple(row.items()))
    for path in sorted(p for p in os.listdir('.') if p.endswith(('.png', '.svg', '.obj'))):
        with open(path, 'rb') as file:
            picture = re.sub(b'tEXtSource.*?IDAT', b'', file.read(), flags=re.S)
        rows.append((path, hashlib.md5(picture).hexdigest()))
        os.remove(path)
    return rows, sentences, error


def defaults(name):
    """Returns the documented default of each parameter: ":most (40)", ":files, by default 'samples/*.gnd'"."""
    comment = ''
    for line in open(os.path.join(root, 'sql', name + '.sql'), encoding='utf8'):
        if not line.startswith('--'):
            break
        comment += ' ' + line[2:].strip()
    found = {}
    if 'Parameter' not in comment:
        return found
    comment = comment[comment.index('Parameter'):]
    for parameter, rest in re.findall(r':([a-z_]+)(?: or :[a-z_]+)?([^:]*)', comment):
        value = re.match(r"[^;]*?(?:\('([^']*)'|by default '([^']*)'|\((-?[\d.]+)\)|by default (-?\d+(?:\.\d+)?))", rest)
        if value and parameter not in found:
            found[parameter] = next(v for v in value.groups() if v is not None)
    return found


def check(name, law, good, told=''):
    global passed, failed
    if good:
        passed += 1
        return
    failed += 1
    print('%s: broken: %s %s' % (name, law, told))


def differs(one, other):
    for a, b in zip(one, other):
        if a != b:
            return '%.200r is %.200r' % (a, b)
    return '%d rows, %d rows' % (len(one), len(other))


def damage(source, folder):
    """Copies the samples and adds the first third of a file under a new name; returns that name."""
    copy = os.path.join(folder, 'damaged')
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree('samples', copy)
    name = os.path.join(os.path.dirname(source).replace('samples', copy, 1), 'torn_' + os.path.basename(source))
    data = open(source, 'rb').read()
    with open(name, 'wb') as file:
        file.write(data[:max(20, len(data) // 3)])
    return name


def check_needed(name, needed, folder):
    """Damages one of the samples, a text by a pointer of Git LFS in its place: the report goes on and tells it."""
    copy = os.path.join(folder, 'needed')
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree('samples', os.path.join(copy, 'samples'))
    path = os.path.join(copy, 'samples', needed)
    data = open(path, 'rb').read()
    with open(path, 'wb') as file:
        file.write(POINTER if needed.endswith('.2da') else data[:len(data) // 3])
    os.chdir(copy)
    rows, sentences, error = content(name, {})
    os.chdir(folder)
    told = any(needed in repr(row) for row in rows) or any(
        needed in sentence or 'skipped' in sentence for sentence in sentences)
    check(name, '%s, which is damaged, is told' % needed, told and not error, error)


def is_broken(path, source):
    torn, _ = shell('SELECT format, error FROM gamemap_files(:file)', {'file': path})
    whole, _ = shell('SELECT format FROM gamemap_files(:file)', {'file': source})
    return torn[0]['error'] is not None or torn[0]['format'] != whole[0]['format']


def check_report(name, folder):
    plain, sentences, error = content(name, {})
    check(name, 'without parameters nothing is wrong', not error or 'there are findings' in error, error)
    check(name, 'without parameters it shows something', bool(plain or sentences))
    if name not in asked_otherwise:
        return
    known = defaults(name)
    for parameter, value in known.items():
        rows, _, _ = content(name, {parameter: value})
        check(name, 'with its default :%s is as without' % parameter, rows == plain, differs(plain, rows))
    for cells in ('cells', 'cells/*', '["cells"]') if 'cells' in known else ():
        rows, _, _ = content(name, {'cells': cells})
        check(name, '%s as :cells is as the map_cache.dat of it' % cells, rows == plain, differs(plain, rows))
    parameter = next((p for p in ('files', 'file') if p in known), None)
    files = sorted(glob.glob(known[parameter])) if parameter else []
    if not files:
        return
    of_pattern, _, _ = content(name, {parameter: known[parameter]})
    if name not in OF_ONE_FILE:
        rows, _, _ = content(name, {parameter: json.dumps(files)})
        check(name, 'a list is as the pattern', sorted(map(repr, rows)) == sorted(map(repr, of_pattern)),
              differs(of_pattern, rows))
    archive, odd_archive = os.path.join(folder, 'all.zip'), os.path.join(folder, ODD_NAME)
    rows, _, _ = content(name, {parameter: archive + '/' + known[parameter]})
    check(name, 'files in an archive are as loose ones', repr(rows).replace(archive + '/', '') == repr(of_pattern),
          differs(of_pattern, rows))
    for source in (archive, 'samples') if name not in OF_ONE_FILE else ():
        for of_source in {parameter, 'maps'} & set(known):
            rows, _, _ = content(name, {of_source: source})
            listed, _, _ = content(name, {of_source: json.dumps({'files': [source]})})
            check(name, '%s as :%s is as a list of it' % (os.path.basename(source), of_source),
                  sorted(map(repr, rows)) == sorted(map(repr, listed)), differs(listed, rows))
            if source == archive:
                odd, _, _ = content(name, {of_source: odd_archive})
                check(name, 'an archive with wildcards in its name as :%s is as another one' % of_source,
                      repr(odd).replace(odd_archive, archive) == repr(rows), differs(rows, odd))
    torn = damage(files[0], folder)
    if name in OF_ONE_FILE or not is_broken(torn, files[0]):
        return
    pattern = known[parameter].replace('samples', os.path.join(folder, 'damaged'), 1)
    asked = pattern if '*' in pattern else json.dumps([pattern, torn])
    rows, sentences, error = content(name, {parameter: asked})
    told = any(os.path.basename(torn) in repr(row) for row in rows) or any(
        os.path.basename(torn) in sentence or 'skipped' in sentence for sentence in sentences)
    check(name, 'a damaged file beside is told', told and (not error or 'there are findings' in error), error)


ARCHIVES = "('GRF', 'THOR', 'PK2', 'ERF', 'KEY', 'BIF', 'ZIP')"
OF_FILES = "SELECT gamemap_folder(file) AS folder FROM gamemap_paths(:files)"
OF_MODELS = "SELECT DISTINCT gamemap_folder(file) AS folder FROM mdl_models(:files, 'skip')"
OF_ENTRIES = ("SELECT DISTINCT gamemap_folder(e.path) AS folder FROM gamemap_files(:files) f "
              "JOIN archive_entries(f.source, 'skip') e WHERE f.format IN " + ARCHIVES)


def referred(files, sql, condition, has_parents):
    """Returns (file, kind, name) of what is needed and in none of the folders that a query gives, nor, if
    those count, in the folders that hold them. What entries of archives name isn't asked: reports leave it out."""
    rows, error = shell(sql, {'files': files})
    places = {row['folder'].rstrip('/') or '.' for row in rows}
    base = files[:files.index('/**')]
    for place in list(places) if has_parents else []:
        while len(place) > len(base) and '/' in place:
            place = place[:place.rindex('/')]
            places.add(place)
    listed = json.dumps(sorted(places), ensure_ascii=False).replace("'", "''")
    rows, error = shell("SELECT file, kind, lower(name) AS name FROM gamemap_references(:files, '%s', 'skip') "
                        "WHERE needed AND path IS NULL AND file IN (SELECT file FROM gamemap_paths(:files)) AND %s"
                        % (listed, condition), {'files': files})
    check(files, 'what is referred to can be asked', not error, error)
    return {(row['file'], row['kind'], row['name']) for row in rows}


def check_same(folder, name, found, wanted):
    """What a report lists is what gamemap_references lists; an order of more than that would hide faults."""
    check(folder, '%s lists what is missing' % name, found == wanted,
          'too many %.300r too few %.300r' % (sorted(found - wanted), sorted(wanted - found)))


def check_missing(folder):
    files = folder + '/**'
    rows, error = shell(script('lint') + "\nSELECT file, rule, message FROM temp.results WHERE message LIKE "
                        "'%isn''t among the files%';", {'files': files, 'fail': 'never'})
    found = set()
    for row in rows:
        told = re.match(r'the (.*?) "(.*)" isn\'t among the files', row.get('message', ''), re.S)
        if told:
            found.add((row['file'], told.group(1), ascii_lower(told.group(2))))
    wanted = referred(files, OF_FILES + ' UNION ' + OF_ENTRIES, 'TRUE', True)
    check_same(folder, 'lint', *(set(map(type_of_water, filter(is_known_beside, rows))) for rows in (found, wanted)))
    rows, _, _ = content('nwn_missing', {'files': files})
    check_same(folder, 'nwn_missing', kinds_of(rows, 'needed'),
               {row[1:] for row in referred(files, OF_FILES, "table_name = 'gff_fields'", False)})
    models = files + '/*.mdl'
    if not glob.glob(models, recursive=True): # a sample may have none
        return
    rows, _, _ = content('mdl_missing', {'files': models})
    check_same(folder, 'mdl_missing', kinds_of(rows, 'models'),
               {row[1:] for row in referred(models, OF_MODELS, 'TRUE', False)})


def check_sound(folder):
    """What a table of Firefall's gives another status than ok, gt_damage lists; parts of version 5 and empty blocks
    aren't damaged."""
    files = folder + '/**'
    tables, _ = shell("SELECT table_name AS name FROM gamemap_columns WHERE table_name GLOB 'gt_*' AND name = 'status'", {})
    asked = ["SELECT file, '%s' AS name, id FROM %s(:files, 'skip') WHERE status NOT IN ('ok', 'empty', 'legacy')"
             % (row['name'], row['name']) for row in tables]
    odd, error = shell(' UNION '.join(asked), {'files': files})
    rows, _, wrong = content('gt_damage', {'files': files})
    damage = [dict(row) for row in rows if 'what' in dict(row)]
    of_chunks = {row['file'] for row in damage if row['what'] == 'index'}
    found = {(row['file'], row['what'], row['id']) for row in damage if row['what'] != 'index'}
    kinds = {'gt_blocks': 'block', 'gt_geometries': 'geometry', 'gt_parts': 'part', 'gt_props': 'prop',
             'gt_collisions': 'collision'}
    missed = [row for row in odd if row['file'] not in of_chunks if row['name'] == 'gt_chunks' or
              (row['file'], kinds[row['name']], row['id']) not in found]
    check('gt_damage', 'what has a status is in it, in ' + folder, not (missed or error or wrong),
          '%.300r %s %s' % (missed, error, wrong))


def check_undrawn(folder):
    """Cubes without a top aren't drawn: their heights change no picture and no number."""
    rows, _ = shell("SELECT DISTINCT file FROM gnd_cubes(:files, 'skip') WHERE surface_top IS NULL LIMIT 5",
                    {'files': folder + '/**'})
    for row in rows:
        shown = []
        for height in ('height_sw', 'iif(surface_top IS NULL, -999, height_sw)'):
            shell("SELECT writefile('undrawn.gnd', gamemap_edit(source, 'gnd_cubes', id, 'height_sw', %s, 'force')) "
                  'FROM gnd_cubes(:file)' % height, {'file': row['file']})
            shown.append([content(name, {'file': 'undrawn.gnd'}) for name in ('gnd_heights_picture', 'gnd_slopes_picture')])
        check(row['file'], 'heights of cubes that are not drawn change nothing', shown[0] == shown[1], differs(*shown))


def is_known_beside(row):
    """A region of Silkroad has numbers of models, whose names another place's object.ifo may say."""
    return not row[0].endswith('.nvm') or os.path.exists(os.path.join(os.path.dirname(row[0]), 'object.ifo'))


def type_of_water(row):
    """Lint tells of the first of 32 textures."""
    return row[:2] + (row[2][:-len('00.jpg')],) if row[1] == 'water texture' else row


def ascii_lower(text):
    return ''.join(c.lower() if c.isascii() else c for c in text)


def kinds_of(rows, column):
    """Returns (kind, missing) of the rows that have something in a column."""
    return {(row['kind'], row['missing']) for row in map(dict, rows) if row.get(column)}


def part_of(path, folder):
    """Returns a folder with those of a folder's folders that are sampled."""
    if every == '1':
        return path
    part = os.path.join(folder, 'part', os.path.basename(path))
    for name in sampled(os.listdir(path)):
        shutil.copytree(os.path.join(path, name), os.path.join(part, name))
    return part


with tempfile.TemporaryDirectory() as folder:
    root = os.getcwd()
    os.symlink(samples, os.path.join(folder, 'samples'))
    os.chdir(folder)
    with zipfile.ZipFile('all.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
        for place, _, names in os.walk('samples', followlinks=True):
            for name in names:
                archive.write(os.path.join(place, name))
    os.link('all.zip', ODD_NAME)
    os.mkdir('cells')
    shell("SELECT writefile('cells/' || name || '.mcache', ro_cell_map(file, name)) "
          "FROM ro_cell_maps('samples/map_cache.dat')", {})
    reports = [os.path.basename(path)[:-4] for path in sorted(glob.glob(os.path.join(root, 'sql', '*.sql')))]
    asked_otherwise = sampled(reports)
    for name in reports:
        if name not in NO_REPORTS:
            check_report(name, folder)
        if name in NEEDED:
            check_needed(name, NEEDED[name], folder)
    for part in ['samples'] + [part_of(path, folder) for path in options.folders]:
        check_missing(part)
        check_sound(part)
        check_undrawn(part)
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
