/* SPDX-License-Identifier: MIT */
/*
 * The symbol look-up, against what dlsym answers. This program is the first
 * object, so "behind our own" is every library. What holds before relocation
 * is tested by tests/hazard/ifunc.t.
 */
#include "preload/symbol/real.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "preload/symbol/symbol.h"
#include "tests/tap.h"

#define LATER_LIBRARY "libresolv.so.2"
#define LATER_NAME "inet_net_ntop"
#define LATER_HIDDEN_NAME "_gethtent"
#define N_LOADS 1000

/* Functions of libc that two versions have with different code. */
#if defined(__x86_64__)
#define TWICE "nftw"
#define TWICE_OLD "GLIBC_2.2.5"
#define TWICE_NEW "GLIBC_2.3.3"
#define COPIES "memcpy"
#define COPIES_NEW "GLIBC_2.14"
#elif defined(__aarch64__)
#define TWICE "pthread_kill"
#define TWICE_OLD "GLIBC_2.17"
#define TWICE_NEW "GLIBC_2.34"
#define COPIES TWICE
#define COPIES_NEW TWICE_NEW
#endif

static void *find_name(const char *name)
{
	return fxp_real_find(name, fxp_symbol_hash(name));
}

static void *find_version(const char *name, const char *version)
{
	return fxp_real_find_behind(_DYNAMIC, name, fxp_symbol_hash(name),
				    version);
}

static void is_address(void *got, void *want)
{
	is_u64((uintptr_t)got, (uintptr_t)want);
}

static void finds_functions(void)
{
	static const char *const names[] = {
		"open",	  "read",      "write",	 "close",
		"getenv", "printf",    "malloc", "pthread_create",
		"dlsym",  "exit",      "vfork",	 "__vfprintf_chk",
		"dlopen", "setlocale", "qsort",	 "__libc_start_main",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		ok(find_name(names[i]), "%s", names[i]);
		is_address(find_name(names[i]), dlsym(RTLD_DEFAULT, names[i]));
	}
}

static void resolves_ifuncs(void)
{
	size_t (*length)(const char *) =
		(size_t(*)(const char *))find_name("strlen");

	is_address(find_name("strlen"), dlsym(RTLD_DEFAULT, "strlen"));
	is_address(find_name("time"), dlsym(RTLD_DEFAULT, "time"));
	is_u64(length("hello"), 5);
}

static void absent_names(void)
{
	is_address(find_name("no_such_function_anywhere"), NULL);
	is_address(find_name(""), NULL);
	/* a prefix and an extension of a name */
	is_address(find_name("getsockop"), NULL);
	is_address(find_name("getsockoptx"), NULL);
	/* thread-local: an offset, not an address */
	is_address(find_name("errno"), NULL);
}

static void default_version(void)
{
	is_address(find_name(TWICE), dlvsym(RTLD_DEFAULT, TWICE, TWICE_NEW));
	ok(find_name(TWICE) != find_version(TWICE, TWICE_OLD));
}

static void hidden_version(void)
{
	void *want = dlvsym(RTLD_DEFAULT, "xdr_void", "GLIBC_2.2.5");

	if (!want)
		skip("this libc has no xdr_void");
	is_address(find_name("xdr_void"), want);
}

static void chosen_version(void)
{
	void *old = dlvsym(RTLD_DEFAULT, COPIES, TWICE_OLD);
	void *new = dlvsym(RTLD_DEFAULT, COPIES, COPIES_NEW);

	ok(old && new &&old != new);
	is_address(find_version(COPIES, TWICE_OLD), old);
	is_address(find_version(COPIES, COPIES_NEW), new);
	is_address(find_version(COPIES, "GLIBC_2.3"), NULL);
	is_address(find_version(COPIES, "GLIBC_2.1"), NULL);
}

static void *as_linked(const char *name, const char *version)
{
	return fxp_real_find_version(name, fxp_symbol_hash(name), version,
				     true);
}

static void linked_version(void)
{
	/* no sanitizer replaces it */
	is_address(as_linked(TWICE, TWICE_OLD), find_version(TWICE, TWICE_OLD));
	ok(as_linked(TWICE, TWICE_OLD) != find_name(TWICE));
	is_address(as_linked(TWICE, TWICE_NEW), find_name(TWICE));
	/* of an older libc, or another one */
	is_address(as_linked(TWICE, "GLIBC_2.1"), find_name(TWICE));
	is_address(as_linked(TWICE, ""), find_name(TWICE));
	ok(!as_linked("no_such_function", "GLIBC_2.3"));
}

static void finds_variables(void)
{
	is_address(fxp_real_find_object("environ"), &environ);
	is_address(fxp_real_find_object("__environ"), &__environ);
	is_address(fxp_real_find_object("no_such_variable"), NULL);
}

static void finds_vdso(void)
{
	int (*now)(int, struct timespec *);
	struct timespec ts = {0, 0};

	if (!getauxval(AT_SYSINFO_EHDR))
		skip("this kernel has no vdso");
	now = (int (*)(int, struct timespec *))fxp_real_vdso(
		"__vdso_clock_gettime");
	if (!ok(now != NULL))
		return;
	is_i64(now(CLOCK_MONOTONIC, &ts), 0);
	ok(ts.tv_sec > 0);
	is_address(fxp_real_vdso("__vdso_no_such"), NULL);
}

