# SPDX-License-Identifier: MIT
# The manual. The texts of this folder are linked into the command, which makes
# the pages from them and from the option tables.
texts := $(wildcard tools/man/*.md)

$(B)/tools/man/pages.txt: $(texts)
	@mkdir -p $(@D)
	$(Q)for text in $^; do cat $$text; printf '\0'; done >$@
$(B)/tools/man/pages.o: $(B)/tools/man/pages.txt
$(B)/tools/man/pages.o: override CFLAGS += -DMAN_PAGES='"$(B)/tools/man/pages.txt"'
