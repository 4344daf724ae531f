# SPDX-License-Identifier: MIT
# The fuzz targets without libFuzzer, with any compiler: tests/fuzz/seeds.t runs
# them, so that each is built and meets its seeds with every `make check`.
targets := $(wildcard tests/fuzz/*.c)
seeds   := $(targets:tests/fuzz/%.c=$(B)/seeds/%)
expand   = $(foreach n,$(1),$(or $(wildcard $n),$n))
$(foreach t,$(targets),$(eval $(t:tests/fuzz/%.c=$(B)/seeds/%): $(call objects,\
	$t tests/fuzz_driver.c $(call expand,$(call named,LINK,$t)))))
$(seeds):
	$(call link,$(SANFLAGS),$(LIBS))
