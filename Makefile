# SPDX-License-Identifier: MIT
# The whole build: `make help` lists the targets. Outputs go to $(B), which
# mirrors the tree. The library's objects ($(B)/lib) are compiled apart from
# the tools' and tests', since they follow opposite rules.
#   V=1 shows commands, B=dir builds elsewhere, T=name runs matching tests only
B       ?= build
PREFIX  ?= /usr/local
CFLAGS  ?= -O2 -g
JOBS    ?= 2
FUZZ_SECONDS ?= 60
Q       := $(if $(V),,@)
say      = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)  $@')
WARN := -Wall -Wextra -Werror -Wshadow -Wmissing-prototypes \
	-Wstrict-prototypes -Wvla
HOST := -std=gnu11 -D_GNU_SOURCE $(WARN) -I. -I$(B)/gen
# In somebody else's program: small frames, no call that the compiler invents.
LIB  := $(HOST) -fPIC -fvisibility=hidden -ffreestanding -fno-builtin \
	-fno-tree-loop-distribute-patterns -fno-stack-protector \
	-fcf-protection -ftls-model=initial-exec -fexceptions \
	-fasynchronous-unwind-tables -Wframe-larger-than=256 -U_FORTIFY_SOURCE
LINK := -shared -nostdlib -Wl,-z,now,-z,relro,-z,noexecstack,-z,defs,-soname \
	-Wl,libfxtrace.so,--version-script,$(B)/gen/map_libc.ld \
	-Wl,-Bsymbolic-functions,--no-as-needed -lc
LIBS := -Wl,--as-needed -lz -lzstd -lsqlite3 -lyajl -lffi -lpng -ldw -lelf -liberty -ldl -lpthread
PROGRAM  = -O2 -g -fno-builtin -D_GNU_SOURCE -Wall -Werror -I. -I$(B)/gen -MMD -MF $@.d
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all)
FLAGS := $(CC) $(CFLAGS) $(LDFLAGS) $(LIB) $(LINK) $(LIBS) $(SAN)

