# gamemap: `make` builds the extension; `make demo` shows it, `make test` tests it.
#
#   make             gamemap.so (.dylib on macOS)
#   make program     gamemap, a program: `gamemap lint maps/`, `gamemap --help`
#   make demo        writes sample files of every format to samples/, answers three questions about
#                    them and makes five pictures and two .glb
#   make windows     gamemap.dll for 64-bit Windows, built by mingw-w64
#   make test        every kind of check, the longest ones in samples; CORPUS=folder adds real files
#   make test-long   every check, whole
#   make check       the short ones, before each commit
#   make tests/scripts/gnd.test   one script of it
#   make hostile     truncated, patched and malicious input, failing allocations: the long version
#   make fuzz        coverage-guided fuzzing of every decoder, SECONDS=60 in all (needs clang)
#   make fuzz-seeds  keeps the fewest inputs that reach what fuzzing reached, for the suite
#   make coverage    lines and branches of src/ that the suite reaches
#   make bench       speed, as ratios measured side by side
#   make hosts       five questions in every host that is there
#   make cluster     reports by many processes give the rows of one (needs Dask)
#   make copies      every table of every fixture against an ordinary copy of itself
#   make gltf        binary glTF in the Khronos validator, three.js and Blender, where they are
#   make detour      meshes for Detour in libDetour and recast-navigation, where they are
#   make sarif       what lint.sql writes against the schema of SARIF, where npm has brought it
#   make scaling     work against size: the decoders count what they do
#   make checks      the failing checks of src/ that no stored file and no script reaches
#   make determinism one hash over all answers, whatever compiler and options
#   make sanitize    `make test` under the address and undefined-behaviour sanitizers
#   make mutants     wrong conditions, of which the tests should notice 97 of 100 (needs python3)
#   make lint        what clang-format, clang-tidy, cppcheck and shellcheck say of the sources
#   make format      writes the sources as clang-format has them
#   make reference   renews ext/reference/ from the descriptors, the headers of src/ and the samples
#   make install     into $(DESTDIR)$(PREFIX): the library with a header and a pkg-config file, the
#                    program with its man page and completion, and the reports
#   make uninstall   removes these
#   make samples     sample files of every format, to ask the queries of README.md
#   make help        what stands here
#   make static      sqlite3-gamemap: a sqlite3 shell with gamemap inside
#   make dist        one file to load for each system, and the sources, with checksums, in dist/
#   make amalgamation  dist/gamemap.c, all sources as one file to compile
#   make deb npm wheel   packages for Debian, Node and Python in dist/; nothing is published
#   make web         dist/web/, a page that asks dropped files in the browser
#   make clean       removes what was built, samples/ and pictures/

CC      ?= cc
CFLAGS  ?= -O2
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
SQLITE3 ?= sqlite3
SAY     ?= @echo
BUILD   ?= .build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow
# libdeflate is used where it is there; `make LIBDEFLATE=` leaves it out.
LIBDEFLATE ?= $(shell pkg-config --exists libdeflate 2>/dev/null && echo libdeflate)
# So are libzstd, with which NWN:EE packs, and libbz2, for entries of ZIPs; `make LIBZSTD= LIBBZ2=`
LIBZSTD  ?= $(shell pkg-config --exists libzstd 2>/dev/null && echo libzstd)
LIBBZ2   ?= $(shell printf '\043include <stdio.h>\n\043include <bzlib.h>\n' | $(CC) -E - >/dev/null 2>&1 && echo bz2)
PACKAGES := sqlite3 zlib liblzma $(LIBDEFLATE) $(LIBZSTD)
INCLUDES := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
LIBS     := $(or $(shell pkg-config --libs zlib liblzma $(LIBDEFLATE) $(LIBZSTD) 2>/dev/null),-lz -llzma) $(LIBBZ2:%=-l%) -lm -lpthread
COMMIT   := $(shell cat .commit 2>/dev/null || git rev-parse --short HEAD 2>/dev/null || echo unknown)
# The x87 of 32-bit PCs has more digits than a double: the same answers everywhere take SSE2.
DOUBLES  := $(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null | grep -q 'define __i386__ ' && echo -msse2 -mfpmath=sse)
# Where a long has 32 bits, files may be larger than 2 GB and dated after 2038, too.
BASE     := -std=c11 -Isrc -Iext -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -fvisibility=hidden -fno-math-errno -ffp-contract=off $(DOUBLES) $(WARNINGS) $(INCLUDES) \
            $(if $(LIBDEFLATE),-DGAMEMAP_LIBDEFLATE) $(if $(LIBZSTD),-DGAMEMAP_ZSTD) $(if $(LIBBZ2),-DGAMEMAP_BZIP2) -MMD -MP

ifeq ($(shell uname),Darwin)
SUFFIX := dylib
SHARED := -dynamiclib -undefined dynamic_lookup
else
SUFFIX := so
# nodelete: where the system doesn't drop the fork handlers of a library that goes (system_posix.c), it
# must stay.
SHARED := -shared -Wl,-soname,gamemap.so -Wl,-z,relro,-z,now,-z,nodelete
endif

