# SPDX-License-Identifier: MIT
# What `fxtrace shim` makes recorders of other libraries of. The generator is a
# part of fxtrace. Installed alongside are the sources that every shim is
# compiled with, and the lists of prototypes.
share := $(addprefix $(B)/share/fxtrace/,$(addprefix shim/,gen/gen.h \
	$(addprefix preload/,call/hot.h call/preload.h symbol/slot.h \
	value/word.h arch/frame.h \
	shim/shim.c shim/shim.h arch/tail.S arch/notes.inc)) \
	$(patsubst gen/api/shims/%,api/%,$(wildcard gen/api/shims/*.api)) \
	valgrind.supp)
all: $(share)
$(B)/share/fxtrace/shim/%: %
	$(Q)install -Dm644 $< $@
$(B)/share/fxtrace/valgrind.supp: tools/elf/valgrind.supp
	$(Q)install -Dm644 $< $@
$(B)/share/fxtrace/api/%: gen/api/shims/%
	$(Q)install -Dm644 $< $@
