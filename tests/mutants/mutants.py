#!/usr/bin/env python3
"""Do the tests notice when a condition is wrong?

    mutants.py [--seed N] [--count N] [--after NAME] [--only NAME,...] [--quick] [--list] [FILE...]

draws COUNT mutations (mutations.py) of the files below src/ and ext/, or of those named, with the
given seed. Each is compiled into one object that takes the sound one's place, and the tests run
until one fails, those that know most of the file first. Mutations that compile to the same code,
that don't compile, or that equivalent.txt explains aren't counted. --quick runs scripts alone.
Prints a line for each mutation, which begins with its name, the score, and `N passed, N failed`;
the exit status is 1 if the score is below 97 %.

A mutation's name is a hash of the seed and of the lines that it changes, and the draw takes the
least names: an edit of the sources changes nothing but the mutations of the lines that it touches.
--only takes the mutations with these names, --after goes on behind one.

`make mutants` hands over in the environment how objects are compiled and programs are linked.
"""
import argparse
import glob
import hashlib
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from mutations import Mutation, mutations_of

SCORE_LEAST = 97.0
MEMORY_MOST = 3 << 30
FOLDER = Path(os.environ["MUTANTS"])    # for what is built here
PLAIN = Path(os.environ["PLAIN"])       # objects and programs as users build them
CHECKED = Path(os.environ["CHECKED"])   # the same with sanitizers
SUFFIX = os.environ["SUFFIX"]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")

# What a file's name begins with, the fixtures' folders that its decoder reads, and its tables
FORMATS = [
    ("gnd", ["gnd", "maps"], "gnd_*"), ("gat", ["gat", "maps"], "gat_*"),
    ("rsw", ["rsw", "maps", "placed"], "rsw_*"), ("rsm", ["rsm", "placed"], "rsm_*"),
    ("ro", ["ro_cells", "ro_script", "maps", "placed"], "ro_*"),
    ("trn", ["trn"], "trn_*"), ("aswm", ["trn"], "aswm_*"), ("gff", ["gff", "area"], "gff_*"),
    ("nwn", ["area", "gff"], "nwn_*"), ("set", ["set", "area"], "set_*"), ("tlk", ["tlk"], "tlk_*"),
    ("twoda", ["twoda"], "twoda_*"), ("mdl", ["mdl"], "mdl_*"),
    ("jmx", ["jmx", "jmx_lists"], "jmx_*"),
    ("gt", ["gt"], "gt_*"), ("vgeo", ["vgeo", "gt"], "vgeo_*"), ("zone", ["zone"], "zone_*"),
    ("xres", ["zone", "bad"], "zone_*"), ("fastlz", ["gt", "fastlz"], "gt_*"),
    ("grf", ["grf"], "archive_*"), ("des", ["grf"], "archive_*"), ("thor", ["thor"], "archive_*"),
    ("pk2", ["pk2"], "archive_*"), ("blowfish", ["pk2"], "archive_*"), ("zip", ["zip"], "archive_*"),
    ("erf", ["erf"], "archive_*"), ("key", ["key"], "archive_*"), ("bif", ["key"], "archive_*"),
    ("resource", ["erf", "key"], "archive_*"), ("packed_entry", ["grf", "thor", "zip"], "archive_*"),
    ("archive", ["erf", "grf", "key", "pk2", "thor", "zip"], "archive_*"),
    ("image", ["images"], "gamemap_*"), ("text_file", ["text"], "text_*"),
    ("text_tables", ["text"], "text_*"),
    ("exact", ["trn"], "aswm_*"), ("search", ["trn", "jmx"], "*"), ("unpack", ["gt", "trn"], "*"),
]
# Scripts for files whose name says nothing
SCRIPTS_OF = [
    ("ext/engine/", ["plan", "joins", "made_index", "sources", "statements", "answers", "paths",
                     "changes", "hostile_"]),
    ("src/meta/", ["columns", "statements", "changes"]), ("src/picture/", ["pictures"]),
    ("src/codec/unpack", ["fastlz", "gt"]), ("src/core/exact", ["surface", "aswm"]),
    ("src/archive/resource", ["erf", "key"]), ("src/archive/bif", ["key"]),
    ("src/archive/", ["archives", "zip", "key", "erf"]),
    ("src/codec/des", ["archives"]), ("src/codec/blowfish", ["archives"]), ("src/codec/text", ["edit"]),
    ("src/scene/", ["gltf"]), ("src/neverwinter/trn/aswm_glb", ["gltf"]),
    ("src/ragnarok/gnd/gnd_glb", ["gltf"]), ("src/firefall/gt_glb", ["gltf"]),
    ("src/neverwinter/mdl/mdl_glb", ["gltf"]), ("src/neverwinter/trn/trn_glb", ["gltf"]),
    ("src/ragnarok/gnd/gnd_light", ["gltf"]), ("src/core/search", ["aswm", "jmx"]),
]


