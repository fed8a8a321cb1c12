# The tests; README.md beside this file says what the folders hold. Every program that takes part
# prints `N passed, N failed` as its last line; a part that dies before has failed.

SCRIPTS       := $(sort $(wildcard tests/scripts/*.test))
RUNNER        := $(BUILD)/runner$(if $(filter windows,$(SYSTEM)),.exe)
HOSTILE       := $(BUILD)/hostile
WORST         := $(BUILD)/worst
REPLAY        := $(BUILD)/replay
FAILURES      := $(BUILD)/failures
HOSTS         := $(BUILD)/hosts
COPIES        := $(BUILD)/copies
RANDOM_QUERIES := $(BUILD)/random_queries
SELF_JOINS    := $(BUILD)/self_joins
LAWS          := $(BUILD)/laws
SKIPPED       := $(BUILD)/skipped
LIVE          := $(BUILD)/live
AHEAD         := $(BUILD)/ahead
PACKED        := $(BUILD)/packed
STORM         := $(BUILD)/storm
FASTLZ_RANDOM := $(BUILD)/fastlz_random
CRAFTED_NAMES := $(BUILD)/crafted_names
ARENA_RANDOM  := $(BUILD)/arena_random
ENCODINGS     := $(BUILD)/encodings
PICTURE       := $(BUILD)/picture
EXACT         := $(BUILD)/exact_lines
PROOF         := $(BUILD)/proof
TEST_PROGRAMS := $(RUNNER) $(HOSTILE) $(FAILURES) $(HOSTS) $(LIVE) $(AHEAD) $(PACKED) $(COPIES) \
                 $(RANDOM_QUERIES) $(SELF_JOINS) $(LAWS) $(SKIPPED) $(FASTLZ_RANDOM) $(CRAFTED_NAMES) $(ENCODINGS) $(PICTURE) \
                 $(EXACT) $(ARENA_RANDOM) $(PROOF) $(REPLAY) $(STORM)
SQLITE        := $(or $(shell pkg-config --libs sqlite3 2>/dev/null),-lsqlite3)

# Where the scripts find files, from the repository's folder. The runner looks for CORPUS itself.
export FIXTURES = $(BUILD)/fixtures
export SAMPLES = samples
ifdef CORPUS
export CORPUS
endif

$(BUILD)/tests/%.o: BASE += -D_GNU_SOURCE

# Links the objects of a test program: $(call link,libraries)
define link
$(SAY) link $@
@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(1)
endef

test_objects = $(patsubst %,$(BUILD)/tests/%.o,$(1))
CHECKER     := $(call test_objects,checker/acting checker/checker checker/checker_values checker/glb \
                               checker/memory \
                               checker/parts checker/ranges)

# What scripts do to files, by the system's calls
FILE_FUNCTIONS := runner/file_functions$(if $(filter windows,$(SYSTEM)),_windows)

$(RUNNER): $(call test_objects,runner/runner runner/script runner/results runner/reports \
             runner/difference runner/picture_functions picture/png_reader runner/system_$(SYSTEM) \
             $(FILE_FUNCTIONS))
	$(call link,$(LIBS) $(SQLITE))

$(COPIES): $(call test_objects,copies/copies copies/sql runner/file_functions sample/sample)
	$(call link,$(SQLITE))

$(RANDOM_QUERIES): $(call test_objects,copies/random_queries copies/random_sql copies/sql \
                     runner/file_functions sample/sample)
	$(call link,$(SQLITE))

$(LAWS): $(call test_objects,laws/laws sample/sample)
	$(call link,$(SQLITE))

$(SKIPPED): $(call test_objects,laws/skipped $(FILE_FUNCTIONS) sample/sample)
	$(call link,$(SQLITE))

$(SELF_JOINS): $(call test_objects,copies/self_joins copies/asking sample/sample)
	$(call link,$(SQLITE))

# The decoders and their tables without SQLite.
HOSTILE_PARTS := $(call test_objects,hostile/hostile hostile/damage hostile/field_map \
                   hostile/repack sample/sample) $(CHECKER) $(DECODERS)
$(HOSTILE): $(HOSTILE_PARTS)
	$(call link,$(LIBS))

$(REPLAY): $(call test_objects,fuzz/replay fuzz/fuzz_decoders hostile/repack sample/sample) $(CHECKER) $(DECODERS)
	$(call link,$(LIBS))

$(PROOF): $(call test_objects,edit/proof) $(DECODERS)
	$(call link,$(LIBS))

EXACT_PARTS := $(call test_objects,exact/exact_lines) $(BUILD)/src/core/exact.o
$(EXACT): $(EXACT_PARTS)
	$(call link,-lm)

PICTURE_PARTS := $(call test_objects,picture/picture picture/png_reader) $(DECODERS)
$(PICTURE): $(PICTURE_PARTS)
	$(call link,$(LIBS))

$(WORST): $(call test_objects,hostile/worst hostile/complaints hostile/field_map hostile/repack sample/sample) \
          $(CHECKER) \
            $(DECODERS)
	$(call link,$(LIBS))

ENCODINGS_PARTS := $(call test_objects,text/encodings) \
                   $(patsubst %,$(BUILD)/src/%.o,\
                     codec/text codec/utf8 codec/code_page core/arena core/print)
$(ENCODINGS): $(ENCODINGS_PARTS)
	$(call link,$(LIBS))

FASTLZ_PARTS := $(call test_objects,hostile/fastlz_random) $(BUILD)/src/codec/fastlz.o
$(FASTLZ_RANDOM): $(FASTLZ_PARTS)
	$(call link,)

CRAFTED_PARTS := $(call test_objects,hostile/crafted_names) $(BUILD)/src/core/hash_map.o \
                 $(BUILD)/src/core/arena.o
$(CRAFTED_NAMES): $(CRAFTED_PARTS)
	$(call link,)

$(ARENA_RANDOM): $(call test_objects,hostile/arena_random) $(BUILD)/src/core/arena.o
	$(call link,)

# -rdynamic: the extension is to find this program's system calls.
$(FAILURES): $(call test_objects,files/failures files/failing_memory files/interpose hosts/queries runner/system_posix \
               sample/sample)
	$(call link,-rdynamic $(SQLITE) -ldl)

$(HOSTS): $(call test_objects,hosts/hosts hosts/databases hosts/queries hosts/routines hosts/seeks hosts/locales runner/system_posix sample/sample)
	$(call link,$(SQLITE) -ldl -lpthread)

$(LIVE): $(call test_objects,files/live files/interpose hosts/queries runner/system_posix)
	$(call link,-rdynamic $(SQLITE) -ldl -lpthread)

$(AHEAD): $(call test_objects,files/ahead files/failing_memory files/ahead_memory files/ahead_resident files/interpose hosts/queries \
            runner/system_posix sample/sample)
	$(call link,-rdynamic $(SQLITE) -ldl -lpthread)

$(STORM): $(call test_objects,files/storm files/failing_memory files/interpose hosts/queries runner/system_posix sample/sample)
	$(call link,-rdynamic $(SQLITE) -ldl -lpthread)

$(PACKED): $(call test_objects,files/packed hosts/queries sample/sample)
	$(call link,$(SQLITE) -ldl -lz)

# ---- The suite ----
#
# Parts that run side by side, `name: command` in a line each, the longest ones first. Those that take
# longest try a sample of their checks, which the commit chooses; SEED=... chooses another one.

SEED      ?= $(shell printf %.7s '$(COMMIT)')
# What `make test-long` tries of those checks: one of so many
OF        ?= 1
SANITIZED := $(findstring -fsanitize,$(CFLAGS))
PYTHON    := $(shell command -v python3)
# Neither the shell nor Python can load a library that was built with sanitizers. What such a library
# takes from the system is the sanitizers' affair.
LOADABLE  := $(if $(SANITIZED),,yes)
POSIX     := $(filter so,$(SUFFIX))

# $(call long_parts,N,N,N,N,N,N): of so many checks one is tried; 1: all of them. A part without a
# number is left out.
define long_parts
damaged files: $(HOSTILE) --sample $(SEED)/$(1) $(BUILD)/fixtures
$(if $(2),tables against copies: $(COPIES) --sample $(SEED)/$(2) ./$(EXTENSION) $(BUILD)/fixtures)
failing memory and files: $(FAILURES) --extension ./$(EXTENSION) --sample $(SEED)/$(3) $(BUILD)/fixtures
$(if $(4),random queries: $(RANDOM_QUERIES) --sample $(SEED)/$(4) ./$(EXTENSION) $(BUILD)/fixtures)
$(if $(5),laws: $(LAWS) --sample $(SEED)/$(5) ./$(EXTENSION) tests/laws/*.sql -- $(BUILD)/fixtures samples $(CORPUS))
$(if $(6),random self-joins: $(SELF_JOINS) --sample $(SEED)/$(6) ./$(EXTENSION) $(BUILD)/fixtures)
endef

# From the descriptions of the formats alone, in Python; most of their time goes into CORPUS. $(call
# readers,N): of so many files one is read
readers = $(if $(LOADABLE),$(if $(PYTHON),independent readers: python3 tests/readers/compare.py --sample $(SEED)/$(1) ./$(EXTENSION) $(BUILD)/fixtures samples $(CORPUS)))

# Those that are short enough to be run before each commit. $(call brief_parts,N): of the longest three
# one of N checks
define brief_parts
edits by the descriptors: $(PROOF) $(if $(1),$$(sh tests/tools/sampled.sh $(SEED) $(1) samples/*),samples/*)
inputs that fuzzing kept: $(REPLAY)$(if $(1), --sample $(SEED)/$(1)) tests/fuzz/seeds
encodings: $(ENCODINGS)
$(if $(PYTHON),$(if $(LOADABLE),encodings as Python has them: $(ENCODINGS) --list > $(BUILD)/encodings.list && python3 tests/text/encodings.py < $(BUILD)/encodings.list))
random blocks: $(ARENA_RANDOM)
exact lines: $(EXACT)
damaged streams: $(FASTLZ_RANDOM)
crafted names: $(CRAFTED_NAMES)
pictures: $(PICTURE)
scripts that must fail: $(RUNNER) --extension ./$(EXTENSION) --wrong tests/runner/wrong.test
$(if $(LOADABLE),$(if $(PYTHON),$(if $(shell command -v sqlite3),laws of reports: python3 tests/laws/reports.py$(if $(1), --sample $(SEED)/$(1)) ./$(EXTENSION) samples $(BUILD)/fixtures)))
$(if $(LOADABLE),$(if $(PYTHON),$(if $(shell command -v sqlite3),archives as others read them: python3 tests/readers/packed_archives.py ./$(EXTENSION) samples)))
$(if $(LOADABLE),rules: sh tests/tools/rules.sh ./$(EXTENSION) $(BUILD)/fixtures samples)
$(if $(POSIX),$(if $(LOADABLE),$(if $(findstring --coverage,$(CFLAGS)),,symbols: sh tests/tools/symbols.sh ./$(EXTENSION))))
$(if $(POSIX),the program: sh tests/program/program.sh $(TEST_PROGRAM) samples $(BUILD)/program-test)
$(if $(POSIX),$(if $(shell command -v python3),the prompt: python3 tests/program/prompt.py $(TEST_PROGRAM) samples))
$(if $(POSIX),$(if $(LOADABLE),$(if $(shell command -v sqlite3),what pages show: sh tests/tools/pasted.sh ./$(EXTENSION) $(TEST_PROGRAM) samples $(BUILD)/pasted)))
$(if $(POSIX),the workflow: sh tests/program/workflow.sh $(TEST_PROGRAM) samples)
endef

define whole_parts
hosts: $(HOSTS) --extension ./$(EXTENSION)$(if $(3), --sample $(SEED)/$(3)) $(BUILD)/fixtures
files that are opened ahead: $(AHEAD) --extension ./$(EXTENSION)$(if $(2), --sample $(SEED)/$(2)) $(BUILD)/fixtures
scripts: $(RUNNER) --extension ./$(EXTENSION) $(SCRIPTS)
$(if $(LOADABLE),reports: sh tests/tools/reports.sh $(EXTENSION) samples $(BUILD)/reports && sh tests/tools/pictures.sh $(BUILD)/reports/once)
files that change: $(LIVE) --extension ./$(EXTENSION) $(BUILD)/fixtures
everything that can go wrong at once: $(STORM) --extension ./$(EXTENSION) --seed $(SEED) --seconds $(1) $(BUILD)/fixtures
what skip leaves out: $(SKIPPED)$(if $(5), --sample $(SEED)/$(5)) ./$(EXTENSION) $(BUILD)/skipped-files $(BUILD)/fixtures samples
files in archives: $(PACKED) --extension ./$(EXTENSION)$(if $(4), --sample $(SEED)/$(4)) $(BUILD)/fixtures
$(if $(CORPUS),$(if $(LOADABLE),names of real files: sh tests/text/names.sh ./$(EXTENSION) $(CORPUS)))
failing memory and files of a map with its models: $(FAILURES) --extension ./$(EXTENSION)$(if $(4), --sample $(SEED)/$(4)) $(BUILD)/fixtures/placed
$(if $(filter %_real.test,$(SCRIPTS)),scripts on real files where there are none: CORPUS= $(RUNNER) --extension ./$(EXTENSION) $(filter %_real.test,$(SCRIPTS)))
$(call brief_parts,$(6))
endef

# With sanitizers everything takes some five times as long, and two of the long parts ask about
# answers, not memory: `make sanitize SUITE=test-long` has them.
define PARTS_OF_TEST
$(call readers,8)
$(if $(SANITIZED),$(call long_parts,200,,120,,,40),$(call long_parts,48,4,10,2,32,10))
$(if $(SANITIZED),$(call whole_parts,5,64,24,4,16,4),$(call whole_parts,5,6,4,,4,4))
endef

define PARTS_OF_TEST_LONG
$(call long_parts,$(OF),$(OF),$(OF),$(OF),$(OF),$(OF))
$(call readers,1)
$(call whole_parts,60,,,,,)
endef

define PARTS_OF_CHECK
scripts: CORPUS= $(RUNNER) --extension ./$(EXTENSION) $(SCRIPTS)
$(call long_parts,100,17,40,30,120,10)
$(call brief_parts,4)
endef
# Where these are exported for every target, make asks for each file that it compiles which programs
# there are.
test: export PARTS_OF_SUITE = $(PARTS_OF_TEST)
test-long: export PARTS_OF_SUITE = $(PARTS_OF_TEST_LONG)
check: export PARTS_OF_SUITE = $(PARTS_OF_CHECK)

# Before anything is built
ifneq ($(filter test,$(MAKECMDGOALS)),)
$(info The suite takes $(if $(SANITIZED),a quarter of an hour,five minutes) on two cores, and longer on a busy machine.)
endif

test-build: $(EXTENSION) $(TEST_PROGRAMS) $(TEST_PROGRAM) $(WORST) samples $(BUILD)/fixtures

# `make -n` goes into this line and no other.
build_suite = @[ -f $(PROOF) ] || echo 'Compiling gamemap and its tests, which takes two minutes or so ...'; \
              $(call quiet_make,test-build)

# Runs the parts of a target, of which $(1) says what samples there are. PARTS='scripts|hosts' takes
# those whose names match.
define suite
@echo 'The longest parts: $(1).'
@printf '%s\n' "$$PARTS_OF_SUITE" | sh tests/tools/side_by_side.sh $(BUILD)/parts/$@ '$(PARTS)'
endef

test:
	+$(build_suite)
	$(call suite,a sample of their checks that SEED=$(SEED) has chosen)

test-long:
	+$(build_suite)
	$(call suite,$(if $(filter 1,$(OF)),all of their checks,one of $(OF) of their checks that SEED=$(SEED) has chosen))

check:
	+$(build_suite)
	$(call suite,a few of their checks that SEED=$(SEED) has chosen)

# One script: make tests/scripts/gnd.test
$(SCRIPTS): $(EXTENSION) $(RUNNER) samples $(BUILD)/fixtures
	@$(RUNNER) --extension ./$(EXTENSION) $@

# Binary glTF in the Khronos validator, three.js and Blender, where they are; CORPUS= adds real files.
gltf: $(EXTENSION) samples $(BUILD)/fixtures
	@SQLITE3='$(SQLITE3)' sh tests/gltf/gltf.sh ./$(EXTENSION) $(BUILD)/gltf .build/npm/node_modules \
	    samples $(BUILD)/fixtures $(CORPUS)

# Meshes for Detour in libDetour and in recast-navigation, where they are. The one of CORPUS has slivers
# that are folded back, and triangles without an area at borders of tiles.
detour: $(EXTENSION) samples $(BUILD)/fixtures
	@SQLITE3='$(SQLITE3)' sh tests/detour/detour.sh ./$(EXTENSION) $(BUILD)/detour .build/npm/node_modules \
	    samples/town.gat samples/house.trn samples/house.trx samples/meadow.trx $(BUILD)/fixtures/trn/world/fold.trx \
	    $(if $(CORPUS),$(patsubst %,$(CORPUS)/aswm/real/kaedrin-nwn2cc/%.trx,under_dark_near_refugee_camp fh_trixxie_mshop))

# What lint.sql writes as SARIF against the schema, where npm has brought it
sarif: $(EXTENSION) samples $(BUILD)/fixtures
	@SQLITE3='$(SQLITE3)' sh tests/sarif/sarif.sh ./$(EXTENSION) $(BUILD)/sarif .build/npm/node_modules \
	    samples $(BUILD)/fixtures $(CORPUS)

# Runs the parts, which are separated by semicolons and have no commas, and adds up what they say.
add_up = @{ $(1) } 2>&1 | sh tests/tools/add_up.sh

# WHOLE= leaves out what `make test-long` does as well, if with fewer changes of each file and fewer
# points of failure, and takes one of the long scripts.
WHOLE ?= --whole
LONG_SCRIPTS = $(shell sh tests/tools/sampled.sh $(SEED) $(if $(WHOLE),1,4) tests/scripts/long/*.test)
hostile: $(EXTENSION) $(TEST_PROGRAMS) $(WORST) samples $(BUILD)/fixtures threads-build scaling-build
	$(call add_up, \
	    $(if $(WHOLE), \
	        echo "== damaged files"; $(HOSTILE) $(WHOLE) $(BUILD)/fixtures; \
	        echo "== hostile paths and databases"; $(RUNNER) --extension ./$(EXTENSION) \
	            tests/scripts/paths.test tests/scripts/hostile_*.test; \
	        echo "== failing memory and files"; \
	            $(FAILURES) --extension ./$(EXTENSION) $(WHOLE) $(BUILD)/fixtures; \
            $(FAILURES) --extension ./$(EXTENSION) $(WHOLE) $(BUILD)/fixtures/placed; \
	        echo "== files that change"; $(LIVE) --extension ./$(EXTENSION) $(BUILD)/fixtures; \
	        echo "== hosts"; $(HOSTS) --extension ./$(EXTENSION) $(BUILD)/fixtures; \
	        echo "== random self-joins"; $(SELF_JOINS) ./$(EXTENSION) $(BUILD)/fixtures;) \
	    echo "== damaged streams"; $(FASTLZ_RANDOM) --whole; \
	    echo "== memory against input"; $(WORST) $(if $(WHOLE),$(WHOLE),--sample $(SEED)/8) $(BUILD)/fixtures $(WORK)/scaled; \
	    echo "== work against size"; $(WORK)/scaling $(WORK)/scaled; \
	    echo "== long scripts"; FIXTURES=$(WORK)/scaled $(RUNNER) --extension ./$(EXTENSION) $(LONG_SCRIPTS); \
	    echo "== threads"; $(THREADS);)

# Work against size. The decoders and tables count what they do.
WORK    := .build/work
SCALING := $(BUILD)/scaling

$(SCALING): $(call test_objects,hostile/scaling hostile/complaints) $(CHECKER) $(DECODERS)
	$(call link,$(LIBS))

ifdef COUNT_WORK
$(OBJECTS): override CFLAGS += -fsanitize-coverage=trace-pc
endif

scaling-build: $(BUILD)/fixtures-tool
	@$(MAKE) -s $(WORK)/scaling COUNT_WORK=1 ONE_FILE=1 BUILD=$(WORK) CFLAGS=-O0
	@$(BUILD)/fixtures-tool scaled $(WORK)/scaled

scaling: scaling-build
	$(WORK)/scaling $(WORK)/scaled

# The reports that split by file, on a cluster of Dask: the rows of one process.
PYTHON3 ?= python3
cluster: $(EXTENSION) $(BUILD)/fixtures
	$(PYTHON3) tests/hosts/cluster.py $(EXTENSION) $(BUILD)/fixtures $(BUILD)/cluster '$(SEED)/$(EVERY)'

# Every table of every fixture against an ordinary copy of itself; `make test-long` takes the small ones.
copies: $(EXTENSION) $(TEST_PROGRAMS) $(BUILD)/fixtures
	$(call add_up, \
	    echo "== tables against copies"; $(COPIES) --whole ./$(EXTENSION) $(BUILD)/fixtures; \
	    echo "== random queries"; $(RANDOM_QUERIES) --count 501000 ./$(EXTENSION) $(BUILD)/fixtures;)

# Under the thread sanitizer: eight threads, each with a connection, and files that are opened ahead.
# By hand all of it; WHOLE= takes a sample, which the commit chooses.
THREAD  := .build/thread
THREADS  = $(THREAD)/hosts --extension $(THREAD)/gamemap.$(SUFFIX) --only threads \
               $(if $(WHOLE),,--sample $(SEED)/16) $(THREAD)/fixtures; \
           $(THREAD)/ahead --extension $(THREAD)/gamemap.$(SUFFIX) --races \
               $(if $(WHOLE),,--sample $(SEED)/128) $(THREAD)/fixtures

# The thread sanitizer registers handlers of forks before it can take calls of its own.
$(THREAD)/tests/files/interpose.o: override CFLAGS := -O1 -g

threads: threads-build
	$(call add_up,echo "== threads"; $(THREADS);)

threads-build: $(FIXTURES_TOOL)
	@$(MAKE) $(THREAD)/hosts $(THREAD)/ahead $(THREAD)/gamemap.$(SUFFIX) $(THREAD)/fixtures samples \
	    ONE_FILE=1 BUILD=$(THREAD) EXTENSION=$(THREAD)/gamemap.$(SUFFIX) FIXTURES_TOOL=$(FIXTURES_TOOL) \
	    CFLAGS='-O1 -g1 -fsanitize=thread'

# One hash over all tables of all fixtures, whatever compiler and options.
determinism: $(BUILD)/fixtures samples
	@FIXTURES='$(BUILD)/fixtures' SUFFIX='$(SUFFIX)' LIBDEFLATE='$(LIBDEFLATE)' sh tests/tools/determinism.sh $(MAKE)

# SUITE=test-long: the whole suite
SUITE      ?= test
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize: sanitize-suite
	$(if $(shell command -v clang),$(MAKE) sanitize-clang)

# With -O1 it is compiled in twice the time.
sanitize-suite: $(FIXTURES_TOOL)
	$(MAKE) $(SUITE) ONE_FILE=1 BUILD=.build/sanitize EXTENSION=.build/sanitize/gamemap.$(SUFFIX) \
	    FIXTURES_TOOL=$(FIXTURES_TOOL) CFLAGS='-Og -g1 $(SANITIZERS)' \
	    SCRIPTS='$(call sampled,sanitized)'

# clang sees undefined behaviour that gcc doesn't, as adding to a pointer that is NULL, and warns of
# other things; of addresses it sees what gcc's sanitizer does. What it builds does without the
# libraries that gamemap can do without. Not optimized, it is compiled in a third of the time.
sanitize-clang: $(FIXTURES_TOOL)
	@$(MAKE) sanitize-quick ONE_FILE=1 CC=clang BUILD=.build/sanitize-clang FIXTURES_TOOL=$(FIXTURES_TOOL) \
	    EXTENSION=.build/sanitize-clang/gamemap.$(SUFFIX) CFLAGS='-O0 -g1 -Werror -fsanitize=undefined -fno-sanitize-recover=all' \
	    LIBDEFLATE= LIBZSTD= LIBBZ2=

sanitize-quick: $(EXTENSION) $(RUNNER) $(HOSTILE) samples $(BUILD)/fixtures
	$(call add_up, \
	    echo "== scripts by clang"; $(RUNNER) --extension ./$(EXTENSION) $(call sampled,clang); \
	    echo "== damaged files by clang"; $(HOSTILE) --sample $(SEED)/500 $(BUILD)/fixtures;)

# Fuzzing: the decoders and tables are instrumented, what checks them isn't. Every format gets its
# share of SECONDS; a crash is kept in .build/fuzz.
FUZZ     := .build/fuzz
SECONDS  ?= 60
FUZZING  := $(BUILD)/fuzzing
FUZZ_SRC := $(DECODERS)

$(FUZZING): $(call test_objects,fuzz/fuzz_decoders hostile/repack) $(CHECKER) $(FUZZ_SRC)
	$(call link,-fsanitize=fuzzer $(LIBS))

$(BUILD)/fuzzing-sql: $(call test_objects,fuzz/fuzz_sql) $(OBJECTS)
	$(call link,-fsanitize=fuzzer $(LIBS) $(SQLITE))

ifdef FUZZ_BUILD
$(OBJECTS): override CFLAGS += -fsanitize-coverage=inline-8bit-counters,pc-table
endif

fuzz: $(BUILD)/fixtures samples
	@$(MAKE) $(FUZZ)/fuzzing $(FUZZ)/fuzzing-sql FUZZ_BUILD=1 CC=clang BUILD=$(FUZZ) CFLAGS='-O2 -g $(SANITIZERS)'
	@sh tests/fuzz/fuzz.sh $(FUZZ) $(BUILD)/fixtures $(SECONDS)

# Keeps as few of the inputs as reach the same, for the suite and as seeds (needs xz).
fuzz-seeds:
	@sh tests/fuzz/keep.sh $(FUZZ) tests/fuzz/seeds

# Which failing checks are reached by a stored file, or one cut short?
checks: $(HOSTILE) $(BUILD)/fixtures
	@rm -f $(BUILD)/errors
	@$(HOSTILE) --cuts --errors $(BUILD)/errors $(BUILD)/fixtures | tail -n 1
	@awk -f tests/tools/checks.awk $(BUILD)/errors tests/scripts/*.test $(filter-out src/core/error.c,$(shell find src -name '*.c'))

# What clang-format, clang-tidy, cppcheck and shellcheck say; PARTS=format or the like: one of them
lint: $(GENERATED)
	@SEED='$(SEED)' sh tests/tools/lint.sh $(PARTS)

format:
	@sh tests/tools/format.sh

COVERAGE := .build/coverage
coverage:
	rm -rf $(COVERAGE)
	$(MAKE) test-long CC=gcc BUILD=$(COVERAGE) EXTENSION=$(COVERAGE)/gamemap.$(SUFFIX) \
	    CFLAGS='-O0 -g --coverage'
	gcov --branch-probabilities --no-output $$(find $(COVERAGE)/src -name '*.o') | awk -f tests/tools/coverage.awk

.PHONY: cluster test test-long check test-build $(SCRIPTS) hostile copies scaling scaling-build threads threads-build determinism checks sanitize sanitize-suite sanitize-clang sanitize-quick fuzz fuzz-seeds gltf detour sarif lint format \
        coverage
