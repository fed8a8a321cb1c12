# What others install: dist/ holds all of it.
#
#     make static      sqlite3-gamemap, a sqlite3 shell with gamemap inside, and gamemap, the program
#     make dist        self-contained libraries to load, programs, a tarball of the sources, checksums
#     make amalgamation      dist/gamemap.c, all sources as one file to compile
#     make deb npm wheel     packages for Debian, Node and Python, made here and published nowhere

VERSION := $(shell sed -n 's/^.define GAMEMAP_VERSION "\(.*\)"/\1/p' src/meta/version.h)
MACHINE ?= $(shell uname -m)
DIST    := dist
# The oldest glibc that dist's gamemap.so loads on
GLIBC   := 2.17

# ---- Installed files for a program that links gamemap ----

$(BUILD)/gamemap.pc: ext/packages/gamemap.pc.in Makefile FORCE
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@SUFFIX@|$(SUFFIX)|' $< > $@

# ---- A sqlite3 shell with gamemap inside; SQLITE_SOURCE=folder with sqlite3.c and shell.c ----

SQLITE_SOURCE ?= $(BUILD)/sqlite
STATIC        := $(BUILD)/static
# What optimizes SQLite, which takes as long as all of gamemap does: CI, where nobody asks how fast the
# shell and the programs are, takes -O0.
SQLITE_CFLAGS ?= -O2

# zlib and its like go into the file, from their archives; not bzip2, whose archive in Debian can't be
# linked into a library.
NO_BZIP2 := -UGAMEMAP_BZIP2
STANDALONE_OBJECTS := $(OBJECTS:%/codec/unpack_bzip2.o=%/codec/unpack_no_bzip2.o)
# src/ knows no SQLite, so that what it is in a library to load, it is here.
STATIC_OBJECTS := $(filter $(BUILD)/src/%,$(STANDALONE_OBJECTS)) \
                  $(patsubst %.c,$(STATIC)/%.o,$(filter ext/%,$(SOURCES))) $(STATIC)/ext/packages/inside.o
ARCHIVES ?= -l:libz.a -l:liblzma.a $(if $(LIBDEFLATE),-l:libdeflate.a) $(if $(LIBZSTD),-l:libzstd.a)

static: sqlite3-gamemap $(STATIC)/gamemap
	@cp $(STATIC)/gamemap gamemap

$(BUILD)/sqlite/sqlite3.c $(BUILD)/sqlite/shell.c &:
	sh tests/systems/sqlite.sh shell $(BUILD)/sqlite

$(STATIC)/%.o: %.c Makefile $(SQLITE_SOURCE)/sqlite3.c
	@mkdir -p $(@D)
	@echo compile $<
	@$(CC) $(BASE) -DSQLITE_CORE -I$(SQLITE_SOURCE) $(CFLAGS) -c -o $@ $<

$(STATIC)/sqlite3.o: $(SQLITE_SOURCE)/sqlite3.c
	@echo compile $<
	@mkdir -p $(@D)
	@$(CC) $(SQLITE_CFLAGS) -DSQLITE_EXTRA_INIT=gamemap_inside -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE \
	    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_DBSTAT_VTAB -c -o $@ $<

$(STATIC)/shell.o: $(SQLITE_SOURCE)/shell.c $(SQLITE_SOURCE)/sqlite3.c
	@echo compile $<
	@mkdir -p $(@D)
	@$(CC) $(SQLITE_CFLAGS) -DSQLITE_HAVE_ZLIB -c -o $@ $<

sqlite3-gamemap: $(STATIC_OBJECTS) $(STATIC)/sqlite3.o $(STATIC)/shell.o
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(ARCHIVES) -lm -ldl -lpthread

# The program loads nothing and needs no library, not even the C library's.
$(STATIC)/program_sqlite3.o: $(SQLITE_SOURCE)/sqlite3.c
	@echo compile $< for the program
	@mkdir -p $(@D)
	@$(CC) $(SQLITE_CFLAGS) -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_FTS5 \
	    -DSQLITE_ENABLE_MATH_FUNCTIONS -c -o $@ $<

