# SPDX-License-Identifier: MIT
# The names of a list whose reason is one of its head's.
$(B)/gen/left_out.c: gen/api/libc/left-out
	@mkdir -p $(@D)
	$(Q)awk 'BEGIN { print "extern const char fxg_left_out[];\nconst char fxg_left_out[] =" } \
		{ name = $$1; sub(/^[^ ]* /, "") } name == "#macro" { is[$$0] = 1 } \
		$$0 in is && name !~ /^#/ { printf "\t\"%s\\0\"\n", name } END { print "\t\"\";" }' $< >$@
