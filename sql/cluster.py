#!/usr/bin/env python3
"""Runs a report over many files by many processes, on this machine or on a cluster of Dask.

    sql/cluster.py --files 'maps/**/*.gnd' --report sql/gnd_versions.sql
    sql/cluster.py --files 'maps/**/*.gnd' --map shard.sql --reduce total.sql \\
                   --scheduler tcp://192.0.2.1:8786

The files are listed once and cut into shards of even bytes. A worker asks its shard and sends the
rows back as an SQLite database; all rows together are one database, in which the reports are asked.

--report names a script of sql/ that splits by file: the tables that it makes first are made for
    each file alone, with :files as its path (map), and what follows is asked over all (reduce).
--map and --reduce are queries of your own. The map is one SELECT with
    src IN (SELECT value FROM json_each(:files)); its rows are the table `rows` of the reduce.

The reduce may also ask the table `errors(file, error)`: files that couldn't be read. A worker that
dies has its shards run again by others. A second run takes the shards that are done, unless one of
their files has changed. The extension and the files must be where every worker finds them, by the
same paths, and every worker must have the same version of the extension.

All rows can be kept for other tools: --database keeps them as tables of SQLite, in the place of those
of an earlier run, --parquet as files of Parquet, where pyarrow is there.

The exit status is 0 if all files were asked, 1 if some couldn't be read, and 2 if the run couldn't
be done.
"""
import argparse
import csv
import hashlib
import importlib.util
import json
import logging
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time

SHARD_BYTES = 32 << 20  # at most, so that few are lost with a worker, and caches hold them
SHARDS_PER_WORKER = 8   # at least, so that all end at about the same time
DEATHS_OF_A_SHARD = 5   # then its files are to blame

BESIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gamemap")


# ---- Queries -------------------------------------------------------------------------------------

def statements(text):
    """The SQL statements of a script for the shell: without its dot-commands and the comments that
    stand between statements."""
    statement = ""
    for piece in re.split(r"(?<=[;\n])", text):
        if not statement.strip() and re.match(r"\s*(\.|--|$)", piece):
            continue
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement.strip().rstrip(";")
            statement = ""
    if statement.strip():
        yield statement.strip()


# What a report says of the files that it left out, which the table `errors` has here; and that it
# drops its tables, which are kept here in --database.
LEFT_OUT = re.compile(r"\bgamemap_skipped\b|\bleft_out\b|^DROP\s", re.IGNORECASE)
CREATES = re.compile(r"CREATE\s+TEMP\s+TABLE\s+(\w+)\s+AS\s", re.IGNORECASE)


def split_report(path):
    """The map and the reduce of a report: (list of (table, select), list of statements)."""
    with open(path, encoding="utf-8") as script:
        text = script.read()
    if not re.search(r"^-- It splits by file", text, re.MULTILINE):
        raise RuntimeError(f"{path}: this report doesn't say that it splits by file; give --map "
                           "and --reduce")
    made, asked = [], []
    for statement in statements(text):
        if LEFT_OUT.search(statement):
            continue
        match = CREATES.match(statement)
        if match:
            made.append((match[1], statement[match.end():]))
        elif made:
            asked.append(statement)
    return made, asked


def parameters(queries, given):
    """The parameters of the queries: numbers and text as NAME=VALUE says, NULL without."""
    values = {name: None for query in queries for name in re.findall(r":(\w+)", query)}
    for name, _, text in (item.partition("=") for item in given):
        for kind in int, float, str:
            try:
                values[name.lstrip(":")] = kind(text)
                break
            except ValueError:
                pass
    return values


def own_queries(map_path, reduce_path):
    with open(map_path, encoding="utf-8") as script:
        selects = list(statements(script.read()))
    if len(selects) != 1:
        raise RuntimeError(f"{map_path}: expected one SELECT, found {len(selects)}")
    with open(reduce_path, encoding="utf-8") as script:
        return [("rows", selects[0])], list(statements(script.read()))


