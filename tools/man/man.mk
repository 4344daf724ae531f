# SPDX-License-Identifier: MIT
# The manual: the texts of this folder, linked into the command, and its pages,
# which it makes of them and of the option tables.
texts := $(wildcard tools/man/*.md)

$(B)/tools/man/pages.txt: $(texts)
	@mkdir -p $(@D)
	$(Q)for text in $^; do cat $$text; printf '\0'; done >$@
$(B)/tools/man/pages.o: $(B)/tools/man/pages.txt
$(B)/tools/man/pages.o: override CFLAGS += -DMAN_PAGES='"$(B)/tools/man/pages.txt"'
