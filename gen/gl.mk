# SPDX-License-Identifier: MIT
# OpenGL, GLES, GLX and EGL: described by Khronos' registries and the overlays.
# Debian's python3-glad has all three registries, khronos-api older ones of two.
REGISTRY ?= /usr/lib/python3/dist-packages/glad/files
KHRONOS  ?= /usr/share/khronos-api
gl_api   := $(wildcard gen/api/gl/*.api)
overlay  := $(sort $(wildcard gen/api/gl/*.overlay)) # aliases.overlay is first
registry := $(foreach f,gl glx egl,$(f)=$(firstword $(wildcard \
	$(REGISTRY)/$(f).xml $(KHRONOS)/$(f).xml) $(REGISTRY)/$(f).xml))
xml      := $(foreach f,$(registry),$(lastword $(subst =, ,$(f))))
gl_wraps := gen/wrap_gl.c $(patsubst %,gen/wrap_gl_%.c,$(shell seq 7))
gl_sources := gen/table_gl.c $(gl_wraps)
gl_out   := $(addprefix $(B)/,$(gl_sources) gen/tail_gl.S gen/map_gl.ld \
	gen/ids_gl.h gen/exports_gl.txt)

$(B)/fxregistry: $(call objects,$(wildcard gen/registry/*.c)) $(B)/gen.a
	$(call link,$(SANFLAGS),-lexpat)
$(xml):
	$(error no registry $@: install python3-glad, or say REGISTRY=FOLDER)
$(eval $(call made,$(B)/gen/registry.made,$(B)/gen/gl.api $(B)/gen/gl_registry.h,\
	$(H)/fxregistry -o $(B)/gen $(overlay) $(registry)))
$(B)/gen/registry.made: $(H)/fxregistry $(overlay) $(xml)
$(eval $(call made,$(B)/gen/gl.made,$(gl_out),\
	$(H)/fxgen --late --parts $(words $(gl_wraps)) --cc '$(CC) $(CPPFLAGS) $(CFLAGS) $(HOST)' \
	-o $(B)/gen $(gl_api) $(B)/gen/gl.api))
$(B)/gen/gl.made: $(H)/fxgen $(gl_api) $(B)/gen/gl.api $(B)/flags
# Up to 23 arguments: nobody calls these on a stack of a page. 3,578 of one
# shape: with -O2 -g they are half of a build's time.
$(addprefix $(B)/lib/,$(gl_wraps:.c=.o)): LIB += $(if $(clang),,$(if $(DEV),-Wframe-larger-than=384)) -O1 -g1
$(B)/lib/gen/table_gl.o: override CFLAGS += -DFXG_LATE -fno-tree-slp-vectorize
# The library without all of that, for comparison (tests/bench/start.sh).
$(B)/without_gl.so: $(call objects,$(filter-out preload/gl/% preload/entry/wrap_gl% preload/entry/wrap_egl% \
	$(gl_sources),$(library)) tests/double/without_gl.c,lib/)
	$(call link,,$(LINK),$(shared_flags))
