"""sql/cluster.py against one process: the same rows, whoever dies on the way.

    python3 tests/hosts/cluster.py EXTENSION FIXTURES SCRATCH [SEED/N]

Every report that splits by file, or one of N that the seed chooses, runs on a cluster of Dask; its
tables are compared with those of one process by EXCEPT, both ways. Without Dask this says so and
tests nothing.
"""
import glob
import importlib.util
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import zlib

try:
    import distributed
    import psutil
except ImportError:
    print("skipped: Dask (python3-distributed) isn't there")
    print("0 passed, 0 failed")
    sys.exit(0)

EXTENSION, FIXTURES, SCRATCH = (os.path.abspath(path) for path in sys.argv[1:4])
SEED, EVERY = (sys.argv + ["/1"])[4].rsplit("/", 1)
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLUSTER = os.path.join(ROOT, "sql", "cluster.py")
specification = importlib.util.spec_from_file_location("cluster", CLUSTER)
cluster = importlib.util.module_from_spec(specification)
specification.loader.exec_module(cluster)

FILES = os.environ.get("CORPUS") or FIXTURES
PATTERNS = {"gnd": "**/*.gnd", "aswm": "**/*.tr[nx]", "mdl": "**/*.mdl", "gt": "**/*.gtchunk",
            "jmx": "**/*.nvm"}
counts = {True: 0, False: 0}


def check(good, what):
    counts[bool(good)] += 1
    if not good:
        print("failed:", what)


def pattern(report):
    return os.path.join(FILES, PATTERNS[os.path.basename(report).split("_")[0]])


def command(work, *more):
    return [sys.executable, CLUSTER, "--extension", EXTENSION, "--csv",
            "--work", os.path.join(SCRATCH, work), *more]


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def compare(report, files, database):
    """The tables of a report in one process, against those in a database."""
    made, _ = cluster.split_report(report)
    connection = cluster.connect(EXTENSION)
    given = {**cluster.parameters([select for _, select in made], []), "files": files}
    connection.execute("ATTACH ? AS many", (database,))
    for table, select in made:
        connection.execute(f"CREATE TEMP TABLE {table} AS {select}", given)
        columns = [row[1] for row in connection.execute(f"PRAGMA temp.table_info({table})")]
        names = ", ".join(f'"{column}"' for column in columns)
        one, many = (f"SELECT {names}, count(*) FROM {schema}.{table} GROUP BY {names}"
                     for schema in ("temp", "many"))
        rows = connection.execute(f"SELECT count(*) FROM temp.{table}").fetchone()[0]
        fewer = connection.execute(f"{one} EXCEPT {many}").fetchall()
        more = connection.execute(f"{many} EXCEPT {one}").fetchall()
        check(not fewer and not more,
              f"{report}: {table}: {rows} rows, {len(fewer)} differ: {(fewer + more)[:2]}")
    return connection


def splitting_reports():
    for report in glob.glob(os.path.join(ROOT, "sql", "*.sql")):
        with open(report, encoding="utf-8") as script:
            if "\n-- It splits by file" in script.read():
                yield report