def sources():
    found = glob.glob("src/**/*.[ch]", recursive=True) + glob.glob("ext/**/*.[ch]", recursive=True)
    return sorted(path for path in found if "/web/" not in path)


def draw(paths, seed):
    """All mutations by their names, in the order of these."""
    named = []
    for path in paths:
        source = Path(path).read_text()
        times = Counter()
        for mutation in mutations_of(path, source):
            change = (path, *mutation.lines(source))
            times[change] += 1
            text = "\n".join([str(seed), *change, str(times[change])])
            named.append((hashlib.sha256(text.encode()).hexdigest()[:8], mutation))
    return sorted(named, key=lambda pair: pair[0])


# ---- Building ------------------------------------------------------------------------------------


def dependents(path, build):
    """The objects to be compiled anew, by their sources."""
    if path.endswith(".c"):
        return [path]
    found = []
    for rules in (glob.glob(f"{build}/src/**/*.d", recursive=True) +
                  glob.glob(f"{build}/ext/**/*.d", recursive=True)):
        if re.search(rf"\b{re.escape(path)}\b", Path(rules).read_text()):
            found.append(os.path.relpath(rules, build)[:-1] + "c")
    return sorted(found)


def compile_mutant(mutation, build, flags, folder):
    """Objects with the mutation, by the path of the sound ones; None if it doesn't compile."""
    text = mutation.apply(Path(mutation.path).read_text())
    tree = folder / "tree"
    made = {}
    for source in dependents(mutation.path, build):
        subprocess.run(["rm", "-rf", tree], check=True)
        tree.mkdir(parents=True)
        subprocess.run(["cp", "-rl", "src", "ext", tree], check=True)
        (tree / mutation.path).unlink()
        (tree / mutation.path).write_text(text)
        made_object = folder / (source.replace("/", "-")[:-2] + ".o")
        command = shlex.split(os.environ["COMPILE"]) + shlex.split(flags)
        result = subprocess.run(command + ["-c", "-o", made_object.absolute(), source], cwd=tree,
                                capture_output=True, check=False)
        if result.returncode:
            return None
        made[f"{build}/{source[:-2]}.o"] = str(made_object)
    return made


def same_code(made, folder):
    """The compiler made the same of it: the sections that hold code and data are equal."""
    def code(path):
        copy = str(folder / "code")
        subprocess.run(["objcopy", "--strip-debug", "-R", ".comment", path, copy], check=True)
        return Path(copy).read_bytes()
    return all(code(mutant) == code(sound) for sound, mutant in made.items())


def link(objects, made, command, target):
    """Links the objects of a sound program, those made here in their place."""
    chosen = [made.get(name, name) for name in objects.split()]
    words = []
    for word in shlex.split(command):
        words += chosen if word == "OBJECTS" else [str(target) if word == "TARGET" else word]
    subprocess.run(words, check=True)


# ---- Testing -------------------------------------------------------------------------------------


