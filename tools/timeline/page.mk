# SPDX-License-Identifier: MIT
# The page of `fxtrace timeline`, linked into the command.
page := tools/timeline/page.html tools/page/base.css tools/timeline/page.css \
	$(patsubst %,tools/page/%.js,unpack elements theme split rows) \
	$(patsubst %,tools/timeline/%.js,data layout draw minimap search table \
	sums flame flows counters requests details view link main)

$(B)/tools/timeline/page.html: tools/page/page.sh $(page)
	@mkdir -p $(@D)
	$(Q)$^ >$@
$(B)/tools/timeline/page.o: $(B)/tools/timeline/page.html
$(B)/tools/timeline/page.o: override CFLAGS += -DTIMELINE_PAGE='"$(B)/tools/timeline/page.html"'