# ---- Files and shards ----------------------------------------------------------------------------

def connect(extension, database=":memory:"):
    connection = sqlite3.connect(database, isolation_level=None)
    if not hasattr(connection, "enable_load_extension"):
        raise RuntimeError(f"{sys.executable} was built without extensions of SQLite; Debian's "
                           "/usr/bin/python3 has them")
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.enable_load_extension(False)
    return connection


def list_files(connection, patterns):
    """[(path, bytes, time of change)], and the paths that aren't UTF-8, which Python can't hand to
    SQLite. Entries of an archive share its bytes and have its time."""
    paths = []
    connection.text_factory = os.fsdecode
    for pattern in patterns:
        paths += [row[0] for row in
                  connection.execute("SELECT source FROM gamemap_paths(?)", (pattern,))]
    connection.text_factory = str
    paths = list(dict.fromkeys(paths))
    unasked = [path for path in paths if not is_utf8(path)]
    paths = [path for path in paths if is_utf8(path)]
    stored = [file_on_disk(path) for path in paths]
    shares = {}
    for name, _ in stored:
        shares[name] = shares.get(name, 0) + 1
    return [(path, status.st_size // shares[name] if status else 0,
             status.st_mtime_ns if status else 0)
            for path, (name, status) in zip(paths, stored)], unasked


def is_utf8(path):
    try:
        return bool(path.encode())
    except UnicodeEncodeError:
        return False


def file_on_disk(path):
    """The file that a path leads to or through, with its status; None for one that isn't there."""
    while path:
        try:
            return path, os.stat(path)
        except OSError:
            path = os.path.dirname(path)
    return path, None