/* The vdso defines these too, and is early in the linker's list. */
static void skips_vdso(void)
{
	is_address(find_name("clock_gettime"),
		   dlsym(RTLD_DEFAULT, "clock_gettime"));
	is_address(find_name("getcpu"), dlsym(RTLD_DEFAULT, "getcpu"));
}

static void *const pointer = &environ;

static void is_relocated(void)
{
	ok(fxp_real_relocated());
	is_address(fxp_real_pointer((void *const *)&pointer), &environ);
}

static void later_library(void)
{
	void *handle;

	is_address(find_name(LATER_NAME), NULL);
	handle = dlopen(LATER_LIBRARY, RTLD_NOW);
	if (!handle)
		skip(dlerror());
	is_address(find_name(LATER_NAME), dlsym(handle, LATER_NAME));
	is_address(find_name(LATER_HIDDEN_NAME),
		   dlvsym(handle, LATER_HIDDEN_NAME, "GLIBC_2.2.5"));
	dlclose(handle);
	is_address(find_name(LATER_NAME), NULL);
}

static void later_library_quietly(void)
{
	void *handle;

	is_address(find_name(LATER_NAME), NULL);
	fxp_real_quiet(true);
	handle = dlopen(LATER_LIBRARY, RTLD_NOW);
	if (!handle)
		skip(dlerror());
	is_address(find_name(LATER_NAME), dlsym(handle, LATER_NAME));
}

/* Has the kernel refuse a system call, as containers' filters do. */
static bool forbid(unsigned number)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {4, filter};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void has_auxiliary(void)
{
	is_u64(fxp_real_auxiliary(AT_PHDR), getauxval(AT_PHDR));
	is_u64(fxp_real_auxiliary(AT_BASE), getauxval(AT_BASE));
	is_u64(fxp_real_auxiliary(AT_RANDOM), getauxval(AT_RANDOM));
	is_u64(fxp_real_auxiliary(0x7fffff), 0);
}

static void has_auxiliary_by_proc(void)
{
	if (!forbid(SYS_prctl))
		skip("no seccomp filters here");
	has_auxiliary();
}

static void later_library_in_sandbox(void)
{
	void *handle;

	is_address(find_name(LATER_NAME), NULL);
	if (!forbid(SYS_process_vm_readv))
		skip("no seccomp filters here");
	handle = dlopen(LATER_LIBRARY, RTLD_NOW);
	if (!handle)
		skip(dlerror());
	is_address(find_name(LATER_NAME), dlsym(handle, LATER_NAME));
}

static _Atomic int n_loads;

static void *load_and_unload(void *unused)
{
	void *handle;

	while (n_loads < N_LOADS) {
		handle = dlopen(LATER_LIBRARY, RTLD_NOW);
		if (handle)
			dlclose(handle);
		n_loads++;
	}
	return unused;
}

static void survives_unloading(void)
{
	pthread_t thread;
	int n_found = 0;

	is_address(find_name(LATER_NAME), NULL);
	if (pthread_create(&thread, NULL, load_and_unload, NULL))
		skip("no threads");
	while (n_loads < N_LOADS) {
		if (find_name("no_such_function_anywhere"))
			n_found++;
		(void)find_name(
			LATER_NAME); /* its address may be gone by now */
	}
	pthread_join(thread, NULL);
	is_i64(n_found, 0);
}

static void hash_of_names(void)
{
	is_u64(fxp_symbol_hash(""), 5381);
	is_u64(fxp_symbol_hash("printf"), 0x156b2bb8);
	is_u64(fxp_symbol_hash("exit"), 0x7c967e3f);
}

static void first_is_the_program(void)
{
	const struct link_map *map = fxp_real_objects();

	if (!ok(map != NULL))
		return;
	is_address(map->l_ld, _DYNAMIC);
	while (map != fxp_real_last_object())
		map = map->l_next;
	is_address(map->l_next, NULL);
}

static const struct tap_test tests[] = {
	{"functions are found where dlsym finds them", finds_functions},
	{"an IFUNC is resolved", resolves_ifuncs},
	{"what no library defines is not found", absent_names},
	{"the default version is preferred", default_version},
	{"a hidden version is taken if there is no other", hidden_version},
	{"a version that is requested is found, and no other", chosen_version},
	{"one that no library has is the default one", linked_version},
	{"variables are found in the program's own copy", finds_variables},
	{"the vdso's functions are found", finds_vdso},
	{"the vdso does not hide the libraries' functions", skips_vdso},
	{"a running program knows that it is relocated", is_relocated},
	{"the auxiliary vector is read", has_auxiliary},
	{"older kernels' auxiliary vector is read from /proc",
	 has_auxiliary_by_proc},
	{"a library loaded later is searched until it is unloaded",
	 later_library},
	{"without system calls a later library is searched too",
	 later_library_quietly},
	{"in a sandbox a later library is searched too",
	 later_library_in_sandbox},
	{"the search survives libraries that vanish", survives_unloading},
	{"names are hashed as in the GNU hash table", hash_of_names},
	{"the list begins with the program", first_is_the_program},
};
TAP_MAIN(tests)
