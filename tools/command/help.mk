# SPDX-License-Identifier: MIT
# What the command says about itself, in files: its man pages, and the scripts
# by which shells complete its command lines.
$(B)/man/made: $(B)/fxtrace
	@rm -rf $(B)/man
	$(Q)for page in $$($(RUN) $< help --list); do \
		name=$${page%.*} && name=$${name#fxtrace} && \
		mkdir -p $(B)/man/man$${page##*.} && \
		$(RUN) $< help --man $${name#-} >$(B)/man/man$${page##*.}/$$page || \
		exit; \
	done
	@touch $@
$(B)/fxtrace.bash $(B)/fxtrace.zsh $(B)/fxtrace.fish: $(B)/fxtrace
	$(Q)$(RUN) $< help --completion $(subst .,,$(suffix $@)) >$@
define install_help
cd $(B)/man && find man? -type f -exec install -Dm644 {} \
		$(abspath $(DESTDIR)$(PREFIX))/share/man/{} \;
	install -Dm644 $(B)/fxtrace.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/fxtrace
	install -Dm644 $(B)/fxtrace.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fxtrace
	install -Dm644 $(B)/fxtrace.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fxtrace.fish
endef
