# gamemap in the hosts that people use, from the languages they write in.
#
#     make hosts           the same five questions in each host that is installed: one table
#     make hosts-modules   installs the hosts that npm has, into .build/modules (half a gigabyte)
#     make packages-test   the packages of dist/, each installed in a place of its own, are asked, too

HOSTS_MODULES := .build/modules

hosts: $(EXTENSION) samples linked
	@MODULES=$(HOSTS_MODULES) sh tests/languages/hosts.sh $(EXTENSION) $(ONLY)

# A program that links gamemap by what `make install` gives
linked: $(EXTENSION)
	@rm -rf .build/linked
	@$(MAKE) -s install DESTDIR= PREFIX='$(CURDIR)/.build/linked'
	@PKG_CONFIG_PATH=.build/linked/lib/pkgconfig && export PKG_CONFIG_PATH && \
	    $(CC) -O2 -o .build/linked/linked tests/languages/linked.c $$(pkg-config --cflags --libs gamemap)

# node-sqlite3 is compiled against the system's SQLite. Nobody asks how fast these are, and a compiler
# that needn't care is done with them in a third of the time.
hosts-modules: export CFLAGS = -O0
hosts-modules: export CXXFLAGS = -O0
hosts-modules:
	@mkdir -p $(HOSTS_MODULES)
	npm install --silent --prefix $(HOSTS_MODULES) better-sqlite3 libsql bun deno node
	-npm_config_build_from_source=true npm_config_sqlite=/usr \
	    npm install --silent --prefix $(HOSTS_MODULES) sqlite3

packages-test: samples
	@sh tests/languages/packages.sh $(VERSION) $(DIST)

.PHONY: hosts linked hosts-modules packages-test
