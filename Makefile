# SPDX-License-Identifier: MIT
# The whole build: `make help` lists the targets. Outputs go to $(B), which
# mirrors the tree. The library's objects ($(B)/lib) are compiled separately from
# the tools' and tests', since they follow opposite rules.
#   V=1 shows commands, B=dir builds elsewhere, T=name runs matching tests only,
#   JOBS=n at a time, DEV=1 makes warnings errors
B       ?= build
CFLAGS  ?= -O2 -g
JOBS    ?= $(shell expr $$(nproc) + 1)
FUZZ_SECONDS ?= 60
Q       := $(if $(V),,@)
say      = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)  $@')
include scripts/flags.mk
H       := $(B)$(if $(filter-out $(CC),$(HOSTCC)),/host)

api     := $(wildcard gen/api/libc/*.api)
# The wrappers come in parts, which compile side by side.
wraps   := gen/wrap_libc.c $(patsubst %,gen/wrap_libc_%.c,$(shell seq 11))
out     := $(addprefix $(B)/,gen/table_libc.c gen/tail_libc.S $(wraps) \
	gen/map_libc.ld gen/ids_libc.h gen/exports_libc.txt)
bodies  := $(sort $(shell find writer preload gen tools -name '*.[cS]'))
folders := $(patsubst %/,%,$(sort $(dir $(bodies))))
library = $(filter-out preload/shim/shim.c,$(filter writer/% preload/%,$(bodies))) gen/table_libc.c gen/tail_libc.S $(wraps) $(gl_sources)
tools   := $(filter tools/%,$(bodies))
# One static library a folder. Products and tests take of them what they need;
# not the wrappers, which define libc's names.
stock   := $(patsubst %,$(B)/%.a,tests $(filter-out preload/entry preload/shim,$(folders)) tables)
sources := $(shell find writer preload gen tools tests -name '*.[ch]' \
	-o -name '*.cc')
pick     = $(if $(T),$(foreach t,$(1),$(if $(findstring $(T),$t),$t)),$(1))
prove    = $(Q)prove --timer --failures --comments -j$(JOBS) -e tests/run-test $(call pick,$(1))
# Where frames are is tested: they are on the stack itself.
export ASAN_OPTIONS := detect_leaks=0:detect_stack_use_after_return=0
export FXTRACE_B := $(abspath $(B))
export FXTRACE := $(FXTRACE_B)/fxtrace
export FXGEN := $(FXTRACE_B)/fxgen
export FXTRACE_LIB := $(FXTRACE_B)/libfxtrace.so
objects  = $(addprefix $(B)/$(2),$(addsuffix .o,$(basename $(1))))

comma   := ,

.PHONY: all readers built fast check list-tests style asan tsan fuzz fuzz-run bench coverage stress \
	format clean help programs apps model mutants FORCE
.DELETE_ON_ERROR .SECONDARY:
all: $(addprefix $(B)/,fxgen libfxtrace.so fxtrace man/made fxtrace.bash fxtrace.zsh fxtrace.fish) readers ## the products
include gen/made.mk gen/gl.mk gen/shim.mk gen/left_out.mk tools/timeline/page.mk tools/inspect/page.mk tools/man/man.mk tools/command/help.mk \
	tools/convert/convert.mk tools/library/library.mk tests/tests.mk
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@grep -qxF -e '$(FLAGS) DEV' $(if $(DEV),,-e '$(FLAGS)') $@ 2>/dev/null || echo '$(FLAGS)$(if $(DEV), DEV)' >$@

define compile
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(1) -MMD -MP -c -o $@ $<
endef
define compile_lib
	$(call compile,$(LIB) $(1))
	$(own)
endef
$(B)/gen/%.o: gen/%.c $(B)/flags
	$(call compile,$(HOST) $(SANFLAGS))
$(B)/%.o: %.c $(B)/flags | $(out) $(gl_out)
	$(call compile,$(HOST) $(SANFLAGS))
$(B)/%.o: %.S $(B)/flags | $(out)
	$(call compile,$(HOST))
$(B)/%.o: $(B)/%.c $(B)/flags
	$(call compile,$(HOST) $(SANFLAGS))
$(B)/lib/%.o: %.c $(B)/flags | $(out) $(gl_out)
	$(call compile_lib)
$(B)/lib/%.o: %.S $(B)/flags | $(out)
	$(call compile_lib)
$(B)/lib/%.o: $(B)/%.c $(B)/flags
	$(call compile_lib)
$(B)/lib/%.o: $(B)/%.S $(B)/flags
	$(call compile_lib)
define link
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) $(or $(3),$(CFLAGS) $(LDFLAGS)) $(1) $(filter %.o,$^) \
		-Wl,--start-group $(filter %.a,$^) -Wl,--end-group -o $@ $(2)
endef
define archive
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)
endef
# Rewritten if a source comes or goes, so that no library keeps one that went.
$(B)/bodies: FORCE
	@mkdir -p $(@D)
	@echo '$(bodies)' | cmp -s - $@ || echo '$(bodies)' >$@
$(foreach f,$(folders),$(eval $(B)/$f.a: $(B)/bodies \
	$(call objects,$(filter $f/%,$(wildcard $f/*.[cS])))))
$(B)/tests.a: $(call objects,$(wildcard tests/*.c))
$(B)/tables.a: $(call objects,gen/table_libc.c gen/table_gl.c gen/left_out.c)
$(B)/%.a:
	$(call archive)
$(B)/fxgen: $(call objects,gen/fxgen.c) $(B)/gen.a
	$(call link,$(SANFLAGS))
$(B)/host/%: FORCE
	$(Q)$(MAKE) B=$(B)/host CC='$(HOSTCC)' HOSTCC='$(HOSTCC)' CFLAGS=-O2 CPPFLAGS= LDFLAGS= SAN= AR=ar CXX=c++ OBJCOPY=objcopy $@
command_parts := $(filter-out $(B)/tests.a $(B)/tools% $(B)/preload%,$(stock)) $(B)/preload/gl/size.a
stock_parts := $(filter $(B)/tools%,$(stock)) $(command_parts)
front    = $(call objects,tools/command/fxtrace.c tools/command/front.c)
commands = $(call objects,$(filter-out %/front.c,$(tools)))
# What people call, and the executable that has all commands: see front.c.
$(B)/fxtrace: $(front) $(stock_parts) | $(B)/tools/fxtrace
	$(call link,$(SANFLAGS),$(LIBS))
$(B)/tools/fxtrace: $(commands) $(command_parts)
	$(call link,$(SANFLAGS),$(LIBS))
ifeq ($(SOUND),)
$(B)/libfxtrace.so: $(call objects,$(library),lib/)
	$(call link,,$(LINK),$(shared_flags))
endif
$(eval $(call made,$(B)/gen/libc.made,$(out),$(H)/fxgen --parts $(words $(wraps)) $(if $(arm64),--oldest GLIBC_2.17) \
	--cc '$(CC) $(CPPFLAGS) $(CFLAGS) $(HOST)' -o $(B)/gen $(api)))
$(B)/gen/libc.made: $(H)/fxgen $(api) $(wildcard gen/api/libc/*.h) $(B)/flags
# Pairs of addresses are no constants, which would need relocation.
$(B)/lib/preload/config/%.o $(B)/lib/preload/process/%.o: override CFLAGS += -fno-tree-slp-vectorize
include scripts/install.mk
programs apps: $(progs) $(plugins)
check: built ## all tests, a quarter of an hour
	$(call prove,$(slow) $(fast))
style: all ## the house rules
	$(Q)scripts/style.sh $(B)
fast: built
	$(call prove,$(fast) $(if $(findstring address,$(SAN)),$(replays)))
asan: built ## tools, unit tests and replays of lies under the address sanitizer
	$(Q)TAP_TIMEOUT_MS=240000 $(MAKE) B=$(B)/asan SOUND=$(B) SAN=address,undefined fast
tsan: built ## unit tests under the thread sanitizer
	$(Q)TAP_TIMEOUT_MS=240000 $(MAKE) B=$(B)/tsan SOUND=$(B) SAN=thread T=tests/unit fast
fuzz: ## every parser, FUZZ_SECONDS each
	$(Q)$(MAKE) B=$(B)/clang CC=clang CFLAGS='-O1 -g' \
		SAN=fuzzer-no-link,address,undefined fuzz-run
fuzz-run: $(fuzzers)
	$(Q)scripts/fuzz.sh $(FUZZ_SECONDS) $(fuzzers)
bench coverage: all programs ## what a call costs; what of libc is covered
	$(Q)scripts/$@.sh
stress: export TEST_SILENCE_S := 7200
stress: all programs ## the long tests
	$(call prove,$(wildcard tests/stress/*.t))
mutants: ## what the tests would not notice: N=300 SEED=1 PATHS= RULE=
model: ## verify the engine's model, with spin
	$(call prove,tests/model/run.sh)
format: ## clang-format over every source
	$(Q)clang-format -i $(sources)
clean: ## remove the outputs
	rm -rf $(B)
help: ## this list
	@sed -n 's/^\([a-z ]*\):.*## /\1	/p' Makefile
-include $(shell find $(B) -path $(B)/host -prune -o -name '*.d' -print 2>/dev/null)
