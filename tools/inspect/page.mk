# SPDX-License-Identifier: MIT
# The page of `fxtrace inspect`, linked into the command.
inspect_page := tools/inspect/page.html tools/page/base.css tools/inspect/page.css \
	$(patsubst %,tools/page/%.js,unpack elements theme split rows) \
	$(patsubst %,tools/inspect/%.js,data tiles states model pixels paint screen surface png pointers viewer \
	viewer_bar strip tree calls history output textures \
	paths shaders state call badges_call \
	badges_texture badges_draw badges badges_view address main)

$(B)/tools/inspect/page.html: tools/page/page.sh $(inspect_page)
	@mkdir -p $(@D)
	$(Q)$^ >$@
$(B)/tools/inspect/page.o: $(B)/tools/inspect/page.html
$(B)/tools/inspect/page.o: override CFLAGS += -DINSPECT_PAGE='"$(B)/tools/inspect/page.html"'
