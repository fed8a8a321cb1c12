# gamemap.dll for 64-bit Windows, built on Debian: mingw-w64 compiles it, and zlib, liblzma and zstd
# are linked into it, so that it needs nothing but what Windows has. Packages: gcc-mingw-w64-x86-64,
# libz-mingw-w64-dev, and for `make windows-test` wine64 and npm.

WINDOWS         := .build/windows
WINDOWS_PREFIX  := x86_64-w64-mingw32-
WINDOWS_HEADERS := $(WINDOWS)/include/sqlite3.h $(WINDOWS)/include/sqlite3ext.h
WINDOWS_LZMA    := $(WINDOWS)/liblzma/lib/liblzma.a
WINDOWS_ZSTD    := $(WINDOWS)/libzstd/lib/libzstd.a
# Windows 7 and newer; printf as C has it, which this gcc doesn't know when it checks formats; and
# isnan() is a macro here that warns where it converts what it doesn't take
WINDOWS_FLAGS   := -I$(WINDOWS)/include -I$(WINDOWS)/liblzma/include -I$(WINDOWS)/libzstd/include \
                   -D_WIN32_WINNT=0x0601 \
                   -D__USE_MINGW_ANSI_STDIO=1 -Wno-format -Wno-format-extra-args -Wno-float-conversion
WINDOWS_MAKE     = $(MAKE) ONE_FILE=1 SYSTEM=windows SUFFIX=dll EXTENSION=gamemap.dll BUILD=$(WINDOWS) \
                   CC=$(WINDOWS_PREFIX)gcc LIBDEFLATE= LIBZSTD=zstd LIBBZ2= INCLUDES='$(WINDOWS_FLAGS)' \
                   LIBS='-l:libz.a $(WINDOWS_LZMA) $(WINDOWS_ZSTD)' \
                   SHARED='-shared -static-libgcc -s -Wl,--no-insert-timestamp' \
                   SQLITE='$(WINDOWS)/sqlite3.o' SQLITE_SOURCE='$(SQLITE_SOURCE)'

windows: $(WINDOWS_HEADERS) $(WINDOWS_LZMA) $(WINDOWS_ZSTD)
	+@$(WINDOWS_MAKE) gamemap.dll

# SQLite's headers are the same for every system, others in their folder aren't.
$(WINDOWS_HEADERS): $(WINDOWS)/include/%: $(or $(shell pkg-config --variable=includedir sqlite3 2>/dev/null),/usr/include)/%
	@mkdir -p $(@D)
	@cp $< $@

$(WINDOWS_LZMA):
	@sh ext/windows/liblzma.sh $(WINDOWS)/liblzma

$(WINDOWS_ZSTD):
	@sh ext/windows/libzstd.sh $(WINDOWS)/libzstd

# The runner and SQLite's own shell
$(WINDOWS)/sqlite3.o: $(SQLITE_SOURCE)/sqlite3.c
	@mkdir -p $(@D)
	@echo compile SQLite for Windows
	@$(WINDOWS_PREFIX)gcc $(SQLITE_CFLAGS) -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_MATH_FUNCTIONS -c -o $@ $<

$(WINDOWS)/sqlite3.exe: $(SQLITE_SOURCE)/shell.c $(WINDOWS)/sqlite3.o
	@echo link $@
	@$(WINDOWS_PREFIX)gcc $(SQLITE_CFLAGS) -DUNICODE -D_UNICODE -municode -static -o $@ $^

# The program, with SQLite inside
windows-program: $(WINDOWS_HEADERS) $(WINDOWS_LZMA) $(WINDOWS_ZSTD) $(WINDOWS)/sqlite3.o
	+@$(WINDOWS_MAKE) LDFLAGS='-static -municode -s -Wl,--no-insert-timestamp' gamemap.exe

# -static: mingw's own libraries aren't where wine looks.
windows-runner: $(WINDOWS_HEADERS) $(WINDOWS_LZMA) $(WINDOWS_ZSTD) $(WINDOWS)/sqlite3.o
	+@$(WINDOWS_MAKE) LDFLAGS=-static $(WINDOWS)/runner.exe

# Its imports, the shell, the scripts and those that only Windows has
windows-test: windows windows-runner $(WINDOWS)/sqlite3.exe $(EXTENSION) samples $(BUILD)/fixtures
	$(call add_up, \
	    echo "== imports"; sh ext/windows/imports.sh gamemap.dll; \
	    sh ext/windows/test.sh $(WINDOWS) $(call sampled,windows) $(wildcard tests/scripts/windows/*.test);)

.PHONY: windows windows-program windows-runner windows-test
