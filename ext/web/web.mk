# The page: SQLite and gamemap as WebAssembly, and what one asks them with. dist/web/ is a folder that any
# file server serves; nothing in it needs a network. Packages: emscripten, npm.

WEB         := .build/web
PAGE        := $(DIST)/web
WEB_OBJECTS := $(WEB)/gamemap.o $(WEB)/ext/web/library.o
WEB_ZLIB    := $(addprefix $(WEB)/zlib/,adler32.o compress.o crc32.o deflate.o inffast.o inflate.o \
                 inftrees.o trees.o uncompr.o zutil.o)
WEB_CC      := $(WEB)/compiler
WEB_LZMA    := $(WEB)/liblzma/lib/liblzma.a
WEB_ZSTD    := $(WEB)/libzstd/lib/libzstd.a
WEB_INCLUDES := -I$(SQLITE_SOURCE) -I$(WEB)/zlib -I$(WEB)/liblzma/include -I$(WEB)/libzstd/include
# what ext/web/engine.mjs calls
WEB_CALLS   := malloc free sqlite3_open sqlite3_close sqlite3_prepare_v2 sqlite3_step sqlite3_reset \
               sqlite3_finalize sqlite3_errmsg sqlite3_error_offset sqlite3_column_count sqlite3_column_name \
               sqlite3_column_type sqlite3_column_double sqlite3_column_text sqlite3_column_blob \
               sqlite3_column_bytes sqlite3_bind_parameter_count sqlite3_bind_parameter_name \
               sqlite3_bind_text sqlite3_bind_double
comma       := ,
WEB_LINK     = -O2 -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=worker -sALLOW_MEMORY_GROWTH=1 \
               -sMAXIMUM_MEMORY=4GB -sFORCE_FILESYSTEM=1 -lworkerfs.js -sEXPORT_NAME=loadGamemap \
               -sEXPORTED_FUNCTIONS=$(subst $() ,$(comma),$(addprefix _,$(WEB_CALLS))) \
               -sEXPORTED_RUNTIME_METHODS=FS,WORKERFS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8,HEAP32