def cut(files, workers):
    """Lists of files, each of about as many bytes."""
    total = sum(size for _, size, _ in files)
    limit = min(SHARD_BYTES, total // (workers * SHARDS_PER_WORKER) + 1)
    shard, size = [], 0
    for file in files:
        if shard and size + file[1] > limit:
            yield shard
            shard, size = [], 0
        shard.append(file)
        size += file[1]
    if shard:
        yield shard


# ---- A shard, on a worker ------------------------------------------------------------------------

def run_shard(extension, version, made, given, one_by_one, paths):
    """Makes the tables of a shard. Returns an SQLite database as bytes."""
    folder = tempfile.mkdtemp(prefix="gamemap-")
    try:
        database = os.path.join(folder, "shard.db")
        connection = connect(extension, database)
        connection.execute("SELECT gamemap_threads(0)")  # a process keeps to one core
        found = connection.execute("SELECT gamemap_version()").fetchone()[0]
        if found != version:
            raise RuntimeError(f"this worker has gamemap {found}, expected {version}")
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        make_tables(connection, made, {**given, "files": None if one_by_one else "[]"})
        for unit in [[path] for path in paths] if one_by_one else [paths]:
            ask_files(connection, made, given, one_by_one, unit)
        connection.execute(
            "INSERT OR REPLACE INTO errors SELECT src, error FROM gamemap_files "
            "WHERE src IN (SELECT value FROM json_each(?)) AND error IS NOT NULL",
            (json.dumps(paths),))
        connection.close()
        with open(database, "rb") as content:
            return content.read()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


ERRORS = "CREATE TABLE errors(file TEXT PRIMARY KEY, error TEXT)"  # in every database made here


def make_tables(connection, made, given):
    """The tables without rows: the map asked of no file."""
    connection.execute(ERRORS)
    for table, select in made:
        connection.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM ({select}) LIMIT 0", given)
        connection.execute(f"CREATE TABLE main.{table} AS SELECT * FROM temp.{table}")
        connection.execute(f"DROP TABLE temp.{table}")


def ask_files(connection, made, given, one_by_one, paths):
    """Adds the rows of some files; where one can't be read, those of the others."""
    given = {**given, "files": paths[0] if one_by_one else json.dumps(paths)}
    try:
        for table, select in made:
            connection.execute(f"CREATE TEMP TABLE {table} AS {select}", given)
        connection.execute("BEGIN")
        for table, _ in made:
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM temp.{table}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if len(paths) > 1:
            for table, _ in made:
                connection.execute(f"DROP TABLE IF EXISTS temp.{table}")
            for path in paths:
                ask_files(connection, made, given, one_by_one, [path])
        else:
            connection.execute("INSERT INTO errors VALUES (?, ?)", (paths[0], str(error)))
    for table, _ in made:
        connection.execute(f"DROP TABLE IF EXISTS temp.{table}")


# ---- What is done --------------------------------------------------------------------------------

class Work:
    """A folder with a database for each shard that is done."""

    def __init__(self, folder, made, given, version):
        text = json.dumps([made, given, version])
        self.tables = [table for table, _ in made]
        self.folder = os.path.join(folder, hashlib.sha256(text.encode()).hexdigest()[:12])
        os.makedirs(self.folder, exist_ok=True)

    def keep(self, files, content):
        """Keeps a shard, and returns its path."""
        name = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16] + ".db"
        path = os.path.join(self.folder, name)
        with open(path + ".new", "wb") as database:
            database.write(content)
        connection = sqlite3.connect(path + ".new", isolation_level=None)
        connection.execute("CREATE TABLE shard_files(path TEXT, size INTEGER, changed INTEGER)")
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO shard_files VALUES (?, ?, ?)", files)
        connection.execute("COMMIT")
        connection.close()
        os.replace(path + ".new", path)
        return path

    def counts(self, path):
        """The numbers of rows and errors in a shard."""
        connection = sqlite3.connect(path)
        rows = sum(rows_of(connection, table) for table in self.tables)
        errors = rows_of(connection, "errors")
        connection.close()
        return rows, errors

    def done(self, files):
        """The shards whose files are all wanted and as they were, as {path: files}; the others, of
        files that have changed or aren't wanted any more, go."""
        wanted, shards = set(files), {}
        for name in sorted(os.listdir(self.folder)):
            path = os.path.join(self.folder, name)
            kept = set()
            if name.endswith(".db"):
                connection = sqlite3.connect(path)
                kept = set(connection.execute("SELECT path, size, changed FROM shard_files"))
                connection.close()
            if kept and kept <= wanted:
                shards[path] = kept
                wanted -= kept
            else:
                os.remove(path)
        return shards


def rows_of(connection, table):
    return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def may_replace(database):
    """Whether a path leads to nothing, or to a database of an earlier run."""
    if database == ":memory:" or not os.path.lexists(database):
        return True
    if not os.path.isfile(database):
        return False
    if not os.path.getsize(database):
        return True
    connection = sqlite3.connect(database)
    try:
        tables = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'errors'").fetchall()
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
    return tables == [(ERRORS,)]


def unite(shards, files, empty, database):
    """All rows of all shards in one database, in the order of the files. `empty` has the tables
    without rows."""
    place = {file[0]: number for number, file in enumerate(files)}
    if database != ":memory:" and os.path.lexists(database):
        os.remove(database)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    tables = empty.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
    for _, sql in tables:
        connection.execute(sql)
    for path in sorted(shards, key=lambda path: min(place[file[0]] for file in shards[path])):
        connection.execute("ATTACH ? AS shard", (path,))
        connection.execute("BEGIN")
        for table, _ in tables:
            connection.execute(f"INSERT INTO {table} SELECT * FROM shard.{table}")
        connection.execute("COMMIT")
        connection.execute("DETACH shard")
    return connection


def parquet_column(cells):
    """The cells of a column that Parquet gives one type."""
    kinds = {type(cell) for cell in cells if cell is not None}
    if len(kinds) < 2:
        return cells
    one = float if kinds == {int, float} else str
    return [cell if cell is None else one(cell) for cell in cells]


