# SPDX-License-Identifier: MIT
# What the command says about itself, in files: its man page, and the scripts
# by which shells complete its command lines.
$(B)/fxtrace.1: $(B)/fxtrace
	$(Q)$< help --man >$@
$(B)/fxtrace.bash $(B)/fxtrace.zsh: $(B)/fxtrace
	$(Q)$< help --completion $(subst .,,$(suffix $@)) >$@
define install_help
install -Dm644 $(B)/fxtrace.1 $(DESTDIR)$(PREFIX)/share/man/man1/fxtrace.1
	install -Dm644 $(B)/fxtrace.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/fxtrace
	install -Dm644 $(B)/fxtrace.zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fxtrace
endef