WEB_FILES   := index.html page.css worker.mjs engine.mjs
WEB_TOWN    := $(addprefix rivertown/rivertown.,gnd gat rsw)
WEB_SQL     := $(wildcard sql/*.sql)
WEB_BUNDLES := editor.mjs scene.mjs page.mjs
WEB_PARTS   := $(addprefix ext/web/,animations.mjs asking.mjs subjects.mjs beside.mjs blueprints.mjs effects.mjs areas.mjs layers.mjs show.mjs marks.mjs contours.mjs letters.mjs judging.mjs saving.mjs list.mjs tables.mjs results.mjs rules.mjs files.mjs \
                 headings.mjs sizes.mjs sheets.mjs going.mjs ground-part.mjs plans.mjs meanings.mjs questions.mjs cards.mjs history.mjs way.mjs stands.mjs strip.mjs walkmeshes.mjs small.mjs scripts.mjs sources.mjs address.mjs names.mjs nets.mjs overview.mjs)

web: $(addprefix $(PAGE)/,$(WEB_FILES) $(WEB_BUNDLES) gamemap.mjs reports.json samples.json rules.json $(WEB_TOWN) $(WEB_SQL) \
         rivertown/answers.json rivertown/view.png) \
     $(PAGE)/reference/index.html

$(WEB)/zlib/zutil.c:
	@sh ext/packages/debian_source.sh zlib $(WEB)/zlib

# The compiler that emcc calls, without emcc
$(WEB_CC): ext/web/compiler.sh
	@mkdir -p $(@D)
	@sh $< $@

$(WEB_ZLIB): $(WEB)/zlib/zutil.c $(WEB_CC)
	@$(WEB_CC) -O2 -c -o $@ $(@:.o=.c)

$(WEB_LZMA): $(WEB_CC)
	@sh ext/windows/liblzma.sh $(WEB)/liblzma $(CURDIR)/$(WEB_CC) emar

$(WEB_ZSTD): $(WEB_CC)
	@sh ext/windows/libzstd.sh $(WEB)/libzstd $(CURDIR)/$(WEB_CC) emar

$(WEB)/sqlite3.o: $(SQLITE_SOURCE)/sqlite3.c $(WEB_CC)
	@echo compile SQLite for the web
	@$(WEB_CC) -O2 -DSQLITE_EXTRA_INIT=gamemap_inside -DSQLITE_OMIT_LOAD_EXTENSION \
	    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_DEFAULT_MEMSTATUS=0 -c -o $@ $<

# All sources as one file, and what joins it with SQLite
WEB_NEEDS := $(WEB_CC) $(WEB_LZMA) $(WEB_ZSTD) $(WEB)/zlib/zutil.c $(SQLITE_SOURCE)/sqlite3.c
define compile_for_web
@mkdir -p $(@D)
@echo compile $< for the web
@$(WEB_CC) $(filter-out $(INCLUDES) -DGAMEMAP_LIBDEFLATE -DGAMEMAP_BZIP2,$(BASE)) -DGAMEMAP_ZSTD $(WEB_INCLUDES) \
    -Wno-shadow -Wno-shorten-64-to-32 -DSQLITE_CORE -O2 -c -o $@ $<
endef

$(WEB)/gamemap.o: $(BUILD)/gamemap.c $(WEB_NEEDS)
	$(compile_for_web)

$(WEB)/ext/web/library.o: ext/web/library.c $(WEB_NEEDS)
	$(compile_for_web)

$(PAGE)/gamemap.mjs: $(WEB_OBJECTS) $(WEB)/sqlite3.o $(WEB_ZLIB) $(WEB_LZMA) $(WEB_ZSTD)
	@mkdir -p $(@D)
	@echo link $@
	@NODE_PATH=/usr/share/nodejs emcc $(WEB_LINK) -o $@ $^

# with the colours of heights, which are those of pictures
$(PAGE)/page.css: ext/web/page.css ext/web/collect.mjs src/picture/palette.c
	@mkdir -p $(@D)
	@node ext/web/collect.mjs ramps $@ src/picture/palette.c $<

$(addprefix $(PAGE)/,$(filter-out page.css,$(WEB_FILES))): $(PAGE)/%: ext/web/%
	@mkdir -p $(@D)
	@cp $< $@

# The editor is CodeMirror, the 3D view is three.js, both from npm. Each is asked for by itself, when it is
# needed, and the page's own files come as one.
$(WEB)/editor/package.json: ext/web/package.json
	@mkdir -p $(@D)
	@cp $< $@
	@cd $(@D) && npm install --silent --no-audit --no-fund

$(addprefix $(PAGE)/,$(WEB_BUNDLES)): $(PAGE)/%.mjs: ext/web/%.mjs $(WEB)/editor/package.json
	@mkdir -p $(@D)
	@cp ext/web/*.mjs $(WEB)/editor/
	@cd $(WEB)/editor && npx esbuild $(<F) --bundle --minify --format=esm --outfile='$(CURDIR)/$@' \
	    --external:./editor.mjs --external:./scene.mjs --log-level=warning

$(PAGE)/page.mjs: $(WEB_PARTS)
$(PAGE)/scene.mjs: $(addprefix ext/web/,areas.mjs aspects.mjs bake.mjs board.mjs bodies.mjs borders.mjs boxes.mjs contours.mjs earth.mjs framing.mjs grain.mjs hues.mjs labels.mjs leaves.mjs levels.mjs meanings.mjs nearer.mjs parts.mjs pieces.mjs plate.mjs relief.mjs rooms.mjs shapes.mjs shells.mjs sizes.mjs slices.mjs sunlight.mjs terrain.mjs walls.mjs)

$(addprefix $(PAGE)/,$(WEB_TOWN)): | samples
	@mkdir -p $(@D)
	@cp samples/$(@:$(PAGE)/%=%) $@

# The reports as the reference links to them
$(addprefix $(PAGE)/,$(WEB_SQL)): $(PAGE)/%: %
	@mkdir -p $(@D)
	@cp $< $@

# The town as the page shows it before the engine is there, and a picture of that view
$(PAGE)/rivertown/answers.json: ext/web/collect.mjs $(WEB_PARTS) $(EXTENSION) | samples
	@mkdir -p $(@D)
	@SQLITE3='$(SQLITE3)' node ext/web/collect.mjs town $@ $(EXTENSION)

$(PAGE)/rivertown/view.png: ext/web/rivertown.png
	@mkdir -p $(@D)
	@cp $< $@

# The reference as pages, from its Markdown
$(PAGE)/reference/index.html: $(wildcard ext/reference/*.md) ext/reference/html.awk ext/reference/html.sh | samples
	@sh ext/reference/html.sh $(@D)

$(PAGE)/reports.json: $(WEB_SQL) ext/web/collect.mjs
	@mkdir -p $(@D)
	@node ext/web/collect.mjs reports $@ $(WEB_SQL)

# What the codes of findings mean
$(PAGE)/rules.json: ext/reference/rules.md ext/web/collect.mjs
	@mkdir -p $(@D)
	@node ext/web/collect.mjs rules $@ $<

$(PAGE)/samples.json: ext/web/collect.mjs | samples
	@mkdir -p $(@D)
	@node ext/web/collect.mjs samples $@ samples

web-test: web $(EXTENSION)
	@cd $(WEB)/editor && npm install --silent --no-audit --no-fund --no-save playwright-core axe-core
	node ext/web/test.mjs $(PAGE) $(WEB)/editor $(EXTENSION) $(WEB)/screens

.PHONY: web web-test

-include $(WEB_OBJECTS:.o=.d)