# The files of ext/engine/ that know a system; one of them is compiled.
SYSTEM    ?= posix
EXTENSION ?= gamemap.$(SUFFIX)
SOURCES   := $(sort $(filter-out %/system_posix.c %/system_windows.c,$(wildcard ext/*.c) \
             $(shell find src ext/engine -name '*.c')) $(shell find ext/engine -name 'system_$(SYSTEM).c'))
OBJECTS   := $(SOURCES:%.c=$(BUILD)/%.o)
DECODERS  := $(filter $(BUILD)/src/%,$(OBJECTS))
# ONE_FILE=1: all sources are compiled as one file, which costs a third of the processor's time, if on
# one core. It is for builds that are made once, as those with sanitizers are, and those for other
# systems. Names of windows.h are ours, too, so what includes it is compiled by itself.
ALONE    := $(filter %/system_windows.c,$(SOURCES))
ifdef ONE_FILE
OBJECTS  := $(BUILD)/gamemap.o $(ALONE:%.c=$(BUILD)/%.o)
DECODERS := $(OBJECTS)
endif

all: $(EXTENSION)

$(EXTENSION): $(OBJECTS)
	$(SAY) link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -o $@ $(OBJECTS) $(LIBS)

# Says what to do where headers are missing
$(BUILD)/needs:
	@mkdir -p $(@D)
	@sh ext/packages/needs.sh $(CC) $(INCLUDES) $(CFLAGS)
	@touch $@

# Written anew when the libraries that are there are others, so that everything is compiled anew
$(BUILD)/libraries: FORCE
	@mkdir -p $(@D)
	@echo '$(PACKAGES) $(LIBBZ2)' | cmp -s - $@ || echo '$(PACKAGES) $(LIBBZ2)' > $@

$(BUILD)/%.o: %.c Makefile $(BUILD)/libraries | $(BUILD)/needs
	@mkdir -p $(@D)
	$(SAY) compile $<
	@$(CC) $(BASE) -fPIC $(CFLAGS) -c -o $@ $<

$(BUILD)/gamemap.o: $(BUILD)/gamemap.c Makefile $(BUILD)/libraries | $(BUILD)/needs
	$(SAY) compile $<
	@$(CC) $(BASE) -Wno-shadow -fPIC $(CFLAGS) -c -o $@ $<

# What sources include that awk makes of files that people can read: the table of code pages, the
# digits of pi with which Blowfish begins, the letters in pictures, and what gamemap_help finds beside
# tables and functions, from the pages and reports that tell it
GUIDES := $(addprefix ext/reference/,$(addsuffix .md,rules mapper module_builder bot_writer analyst queries acting \
          pictures program limits hosts cluster))
MADE_BY_AWK := src/codec/code_pages.inc src/codec/blowfish_pi.inc src/picture/pixel_font.inc \
               src/neverwinter/mdl_ascii/ascii_words.inc src/meta/help_topics.inc
# Whose checks say their rules in texts
RULES := $(addprefix src/neverwinter/,mdl_tables/mdl_rules gff_json/gff_json_rules twoda/twoda_rules tlk/tlk_rules)
MADE_BY_AWK += $(RULES:=.inc)
$(RULES:=.inc): %.inc: src/core/sightings.awk %.txt
src/codec/code_pages.inc: src/codec/code_pages/table.awk $(wildcard src/codec/code_pages/*.txt)
src/codec/blowfish_pi.inc: src/codec/blowfish_pi.awk
src/picture/pixel_font.inc: src/picture/pixel_font.awk src/picture/pixel_font.txt
src/neverwinter/mdl_ascii/ascii_words.inc: $(addprefix src/neverwinter/mdl_ascii/ascii_words.,awk txt)
src/meta/help_topics.inc: src/meta/help_topics.awk $(GUIDES) $(wildcard sql/*.sql)
$(MADE_BY_AWK):
	$(SAY) write $@
	@LC_ALL=C awk -f $^ > $@.$(notdir $(BUILD)) && mv $@.$(notdir $(BUILD)) $@
src/codec/code_page.c: | src/codec/code_pages.inc
src/codec/blowfish.c: | src/codec/blowfish_pi.inc
src/picture/pixel_font.c: | src/picture/pixel_font.inc
src/meta/help_tables.c: | src/meta/help_topics.inc
src/neverwinter/mdl_ascii/mdl_ascii_words.c: | src/neverwinter/mdl_ascii/ascii_words.inc
$(filter src/neverwinter/%,$(SOURCES)): | $(RULES:=.inc)

# How the games' clients are known, as texts in C
src/%/client.inc: src/%/client.sql
	$(SAY) write $@
	@sed '/^--/d; s/[\\"]/\\&/g; s/.*/"&\\n"/' $< > $@.$(notdir $(BUILD)) && mv $@.$(notdir $(BUILD)) $@
src/ragnarok/ro_names.c: | src/ragnarok/client.inc
src/neverwinter/names/names.c: | src/neverwinter/client.inc
src/silkroad/jmx_functions.c: | src/silkroad/client.inc
GENERATED := $(MADE_BY_AWK) $(addsuffix /client.inc,src/ragnarok src/neverwinter src/silkroad)

# Only this file knows the commit; it is made anew when the commit is another.
$(BUILD)/src/meta/meta_functions.o: BASE += -DGAMEMAP_COMMIT='"$(COMMIT)"'
$(BUILD)/src/meta/meta_functions.o: $(BUILD)/commit
$(BUILD)/commit: FORCE
	@mkdir -p $(@D)
	@echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' > $@
FORCE:

# ---- Sample files and fixtures, written by a program that shares no code with the decoders ----

# A build with sanitizers lets that of the usual build write them.
FIXTURES_TOOL   ?= $(BUILD)/fixtures-tool
FIXTURE_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/fixtures/*.c)))

$(BUILD)/fixtures-tool: $(FIXTURE_OBJECTS)
	$(SAY) link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# A folder that wasn't written to its end isn't taken for one that was. Beside it lies a list of where
# the numbers of its files are.
write_files = rm -rf $(2) $(2).part && mkdir -p $(2).part && $(FIXTURES_TOOL) $(1) $(2).part && \
              { ! [ -f $(2).part.fields ] || mv $(2).part.fields $(2).fields; } && mv $(2).part $(2) && touch $(2)

# There is one folder of samples, whichever build writes it: another build's tool is no reason to
# write it again, while tests of the first one may read it.
samples: $(wildcard tests/fixtures/*.[ch]) | $(FIXTURES_TOOL)
	@$(call write_files,samples,$@)

$(BUILD)/fixtures: $(FIXTURES_TOOL)
	@$(call write_files,tests,$@)

# Makes targets without a word, on all cores unless the caller has said how many.
quiet_make = $(MAKE) --no-print-directory SAY=@: $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2)) $(1)

demo:
	@[ -f $(EXTENSION) ] || echo 'Compiling gamemap, which takes a minute or so ...'
	+@$(call quiet_make,$(EXTENSION) samples)
	@command -v $(SQLITE3) > /dev/null || { \
	    echo "./$(EXTENSION) is built. What the demo asks goes through the sqlite3 shell, which isn't here:"; \
	    echo "install sqlite3, or load ./$(EXTENSION) from another program (ext/reference/hosts.md)"; exit 1; }
	@$(SQLITE3) :memory: -cmd '.load ./$(EXTENSION)' < sql/demo.sql

# ---- Tests: `make test` and its like ----

include ext/program/program.mk
include tests/tests.mk
include tests/bench/bench.mk
include ext/packages/packages.mk
include ext/web/web.mk
include tests/systems/systems.mk
include tests/languages/languages.mk
include ext/windows/windows.mk
include tests/mutants/mutants.mk

# The pages of ext/reference/, from the descriptors
reference: $(EXTENSION) samples
	@SQLITE3='$(SQLITE3)' sh ext/reference/reference.sh $(EXTENSION) ext/reference

# What is installed where, each as FILE:FOLDER[:NAME]; the reports of sql/ go to share/gamemap
SHARE     := $(PREFIX)/share
INSTALLED  = $(EXTENSION):$(LIBDIR) $(BUILD)/gamemap.pc:$(LIBDIR)/pkgconfig ext/sqlite3_gamemap.h:$(PREFIX)/include \
             $(TEST_PROGRAM):$(PREFIX)/bin $(PROGRAM_PAGE):$(SHARE)/man/man1 \
             $(BUILD)/program/bash.txt:$(SHARE)/bash-completion/completions:gamemap \
             $(BUILD)/program/zsh.txt:$(SHARE)/zsh/site-functions:_gamemap \
             $(BUILD)/program/fish.txt:$(SHARE)/fish/vendor_completions.d:gamemap.fish \
             $(patsubst %,%:$(SHARE)/gamemap,$(wildcard sql/*.sql))
# Runs a command of the shell for each of them, which has FILE, FOLDER and NAME
each_installed = for entry in $(INSTALLED); do \
                     file=$${entry%%:*}; place=$${entry\#*:}; folder='$(DESTDIR)'$${place%%:*}; name=$$(basename $$file); \
                     case $$place in *:*) name=$${place\#*:} ;; esac; $(1) || exit 1; done

install: $(EXTENSION) $(BUILD)/gamemap.pc $(TEST_PROGRAM) $(PROGRAM_PAGE)
	@$(call each_installed,mode=644; [ -x $$file ] && mode=755; install -d "$$folder" && install -m $$mode $$file "$$folder/$$name")

uninstall:
	@$(call each_installed,rm -f "$$folder/$$name")
	@rmdir '$(DESTDIR)$(SHARE)/gamemap' 2> /dev/null || :

# The first lines of this file
help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

clean:
	rm -rf .build* $(GENERATED) samples pictures dist gamemap gamemap.exe gamemap.so gamemap.dylib gamemap.dll sqlite3-gamemap

.PHONY: all demo reference install uninstall help clean FORCE
.DELETE_ON_ERROR:

-include $(sort $(OBJECTS:.o=.d) $(wildcard $(BUILD)/src/*/*.d $(BUILD)/tests/*/*.d))
