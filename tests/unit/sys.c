/* SPDX-License-Identifier: MIT */
/*
 * The raw system calls: arguments arrive, results come back, errno stays.
 */
#include "writer/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "tests/tap.h"

static char directory[] = "/tmp/fxtrace-sys-XXXXXX";

/* A new directory to work in, made current; emptied by its test. */
static void enter_directory(void)
{
	if (!mkdtemp(directory) || chdir(directory))
		abort();
}

static void leave_directory(void)
{
	if (chdir("/") || rmdir(directory))
		diag("%s: %s", directory, strerror(errno));
}

static void fails_with_errno(void)
{
	errno = 77;
	is_i64(sys_openat(AT_FDCWD, "/no/such/file", O_RDONLY, 0), -ENOENT);
	is_i64(sys_read(-1, NULL, 1), -EBADF);
	is_i64(sys_close(-1), -EBADF);
	is_i64(sys_getcwd(NULL, 0), -ERANGE);
	ok(!sys_mapped(sys_mmap(NULL, 0, PROT_READ, MAP_PRIVATE, -1, 0)));
	is_i64(errno, 77);
}

static void knows_errors(void)
{
	ok(sys_failed(-1));
	ok(sys_failed(-4095));
	ok(!sys_failed(-4096));
	ok(!sys_failed(0));
	ok(!sys_failed(INT64_MAX));
}

static void writes_and_reads(void)
{
	char bytes[8] = "";
	int fd;

	enter_directory();
	fd = sys_openat(AT_FDCWD, "f", O_CREAT | O_EXCL | O_RDWR, 0600);
	ok(fd >= 0);
	is_i64(sys_write(fd, "abcdef", 6), 6);
	is_i64(sys_pread64(fd, bytes, 3, 2), 3);
	is_str(bytes, "cde");
	is_i64(sys_read(fd, bytes, 3), 0);
	is_i64(sys_close(fd), 0);
	is_i64(sys_renameat(AT_FDCWD, "f", AT_FDCWD, "g"), 0);
	is_i64(sys_unlinkat(AT_FDCWD, "f", 0), -ENOENT);
	is_i64(sys_unlinkat(AT_FDCWD, "g", 0), 0);
	leave_directory();
}

static void sizes_files(void)
{
	struct sys_stat st;
	struct stat want;
	int fd;

	enter_directory();
	fd = sys_openat(AT_FDCWD, "f", O_CREAT | O_RDWR, 0640);
	is_i64(sys_ftruncate(fd, 12345), 0);
	is_i64(sys_fallocate(fd, 0, 0, 20000), 0);
	is_i64(sys_fstat(fd, &st), 0);
	fstat(fd, &want);
	is_i64(st.size, 20000);
	is_u64(st.ino, want.st_ino);
	is_u64(st.dev, want.st_dev);
	is_u64(st.mode, want.st_mode);
	is_u64(st.uid, want.st_uid);
	is_i64(st.modified.s, want.st_mtim.tv_sec);
	is_i64(st.modified.ns, want.st_mtim.tv_nsec);
	is_i64(sys_fstatat(AT_FDCWD, "f", &st, 0), 0);
	is_u64(st.ino, want.st_ino);
	sys_close(fd);
	unlink("f");
	leave_directory();
}

static void names_files(void)
{
	char text[64] = "", cwd[64] = "", entries[512];
	int fd;

	enter_directory();
	is_i64(symlink("target", "link"), 0);
	is_i64(sys_readlinkat(AT_FDCWD, "link", text, sizeof(text)), 6);
	is_str(text, "target");
	is_i64(sys_getcwd(cwd, sizeof(cwd)), (long)strlen(directory) + 1);
	is_str(cwd, directory);
	fd = sys_openat(AT_FDCWD, ".", O_RDONLY | O_DIRECTORY, 0);
	ok(sys_getdents64(fd, entries, sizeof(entries)) > 0);
	is_i64(sys_getdents64(fd, entries, sizeof(entries)), 0);
	sys_close(fd);
	unlink("link");
	leave_directory();
}