def write_parquet(connection, tables, folder):
    import pyarrow
    import pyarrow.parquet
    os.makedirs(folder, exist_ok=True)
    for table in tables:
        cursor = connection.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        cells = list(zip(*cursor)) or [() for _ in names]
        arrays = [pyarrow.array(parquet_column(column)) for column in cells]
        pyarrow.parquet.write_table(pyarrow.table(arrays, names=names),
                                    os.path.join(folder, table + ".parquet"))


# ---- What is shown -------------------------------------------------------------------------------

class Progress:
    """One line on the standard error that tells how far the run is."""

    def __init__(self, files):
        self.files, self.bytes = len(files), sum(size for _, size, _ in files)
        self.files_done = self.bytes_done = self.rows = self.errors = 0
        self.shown, self.began = 0.0, time.monotonic()

    def add(self, files, rows, errors):
        self.files_done += len(files)
        self.bytes_done += sum(size for _, size, _ in files)
        self.rows += rows
        self.errors += errors
        if time.monotonic() - self.shown > 1:
            self.show()

    def show(self, end=None):
        self.shown = time.monotonic()
        end = end or ("\r" if sys.stderr.isatty() else "\n")
        print(f"{self.files_done} of {self.files} files, {self.bytes_done / 1e6:.1f} of "
              f"{self.bytes / 1e6:.1f} MB, {self.rows} rows, {self.errors} errors, "
              f"{self.shown - self.began:.0f} s", end=end, file=sys.stderr, flush=True)


def printable(text):
    """A text in one line, which does nothing to a terminal: a file's name can hold anything."""
    return "".join(letter if letter >= " " and not "\x7f" <= letter < "\xa0"
                   else repr(letter)[1:-1] for letter in text)


def show(cursor, as_csv):
    names = [column[0] for column in cursor.description]
    rows = [["" if cell is None else str(cell) for cell in row] for row in cursor]
    if as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([names] + rows)
        return
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [names] + rows) for i in range(len(names))]
    for row in [names, ["-" * width for width in widths]] + rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()


# ---- The run -------------------------------------------------------------------------------------

def begin_cluster(arguments):
    try:
        import dask
        import distributed
    except ImportError as error:
        raise RuntimeError("Dask is missing: apt-get install python3-distributed, or pip install "
                           "distributed") from error
    dask.config.set({"distributed.scheduler.allowed-failures": DEATHS_OF_A_SHARD})
    if arguments.scheduler:
        return distributed.Client(arguments.scheduler), distributed
    workers = arguments.workers or len(os.sched_getaffinity(0))
    cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True,
                                       dashboard_address="127.0.0.1:0", silence_logs="CRITICAL")
    return distributed.Client(cluster), distributed


