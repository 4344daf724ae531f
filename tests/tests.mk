# SPDX-License-Identifier: MIT
# How tests, their programs and the fuzz targets are built, and which there are.
units   := $(basename $(wildcard tests/unit/*.c))
progs   := $(patsubst %,$(B)/%,$(basename $(wildcard tests/app/*.c \
	tests/bench/*.c tests/gl/*.c tests/replay/*.c tests/hazard/*.c tests/hazard/*.cc)))
plugins := $(patsubst tests/hazard/lib/%.c,$(B)/tests/hazard/lib/lib%.so,\
	$(wildcard tests/hazard/lib/*.c))
# These step through their own instructions, are written in those of x86-64, or
# have split stacks.
x86     := hazard/step hazard/shut_forks hazard/splits unit/buffer unit/stack_walk unit/tail
ifneq ($(arm64),)
plugins := $(filter-out %/libcounter.so %/libcounter_glx.so,$(plugins))
units   := $(filter-out $(x86:%=tests/%),$(units))
progs   := $(filter-out $(x86:%=$(B)/tests/%),$(progs))
endif
fuzzers := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/*.c))
fast    := $(units:%=$(B)/%) $(wildcard tests/gen/*.t tests/cli/*.t tests/format/*.t tests/fuzz/*.t)
# Replays of archives that lie, or of all that a driver has: also under ASan.
replays := $(patsubst %,tests/%.t,replay_hostile replay_hostile_gl replay_io_hostile replay_state inspect_hostile inspect_json)
slow    := $(wildcard tests/*.t tests/run-app.sh tests/convert/*.t tests/hazard/*.t tests/programs/*.t)
# What a source's own comments name: `/* LINK: double.c */`, `/* BUILD: -lx */`
named    = $(shell sed -n '/^\/\* $(1):/{:a;/\*\//!{N;ba};s,.*$(1):,,;s,\n \*,,g;s,\*/,,;p}' $(2))
$(foreach u,$(units),$(eval $(B)/$u: \
	$(call objects,$u.c $(call named,LINK,$u.c))))
$(units:%=$(B)/%): $(stock)
	$(call link,$(SANFLAGS),$(LIBS))
# Before 2.34 some of libc is in libraries of its own; since, these are empty.
parts := -Wl,--push-state,--as-needed -lpthread -ldl -lrt -lutil -lm -Wl,--pop-state
# No sanitizer is in the recorder and in what it records: the build of one takes
# them from SOUND, a build without.
refusing := $(B)/tests/refuse/libfxtrace.so
ifneq ($(SOUND),)
$(plugins) $(progs) $(refusing) $(B)/libfxtrace.so: $(B)/%: $(SOUND)/%
	@mkdir -p $(@D)
	$(Q)ln -f $< $@
else
$(B)/tests/hazard/lib/lib%.so: tests/hazard/lib/%.c $(B)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(PROGRAM) -fPIC -shared -o $@ $< $(call named,BUILD,$<) $(parts)
$(B)/tests/%: tests/%.c $(B)/flags | $(plugins) $(B)/gen/gl_registry.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(PROGRAM) -o $@ $< -L$(B)/tests/hazard/lib $(call named,BUILD,$<) $(parts)
$(B)/tests/%: tests/%.cc $(B)/flags
	@mkdir -p $(@D)
	$(Q)$(CXX) $(PROGRAM) -o $@ $< $(call named,BUILD,$<) $(parts)
# The recorder, built so that a test says which system calls it is refused: the
# sources that make any are compiled once more.
calling := $(shell grep -lE '"(writer/sys|preload/symbol/peek)\.h"' \
	$(filter writer/%.c preload/%.c,$(library)))
$(B)/refuse/%.o: %.c tests/refuse/refuse.h $(B)/flags | $(out) $(gl_out)
	$(call compile_lib,-include tests/refuse/refuse.h)
$(refusing): $(call objects,$(calling) tests/refuse/refuse.c,refuse/) \
	$(call objects,$(filter-out $(calling),$(library)),lib/)
	$(call link,,$(LINK),$(shared_flags))
endif
programs: $(refusing)
$(fuzzers): $(stock)
	$(call link,-fsanitize=fuzzer$(comma)$(SAN),$(LIBS))
# The fuzz targets without libFuzzer, with any compiler: tests/fuzz/seeds.t runs
# them, so that each is built and meets its seeds with every `make check`.
targets := $(wildcard tests/fuzz/*.c)
seeds   := $(targets:tests/fuzz/%.c=$(B)/seeds/%)
$(foreach t,$(targets),$(eval $(t:tests/fuzz/%.c=$(B)/seeds/%) \
	$(t:tests/fuzz/%.c=$(B)/fuzz/%): $(call objects,$t $(call named,LINK,$t))))
$(seeds): $(B)/tests/fuzz_driver.o $(stock)
	$(call link,$(SANFLAGS),$(LIBS))
# Everything that tests need.
built: all programs $(units:%=$(B)/%) $(seeds)
	@rm -f $(B)/skips
list-tests:
	@printf '%s\n' $(fast) $(slow)
mutants:
	$(Q)[ -e $(B)/mutants/map ] || tests/mutants/map.pl
	$(Q)tests/mutants/run.pl --n $(or $(N),300) --seed $(or $(SEED),1) \
		--rule '$(or $(RULE),.)' $(PATHS)