def fails(command, seconds, limited=True):
    """Does a program notice anything? One that takes too much processor time does, too."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        if limited:  # sanitizers need addresses without end
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    environment = dict(os.environ, ASAN_OPTIONS="hard_rss_limit_mb=3000:detect_leaks=1")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=environment, start_new_session=True, preexec_fn=limit) as process:
        try:
            return process.wait(timeout=30 * seconds) != 0
        except subprocess.TimeoutExpired:  # it waits for itself
            os.killpg(process.pid, signal.SIGKILL)
            return True


def name_of(path):
    return Path(path).stem


def scripts_of(path):
    """All scripts, those that know the file first, and of these the quick ones."""
    prefix = name_of(path).split("_")[0]
    near = [prefix] + [name for begin, names in SCRIPTS_OF if path.startswith(begin)
                       for name in names]
    every = sorted(SECONDS, key=SECONDS.get)
    first = [script for script in every if name_of(script).startswith(tuple(near))]
    return first, [script for script in every if script not in first]


SECONDS = {}  # how long each script takes


def measure_scripts():
    """The sound program passes them all; those without records, as for real files, are left out."""
    for script in sorted(glob.glob("tests/scripts/*.test")):
        begin = time.time()
        result = subprocess.run([f"{PLAIN}/runner", "--extension", f"./{PLAIN}/gamemap.{SUFFIX}",
                                 script], capture_output=True, text=True, check=False)
        if result.returncode == 0:
            SECONDS[script] = time.time() - begin
        elif "holds no record" not in result.stdout:
            sys.exit(f"{script} fails without a mutation, too:\n{result.stdout}")


def format_of(path):
    """The folders of fixtures and the tables that show what is wrong, or "" and "*" for all."""
    for prefix, folders, tables in FORMATS:
        if path.startswith("src/") and prefix in (name_of(path).split("_")[0], name_of(path)):
            return folders, tables
    return [""], "*"


class Tests:
    """The tests of one mutant, cheapest first."""

    def __init__(self, mutation, folder):
        self.mutation, self.folder = mutation, folder
        self.fixtures = os.environ["FIXTURES"]

    def extension(self):
        return f"./{self.folder}/gamemap.{SUFFIX}"

    def sound(self):
        """The same tests of the sound program, which must pass them."""
        return Tests(Mutation(self.mutation.path, 0, 0, 0, "", "sound"), self.folder)

    def link_extension(self, made):
        link(os.environ["EXTENSION_OBJECTS"], made, os.environ["LINK_EXTENSION"],
             self.folder / f"gamemap.{SUFFIX}")

    def scripts(self, which):
        return lambda: any(fails([f"{PLAIN}/runner", "--extension", self.extension(), script], 15)
                           for script in which)

    def checked_scripts(self):
        """Its scripts once more, by a runner and an extension with sanitizers."""
        made = compile_mutant(self.mutation, CHECKED, os.environ["CHECKED_FLAGS"], self.folder)
        extension = self.folder / "checked" / f"gamemap.{SUFFIX}"
        extension.parent.mkdir(exist_ok=True)
        link(os.environ["CHECKED_OBJECTS"], made, os.environ["LINK_CHECKED"], extension)
        return any(fails([f"{CHECKED}/runner", "--extension", f"./{extension}", script], 60,
                         limited=False) for script in scripts_of(self.mutation.path)[0])

    def program(self, name, *options, seconds=100):
        return lambda: fails([f"{PLAIN}/{name}", *options], seconds)

    def hostile(self):
        objects = os.environ["HOSTILE_OBJECTS"]
        made = compile_mutant(self.mutation, CHECKED, os.environ["CHECKED_FLAGS"], self.folder)
        program = self.folder / "hostile"
        if not any(sound in objects.split() for sound in made):
            return False
        link(objects, made, os.environ["LINK_HOSTILE"], program)
        for folder in format_of(self.mutation.path)[0]:
            only = ["--only", f"fixtures/{folder}/"] if folder else []
            if fails([program, "--sample", "mutants/6", "--jobs", "2", *only, self.fixtures],
                     900, limited=False):
                return True
        return False

    def linked(self, objects, command, name, *test, checked=False):
        """A program that is linked with the mutant: it is the test, or is handed over to one."""
        def run():
            build, flags = (CHECKED, "CHECKED_FLAGS") if checked else (PLAIN, "PLAIN_FLAGS")
            made = compile_mutant(self.mutation, build, os.environ[flags], self.folder)
            wanted = os.environ[objects]
            if not any(sound in wanted.split() for sound in made):
                return False
            program = self.folder / name
            link(wanted, made, os.environ[command], program)
            return fails([*test, program], 120, limited=not checked)
        return run

    def programs(self):
        """The program as people call it, and the same with sanitizers."""
        test = ["sh", "-c", 'sh tests/program/program.sh "$0" samples "$0-test" && '
                            'sh tests/program/workflow.sh "$0" samples']
        return [
            ("the program", self.linked("PROGRAM_OBJECTS", "LINK_PROGRAM", "program", *test)),
            ("the program, checked", self.linked("CHECKED_PROGRAM_OBJECTS", "LINK_CHECKED_PROGRAM",
                                                 "program", *test, checked=True)),
        ]

    def failures(self):
        """Memory and system calls fail in the queries whose text holds the name of a folder."""
        return any(fails([f"{PLAIN}/failures", "--extension", self.extension(), "--only", folder,
                          self.fixtures], 200) for folder in format_of(self.mutation.path)[0])

    def quick(self):
        if self.mutation.path.startswith("ext/program/"):
            return self.programs()
        first, rest = scripts_of(self.mutation.path)
        return [
            ("its scripts", self.scripts(first)),
            ("scripts", self.scripts(rest)),
            ("pictures", self.linked("PICTURE_OBJECTS", "LINK_PICTURE", "picture")),
            ("exact lines", self.linked("EXACT_OBJECTS", "LINK_EXACT", "exact_lines")),
            ("streams", self.linked("FASTLZ_OBJECTS", "LINK_FASTLZ", "fastlz_random")),
            ("names", self.linked("CRAFTED_OBJECTS", "LINK_CRAFTED", "crafted_names")),
            ("encodings", self.linked("ENCODINGS_OBJECTS", "LINK_ENCODINGS", "encodings")),
        ]

    def all(self):
        loaded = ["--extension", self.extension(), self.fixtures]
        if self.mutation.path.startswith("ext/program/"):
            return self.quick()
        tests = [*self.quick(), ("its scripts, checked", self.checked_scripts), *self.programs()]
        if self.mutation.path.startswith("ext/") or "archive" in self.mutation.path:
            tests += [
                ("files that change", self.program("live", *loaded)),
                ("random queries", self.program("random_queries", self.extension(),
                                                self.fixtures)),
                ("hosts", self.program("hosts", *loaded, seconds=200)),
                ("self-joins", self.program("self_joins", self.extension(), self.fixtures)),
                ("files in archives", self.program("packed", *loaded)),
                ("files ahead", self.program("ahead", *loaded)),
                ("bombs", lambda: fails(["env", f"FIXTURES={os.environ['SCALED']}",
                                         f"{PLAIN}/runner", "--extension", self.extension(),
                                         "tests/scripts/long/bombs.test"], 100)),
            ]
        tests += [
            ("failing memory", self.failures),
            ("hostile", self.hostile),
            ("reports", lambda: fails(["sh", "tests/tools/reports.sh", self.extension(), "samples",
                                       f"{self.folder}/reports"], 100)),
            ("copies", self.program("copies", self.extension(), self.fixtures,
                                    format_of(self.mutation.path)[1], seconds=900)),
        ]
        return tests


# ---- Mutants -------------------------------------------------------------------------------------


def read_equivalent():
    """Pairs of lines, before and after the mutation, with the file's name, that are explained."""
    explained = set()
    for block in EQUIVALENT.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if len(lines) >= 4:
            explained.add(tuple(" ".join(line.split()) for line in lines[:3]))
    return explained