def run_shards(arguments, version, made, given, files, work, progress):
    """Has all files asked that no shard of `work` has. Returns the files of shards that failed, as
    (file, error)."""
    client, distributed = begin_cluster(arguments)
    failed = []
    try:
        workers = max(1, len(client.scheduler_info()["workers"]))
        waiting = {}
        for shard in cut(files, workers):
            future = client.submit(run_shard, arguments.extension, version, made, given,
                                   bool(arguments.report), [path for path, _, _ in shard],
                                   pure=False)
            waiting[future] = shard
        for future in distributed.as_completed(list(waiting)):
            shard = waiting.pop(future)
            try:
                content = future.result()
            except Exception as error:  # whatever a worker raised, or that it died again and again
                failed += [(path, f"{type(error).__name__}: {error}") for path, _, _ in shard]
                progress.add(shard, 0, len(shard))
                continue
            progress.add(shard, *work.counts(work.keep(shard, content)))
            future.release()
    finally:
        cluster = client.cluster  # None where it is somebody else's
        # On a busy machine closing runs into Dask's time limits. Nothing is lost then, but asyncio
        # would tell of it below what this tells.
        logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)
        client.close()
        if cluster:
            cluster.close()
    return failed


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0],
                                     epilog=__doc__.split("\n\n", 1)[1],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", required=True, action="append",
                        help="a path or pattern, as tables take it; may be given several times")
    parser.add_argument("--report", help="a script of sql/ that splits by file")
    parser.add_argument("--map", help="a file with the query over a shard")
    parser.add_argument("--reduce", help="a file with the queries over all rows")
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE",
                        help="a parameter of the queries; those that aren't given are NULL")
    parser.add_argument("--scheduler", help="address of Dask's scheduler; without one, as many "
                                            "processes as this machine has cores")
    parser.add_argument("--workers", type=int, help="how many processes, without a scheduler")
    parser.add_argument("--extension", default=BESIDE, help="path of the extension")
    parser.add_argument("--work", default="gamemap-shards", metavar="FOLDER",
                        help="where shards that are done are kept (%(default)s)")
    parser.add_argument("--database", default=":memory:", metavar="FILE",
                        help="keeps the tables of the map, too; replaces only what an earlier "
                             "run made")
    parser.add_argument("--parquet", metavar="FOLDER",
                        help="keeps the tables of the map as files of Parquet (needs pyarrow)")
    parser.add_argument("--csv", action="store_true", help="prints results as CSV")
    arguments = parser.parse_args()
    if bool(arguments.report) == bool(arguments.map and arguments.reduce):
        parser.error("give either --report, or --map and --reduce")
    if arguments.parquet and not importlib.util.find_spec("pyarrow"):
        parser.error("--parquet needs pyarrow (pip install pyarrow); --database keeps the same "
                     "tables")
    arguments.extension = os.path.abspath(arguments.extension)
    return arguments


def run(arguments):
    made, asked = (split_report(arguments.report) if arguments.report
                   else own_queries(arguments.map, arguments.reduce))
    given = parameters([select for _, select in made] + asked, arguments.param)
    if not may_replace(arguments.database):
        raise RuntimeError(f"{arguments.database}: there is a file that no earlier run made; it is "
                           "left as it is")
    empty = connect(arguments.extension)
    make_tables(empty, made, {**given, "files": None if arguments.report else "[]"})
    version = empty.execute("SELECT gamemap_version()").fetchone()[0]
    files, unasked = list_files(empty, arguments.files)
    work, progress = Work(arguments.work, made, given, version), Progress(files)
    shards = work.done(files)
    done = set().union(*shards.values())
    for path, kept in shards.items():
        progress.add(kept, *work.counts(path))
    if done:
        print(f"{len(done)} of {len(files)} files were done before, in {work.folder}",
              file=sys.stderr)
    rest = [file for file in files if file not in done]
    failed = run_shards(arguments, version, made, given, rest, work, progress) if rest else []
    progress.show("\n")
    connection = unite(work.done(files), files, empty, arguments.database)
    failed += [(os.fsencode(path).decode(errors="replace"), "its name isn't UTF-8")
               for path in unasked]
    connection.executemany("INSERT OR REPLACE INTO errors VALUES (?, ?)", failed)
    if arguments.parquet:
        write_parquet(connection, work.tables + ["errors"], arguments.parquet)
    for statement in asked:
        cursor = connection.execute(statement, given)
        if cursor.description:
            show(cursor, arguments.csv)
    errors = rows_of(connection, "errors")
    if errors:
        print(f"{errors} files couldn't be read; the first:", file=sys.stderr)
        for file, error in connection.execute("SELECT * FROM errors LIMIT 5"):
            print(f"    {printable(file)}: {printable(error)}", file=sys.stderr)
    return 1 if errors else 0


def main():
    try:
        return run(read_arguments())
    except (sqlite3.Error, OSError, RuntimeError) as error:
        print(f"cluster.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the next run goes on behind the shards that are done", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
