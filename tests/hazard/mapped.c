/* SPDX-License-Identifier: MIT */
/*
 * Programs that write files through memory, for mapped.t: mapped NAME FILE.
 * Makes the file and changes it in the way of that name. Prints what it
 * contains at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, N_PAGES = 4, MANY = 600 };

static char *map(int fd, size_t n, int prot, int flags)
{
	char *p = mmap(NULL, n, prot, flags, fd, 0);

	if (p == MAP_FAILED)
		exit(1);
	return p;
}

static char *shared(int fd)
{
	return map(fd, (size_t)N_PAGES * PAGE, PROT_READ | PROT_WRITE,
		   MAP_SHARED);
}

static void do_read(int fd)
{
	char *p = map(fd, 100, PROT_READ, MAP_PRIVATE);

	if (p[0] != 'A')
		exit(1);
}

static void do_code(int fd)
{
	(void)map(fd, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE);
}

static void do_anonymous(int fd)
{
	(void)fd;
	(void)map(-1, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS);
}

static void do_sync(int fd)
{
	char *p = shared(fd);

	memcpy(p + PAGE, "synced", 6);
	if (msync(p + PAGE, PAGE, MS_SYNC))
		exit(1);
	(void)munmap(p, PAGE); /* what comes at the exit is no more that part */
	memcpy(p + PAGE, "SYNCED", 6);
	(void)munmap(p + PAGE, (size_t)(N_PAGES - 1) * PAGE);
}

static void do_unmap(int fd)
{
	char *p = shared(fd);

	memcpy(p + 2 * PAGE, "middle", 6);
	if (munmap(p + 2 * PAGE, PAGE))
		exit(1);
	memcpy(p + 3 * PAGE, "behind", 6);
}

static void do_closed(int fd)
{
	char *p = shared(fd);

	close(fd);
	memcpy(p, "closed", 6);
}

static void do_private(int fd)
{
	char *p = map(fd, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE);

	memcpy(p, "private", 7);
	(void)munmap(p, PAGE);
}

static void do_remap(int fd)
{
	char *p = map(fd, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED);

	memcpy(p, "moved", 5);
	p = mremap(p, PAGE, (size_t)2 * PAGE, MREMAP_MAYMOVE);
	if (p == MAP_FAILED)
		exit(1);
	memcpy(p + PAGE, "grown", 5);
}

static void do_fixed(int fd)
{
	char *p = shared(fd);

	memcpy(p, "covered", 7);
	if (mmap(p, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
		 -1, 0) != p)
		exit(1);
	memcpy(p + PAGE, "left", 4);
}

static void do_protect(int fd)
{
	char *p = map(fd, PAGE, PROT_READ, MAP_SHARED);

	if (mprotect(p, PAGE, PROT_READ | PROT_WRITE))
		exit(1);
	memcpy(p, "allowed", 7);
	if (mprotect(p, PAGE, PROT_NONE))
		exit(1);
}

/* The last two pages are behind the file's end: reading them would kill. */
static void do_cut(int fd)
{
	char *p = shared(fd);

	memcpy(p, "before", 6);
	if (ftruncate(fd, PAGE + 7))
		exit(1);
	memcpy(p + PAGE, "end of it", 9);
	(void)munmap(p, (size_t)N_PAGES * PAGE);
}

static void do_exec(int fd)
{
	char *p = shared(fd);
	char *const argv[] = {(char *)(uintptr_t) "true", NULL};

	memcpy(p, "exec", 4);
	execvp("true", argv);
	exit(1);
}

static void do_fork(int fd)
{
	char *p = shared(fd);
	pid_t child = fork();

	if (child == 0) {
		memcpy(p, "child", 5);
		_exit(0);
	}
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	memcpy(p + PAGE, "parent", 6);
}

static void do_vfork(int fd)
{
	char *p = shared(fd);

	memcpy(p, "vfork", 5);
	if (vfork() == 0) {
		execlp("true", "true", (char *)NULL);
		_exit(1);
	}
	(void)wait(NULL);
}

static void do_shm(int fd)
{
	char name[40];
	int shm;

	(void)fd;
	snprintf(name, sizeof(name), "/fxtrace-%d", (int)getpid());
	shm = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (shm < 0 || ftruncate(shm, (off_t)N_PAGES * PAGE))
		exit(77);
	(void)shm_unlink(name);
	memcpy(shared(shm), "shm", 3);
}

static void do_many(int fd)
{
	for (int i = 0; i < MANY; i++) {
		char *p = map(fd, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED);

		(void)snprintf(p, 20, "%d", i);
	}
}

static void do_zeros(int fd)
{
	char *p = shared(fd);

	memset(p, 0, (size_t)N_PAGES * PAGE);
}

static const struct {
	const char *name;
	void (*run)(int fd);
} ways[] = {
	{"read", do_read},
	{"code", do_code},
	{"anonymous", do_anonymous},
	{"sync", do_sync},
	{"unmap", do_unmap},
	{"closed", do_closed},
	{"private", do_private},
	{"remap", do_remap},
	{"fixed", do_fixed},
	{"protect", do_protect},
	{"cut", do_cut},
	{"exec", do_exec},
	{"fork", do_fork},
	{"vfork", do_vfork},
	{"shm", do_shm},
	{"many", do_many},
	{"zeros", do_zeros},
};

int main(int argc, char **argv)
{
	char page[PAGE];
	int fd;

	if (argc < 3)
		return 2;
	fd = open(argv[2], O_RDWR | O_CREAT | O_TRUNC, 0600);
	for (int i = 0; i < N_PAGES; i++) {
		memset(page, 'A' + i, sizeof(page));
		if (write(fd, page, sizeof(page)) != sizeof(page))
			return 1;
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (strcmp(ways[i].name, argv[1]) == 0) {
			ways[i].run(fd);
			return 0;
		}
	return 2;
}
