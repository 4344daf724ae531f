/* SPDX-License-Identifier: MIT */
/* The dynamic linker: where an address lies, what a handle is. */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#include "tests/app/expect.h"

int exported;

static void addresses(void)
{
	Dl_info info;
	void *extra;

	dladdr((void *)1, &info);
	expect("dladdr(addr=PTR) = 0");
	dladdr1((void *)1, &info, &extra, RTLD_DL_LINKMAP);
	expect("dladdr1(addr=PTR, flags=RTLD_DL_LINKMAP) = 0");
	dladdr(&exported, &info);
	expect("dladdr(addr=PTR, info={dli_fname=\"%s\", dli_fbase=PTR, "
	       "dli_sname=%s, dli_saddr=%s}) = 1",
	       info.dli_fname, info.dli_sname ? "\"exported\"" : "NULL",
	       info.dli_sname ? "PTR" : "NULL");
}

static void handles(void)
{
	void *self = dlopen(NULL, RTLD_LAZY), *at;
	Lmid_t id;

	dlinfo(self, RTLD_DI_LMID, &id);
	expect("dlinfo(handle=PTR, request=RTLD_DI_LMID, info=LM_ID_BASE) = 0");
	dlinfo(self, RTLD_DI_LINKMAP, &at);
	expect("dlinfo(handle=PTR, request=RTLD_DI_LINKMAP, info=PTR) = 0");
	dlinfo(self, 99, &at);
	expect("dlinfo(handle=PTR, request=99, info=PTR) = -1");
	dlerror();
	expect("dlerror() = \"unsupported dlinfo request\"");
	dlerror();
	expect("dlerror() = NULL");
}

int main(void)
{
	addresses();
	handles();
	return 0;
}
