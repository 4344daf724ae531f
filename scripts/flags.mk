# SPDX-License-Identifier: MIT
# How the compiler is called: for the tools and tests (HOST), the library (LIB,
# LINK), programs of tests (PROGRAM). CPPFLAGS, CFLAGS and LDFLAGS are the user's.
# Whatever the compiler is called.
macros  := $(shell $(CC) -dM -E -x c /dev/null)
clang   := $(findstring __clang__,$(macros))
arm64   := $(findstring __aarch64__,$(macros))
# For another machine: CC=aarch64-linux-gnu-gcc HOSTCC=gcc. HOSTCC makes what the
# build itself runs, RUN what it runs of the products (qemu, unless the kernel
# knows that itself).
HOSTCC  ?= $(CC)
RUN     ?=
tool     = $(if $(filter default undefined,$(origin $(1))),$(eval $(1) := $(or \
	$(and $(filter %-gcc,$(CC)),$(patsubst %-gcc,%-$(2),$(3))),$(4))))
$(call tool,AR,ar,$(filter %-gcc,$(CC)),ar)$(call tool,CXX,g++,$(CC),g++)
# Warnings of compilers that nobody tried stop nobody's build.
# Sanitizers make compilers warn of branches that are never taken.
errors  := $(if $(DEV),$(if $(SAN),,-Werror))
WARN := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wvla \
	$(if $(clang),-Wno-gnu-alignof-expression) $(errors)
HOST := -std=gnu11 -D_GNU_SOURCE $(WARN) -I. -I$(B)/gen -fPIC -fvisibility=hidden
# In somebody else's program: small frames, no call that the compiler invents.
# That needs some optimisation, and objects that the linker does not compile again.
LIB  := $(HOST) -ffreestanding -fno-builtin \
	$(if $(clang),,-fno-tree-loop-distribute-patterns) -fno-stack-protector \
	$(if $(arm64),-mbranch-protection=bti -mno-outline-atomics,-fcf-protection) -ftls-model=initial-exec -fexceptions -fno-lto \
	-fasynchronous-unwind-tables -U_FORTIFY_SOURCE \
	$(if $(clang),,$(if $(DEV),-Wframe-larger-than=256)) \
	$(if $(filter -O0,$(CFLAGS)),-O1)
LINK := -shared -nostdlib -Wl,-z,now,-z,relro,-z,noexecstack,-z,defs,-soname \
	-Wl,libfxtrace.so,--version-script,$(B)/gen/map_libc.ld \
	-Wl,-Bsymbolic-functions,--no-as-needed,--sort-section=name -lc
# What is for programs only, of a packager's.
shared_flags = $(filter-out -pie -flto% -fwhole-program,$(CFLAGS) $(LDFLAGS))
# libavro's library of JSON has names of json-c's. Debian 11's has them without a version,
# so libavro gets whichever comes first. We use neither of the two.
jansson := $(filter /%,$(shell $(CC) -print-file-name=libjansson.so.4))
LIBS := -Wl,--as-needed -lz -lzstd -lsqlite3 -lavro -lsnappy -lbrotlidec -Wl,--no-as-needed $(jansson) -Wl,--as-needed -ljson-c -lffi -lpng -lncursesw -lmd -ldw -lelf -liberty -ldl -lpthread
PROGRAM  = -O2 -g -fno-builtin -D_GNU_SOURCE -Wall $(errors) -I. -I$(B)/gen -MMD -MP -MF $@.d
# Clang takes NULL + 0, where an empty array begins, for an overflow.
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all \
	$(if $(clang),-fno-sanitize=pointer-overflow))
FLAGS := $(CC) $(filter-out $(errors),$(HOST)) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(filter-out $(errors) -Wframe%,$(LIB)) $(LINK) $(LIBS) $(SANFLAGS)
# See writer/own_memory.c. The wrappers of libc define these names.
$(call tool,OBJCOPY,objcopy,$(filter %-gcc,$(CC)),objcopy)
own      = $(if $(clang)$(arm64),$(if $(findstring gen/wrap_libc,$@),,$(Q)$(OBJCOPY) \
	--redefine-sym memcpy=fxw_own_memcpy --redefine-sym memset=fxw_own_memset $@))
