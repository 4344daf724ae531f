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

	expect("dlopen(filename=NULL, flags=RTLD_LAZY) = PTR");
	dlinfo(self, RTLD_DI_LMID, &id);
	expect("dlinfo(handle=PTR, request=RTLD_DI_LMID, info=LM_ID_BASE) = 0");
	dlinfo(self, RTLD_DI_LINKMAP, &at);
	expect("dlinfo(handle=PTR, request=RTLD_DI_LINKMAP, info=PTR) = 0");
	dlinfo(self, 99, &at);
	expect("dlinfo(handle=PTR, request=99, info=PTR) = -1 "
	       "dlerror \"unsupported dlinfo request\"");
	dlerror();
	expect("dlerror() = \"unsupported dlinfo request\"");
	dlerror();
	expect("dlerror() = NULL");
}

/* What does not depend on the caller has its result. */
static void opened(void)
{
	void *libc = dlopen("libc.so.6", RTLD_NOW);
	const struct link_map *map = libc;

	expect("dlopen(filename=\"libc.so.6\", flags=RTLD_NOW) = PTR");
	dlopen("no-such-library.so", RTLD_NOW);
	expect("dlopen(filename=\"no-such-library.so\", flags=RTLD_NOW) = NULL "
	       "dlerror \"no-such-library.so: cannot open shared object file: "
	       "No such file or directory\"");
	dlopen("/dev/null/none", RTLD_NOW);
	expect("dlopen(filename=\"/dev/null/none\", flags=RTLD_NOW) = NULL "
	       "dlerror \"/dev/null/none: cannot open shared object file: "
	       "Not a directory\"");
	dlclose(dlopen("libc.so.6", RTLD_NOW));
	expect("dlopen(filename=\"libc.so.6\", flags=RTLD_NOW) = PTR");
	expect("dlclose(handle=PTR) = 0");
	dlmopen(LM_ID_BASE, "/dev/null/none", RTLD_NOW);
	expect("dlmopen(lmid=LM_ID_BASE, filename=\"/dev/null/none\", "
	       "flags=RTLD_NOW) = NULL dlerror \"/dev/null/none: cannot open "
	       "shared object file: Not a directory\"");
	dlsym(libc, "getenv");
	expect("dlsym(handle=PTR, symbol=\"getenv\") = PTR");
	dlsym(libc, "no_such_name");
	expect("dlsym(handle=PTR, symbol=\"no_such_name\") = NULL "
	       "dlerror \"%s: undefined symbol: no_such_name\"",
	       map->l_name);
	dlvsym(libc, "getenv", "NO_SUCH");
	expect("dlvsym(handle=PTR, symbol=\"getenv\", version=\"NO_SUCH\") = "
	       "NULL dlerror \"%s: undefined symbol: getenv, version "
	       "NO_SUCH\"",
	       map->l_name);
	dlclose((char[4096]){0});
	expect("dlclose(handle=PTR) = -1 dlerror \"shared object not open\"");
	dlsym(RTLD_DEFAULT, "getenv");
	expect("dlsym(handle=RTLD_DEFAULT, symbol=\"getenv\") = PTR");
}

/* What does has none: the linker has to see who calls it. */
static void by_caller(void)
{
	dlsym(RTLD_NEXT, "getenv");
	expect("dlsym(handle=RTLD_NEXT, symbol=\"getenv\") = ? <late>");
	dlopen("$ORIGIN/no-such-library.so", RTLD_NOW);
	expect("dlopen(filename=\"$ORIGIN/no-such-library.so\", "
	       "flags=RTLD_NOW) = NULL dlerror "
	       "\"$ORIGIN/no-such-library.so: cannot open shared object file: "
	       "No such file or directory\" <late>");
}

int main(void)
{
	addresses();
	handles();
	opened();
	by_caller();
	return 0;
}