api     := $(wildcard gen/api/libc/*.api)
# The wrappers come in parts, which compile side by side.
wraps   := gen/wrap_libc.c $(patsubst %,gen/wrap_libc_%.c,$(shell seq 11))
out     := $(addprefix $(B)/,gen/table_libc.c gen/tail_libc.S $(wraps) \
	gen/map_libc.ld gen/ids_libc.h gen/exports_libc.txt)
library = $(filter-out preload/shim.c,$(wildcard writer/*.c preload/*.[cS])) gen/table_libc.c gen/tail_libc.S $(wraps) $(gl_sources)
tools   := $(wildcard tools/*.c tools/*/*.[cS] writer/fxt*.c writer/lap.c writer/alert.c writer/callers.c writer/conversion.c writer/redact.c writer/where.c writer/setting.c writer/utf8.c) gen/table_libc.c gen/table_gl.c
units   := $(basename $(wildcard tests/unit/*.c))
progs   := $(patsubst %,$(B)/%,$(basename $(wildcard tests/app/*.c \
	tests/bench/*.c tests/gl/*.c tests/replay/*.c tests/hazard/*.c tests/hazard/*.cc)))
plugins := $(patsubst tests/hazard/lib/%.c,$(B)/tests/hazard/lib/lib%.so,\
	$(wildcard tests/hazard/lib/*.c))
fuzzers := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/*.c))
sources := $(shell find writer preload gen tools tests -name '*.[ch]' \
	-o -name '*.cc')
fast    := $(units:%=$(B)/%) $(wildcard tests/gen/*.t tests/cli/*.t tests/fuzz/*.t)
slow    := $(wildcard tests/*.t tests/run-app.sh tests/convert/*.t tests/hazard/*.t tests/programs/*.t)
pick     = $(if $(T),$(foreach t,$(1),$(if $(findstring $(T),$t),$t)),$(1))
prove    = $(Q)timeout $(or $(2),900) prove --failures --comments -j$(JOBS) -e '' $(call pick,$(1))
export ASAN_OPTIONS := detect_leaks=0
export FXTRACE_B := $(abspath $(B))
export FXTRACE := $(FXTRACE_B)/fxtrace
export FXGEN := $(FXTRACE_B)/fxgen
export FXTRACE_LIB := $(FXTRACE_B)/libfxtrace.so
# What a source's own comments name: `/* LINK: a.c */`, `/* BUILD: -lx */`
named    = $(shell sed -n '/^\/\* $(1):/{:a;/\*\//!{N;ba};s,.*$(1):,,;s,\n \*,,g;s,\*/,,;p}' $(2))
objects  = $(addprefix $(B)/$(2),$(addsuffix .o,$(basename \
	$(patsubst build/%,%,$(filter-out -%,$(1))))))

.PHONY: all fast check style asan tsan fuzz bench coverage stress install \
	format clean help programs model FORCE
.DELETE_ON_ERROR .SECONDARY:
all: $(addprefix $(B)/,fxgen libfxtrace.so fxtrace fxtrace.1 fxtrace.bash fxtrace.zsh) ## the products
include gen/gl.mk gen/shim.mk tools/timeline/page.mk tools/help.mk \
	tests/fuzz/seeds.mk
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

define compile
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(1) -MMD -MP -c -o $@ $<
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
	$(call compile,$(LIB))
$(B)/lib/%.o: %.S $(B)/flags | $(out)
	$(call compile,$(LIB))
$(B)/lib/%.o: $(B)/%.c $(B)/flags
	$(call compile,$(LIB))
$(B)/lib/%.o: $(B)/%.S $(B)/flags
	$(call compile,$(LIB))
define link
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(1) $(filter %.o,$^) -o $@ $(2)
endef
$(B)/fxgen: $(call objects,$(filter-out gen/registry%,$(wildcard gen/*.c)))
	$(call link,$(SANFLAGS))
$(B)/fxtrace: $(call objects,$(tools))
	$(call link,$(SANFLAGS),$(LIBS))
$(B)/libfxtrace.so: $(call objects,$(library),lib/)
	$(call link,,$(LINK))
$(out) &: $(B)/fxgen $(api)
	$(Q)$< --parts $(words $(wraps)) -o $(B)/gen $(api)
$(B)/lib/preload/manager.o $(B)/tools/library.o: CFLAGS += -DFXT_PREFIX='"$(PREFIX)"'
$(foreach u,$(units),$(eval $(B)/$u: \
	$(call objects,$u.c tests/tap.c $(call named,LINK,$u.c))))
$(units:%=$(B)/%):
	$(call link,$(SANFLAGS),$(LIBS))
$(B)/tests/hazard/lib/lib%.so: tests/hazard/lib/%.c $(B)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(PROGRAM) -fPIC -shared -o $@ $< $(call named,BUILD,$<)
$(B)/tests/%: tests/%.c $(B)/flags | $(plugins) $(B)/gen/gl_registry.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(PROGRAM) -o $@ $< -L$(B)/tests/hazard/lib $(call named,BUILD,$<)
$(B)/tests/%: tests/%.cc $(B)/flags
	@mkdir -p $(@D)
	$(Q)$(CXX) $(PROGRAM) -o $@ $< $(call named,BUILD,$<)
$(B)/fuzz/%: tests/fuzz/%.c $(out) FORCE
	@mkdir -p $(@D)
	$(Q)clang -g -O1 $(HOST) -Wno-gnu-alignof-expression -o $@ $< \
		-fsanitize=fuzzer,address,undefined $(filter-out -%,$(call named,LINK,$<)) $(LIBS)
programs: $(progs) $(plugins)
check: all programs $(units:%=$(B)/%) $(seeds) ## all tests, some minutes
	$(call prove,$(fast) $(slow))
style: all ## the house rules
	$(Q)scripts/style.sh $(B)
fast: all programs $(units:%=$(B)/%) $(seeds)
	$(call prove,$(fast))
asan: ## tools and unit tests under the address sanitizer
	$(Q)TAP_TIMEOUT_MS=240000 $(MAKE) B=$(B)/asan SAN=address,undefined fast
tsan: ## unit tests under the thread sanitizer
	$(Q)TAP_TIMEOUT_MS=240000 $(MAKE) B=$(B)/tsan SAN=thread T=tests/unit fast
fuzz: $(fuzzers) ## every parser, FUZZ_SECONDS each
	$(Q)scripts/fuzz.sh $(FUZZ_SECONDS) $(fuzzers)
bench coverage: all programs ## what a call costs; what of libc is covered
	$(Q)scripts/$@.sh
stress: all programs ## the long tests
	$(call prove,$(wildcard tests/stress/*.t),10800)
model: ## verify the engine's model, with spin
	$(call prove,tests/model/run.sh)
install: all ## to PREFIX (/usr/local), below DESTDIR
	install -D $(B)/fxtrace $(DESTDIR)$(PREFIX)/bin/fxtrace
	install -D $(B)/libfxtrace.so $(DESTDIR)$(PREFIX)/lib/fxtrace/libfxtrace.so
	$(install_help)
format: ## clang-format over every source
	$(Q)clang-format -i $(sources)
clean: ## remove the outputs
	rm -rf $(B)
help: ## this list
	@sed -n 's/^\([a-z ]*\):.*## /\1	/p' Makefile
-include $(shell find $(B) -name '*.d' 2>/dev/null)
