# SPDX-License-Identifier: MIT
# The library that reads archives, for programs of others: shared, and as one
# object with the names of reader.h only. Both come from the tools' own objects.
reader_abi := 0
reader_so  := libfxtrace-reader.so.$(reader_abi)
reader_parts := $(patsubst %,$(B)/%.a,$(addprefix tools/,library sum print fd elf \
	select archive base reader) writer gen tables)
reader_libs := -lz -lzstd -ldw -lelf -liberty -lpthread
readers: $(B)/$(reader_so) $(B)/libfxtrace-reader.a
# All of its own folder; of the others, what that needs.
define link_reader
	$(call say,LD)
	$(Q)$(CC) $(shared_flags) $(SANFLAGS) -Wl,--whole-archive $(B)/tools/library.a \
		-Wl,--no-whole-archive,--start-group $(filter-out $(B)/tools/library.a,$(filter %.a,$^)) \
		-Wl,--end-group -o $@ $(1)
endef
$(B)/$(reader_so): $(reader_parts) tools/library/reader.map
	$(call link_reader,-shared -Wl$(comma)-soname$(comma)$(reader_so)$(comma)--version-script$(comma)tools/library/reader.map$(comma)-z$(comma)defs$(comma)-z$(comma)relro$(comma)-z$(comma)now \
		-Wl$(comma)--as-needed $(reader_libs) $(if $(SAN),,-Wl$(comma)--gc-sections))
	$(Q)ln -sf $(reader_so) $(B)/libfxtrace-reader.so
$(B)/tools/library/whole.o: $(reader_parts)
	$(call link_reader,-r -nostdlib $(if $(findstring -flto,$(CFLAGS)),-flinker-output=nolto-rel))
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbol='fxtrace_*' $@
$(B)/libfxtrace-reader.a: $(B)/tools/library/whole.o
	$(archive)
fxtrace_version = $(shell sed -n 's/.*FXTRACE_VERSION "\(.*\)"/\1/p' tools/base/version.h)
# A file of pkg-config: its name, its purpose and further lines.
define install_pc
	@mkdir -p $(DESTDIR)$(LIBDIR)/pkgconfig
	$(Q)printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/$(below)' 'includedir=$${prefix}/include' \
		$(3) 'Name: $(1)' 'Description: $(2)' 'Version: $(fxtrace_version)' \
		>$(DESTDIR)$(LIBDIR)/pkgconfig/$(1).pc
endef
# Where this machine's python3 looks below PREFIX: Debian's own folder or, as for
# /usr/local, that of its version.
python_folder = $(PREFIX)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(or $(shell \
	python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null),python3))/dist-packages
define install_library
	install -Dm644 tools/library/reader.h $(DESTDIR)$(PREFIX)/include/fxtrace/reader.h
	install -Dm644 $(B)/$(reader_so) $(DESTDIR)$(LIBDIR)/$(reader_so)
	ln -sf $(reader_so) $(DESTDIR)$(LIBDIR)/libfxtrace-reader.so
	install -Dm644 $(B)/libfxtrace-reader.a $(DESTDIR)$(LIBDIR)/libfxtrace-reader.a
	install -Dm644 tools/library/fxtrace.py $(DESTDIR)$(python_folder)/fxtrace.py
	$(call install_pc,fxtrace-reader,reads archives of fxtrace,'Cflags: -I$${includedir}' \
		'Libs: -L$${libdir} -lfxtrace-reader' 'Libs.private: $(reader_libs)')
	$(call install_pc,fxtrace,for programs that register functions to be recorded,\
		'library=$${libdir}/fxtrace/libfxtrace.so' 'Cflags: -I$${prefix}/share/fxtrace/shim')
endef