def test_reports(scheduler):
    reports = sorted(splitting_reports(),
                     key=lambda report: zlib.crc32((SEED + os.path.basename(report)).encode()))
    check(len(reports) >= 10, f"only {len(reports)} reports split by file")
    for report in reports[:-(-len(reports) // int(EVERY))]:
        database = os.path.join(SCRATCH, "all.db")
        result = run(*command("reports", "--report", report, "--files", pattern(report),
                              "--database", database, "--scheduler", scheduler))
        check(result.returncode in (0, 1) and result.stdout, f"{report}: {result.stderr[-400:]}")
        connection = compare(report, pattern(report), database)
        bad = connection.execute("SELECT count(*) FROM gamemap_files(?) WHERE error IS NOT NULL",
                                 (pattern(report),)).fetchone()[0]
        told = connection.execute("SELECT count(*) FROM many.errors").fetchone()[0]
        check(bad == told, f"{report}: {told} errors, expected {bad}")


def test_own_queries(scheduler):
    """A map that stops at the first bad file: the others have their rows all the same."""
    shard, total = (os.path.join(SCRATCH, name) for name in ("shard.sql", "total.sql"))
    with open(shard, "w", encoding="utf-8") as script:
        script.write("SELECT file, cube_count FROM gnd_maps\n"
                     "WHERE src IN (SELECT value FROM json_each(:files)) AND cube_count > :least;\n")
    with open(total, "w", encoding="utf-8") as script:
        script.write("SELECT count(*) AS maps, sum(cube_count) AS cubes FROM rows; "
                     "SELECT count(*) > 0 AS bad FROM errors;")
    files = os.path.join(FILES, "**/*.gnd")
    result = run(*command("own", "--map", shard, "--reduce", total, "--files", files, "--param",
                          "least=5", "--scheduler", scheduler))
    maps, cubes = cluster.connect(EXTENSION).execute(
        "SELECT count(*), sum(cube_count) FROM gnd_maps(?, 'skip') WHERE cube_count > 5",
        (files,)).fetchone()
    expected = f"maps,cubes\n{maps},{cubes}\nbad\n1\n"
    check(result.returncode == 1 and result.stdout == expected,
          f"own queries: {result.stdout} instead of {expected}; {result.stderr[-400:]}")


def test_names(scheduler):
    """Names that mean something to a shell, to SQL, to patterns, to printf or to a terminal: each
    file has its rows, and each row is a line. A name that isn't UTF-8 is an error of that file."""
    folder, database = os.path.join(SCRATCH, "names"), os.path.join(SCRATCH, "names.db")
    os.makedirs(folder, exist_ok=True)
    source = sorted(glob.glob(os.path.join(FIXTURES, "gnd/v17*.gnd")))[0]
    names = ["it's", 'say "x"', "two\nlines", "#hash", "100%d %s", "-dash", " blank ", "[set]",
             "st*r", "what?", "semi; --", "back\\slash", "$(id)`id`", "{a,b}", "\x1b[31m"]
    for name in names:
        shutil.copy(source, os.path.join(folder, name + ".gnd"))
    with open(os.path.join(folder, "bad\nname.gnd"), "wb") as bad:
        bad.write(b"no map")
    shutil.copy(source, os.path.join(os.fsencode(folder), b"\xff.gnd"))
    report, files = os.path.join(ROOT, "sql", "gnd_versions.sql"), os.path.join(folder, "*.gnd")
    result = run(*command("names", "--report", report, "--files", files, "--database", database,
                          "--scheduler", scheduler))
    told = result.stderr.splitlines()[-3:]
    check(result.returncode == 1 and told[0] == "2 files couldn't be read; the first:" and
          told[1].startswith(f"    {folder}/bad\\nname.gnd: ") and
          told[2] == f"    {folder}/\N{REPLACEMENT CHARACTER}.gnd: its name isn't UTF-8",
          f"odd names: {told}")
    rows = sqlite3.connect(database).execute("SELECT file FROM maps").fetchall()
    check(sorted(row[0] for row in rows) == sorted(os.path.join(folder, name + ".gnd")
                                                   for name in names), f"odd names: {rows}")
    result = run(*[part for part in command("names", "--report", os.path.join(
        ROOT, "sql", "gnd_findings.sql"), "--files", os.path.join(folder, "*.gnd"), "--scheduler",
        scheduler) if part != "--csv"])
    lines = [line for line in result.stdout.splitlines() if ".gnd  " in line]
    check(all(line.startswith(folder) for line in lines) and len(lines) >= len(names) and
          "\x1b" not in result.stdout, f"odd names as text: {result.stdout}")


def test_complaints():
    """What can't be run is said in one line, whatever is wrong."""
    here = {name: os.path.join(SCRATCH, name) for name in ("shard.sql", "total.sql", "wrong.sql")}
    with open(here["wrong.sql"], "w", encoding="utf-8") as script:
        script.write("SELECT missing;")
    files = os.path.join(FIXTURES, "gnd/v1*.gnd")
    queries = ["--map", here["shard.sql"], "--reduce", here["total.sql"], "--param", "least=5"]
    for more, words in [
            (["--files", files, "--map", here["shard.sql"]], "give either --report"),
            (["--files", "none/*.gnd", *queries], "no file matches the pattern"),
            (["--files", files, "--map", "none.sql", "--reduce", here["total.sql"]], "none.sql"),
            (["--files", files, "--map", here["wrong.sql"], "--reduce", here["total.sql"]],
             "no such column: missing"),
            (["--files", files, *queries[:2], "--reduce", here["wrong.sql"], *queries[4:],
              "--workers", "1"], "no such column: missing"),
            (["--files", files, "--report", os.path.join(ROOT, "sql", "gnd_obj.sql")],
             "doesn't say that it splits by file"),
            (["--files", files, *queries, "--work", "/dev/null/shards"], "/dev/null/shards")]:
        result = run(*command("complaints", *more))
        check(result.returncode == 2 and words in result.stderr.splitlines()[-1] and
              "Traceback" not in result.stderr, f"{more}: {result.returncode} {result.stderr}")


def test_parquet():
    """The tables as Parquet have the rows of those in SQLite; without pyarrow that is said at
    once."""
    files, folder = os.path.join(FIXTURES, "gnd/*.gnd"), os.path.join(SCRATCH, "parquet")
    database = os.path.join(SCRATCH, "parquet.db")
    result = run(*command("parquet", "--report", os.path.join(ROOT, "sql", "gnd_textures.sql"),
                          "--files", files, "--parquet", folder, "--database", database))
    if not importlib.util.find_spec("pyarrow"):
        check(result.returncode == 2 and "--parquet needs pyarrow" in result.stderr, result.stderr)
        return
    import pyarrow.parquet
    connection = sqlite3.connect(database)
    for table in ("textures", "errors"):
        read = pyarrow.parquet.read_table(os.path.join(folder, table + ".parquet")).to_pylist()
        stored = connection.execute(f"SELECT * FROM {table}").fetchall()
        check([tuple(row.values()) for row in read] == stored, f"{table}: {len(read)} rows")


def many_files():
    """Enough work to kill a worker in the middle: links to one file, and a bad one among them."""
    folder = os.path.join(SCRATCH, "many")
    os.makedirs(folder, exist_ok=True)
    names = sorted(glob.glob(os.path.join(FILES, "**", "*.[tT][rR][xX]"), recursive=True))
    largest = max(names, key=os.path.getsize)
    for number in range(120):
        path = os.path.join(folder, f"{number:03}.trx")
        if not os.path.exists(path):
            os.symlink(largest, path)
    with open(os.path.join(folder, "zzz.trx"), "wb") as bad:
        bad.write(b"NWN2\0")
    return os.path.join(folder, "*.trx")


def begin(work, *more):
    process = subprocess.Popen(command(work, *more), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if re.match(r"[1-9]\d* of", line):
            break
    return process


def workers_of(process):
    return [child for child in psutil.Process(process.pid).children(recursive=True)
            if "multiprocessing.spawn" in " ".join(child.cmdline())]


def test_deaths():
    files, database = many_files(), os.path.join(SCRATCH, "deaths.db")
    report = os.path.join(ROOT, "sql", "aswm_totals.sql")
    more = ["--report", report, "--files", files, "--database", database, "--workers", "4"]

    process = begin("worker", *more)
    victims = workers_of(process)
    check(victims and process.poll() is None, "a worker is killed in the middle: there is none")
    if victims:
        victims[0].send_signal(signal.SIGKILL)
    _, errors = process.communicate()
    check(process.returncode == 1 and "1 files couldn't be read" in errors,
          f"a worker was killed: {errors[-400:]}")
    compare(report, files, database)

    process = begin("run", *more)  # the whole run dies, and another goes on
    family = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    for child in family:
        try:
            child.kill()
        except psutil.NoSuchProcess:
            pass
    process.communicate()
    result = run(*command("run", *more))
    check("files were done before" in result.stderr, f"a second run begins anew: {result.stderr}")
    compare(report, files, database)

    # A file has changed: its shard alone is asked again
    changed = os.path.join(SCRATCH, "many", "000.trx")
    os.remove(changed)
    with open(changed, "wb") as bad:
        bad.write(b"no longer")
    result = run(*command("run", *more))
    done = re.search(r"(\d+) of 121 files were done before", result.stderr)
    told = re.findall(r"121 of 121 files, .* (\d+) rows, (\d+) errors", result.stderr)[-1:]
    connection = sqlite3.connect(database)
    made, _ = cluster.split_report(report)
    there = (str(sum(cluster.rows_of(connection, table) for table, _ in made)),
             str(cluster.rows_of(connection, "errors")))
    check(told == [there], f"rows of shards that were done: {told}, expected {there}")
    check(done and 0 < int(done[1]) < 121, f"a file changed: {result.stderr[-400:]}")
    compare(report, files, database)


def main():
    subprocess.run(["rm", "-rf", SCRATCH], check=True)
    os.makedirs(SCRATCH)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                  dashboard_address="127.0.0.1:0") as local:
        test_reports(local.scheduler_address)
        test_own_queries(local.scheduler_address)
        test_names(local.scheduler_address)
    test_complaints()
    test_parquet()
    test_deaths()
    print(f"{counts[True]} passed, {counts[False]} failed")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
