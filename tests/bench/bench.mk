# `make bench`: speed, as ratios measured side by side. CORPUS=folder measures real files, else
# files that the fixture writer scales up.

BENCH := $(BUILD)/bench

$(BENCH): $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(sort $(wildcard tests/bench/*.c))) \
          $(BUILD)/tests/runner/system_posix.o $(BUILD)/src/codec/fastlz.o
	$(call link,$(LIBS) $(SQLITE))

$(BUILD)/large: $(BUILD)/fixtures-tool
	rm -rf $@
	mkdir -p $@
	$< large $@
	@sleep 2 # a file that has just been written isn't kept in the cache
	@touch $@

bench: $(EXTENSION) $(BENCH) $(BUILD)/large
	@SQLITE3='$(SQLITE3)' $(BENCH) --extension ./$(EXTENSION) --large $(BUILD)/large \
	    --scratch $(BUILD)/bench-files $(BENCH_OPTIONS)

# Ways over grids of the form that movingai's benchmarks have, beside npm's pathfinding where it is;
# MAPS= are .map files.
bench-grids: $(EXTENSION)
	@python3 tests/bench/grids.py ./$(EXTENSION) $(BUILD)/grids .build/npm/node_modules $(MAPS)

.PHONY: bench bench-grids
