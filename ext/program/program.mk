# gamemap, the program: the tables, lint and diff for who doesn't want to load anything.
#
#     make program     ./gamemap, with the system's SQLite
#     make install     it, its man page, and what shells complete, too
#
# `make static` and `make dist` make it with everything inside.

PROGRAM         ?= gamemap$(if $(filter windows,$(SYSTEM)),.exe)
PROGRAM_SOURCES := $(sort $(filter-out %/terminal_posix.c %/terminal_windows.c,$(wildcard ext/program/*.c)) \
                   ext/program/terminal_$(SYSTEM).c)
PROGRAM_SCRIPTS := sql/lint.sql sql/difference.sql sql/export.sql ext/reference/rules.md ext/program/help.txt \
                   ext/program/pull_request.sql ext/program/statements.sql
PROGRAM_TEXTS   := $(patsubst %,$(BUILD)/program/%.txt,bash zsh fish)
PROGRAM_PAGE    := $(BUILD)/program/gamemap.1
PROGRAM_OBJECTS := $(PROGRAM_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/program/scripts.o

program: $(PROGRAM)

# The scripts are long texts, more than C promises to take and every compiler takes.
$(BUILD)/program/scripts.c: ext/program/scripts.awk $(PROGRAM_SCRIPTS) $(PROGRAM_TEXTS)
	@LC_ALL=C awk -f ext/program/scripts.awk $(PROGRAM_TEXTS) $(PROGRAM_SCRIPTS) > $@

# What shells complete, and the page for man, both from what --help shows
$(PROGRAM_TEXTS): $(BUILD)/program/%.txt: ext/program/texts.awk ext/program/help.txt
	@mkdir -p $(@D)
	@LC_ALL=C awk -v kind=$* -f ext/program/texts.awk ext/program/help.txt > $@

$(PROGRAM_PAGE): ext/program/texts.awk ext/program/help.txt
	@mkdir -p $(@D)
	@LC_ALL=C awk -v kind=man -v version='$(VERSION)' -f ext/program/texts.awk ext/program/help.txt > $@

$(BUILD)/program/scripts.o: $(BUILD)/program/scripts.c | $(BUILD)/needs
	$(SAY) compile $<
	@$(CC) $(BASE) -Iext/program -Wno-overlength-strings $(CFLAGS) -c -o $@ $<

# The one that the tests call lies with what else belongs to this build.
TEST_PROGRAM := $(BUILD)/program/$(PROGRAM)

$(TEST_PROGRAM): $(PROGRAM_OBJECTS) $(OBJECTS)
	$(SAY) link $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(SQLITE) $(if $(filter posix,$(SYSTEM)),-ldl)

$(PROGRAM): $(TEST_PROGRAM)
	@cp $< $@

-include $(PROGRAM_OBJECTS:.o=.d)
.PHONY: program
