"""Tables of gamemap against those of independent readers:

    python3 tests/readers/compare.py EXTENSION FOLDER ...

Each reader is a module of this folder that READERS names. It was written from the description of
a format alone, without a look at the decoder, and it has

    FILES       patterns of file names that it reads: ("*.zone",)
    PREFIX      what the names of its tables begin with, a text or several; each such table must be
                in TABLES
    TABLES      the columns that it gives, by table: {"zone_ranges": "node_id face min_x max_x"}.
                These are all visible columns but `file` and `id`, in any order, and hidden ones
    read(path)  the rows by table, in the order of `id`: {"zone_ranges": [(0, 5, 0, 6), ...]}. A
                table that isn't there has no rows. Cells are None, int, float, str and bytes.
                Raises fields.Refused where gamemap is to refuse the file

and, where it needs them,

    UNREAD      visible columns that it doesn't give: {"zone_nodes": "type_name"}
    PARTIAL     True if it reads a part of its files only. Then either may refuse a file that the
                other one takes, but for those that generate() wrote
    TOLERANCE   how far numbers may be off, in parts of 1 or of the number if that is greater
    QUERIES     for tables of other arguments:
                {"gt_vertices": "gt_vertices(f.path, f.beside, 'skip')"}
    FUNCTIONS   functions: {"gt_glb": ("gt_glb(f.path)", unpack)}. What unpack makes of the value
                must be what read() gives by that name, [] where the function fails
    beside(path)             the argument `f.beside` of this file, or None
    generate(folder, random, count)   writes random valid files into the folder

Compared are the files of all folders, generated files, and copies of both in which one byte is
damaged. In a copy it is any of the files that differ in their suffix alone (static.vgeo_idx and
static.vgeo).

    --only ZONE,GT    these readers alone          --seed N      other random files
    --made N          so many generated files      --damaged N   so many damaged copies
    --sample SEED/N   one of N of the folders' files, which the seed, a text, chooses
    --work FOLDER     where these are written and kept; else in a folder that is removed
"""
import argparse
import fnmatch
import glob
import importlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True  # from here on, so that the readers leave nothing in their folder
from fields import Refused

READERS = [
    "zone",
    "vgeo",
    "gt",
    "gnd_layouts",
    "trn_ground",
    "aswm_tiles",
    "mdl_animmesh",
    "mdl_pose",
    "jmx_links",
]

SHOWN_AT_MOST = 20  # differences that are printed, for each reader
BATCH = 400         # files that one process of the shell is asked about


def ask(extension, statements, may_fail=False):
    """The rows of all statements, as lists of texts, and whether none failed."""
    shell = subprocess.run([os.environ.get("SQLITE3", "sqlite3"), "-batch", ":memory:"],
                           input=f".load {extension}\n.mode list\n.separator |\n{statements}",
                           capture_output=True, encoding="utf-8", check=False)
    if shell.stderr and not may_fail:
        print(shell.stderr.strip())
    return [line.split("|") for line in shell.stdout.splitlines()], not shell.stderr


def literal(text):
    return "NULL" if text is None else "'" + text.replace("'", "''") + "'"


def named(reader, files):
    """SQL that names the files, and what is beside them, in a table."""
    values = ",".join(f"({number},{literal(path)},{literal(beside(reader, path))})"
                      for number, path in enumerate(files))
    return ("CREATE TEMP TABLE compared(number, path, beside);"
            f"INSERT INTO compared VALUES {values};\n")


def questions(reader):
    """SQL that shows all tables of all files. Each row begins with table, file, id."""
    for number, (table, columns) in enumerate(reader.TABLES.items()):
        source = getattr(reader, "QUERIES", {}).get(table, f"{table}(f.path, 'skip')")
        cells = ",".join(f"iif(typeof(t.{name}) = 'text', 't' || hex(t.{name}), quote(t.{name}))"
                         for name in columns.split())
        yield f"SELECT {number}, f.number, t.id, {cells} FROM compared f CROSS JOIN {source} t;"


def beside(reader, path):
    return reader.beside(path) if hasattr(reader, "beside") else None


def shown(value):
    """A cell as the queries show it."""
    if value is None or value != value:
        return "NULL"
    if isinstance(value, str):
        return "t" + value.encode().hex().upper()
    if isinstance(value, bytes):
        return f"X'{value.hex().upper()}'"
    return str(value)


def same(found, value, tolerance):
    if isinstance(value, float) and value == value:
        is_real = found[0] in "-0123456789I" and ("." in found or "I" in found)
        return is_real and (float(found) == value or
                            abs(float(found) - value) <= tolerance * max(1, abs(value)))
    return found == shown(value)


def readable(cell):
    """A cell as the queries show it, for people."""
    return repr(bytes.fromhex(cell[1:]).decode("utf-8", "replace")) if cell[0] == "t" else cell[:80]


def difference(columns, found, wanted, tolerance):
    """What is different between two lists of rows, or None."""
    for number, (row, values) in enumerate(zip(found, wanted)):
        if row[0] != str(number):
            return f"row {number} has id {row[0]}"
        if len(values) != len(columns):
            return f"the reader gives {len(values)} cells, {len(columns)} expected"
        for name, cell, value in zip(columns, row[1:], values):
            if not same(cell, value, tolerance):
                wanted_cell = readable(shown(value))
                return f"row {number} {name}: {readable(cell)}, the reader has {wanted_cell}"
    if len(found) != len(wanted):
        return f"{len(found)} rows, the reader has {len(wanted)}"
    return None