static void maps_memory(void)
{
	char *map = sys_mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!ok(sys_mapped(map)))
		return;
	map[4095] = 7;
	map = sys_mremap(map, 4096, 8192, MREMAP_MAYMOVE, NULL);
	if (!ok(sys_mapped(map)))
		return;
	is_i64(map[4095], 7);
	map[8191] = 8;
	is_i64(sys_mprotect(map, 4096, PROT_READ), 0);
	is_i64(sys_madvise(map + 4096, 4096, MADV_DONTNEED), 0);
	is_i64(map[8191], 0);
	is_i64(sys_munmap(map, 8192), 0);
	is_i64(sys_madvise(map, 4096, MADV_DONTNEED), -ENOMEM);
}

static void maps_files(void)
{
	int fd = memfd_create("test", 0);
	char *map;

	is_i64(sys_ftruncate(fd, 8192), 0);
	map = sys_mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		       4096);
	if (!ok(sys_mapped(map)))
		return;
	map[1] = 'x';
	is_i64(pwrite(fd, "y", 1, 4096), 1);
	is_i64(map[0], 'y');
	is_i64(map[1], 'x');
}

static void returns_who(void)
{
	is_i64(sys_getpid(), getpid());
	is_i64(sys_gettid(), gettid());
	is_i64(sys_getppid(), getppid());
	is_u64(sys_getuid(), getuid());
}

static void returns_time(void)
{
	struct timespec before, now, after;

	clock_gettime(CLOCK_MONOTONIC, &before);
	is_i64(sys_clock_gettime(CLOCK_MONOTONIC, &now), 0);
	clock_gettime(CLOCK_MONOTONIC, &after);
	ok(before.tv_sec <= now.tv_sec && now.tv_sec <= after.tv_sec);
	is_i64(sys_clock_gettime(12345, &now), -EINVAL);
}

static volatile sig_atomic_t n_signals;

static void count_signal(int signal)
{
	(void)signal;
	n_signals++;
}

static void sends_signals(void)
{
	const uint64_t mask = 1ull << (SIGUSR1 - 1);
	static char memory[16384];
	stack_t stack = {.ss_sp = memory, .ss_size = sizeof(memory)}, old_stack;
	uint64_t old = ~0ull;

	signal(SIGUSR1, count_signal);
	is_i64(sys_tgkill(sys_getpid(), sys_gettid(), SIGUSR1), 0);
	is_i64(n_signals, 1);
	is_i64(sys_sigprocmask(SIG_BLOCK, &mask, &old), 0);
	is_u64(old & mask, 0);
	sys_tgkill(sys_getpid(), sys_gettid(), SIGUSR1);
	is_i64(n_signals, 1);
	is_i64(sys_sigprocmask(SIG_SETMASK, &old, NULL), 0);
	is_i64(n_signals, 2);
	sigaltstack(&stack, NULL);
	is_i64(sys_sigaltstack(NULL, &old_stack), 0);
	ok(old_stack.ss_sp == memory);
}

static void copies_memory(void)
{
	char from[6] = "hello", to[6] = "";
	struct iovec local = {to, 6}, remote = {from, 6};

	is_i64(sys_process_vm_readv(sys_getpid(), &local, 1, &remote, 1), 6);
	is_str(to, "hello");
	remote.iov_base = (void *)8;
	is_i64(sys_process_vm_readv(sys_getpid(), &local, 1, &remote, 1),
	       -EFAULT);
}

static void sets_names(void)
{
	char name[16] = "";

	is_i64(sys_prctl(PR_SET_NAME, (unsigned long)"sys-test", 0, 0, 0), 0);
	is_i64(sys_prctl(PR_GET_NAME, (unsigned long)name, 0, 0, 0), 0);
	is_str(name, "sys-test");
}

static void yields(void)
{
	is_i64(sys_sched_yield(), 0);
	/* 0 queries which commands there are */
	ok(sys_membarrier(0, 0) > 0);
}

static const struct tap_test tests[] = {
	{"an error is a negative result and errno stays", fails_with_errno},
	{"only -1 to -4095 are errors", knows_errors},
	{"files are written, read, renamed and removed", writes_and_reads},
	{"files are sized, and fstat's fields are where they are", sizes_files},
	{"links, directories and the working directory are read", names_files},
	{"memory is mapped, moved, protected and given back", maps_memory},
	{"a file is mapped at an offset", maps_files},
	{"process, thread, parent and user are returned", returns_who},
	{"the time is returned", returns_time},
	{"signals are sent to one thread and masked", sends_signals},
	{"bad addresses are an error, not a crash", copies_memory},
	{"prctl passes its arguments", sets_names},
	{"sched_yield and membarrier are there", yields},
};
TAP_MAIN(tests)