$(STATIC)/program/scripts.o: $(BUILD)/program/scripts.c $(SQLITE_SOURCE)/sqlite3.c
	@mkdir -p $(@D)
	@$(CC) $(BASE) -I$(SQLITE_SOURCE) -Iext/program -Wno-overlength-strings $(CFLAGS) -c -o $@ $<

STATIC_PROGRAM := $(PROGRAM_SOURCES:%.c=$(STATIC)/%.o) $(STATIC)/program/scripts.o $(STATIC)/program_sqlite3.o \
                  $(filter-out %/inside.o,$(STATIC_OBJECTS))

$(STATIC)/ext/program/terminal_posix.o: BASE += -DGAMEMAP_IS_STATIC

$(STATIC)/gamemap: $(STATIC_PROGRAM)
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -static -s -o $@ $^ $(ARCHIVES) -lm -lpthread

# ---- One file to load, for each system that there is a compiler for ----

OLDER_GLIBC := $(BUILD)/ext/packages/older_glibc.o

# Threads have a library of their own on older systems.
THREADS_OF_OLD := -Wl,--no-as-needed -l:libpthread.so.0

$(BUILD)/src/codec/unpack_no_bzip2.o: src/codec/unpack_bzip2.c Makefile | $(BUILD)/needs
	@echo compile $< without bzip2
	@$(CC) $(BASE) -fPIC $(CFLAGS) $(NO_BZIP2) -c -o $@ $<

$(BUILD)/standalone/gamemap.so: $(STANDALONE_OBJECTS) $(OLDER_GLIBC)
	@mkdir -p $(@D)
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -s -o $@ $^ -Wl,--exclude-libs,ALL $(ARCHIVES) -lm $(THREADS_OF_OLD)
	@sh tests/systems/floor.sh $@ $(GLIBC)

$(DIST)/linux-$(MACHINE)/gamemap.so: $(BUILD)/standalone/gamemap.so
	@mkdir -p $(@D)
	cp $< $@

$(DIST)/linux-$(MACHINE)/gamemap: $(STATIC)/gamemap
	@mkdir -p $(@D)
	cp $< $@

# Part of `make dist` that says what it leaves out where a compiler is missing
skipped = echo 'left out: $(1)'

libraries: $(DIST)/linux-$(MACHINE)/gamemap.so $(DIST)/LICENSES.txt
	@if command -v aarch64-linux-gnu-gcc > /dev/null; then $(MAKE) -s arm64-library && \
	    install -D -m 755 .build/arm64/standalone/gamemap.so $(DIST)/linux-aarch64/gamemap.so; \
	else $(call skipped,linux-aarch64: there is no aarch64-linux-gnu-gcc); fi
	@if command -v x86_64-w64-mingw32-gcc > /dev/null && [ -f ext/windows/windows.mk ]; then $(MAKE) windows && \
	    install -D -m 644 gamemap.dll $(DIST)/windows-x86_64/gamemap.dll; \
	else $(call skipped,windows-x86_64: there is no x86_64-w64-mingw32-gcc); fi

# The programs have SQLite inside, whose source comes from npm.
programs: $(if $(wildcard $(SQLITE_SOURCE)/sqlite3.c)$(shell command -v npm),$(DIST)/linux-$(MACHINE)/gamemap) $(DIST)/LICENSES.txt
	@[ -f $(DIST)/linux-$(MACHINE)/gamemap ] || $(call skipped,the programs: there is no npm to fetch SQLite with)
	@if ! [ -f $(DIST)/linux-$(MACHINE)/gamemap ] || ! command -v x86_64-w64-mingw32-gcc > /dev/null; then \
	    $(call skipped,gamemap.exe); else $(MAKE) windows-program && \
	    install -D -m 755 gamemap.exe $(DIST)/windows-x86_64/gamemap.exe; fi

# What the authors of the libraries inside ask to be passed on
$(DIST)/LICENSES.txt:
	@mkdir -p $(@D)
	@for library in zlib1g liblzma libdeflate $(if $(LIBZSTD),libzstd); do \
	    printf '%s, part of the libraries of gamemap:\n\n' "$$library"; \
	    cat /usr/share/doc/$$library-dev/copyright || exit 1; echo; \
	done > $@

# ---- One file to compile, on systems with POSIX ----

