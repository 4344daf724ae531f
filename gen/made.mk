# SPDX-License-Identifier: MIT
# made STAMP,OUTPUTS,RECIPE: one recipe makes all of them. Not by `&:`: make 4.3
# may look for ever whether the others are done. The stamp is older than they.
define made
$(1): $$(if $$(filter-out $$(wildcard $(2)),$(2)),FORCE)
	@mkdir -p $$(@D) && touch $$@.new
	$$(Q)$(3)
	@mv $$@.new $$@
$(2): $(1) ;
endef
# Nobody looks at a wrapper's locals: a fifth of the time to compile them.
$(addprefix $(B)/lib/,$(wraps:.c=.o)): LIB += -g1
