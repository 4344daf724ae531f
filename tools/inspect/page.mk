# SPDX-License-Identifier: MIT
# The page of `fxtrace inspect`, linked into the command.
inspect_page := tests/inspect/page.html tests/inspect/page.css tools/page/unpack.js \
	$(patsubst %,tools/inspect/%.js,data tiles states) tests/inspect/page.js

$(B)/tools/inspect/page.html: tools/page/page.sh $(inspect_page)
	@mkdir -p $(@D)
	$(Q)$^ >$@
$(B)/tools/inspect/page.o: $(B)/tools/inspect/page.html
$(B)/tools/inspect/page.o: override CFLAGS += -DINSPECT_PAGE='"$(B)/tools/inspect/page.html"'
