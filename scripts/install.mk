# SPDX-License-Identifier: MIT
# make install, uninstall and deb. Three products look for each other: the command
# for the recorder and for the executable of all commands, and the recorder for the
# command. They are linked once more for the place where they go, PREFIX and LIBDIR,
# whatever the build's was.
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DOCDIR   = $(PREFIX)/share/doc/fxtrace
below   := $(patsubst $(PREFIX)/%,%,$(LIBDIR))
$(if $(filter /%,$(below)),$(error LIBDIR=$(LIBDIR) is not below PREFIX=$(PREFIX)))
at      := $(B)/at/$(subst /,.,$(PREFIX)/$(below))
empty   :=
up      := $(subst $(empty) ,/,$(patsubst %,..,$(subst /, ,$(below)/fxtrace)))
moved    = -DFXT_PREFIX='"$(PREFIX)"' -DFXT_LIB='"$(below)"' -DFXT_UP='"$(up)"' -DFXT_BIN='"$(up)/bin/"'
$(at)/manager.o: override CFLAGS += -fno-tree-slp-vectorize
$(at)/manager.o: preload/config/manager.c $(B)/flags | $(out) $(gl_out)
	$(call compile_lib,$(moved))
$(at)/library.o: tools/elf/library.c $(B)/flags
	$(call compile,$(HOST) $(SANFLAGS) $(moved))
$(at)/libfxtrace.so: $(at)/manager.o $(filter-out %/config/manager.o,$(call objects,$(library),lib/))
	$(call link,,$(LINK),$(shared_flags))
$(at)/fxtrace: $(at)/library.o $(front) $(stock_parts)
	$(call link,$(SANFLAGS),$(LIBS))
$(at)/tools/fxtrace: $(at)/library.o $(filter-out %/elf/library.o,$(commands)) $(command_parts)
	$(call link,$(SANFLAGS),$(LIBS))

$(call tool,STRIP,strip,$(filter %-gcc,$(CC)),strip)
.PHONY: install uninstall install-strip deb
install: all $(at)/fxtrace $(at)/tools/fxtrace $(at)/libfxtrace.so ## to PREFIX (/usr/local) and LIBDIR, below DESTDIR
	install -D $(at)/fxtrace $(DESTDIR)$(PREFIX)/bin/fxtrace
	install -D $(at)/tools/fxtrace $(DESTDIR)$(LIBDIR)/fxtrace/tools/fxtrace
	install -Dm644 $(at)/libfxtrace.so $(DESTDIR)$(LIBDIR)/fxtrace/libfxtrace.so
	install -Dm644 LICENSE $(DESTDIR)$(DOCDIR)/LICENSE
	install -Dm644 gen/API.md $(DESTDIR)$(DOCDIR)/API.md
	install -Dm644 scripts/debian/changelog $(DESTDIR)$(DOCDIR)/changelog
	$(install_help)
	$(install_library)
	cd $(B)/share && find fxtrace -type f -exec install -Dm644 {} \
		$(abspath $(DESTDIR)$(PREFIX))/share/{} \;
install-strip: ## the same without symbols and debug information
	$(Q)$(MAKE) install
	$(STRIP) $(DESTDIR)$(PREFIX)/bin/fxtrace $(DESTDIR)$(LIBDIR)/fxtrace/tools/fxtrace
	$(STRIP) --strip-unneeded $(DESTDIR)$(LIBDIR)/fxtrace/libfxtrace.so $(DESTDIR)$(LIBDIR)/$(reader_so)
	$(STRIP) --strip-debug $(DESTDIR)$(LIBDIR)/libfxtrace-reader.a
uninstall: ## what install would put there
	$(Q)rm -rf $(B)/uninstall && $(MAKE) -s install DESTDIR=$(abspath $(B))/uninstall >/dev/null
	$(Q)cd $(B)/uninstall && find . ! -type d -exec sh -c 'cd "$$0/" && rm -f "$$@"' '$(DESTDIR)' {} +
	$(Q)cd $(B)/uninstall && find . -depth -type d -path '*/fxtrace*' -exec sh -c \
		'cd "$$0/" && rmdir --ignore-fail-on-non-empty "$$@" 2>/dev/null' '$(DESTDIR)' {} + || true
	$(Q)rm -rf $(B)/uninstall
deb: ## Debian packages, in $(B)/deb
	$(Q)scripts/deb.sh $(B)/deb
