# Do the tests notice when a condition is wrong? `make mutants` draws 200 of them: see mutants.py.
# MUTANTS_OPTIONS takes others, as --seed 2 --count 50 src/ragnarok/gnd/gnd.c.

MUTANTS_OPTIONS ?=
MUTANTS_PLAIN   := .build/mutants/plain
MUTANTS_CHECKED := .build/sanitize
PLAIN_FLAGS     := -O1
CHECKED_FLAGS   := -O1 -g $(SANITIZERS)

# What a program consists of, in the folder of a build
in_build = $(patsubst $(BUILD)/%,$(1)/%,$(2))

define MUTANTS_ENVIRONMENT
MUTANTS=.build/mutants PLAIN=$(MUTANTS_PLAIN) CHECKED=$(MUTANTS_CHECKED) SUFFIX=$(SUFFIX) \
SCALED=$(WORK)/scaled \
COMPILE='$(CC) $(filter-out -MMD -MP,$(BASE)) -w -fPIC -DGAMEMAP_COMMIT="\"mutant\""' \
PLAIN_FLAGS='$(PLAIN_FLAGS)' CHECKED_FLAGS='$(CHECKED_FLAGS)' \
EXTENSION_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(OBJECTS))' \
LINK_EXTENSION='$(CC) $(SHARED) -o TARGET OBJECTS $(LIBS)' \
CHECKED_OBJECTS='$(call in_build,$(MUTANTS_CHECKED),$(OBJECTS))' \
LINK_CHECKED='$(CC) $(SHARED) $(CHECKED_FLAGS) -o TARGET OBJECTS $(LIBS)' \
HOSTILE_OBJECTS='$(call in_build,$(MUTANTS_CHECKED),$(HOSTILE_PARTS))' \
LINK_HOSTILE='$(CC) $(CHECKED_FLAGS) -o TARGET OBJECTS $(LIBS)' \
PICTURE_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(PICTURE_PARTS))' \
LINK_PICTURE='$(CC) -o TARGET OBJECTS $(LIBS)' \
EXACT_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(EXACT_PARTS))' \
LINK_EXACT='$(CC) -o TARGET OBJECTS -lm' \
FASTLZ_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(FASTLZ_PARTS))' \
LINK_FASTLZ='$(CC) -o TARGET OBJECTS' \
CRAFTED_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(CRAFTED_PARTS))' \
LINK_CRAFTED='$(CC) -o TARGET OBJECTS' \
PROGRAM_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(PROGRAM_OBJECTS) $(OBJECTS))' \
LINK_PROGRAM='$(CC) -o TARGET OBJECTS $(LIBS) $(SQLITE)' \
CHECKED_PROGRAM_OBJECTS='$(call in_build,$(MUTANTS_CHECKED),$(PROGRAM_OBJECTS) $(OBJECTS))' \
LINK_CHECKED_PROGRAM='$(CC) $(CHECKED_FLAGS) -o TARGET OBJECTS $(LIBS) $(SQLITE)' \
ENCODINGS_OBJECTS='$(call in_build,$(MUTANTS_PLAIN),$(ENCODINGS_PARTS))' \
LINK_ENCODINGS='$(CC) -o TARGET OBJECTS $(LIBS)'
endef

mutants: $(BUILD)/fixtures samples
	@$(MAKE) -s BUILD=$(MUTANTS_PLAIN) EXTENSION=$(MUTANTS_PLAIN)/gamemap.$(SUFFIX) \
	    CFLAGS='$(PLAIN_FLAGS)' mutants-plain
	@$(MAKE) -s BUILD=$(MUTANTS_CHECKED) EXTENSION=$(MUTANTS_CHECKED)/gamemap.$(SUFFIX) \
	    CFLAGS='$(CHECKED_FLAGS)' mutants-checked
	@$(BUILD)/fixtures-tool scaled $(WORK)/scaled
	@$(MUTANTS_ENVIRONMENT) python3 tests/mutants/mutants.py $(MUTANTS_OPTIONS)

mutants-plain: $(EXTENSION) $(TEST_PROGRAMS) $(TEST_PROGRAM)

mutants-checked: $(EXTENSION) $(RUNNER) $(HOSTILE) $(TEST_PROGRAM)

.PHONY: mutants mutants-plain mutants-checked
