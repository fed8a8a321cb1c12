# The page: SQLite and gamemap as WebAssembly, and what one asks them with. dist/web/ is a folder that any
# file server serves; nothing in it needs a network. Packages: emscripten, npm.

WEB         := .build/web
PAGE        := $(DIST)/web
WEB_OBJECTS  = $(SOURCES:%.c=$(WEB)/%.o) $(WEB)/ext/web/library.o
WEB_ZLIB    := $(addprefix $(WEB)/zlib/,adler32.o compress.o crc32.o deflate.o inffast.o inflate.o \
                 inftrees.o trees.o uncompr.o zutil.o)
WEB_LZMA    := $(WEB)/liblzma/lib/liblzma.a
WEB_INCLUDES := -I$(SQLITE_SOURCE) -I$(WEB)/zlib -I$(WEB)/liblzma/include
# what ext/web/engine.mjs calls
WEB_CALLS   := malloc free sqlite3_open sqlite3_close sqlite3_prepare_v2 sqlite3_step sqlite3_reset \
               sqlite3_finalize sqlite3_errmsg sqlite3_column_count sqlite3_column_name \
               sqlite3_column_type sqlite3_column_double sqlite3_column_text sqlite3_column_blob \
               sqlite3_column_bytes sqlite3_bind_parameter_count sqlite3_bind_parameter_name \
               sqlite3_bind_text sqlite3_bind_double
comma       := ,
WEB_LINK     = -O2 -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=worker -sALLOW_MEMORY_GROWTH=1 \
               -sMAXIMUM_MEMORY=4GB -sFORCE_FILESYSTEM=1 -lworkerfs.js -sEXPORT_NAME=loadGamemap \
               -sEXPORTED_FUNCTIONS=$(subst $() ,$(comma),$(addprefix _,$(WEB_CALLS))) \
               -sEXPORTED_RUNTIME_METHODS=FS,WORKERFS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8,HEAP32
WEB_FILES   := index.html page.css page.mjs tables.mjs results.mjs files.mjs worker.mjs engine.mjs

web: $(addprefix $(PAGE)/,$(WEB_FILES) gamemap.mjs editor.mjs reports.json samples.json)

$(WEB)/zlib/%.c:
	@sh ext/packages/debian_source.sh zlib $(WEB)/zlib

$(WEB)/zlib/%.o: $(WEB)/zlib/%.c
	@emcc -O2 -c -o $@ $<

$(WEB_LZMA):
	@CC=emcc AR=emar RANLIB=emranlib sh ext/windows/liblzma.sh $(WEB)/liblzma wasm32-unknown-none

$(WEB)/sqlite3.o: $(SQLITE_SOURCE)/sqlite3.c
	@echo compile SQLite for the web
	@emcc -O2 -DSQLITE_EXTRA_INIT=gamemap_inside -DSQLITE_OMIT_LOAD_EXTENSION \
	    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_DEFAULT_MEMSTATUS=0 -c -o $@ $<

$(WEB)/%.o: %.c $(WEB_LZMA) $(WEB)/zlib/zutil.c $(SQLITE_SOURCE)/sqlite3.c
	@mkdir -p $(@D)
	@echo compile $< for the web
	@emcc $(filter-out $(INCLUDES) -DGAMEMAP_LIBDEFLATE,$(BASE)) $(WEB_INCLUDES) \
	    -Wno-shorten-64-to-32 -D_GNU_SOURCE -DSQLITE_CORE -O2 -c -o $@ $<

$(WEB)/ext/meta_functions.o: BASE += -DGAMEMAP_COMMIT='"$(COMMIT)"'

$(PAGE)/gamemap.mjs: $(WEB_OBJECTS) $(WEB)/sqlite3.o $(WEB_ZLIB) $(WEB_LZMA)
	@mkdir -p $(@D)
	@echo link $@
	@NODE_PATH=/usr/share/nodejs emcc $(WEB_LINK) -o $@ $^

$(addprefix $(PAGE)/,$(WEB_FILES)): $(PAGE)/%: ext/web/%
	@mkdir -p $(@D)
	@cp $< $@

# The editor is CodeMirror, from npm.
$(PAGE)/editor.mjs: ext/web/editor.mjs ext/web/package.json
	@mkdir -p $(@D) $(WEB)/editor
	@cp $^ $(WEB)/editor/
	@cd $(WEB)/editor && npm install --silent --no-audit --no-fund
	@cd $(WEB)/editor && npx esbuild editor.mjs --bundle --minify --format=esm --outfile='$(CURDIR)/$@' \
	    --log-level=warning

$(PAGE)/reports.json: $(wildcard sql/*.sql) ext/web/collect.mjs
	@mkdir -p $(@D)
	@node ext/web/collect.mjs reports $@ $(wildcard sql/*.sql)

$(PAGE)/samples.json: ext/web/collect.mjs | samples
	@mkdir -p $(@D)
	@node ext/web/collect.mjs samples $@ samples

web-test: web $(EXTENSION)
	@cd $(WEB)/editor && npm install --silent --no-audit --no-fund --no-save playwright-core
	node ext/web/test.mjs $(PAGE) $(WEB)/editor $(EXTENSION) $(WEB)/screens

.PHONY: web web-test

-include $(WEB_OBJECTS:.o=.d)
