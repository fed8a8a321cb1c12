# What others install: dist/ holds all of it.
#
#     make static      sqlite3-gamemap, a sqlite3 shell with gamemap inside
#     make dist        self-contained libraries to load, a tarball of the sources, checksums
#     make deb npm wheel     packages for Debian, Node and Python, made here and published nowhere
#     make install-test      what `make install` gives is used by a program that links it

VERSION := $(shell sed -n 's/^.define GAMEMAP_VERSION "\(.*\)"/\1/p' ext/version.h)
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
STATIC_OBJECTS = $(SOURCES:%.c=$(STATIC)/%.o) $(STATIC)/ext/packages/inside.o

# zlib and its like go into the file, from their archives.
ARCHIVES ?= -l:libz.a -l:liblzma.a $(if $(LIBDEFLATE),-l:libdeflate.a)

static: sqlite3-gamemap

$(BUILD)/sqlite/sqlite3.c $(BUILD)/sqlite/shell.c &:
	sh tests/systems/sqlite.sh shell $(BUILD)/sqlite

$(STATIC)/%.o: %.c Makefile $(SQLITE_SOURCE)/sqlite3.c
	@mkdir -p $(@D)
	@echo compile $<
	@$(CC) $(BASE) -DSQLITE_CORE -I$(SQLITE_SOURCE) $(CFLAGS) -c -o $@ $<

$(STATIC)/ext/meta_functions.o: BASE += -DGAMEMAP_COMMIT='"$(COMMIT)"'
$(STATIC)/ext/meta_functions.o: $(BUILD)/commit

$(STATIC)/sqlite3.o: $(SQLITE_SOURCE)/sqlite3.c
	@echo compile $<
	@mkdir -p $(@D)
	@$(CC) -O2 -DSQLITE_EXTRA_INIT=gamemap_inside -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE \
	    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_DBSTAT_VTAB -c -o $@ $<

$(STATIC)/shell.o: $(SQLITE_SOURCE)/shell.c $(SQLITE_SOURCE)/sqlite3.c
	@echo compile $<
	@mkdir -p $(@D)
	@$(CC) -O2 -DSQLITE_HAVE_ZLIB -c -o $@ $<

sqlite3-gamemap: $(STATIC_OBJECTS) $(STATIC)/sqlite3.o $(STATIC)/shell.o
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(ARCHIVES) -lm -ldl -lpthread

# ---- One file to load ----

OLDER_GLIBC := $(BUILD)/ext/packages/older_glibc.o

$(BUILD)/standalone/gamemap.so: $(OBJECTS) $(OLDER_GLIBC)
	@mkdir -p $(@D)
	@echo link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -s -o $@ $^ -Wl,--exclude-libs,ALL $(ARCHIVES) -lm -lpthread
	@sh tests/systems/floor.sh $@ $(GLIBC)

$(DIST)/linux-$(MACHINE)/gamemap.so: $(BUILD)/standalone/gamemap.so
	@mkdir -p $(@D)
	cp $< $@

# ---- Debian ----

DEB_LIBDIR = /usr/lib/$(shell dpkg-architecture -qDEB_HOST_MULTIARCH)

deb: $(EXTENSION)
	@rm -rf $(BUILD)/deb
	@$(MAKE) -s install DESTDIR='$(CURDIR)/$(BUILD)/deb' PREFIX=/usr LIBDIR='$(DEB_LIBDIR)'
	sh ext/packages/deb.sh $(VERSION) '$(CURDIR)/$(BUILD)/deb' '$(CURDIR)/$(DIST)'

-include $(STATIC_OBJECTS:.o=.d)
.PHONY: static deb