def verdict(mutation, folder, quick):
    """What killed the mutant, "survives", or why it doesn't count, in brackets."""
    made = compile_mutant(mutation, PLAIN, os.environ["PLAIN_FLAGS"], folder)
    if not made:
        return "(doesn't compile)" if made is None else "(in no object)"
    if same_code(made, folder):
        return "(the same code)"
    tests = Tests(mutation, folder)
    tests.link_extension(made)
    for name, test in tests.quick() if quick else tests.all():
        if test():
            check_sound(tests, name)
            return name
    return "survives"


SOUND = set()


def check_sound(tests, name):
    """Ends the run where a test that noticed a mutant fails without it, too."""
    path = tests.mutation.path
    key = name, *(scripts_of(path)[0] if "checked" in name else format_of(path)[0])
    if key in SOUND or name.endswith("scripts"):
        return
    SOUND.add(key)
    sound = tests.sound()
    sound.link_extension({})
    if dict(sound.all())[name]():
        sys.exit(f"the test {name} fails without a mutation, too")


def report(name, mutation, source, result, seconds):
    before, after = mutation.lines(source)
    print(f"{name} {mutation.path}:{mutation.line}: {mutation.kind}: {result} "
          f"({seconds:.0f} s)")
    if result == "survives":
        print(f"     {before}\n     {after}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--after", default="", help="leave out the mutations up to this name")
    parser.add_argument("--only", default="", help="names of mutations")
    parser.add_argument("--quick", action="store_true", help="scripts alone")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()

    mutations = draw(options.files or sources(), options.seed)
    explained = read_equivalent()
    only = options.only.split(",") if options.only else []
    folder = FOLDER / f"seed{options.seed}{options.after}"
    folder.mkdir(parents=True, exist_ok=True)
    if not options.list:
        measure_scripts()
    killed = survived = left_out = 0
    for name, mutation in mutations:
        if killed + survived + left_out >= options.count and not only:
            break
        if name <= options.after or (only and name not in only):
            continue
        source = Path(mutation.path).read_text()
        begin = time.time()
        if options.list:
            result = "listed"
            left_out += 1
        elif (mutation.path, *mutation.lines(source)) in explained:
            result = "(equivalent)"
        else:
            result = verdict(mutation, folder, options.quick)
        killed += not options.list and not result.startswith(("(", "survives"))
        survived += result == "survives"
        report(name, mutation, source, result, time.time() - begin)
    score = 100 * killed / max(killed + survived, 1)
    print(f"{killed} of {killed + survived} mutants are noticed: {score:.1f} %")
    print(f"{int(score >= SCORE_LEAST)} passed, {int(score < SCORE_LEAST)} failed")
    return score < SCORE_LEAST


if __name__ == "__main__":
    sys.exit(main())
