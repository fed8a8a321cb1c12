# Other libraries, machines and versions of SQLite. Each part runs the scripts and ends with what
# passed and failed. What a part needs that Debian and npm have is fetched into .build.
#
#     make on-musl on-i386 on-arm64 on-s390x             the scripts there
#     make on-sqlite-3.38 ...                            the scripts with that SQLite
#     make versions                                      with each version in turn
#     make on-one-program                                compiled into one program with SQLite
#     make distributions                                 README's two commands on fresh systems

# Of so many scripts one is run there; CI takes other ones with each commit and in each place.
EVERY   ?= 1
sampled = $(shell sh tests/tools/sampled.sh '$(SEED) $(1)' $(EVERY) $(SCRIPTS))

# Builds the extension, the runner and what $(5) names, in .build/NAME:
# $(call build_on,NAME,compiler,include flags,library flags)
build_on = $(MAKE) BUILD=.build/$(1) EXTENSION=.build/$(1)/gamemap.so CC='$(2)' INCLUDES='$(3)' \
           LDFLAGS='$(4)' LIBS='-Wl,--exclude-libs,ALL $$(ARCHIVES) $$(if $$(LIBBZ2),-l:libbz2.a) -lm -lpthread' SQLITE='-l:libsqlite3.a -lm -ldl -lpthread'

# Runs the scripts there: $(call scripts_on,NAME,emulator)
scripts_on = FIXTURES=.build/fixtures $(2) .build/$(1)/runner --extension .build/$(1)/gamemap.so $(call sampled,$(1))

# ---- Libraries ----

# musl has one libc, whose names of functions are the only ones.
.build/sysroot/musl/lib/libsqlite3.a:
	@rm -rf .build/sysroot/musl
	sh tests/systems/musl.sh .build/sysroot/musl

on-musl: .build/sysroot/musl/lib/libsqlite3.a samples .build/fixtures
	@$(call build_on,musl,musl-gcc,-isystem .build/sysroot/musl/include,-L.build/sysroot/musl/lib) \
	    LIBDEFLATE= LIBZSTD= LIBBZ2= .build/musl/gamemap.so .build/musl/runner
	@$(call scripts_on,musl)

# ---- Machines ----

# Libraries of another machine, as Debian has them: .build/sysroot/arm64
SYSROOTS := $(patsubst %,.build/sysroot/%/usr,arm64 s390x i386)
$(SYSROOTS): .build/sysroot/%/usr:
	@rm -rf .build/sysroot/$*
	sh tests/systems/sysroot.sh $* .build/sysroot/$*

triplet_arm64 := aarch64-linux-gnu
triplet_s390x := s390x-linux-gnu
triplet_i386  := i386-linux-gnu

# $(call build_for,ARCHITECTURE,compiler)
build_for = $(call build_on,$(1),$(2),\
                $(foreach folder,include include/$(triplet_$(1)),-isystem .build/sysroot/$(1)/usr/$(folder)),\
                -L.build/sysroot/$(1)/usr/lib/$(triplet_$(1))) LIBDEFLATE=libdeflate LIBZSTD=libzstd LIBBZ2=bz2

on-arm64 on-s390x: on-%: .build/sysroot/%/usr samples .build/fixtures
	@$(call build_for,$*,$(triplet_$*)-gcc) .build/$*/gamemap.so .build/$*/runner
	@$(call scripts_on,$*,qemu-$(patsubst arm64,aarch64,$*) -L /usr/$(triplet_$*))

on-i386: on-%: .build/sysroot/%/usr samples .build/fixtures
	@$(call build_for,$*,gcc -m32 -idirafter /usr/include/$(shell gcc -print-multiarch)) CFLAGS=-Og .build/$*/gamemap.so .build/$*/runner
	@$(call scripts_on,$*)

# The library to load on arm64, for dist/, in which there is no bzip2
arm64-library: .build/sysroot/arm64/usr
	@$(call build_for,arm64,$(triplet_arm64)-gcc) LIBBZ2= ONE_FILE=1 .build/arm64/standalone/gamemap.so

# ---- Versions of SQLite ----

VERSIONS := 3.38 3.40 3.44 3.47 3.51 newest
VERSION_TARGETS := $(VERSIONS:%=on-sqlite-%)

# One of those between the oldest and the newest, by the commit
version-between:
	@set -- $(filter-out $(firstword $(VERSIONS)) $(lastword $(VERSIONS)),$(VERSIONS)); \
	shift $$(($$(printf '%d' 0x$(SEED) 2> /dev/null || echo 0) % $$#)); echo "$$1"

.PRECIOUS: .build/sqlite-%/sqlite3.c .build/sqlite-%/libsqlite3.a
.build/sqlite-%/sqlite3.c:
	@sh tests/systems/sqlite.sh $* $(@D)

.build/sqlite-%/libsqlite3.a: .build/sqlite-%/sqlite3.c
	@$(CC) -O0 -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_DBSTAT_VTAB -c -o $(@D)/sqlite3.o $<
	@ar rcs $@ $(@D)/sqlite3.o

# The extension that is tested is the one that is here: built once, with whatever headers.
$(VERSION_TARGETS): on-sqlite-%: .build/sqlite-%/libsqlite3.a $(EXTENSION) samples $(BUILD)/fixtures
	@$(MAKE) -s .build/sqlite-$*/runner BUILD=.build/sqlite-$* CFLAGS=-O0 INCLUDES=-I.build/sqlite-$* \
	    SQLITE='.build/sqlite-$*/libsqlite3.a -lm -ldl -lpthread'
	@FIXTURES=$(BUILD)/fixtures .build/sqlite-$*/runner --extension ./$(EXTENSION) $(call sampled,$*)

versions: $(EXTENSION)
	@{ for version in $(VERSIONS); do echo "== SQLite $$version"; $(MAKE) -s on-sqlite-$$version; done; \
	} 2>&1 | sh tests/tools/add_up.sh

# Compiled into one program with the oldest SQLite, and that without threads
on-one-program: .build/sqlite-3.38/sqlite3.c samples $(DECODERS)
	@sh tests/systems/inside.sh '$(CC)' $(<D) '$(INCLUDES)' '$(LIBS)' $(DECODERS)

# ---- Memory ----

groups: $(EXTENSION)
	@SQLITE3='$(SQLITE3)' sh tests/systems/groups.sh ./$(EXTENSION)

# ---- Fresh systems; FRESH='bookworm trixie', PARTS='demo test deb' ----

FRESH ?= bookworm trixie noble
distributions: samples
	@for suite in $(FRESH); do sh tests/systems/fresh.sh $$suite $(PARTS); done

.PHONY: groups distributions on-one-program on-musl on-i386 on-arm64 on-s390x arm64-library $(VERSION_TARGETS) versions version-between