class Comparison:
    """One reader's comparisons."""

    def __init__(self, extension, name):
        self.extension, self.name = extension, name
        self.reader = importlib.import_module(name)
        self.passed = self.failed = 0

    def note(self, trouble):
        self.passed += not trouble
        self.failed += bool(trouble)
        if trouble and self.failed <= SHOWN_AT_MOST:
            print(f"{self.name}: {trouble}")

    def columns(self):
        """Does the reader give every visible column of every table?"""
        rows, _ = ask(self.extension,
                      "SELECT table_name, name FROM gamemap_columns WHERE NOT hidden;")
        missing = {}
        for table, name in rows:
            if table.startswith(self.reader.PREFIX) and name not in ("file", "id"):
                missing.setdefault(table, set()).add(name)
        for table, columns in missing.items():
            for given in (self.reader.TABLES, getattr(self.reader, "UNREAD", {})):
                columns.difference_update(given.get(table, "").split())
            names = ", ".join(sorted(columns))
            self.note(names and f"{table}: the reader doesn't give {names}")

    def files(self, files, partial):
        for first in range(0, len(files), BATCH):
            self.batch(files[first:first + BATCH], partial)

    def batch(self, files, partial):
        names = named(self.reader, files)
        rows, whole = ask(self.extension, names + "\n".join(questions(self.reader)))
        self.note(not whole and "a query failed")
        found = {}
        for row in rows:
            found.setdefault((int(row[0]), int(row[1])), []).append(row[2:])
        values = self.functions(names, len(files))
        for number, path in enumerate(files):
            refused = ""
            try:
                wanted = self.reader.read(path)
            except Refused as why:
                wanted, refused = {}, f" (refused by the reader: {why})"
            for at, (table, columns) in enumerate(self.reader.TABLES.items()):
                rows, expected = found.get((at, number), []), wanted.get(table, [])
                if partial and not (rows and expected):
                    continue
                trouble = difference(columns.split(), rows, expected,
                                     getattr(self.reader, "TOLERANCE", 0))
                self.note(trouble and f"{path}: {table}: {trouble}{refused}")
            for function, found_values in values.items():
                trouble = self.unlike(function, found_values.get(number), wanted.get(function, []))
                self.note(trouble and f"{path}: {function}: {trouble}")

    def functions(self, names, count):
        """What each function gives for each file, a statement for each, since it may fail."""
        values = {}
        for function, (call, _) in getattr(self.reader, "FUNCTIONS", {}).items():
            rows, _ = ask(self.extension, names + "".join(
                f"SELECT number, hex({call}) FROM compared f WHERE number = {number};\n"
                for number in range(count)), may_fail=True)
            values[function] = {int(number): bytes.fromhex(value) for number, value in rows}
        return values

    def unlike(self, function, value, wanted):
        """What is different between a function's value and what the reader has, or None."""
        found = self.reader.FUNCTIONS[function][1](value) if value else []
        for number, (one, other) in enumerate(zip(found, wanted)):
            if one != other:
                return f"{number}: {one}, the reader has {other}"
        if len(found) != len(wanted):
            return f"{len(found)}, the reader has {len(wanted)}"
        return None


def found_files(folders, patterns):
    return sorted(os.path.join(where, name) for folder in folders
                  for where, _, names in os.walk(folder) for name in names
                  if any(fnmatch.fnmatch(name.lower(), pattern) for pattern in patterns))


def damaged(path, folder, chance):
    """A copy of a file and those beside it, in one of which a byte is another one."""
    os.makedirs(folder)
    stem = os.path.splitext(path)[0]
    copies = [shutil.copy(name, folder) for name in sorted(glob.glob(glob.escape(stem) + ".*"))
              if os.path.isfile(name)]
    name = chance.choice(copies)
    with open(name, "r+b") as file:
        data = file.read()
        if data:
            file.seek(chance.randrange(len(data)))
            byte = data[file.tell()]
            file.write(bytes([chance.choice([0, 1, 0x7F, 0x80, 0xFF, (byte + 1) & 255,
                                             (byte - 1) & 255, byte ^ 1 << chance.randrange(8)])]))
    return os.path.join(folder, os.path.basename(path))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("extension")
    arguments.add_argument("folders", nargs="*")
    arguments.add_argument("--only", default=",".join(READERS))
    arguments.add_argument("--made", type=int, default=60)
    arguments.add_argument("--damaged", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--sample", default="/1")
    arguments.add_argument("--work")
    given = arguments.parse_args()
    sample, _, every = given.sample.rpartition("/")
    with tempfile.TemporaryDirectory() as temporary:
        passed = failed = 0
        for name in given.only.split(","):
            comparison = Comparison(given.extension, name)
            reader, chance = comparison.reader, random.Random(given.seed)
            work = os.path.join(given.work or temporary, name)
            os.makedirs(os.path.join(work, "made"))
            comparison.columns()
            files = [path for path in found_files(given.folders, reader.FILES)
                     if zlib.crc32(f"{sample} {path}".encode()) % int(every) == 0]
            partial = getattr(reader, "PARTIAL", False)
            comparison.files(files, partial)
            if hasattr(reader, "generate"):
                reader.generate(os.path.join(work, "made"), chance, given.made)
                made = found_files([os.path.join(work, "made")], reader.FILES)
                comparison.files(made, False)
                files += made
            comparison.files([damaged(chance.choice(files), f"{work}/damaged/{number:05}", chance)
                              for number in range(given.damaged if files else 0)], partial)
            print(f"{name}: {len(files)} files, {comparison.passed} equal, {comparison.failed} not")
            passed, failed = passed + comparison.passed, failed + comparison.failed
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