$(DIST)/gamemap.c $(BUILD)/gamemap.c: ext/packages/amalgamation.awk $(shell find src ext/engine -name '*.h') $(GENERATED) $(filter-out $(ALONE),$(SOURCES)) $(BUILD)/commit
	@mkdir -p $(@D)
	$(SAY) write $@
	@LC_ALL=C awk -v commit='$(COMMIT)' -f $(filter-out %/commit,$^) > $@.part && mv $@.part $@

$(DIST)/gamemap.h: ext/sqlite3_gamemap.h
	@mkdir -p $(@D)
	@cp $< $@

amalgamation: $(DIST)/gamemap.c $(DIST)/gamemap.h

# Compiled as its first lines say, it passes the scripts.
amalgamation-test: amalgamation $(RUNNER) samples $(BUILD)/fixtures
	@rm -rf $(BUILD)/amalgamation && mkdir -p $(BUILD)/amalgamation && cp $(DIST)/gamemap.c $(BUILD)/amalgamation
	@cd $(BUILD)/amalgamation && $$(sed -n 's/^\*\*     \(cc .*\)/\1/p;/^\*\//q' gamemap.c | sed 's/^cc -O2/$(CC) -O0/') \
	    $(if $(LIBDEFLATE),-DGAMEMAP_LIBDEFLATE -ldeflate) $(if $(LIBZSTD),-DGAMEMAP_ZSTD -lzstd) $(if $(LIBBZ2),-DGAMEMAP_BZIP2 -lbz2)
	@$(RUNNER) --extension $(BUILD)/amalgamation/gamemap.so $(call sampled,amalgamation)

# The sources as they are committed, with the commit's name, which `make` looks for there
sources:
	@mkdir -p $(DIST)
	@if git rev-parse HEAD > /dev/null 2>&1; then \
	    git archive --prefix=gamemap-$(VERSION)/ --add-virtual-file=gamemap-$(VERSION)/.commit:$(COMMIT) \
	        HEAD | gzip -9n > $(DIST)/gamemap-$(VERSION).tar.gz; \
	else $(call skipped,the tarball: this folder has no git repository); fi

dist: libraries programs sources amalgamation
	@$(MAKE) -s checksums

# Of all that is in dist/
checksums:
	@cd $(DIST) && find . -type f ! -name SHA256SUMS | sed 's|^./||' | sort | xargs sha256sum > SHA256SUMS
	@cat $(DIST)/SHA256SUMS

# ---- Node and Python: the libraries of dist/ ----

ifndef SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
endif
export SOURCE_DATE_EPOCH

npm: libraries
	sh ext/packages/npm.sh $(VERSION) '$(CURDIR)/$(DIST)'

manylinux = manylinux_$(subst .,_,$(GLIBC))_$(1).manylinux2014_$(1)

wheel: libraries
	@for pair in linux-x86_64/gamemap.so:$(call manylinux,x86_64) \
	    linux-aarch64/gamemap.so:$(call manylinux,aarch64) windows-x86_64/gamemap.dll:win_amd64; do \
	    ! [ -f $(DIST)/$${pair%%:*} ] || python3 ext/packages/python/make_wheel.py $(VERSION) \
	        $(DIST)/$${pair%%:*} $${pair#*:} $(DIST) $(DIST)/LICENSES.txt || exit 1; \
	done

# ---- Debian ----

DEB_LIBDIR = /usr/lib/$(shell dpkg-architecture -qDEB_HOST_MULTIARCH)

deb: $(EXTENSION)
	@rm -rf $(BUILD)/deb
	@$(MAKE) -s install DESTDIR='$(CURDIR)/$(BUILD)/deb' PREFIX=/usr LIBDIR='$(DEB_LIBDIR)'
	sh ext/packages/deb.sh $(VERSION) '$(CURDIR)/$(BUILD)/deb' '$(CURDIR)/$(DIST)'

-include $(OLDER_GLIBC:.o=.d) $(STATIC_OBJECTS:.o=.d) $(filter %.d,$(STATIC_PROGRAM:.o=.d))
.PHONY: amalgamation amalgamation-test static deb libraries programs sources dist checksums npm wheel
