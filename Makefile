# gamemap: `make` builds the extension; `make demo` shows it, `make test` tests it.
#
#   make             gamemap.so (.dylib on macOS)
#   make demo        writes sample files of every format to samples/, prints a short report on them and
#                    makes four pictures and a .glb
#   make windows     gamemap.dll for 64-bit Windows, built by mingw-w64
#   make test        the whole suite; CORPUS=folder adds tests on real files that lie there
#   make tests/scripts/gnd.test   one script of it
#   make hostile     truncated, patched and malicious input, failing allocations: the long version
#   make fuzz        coverage-guided fuzzing of every decoder, SECONDS=60 in all (needs clang)
#   make coverage    lines and branches of src/ that the suite reaches
#   make bench       speed, as ratios measured side by side
#   make hosts       five questions in every host that is there
#   make cluster     reports by many processes give the rows of one (needs Dask)
#   make copies      every table of every fixture against an ordinary copy of itself
#   make gltf        binary glTF in the Khronos validator, three.js and Blender, where they are
#   make scaling     work against size: the decoders count what they do
#   make checks      the failing checks of src/ that no stored file and no script reaches
#   make determinism one hash over all answers, whatever compiler and options
#   make sanitize    the suite under the address and undefined-behaviour sanitizers
#   make mutants     wrong conditions, of which the tests should notice 97 of 100 (needs python3)
#   make lint        what clang-format, clang-tidy, cppcheck and shellcheck say of the sources
#   make format      writes the sources as clang-format has them
#   make readme      renews what README.md derives: its tables from the descriptors, its pictures
#   make install     into $(DESTDIR)$(PREFIX)/lib, with a header and a pkg-config file
#   make static      sqlite3-gamemap: a sqlite3 shell with gamemap inside
#   make dist        one file to load for each system, and the sources, with checksums, in dist/
#   make deb npm wheel   packages for Debian, Node and Python in dist/; nothing is published
#   make web         dist/web/, a page that asks dropped files in the browser
#   make clean       removes what was built, samples/ and pictures/

CC      ?= cc
CFLAGS  ?= -O2
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
SQLITE3 ?= sqlite3
BUILD   ?= .build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow
# libdeflate is used where it is there; `make LIBDEFLATE=` leaves it out.
LIBDEFLATE ?= $(shell pkg-config --exists libdeflate 2>/dev/null && echo libdeflate)
PACKAGES := sqlite3 zlib liblzma $(LIBDEFLATE)
INCLUDES := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
LIBS     := $(or $(shell pkg-config --libs zlib liblzma $(LIBDEFLATE) 2>/dev/null),-lz -llzma) -lm -lpthread
COMMIT   := $(shell cat .commit 2>/dev/null || git rev-parse --short HEAD 2>/dev/null || echo unknown)
# The x87 of 32-bit PCs has more digits than a double: the same answers everywhere take SSE2.
DOUBLES  := $(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null | grep -q 'define __i386__ ' && echo -msse2 -mfpmath=sse)
BASE     := -std=c11 -D_FILE_OFFSET_BITS=64 -fvisibility=hidden -fno-math-errno -ffp-contract=off $(DOUBLES) $(WARNINGS) $(INCLUDES) \
            $(if $(LIBDEFLATE),-DGAMEMAP_LIBDEFLATE) -MMD -MP

ifeq ($(shell uname),Darwin)
SUFFIX := dylib
SHARED := -dynamiclib -undefined dynamic_lookup
else
SUFFIX := so
SHARED := -shared -Wl,-soname,gamemap.so -Wl,-z,relro,-z,now
endif

# The file of ext/engine/ that knows the system
SYSTEM    ?= posix
EXTENSION ?= gamemap.$(SUFFIX)
SOURCES   := $(sort $(filter-out ext/engine/system_%,$(wildcard src/*.c ext/*.c ext/engine/*.c)) \
             ext/engine/system_$(SYSTEM).c)
OBJECTS   := $(SOURCES:%.c=$(BUILD)/%.o)
DECODERS  := $(filter $(BUILD)/src/%,$(OBJECTS))

all: $(EXTENSION)

$(EXTENSION): $(OBJECTS)
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -o $@ $(OBJECTS) $(LIBS)

# Says what to do where headers are missing
$(BUILD)/needs:
	@mkdir -p $(@D)
	@sh ext/packages/needs.sh $(CC) $(INCLUDES) $(CFLAGS)
	@touch $@

$(BUILD)/%.o: %.c Makefile | $(BUILD)/needs
	@mkdir -p $(@D)
	@echo compile $<
	@$(CC) $(BASE) -fPIC $(CFLAGS) -c -o $@ $<

# Only this file knows the commit; it is made anew when the commit is another.
$(BUILD)/ext/meta_functions.o: BASE += -DGAMEMAP_COMMIT='"$(COMMIT)"'
$(BUILD)/ext/meta_functions.o: $(BUILD)/commit
$(BUILD)/commit: FORCE
	@mkdir -p $(@D)
	@echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' > $@
FORCE:

# ---- Sample files and fixtures, written by a program that shares no code with the decoders ----

FIXTURE_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/fixtures/*.c)))

$(BUILD)/fixtures-tool: $(FIXTURE_OBJECTS)
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

samples: $(BUILD)/fixtures-tool
	@rm -rf samples
	@mkdir -p samples
	@$< samples samples
	@touch samples

$(BUILD)/fixtures: $(BUILD)/fixtures-tool
	@rm -rf $@
	@mkdir -p $@
	@$< tests $@
	@touch $@

demo: $(EXTENSION) samples
	@command -v $(SQLITE3) > /dev/null || { \
	    echo "./$(EXTENSION) is built. What the demo asks goes through the sqlite3 shell, which isn't here:"; \
	    echo "install sqlite3, or load ./$(EXTENSION) from another program (README, Other programs and systems)"; exit 1; }
	@$(SQLITE3) :memory: -cmd '.load ./$(EXTENSION)' < sql/demo.sql

# ---- Tests: `make test` and its like ----

include tests/tests.mk
include tests/bench/bench.mk
include ext/packages/packages.mk
include ext/web/web.mk
include tests/systems/systems.mk
include tests/languages/languages.mk
include ext/windows/windows.mk
include tests/mutants/mutants.mk

# README.md between its markers, from the descriptors.
readme: $(EXTENSION) samples
	$(SQLITE3) :memory: -cmd '.load ./$(EXTENSION)' < sql/tables.sql > $(BUILD)/tables.md
	sed -i.old -e '/^<!-- tables -->$$/,/^<!-- end of tables -->$$/{//!d' -e '}' \
	    -e '/^<!-- tables -->$$/r $(BUILD)/tables.md' README.md
	rm -f README.md.old
	$(SQLITE3) :memory: -cmd '.load ./$(EXTENSION)' < sql/front.sql > $(BUILD)/front.txt

install: $(EXTENSION) $(BUILD)/gamemap.pc
	install -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(PREFIX)/include'
	install -m 755 $(EXTENSION) '$(DESTDIR)$(LIBDIR)/'
	install -m 644 $(BUILD)/gamemap.pc '$(DESTDIR)$(LIBDIR)/pkgconfig/'
	install -m 644 ext/sqlite3_gamemap.h '$(DESTDIR)$(PREFIX)/include/'

clean:
	rm -rf .build* samples pictures dist gamemap.so gamemap.dylib gamemap.dll sqlite3-gamemap

.PHONY: all demo readme install clean FORCE
.DELETE_ON_ERROR:

-include $(OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/*/*.d)
