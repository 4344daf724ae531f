#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives that want out of the folder that files are replayed in. A library
# behind the recorder says that everything went well, whatever was called.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 13
unset FXTRACE_MODE
mkdir outside world
echo sentinel >outside/secret
ln -s secret outside/link
mkdir outside/folder
sentinel() { find outside -printf '%p %y %i %s %m %n %T@ %C@\n' | sort; }
before=$(sentinel; cat outside/secret)

cat >liar.c <<'C'
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

int fds = 50;
int open(const char *p, int f, ...) { return fds++; }
int openat(int d, const char *p, int f, ...) { return fds++; }
int close(int fd) { return 0; }
int dup2(int a, int b) { return b; }
ssize_t read(int fd, void *b, size_t n) { return n; }
ssize_t pread(int fd, void *b, size_t n, off_t o) { return n; }
ssize_t write(int fd, const void *b, size_t n) { return n == 7 ? 1L << 50 : n; }
ssize_t pwrite(int fd, const void *b, size_t n, off_t o) { return n; }
off_t lseek(int fd, off_t o, int w) { return o; }
int ftruncate(int fd, off_t n) { return 0; }
int truncate(const char *p, off_t n) { return 0; }
int fallocate(int fd, int m, off_t o, off_t n) { return 0; }
ssize_t sendfile(int a, int b, off_t *o, size_t n) { return n; }
ssize_t copy_file_range(int a, off_t *x, int b, off_t *y, size_t n, unsigned f)
{
	return n;
}
int symlink(const char *a, const char *b) { return 0; }
int link(const char *a, const char *b) { return 0; }
int linkat(int a, const char *p, int b, const char *q, int f) { return 0; }
int rename(const char *a, const char *b) { return 0; }
int renameat(int a, const char *p, int b, const char *q) { return 0; }
int unlink(const char *p) { return 0; }
int unlinkat(int d, const char *p, int f) { return 0; }
int rmdir(const char *p) { return 0; }
int remove(const char *p) { return 0; }
int mkdir(const char *p, mode_t m) { return 0; }
int mkfifo(const char *p, mode_t m) { return 0; }
int mknod(const char *p, mode_t m, dev_t d) { return 0; }
int chmod(const char *p, mode_t m) { return 0; }
int fchmod(int fd, mode_t m) { return 0; }
int chown(const char *p, uid_t u, gid_t g) { return 0; }
int chdir(const char *p) { return 0; }
int fchdir(int fd) { return 0; }
int chroot(const char *p) { return 0; }
int utimensat(int d, const char *p, const struct timespec t[2], int f)
{
	return 0;
}
int kill(pid_t p, int s) { return 0; }
int ioctl(int fd, unsigned long r, ...) { return 0; }
int connect(int fd, const void *a, unsigned n) { return 0; }
int posix_spawn_file_actions_init(void *l) { return 0; }
int posix_spawn_file_actions_addopen(void *l, int fd, const char *p, int f,
				     mode_t m)
{
	return 0;
}
int posix_spawn_file_actions_adddup2(void *l, int a, int b) { return 0; }
int posix_spawn_file_actions_addclose(void *l, int fd) { return 0; }
int posix_spawn_file_actions_addclosefrom_np(void *l, int fd) { return 0; }
int posix_spawn_file_actions_addchdir_np(void *l, const char *p) { return 0; }
int posix_spawn_file_actions_addfchdir_np(void *l, int fd) { return 0; }
int posix_spawn_file_actions_destroy(void *l) { return 0; }
int posix_spawn(pid_t *pid, const char *p, const void *l, const void *a,
		char **v, char **e)
{
	return pid ? *pid < 0 : 0;
}
FILE *popen(const char *c, const char *m) { return (FILE *)m; }
int pclose(FILE *f) { return 0; }
int __isoc99_vfscanf(FILE *f, const char *m, va_list l) { return 1000; }
C
gcc -w -shared -fPIC -fno-builtin -o liar.so liar.c

cat >hostile.c <<'C'
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* All of it to a name, in whatever way leads there. */
static void attack(const char *path)
{
	struct timespec ts[2] = {{1, 1}, {1, 1}};
	char name[4096];
	int fd = open(path, O_RDWR | O_CREAT, 06777);
	off_t off = 1L << 62;

	write(fd, "attack!", 7); /* and 2^50 bytes behind it */
	write(fd, "attack", 6);
	pwrite(fd, "far", 3, 1L << 62);
	pwrite(fd, "before", 6, -5);
	lseek(fd, 1L << 62, SEEK_SET);
	write(fd, "there", 5);
	ftruncate(fd, 1L << 62);
	truncate(path, 1L << 62);
	truncate(path, 0);
	fallocate(fd, 0, 0, 1L << 62);
	read(fd, name, sizeof(name));
	pread(fd, name, 100, -1L << 60);
	copy_file_range(fd, &off, fd, NULL, 1L << 62, 0);
	sendfile(fd, fd, NULL, 1L << 62);
	fchmod(fd, 06777);
	chmod(path, 06777);
	chown(path, 1, 1);
	utimensat(AT_FDCWD, path, ts, 0);
	link(path, "stolen");
	rename(path, "taken");
	rename("taken", path);
	symlink("/etc/passwd", path);
	unlink(path);
	remove(path);
	rmdir(path);
	mkdir(path, 07777);
	mkfifo(path, 06777);
	mknod(path, S_IFCHR | 0666, 0x103);
	close(fd);
}

static posix_spawn_file_actions_t list;

/* Children that do the same before they begin, or would have. */
static void spawn(const char *path, const char *up)
{
	static pid_t pid = 100000;
	char *argv[] = {"x", NULL};
	pid_t self = getpid(), bad = -1;

	posix_spawn_file_actions_init(&list);
	posix_spawn_file_actions_addopen(&list, 0, path,
					 O_RDWR | O_CREAT | O_TRUNC, 06777);
	posix_spawn_file_actions_addopen(&list, -5, path, -1, 06777);
	posix_spawn_file_actions_addopen(&list, 3, path, O_PATH | O_TRUNC, 0);
	posix_spawn_file_actions_addopen(&list, 4, path, O_WRONLY | O_TMPFILE,
					 06777);
	posix_spawn_file_actions_addchdir_np(&list, up);
	posix_spawn_file_actions_addopen(&list, 1, path + 1,
					 O_RDWR | O_CREAT | O_TRUNC, 06777);
	posix_spawn_file_actions_addchdir_np(&list, "folder/out");
	posix_spawn_file_actions_addopen(&list, 2, "secret", O_RDWR | O_TRUNC,
					 0);
	posix_spawn_file_actions_addfchdir_np(&list, 777);
	posix_spawn_file_actions_addopen(&list, 2, "secret", O_RDWR | O_TRUNC,
					 0);
	posix_spawn_file_actions_adddup2(&list, 777, 1);
	posix_spawn_file_actions_adddup2(&list, -1, -1);
	posix_spawn_file_actions_adddup2(&list, 1, 1 << 30);
	posix_spawn_file_actions_addclose(&list, 1 << 30);
#if __GLIBC_PREREQ(2, 34)
	posix_spawn_file_actions_addclosefrom_np(&list, -1);
#endif
	pid++;
	posix_spawn(&pid, "x", &list, NULL, argv, argv);
	posix_spawn(&pid, "x", &list, NULL, argv, argv);
	posix_spawn(&self, "x", &list, NULL, argv, argv);
	posix_spawn(&bad, "x", &list, NULL, argv, argv);
	posix_spawn(NULL, "x", &list, NULL, argv, argv);
	posix_spawn(&pid, "x", (void *)path, NULL, argv, argv);
}

static void spawn_all(const char *path, const char *up)
{
	char *argv[] = {"x", NULL};
	pid_t pid = 200000;
	FILE *pipes[10];

	spawn(path, up);
	spawn("/../../../etc/passwd", "..");
	spawn("folder/out/secret", "folder/up");
	spawn("folder/out/link", "/");
	spawn("loop", "loop");
	spawn("/dev/zero", "/proc/self/root");
	spawn("", "");
	for (int i = 0; i < 700; i++) /* too many */
		posix_spawn_file_actions_addopen(&list, i, "many",
						 O_CREAT | O_WRONLY, 06777);
	posix_spawn(&pid, "x", &list, NULL, argv, argv);
	posix_spawn_file_actions_destroy(&list);
	posix_spawn(&pid, "x", &list, NULL, argv, argv);
	for (int i = 0; i < 10; i++) {
		pipes[i] = popen("x", i % 2 ? "r" : "w+?");
		fscanf(pipes[i], "%n%s%1000000$s%999999999999s%[", &i);
	}
	pclose(pipes[0]);
}

int main(int argc, char **argv)
{
	char name[4096], up[4096] = "";
	char byte;
	int fd;

	for (int i = 0; i < 40; i++)
		strcat(up, "../");
	mkdir("folder", 0777);
	attack(argv[1]);
	sprintf(name, "%s%s", up, argv[1] + 1);
	attack(name);
	symlink(argv[2], "folder/out");
	attack("folder/out/secret");
	attack("folder/out/link");
	attack("folder/out");
	symlink(up, "folder/up");
	sprintf(name, "folder/up%s", argv[1]);
	attack(name);
	symlink("loop", "loop");
	spawn_all(argv[1], up);
	attack("loop");
	attack("loop/x");
	attack("/proc/self/root/etc/passwd");
	attack("/proc/self/cwd/x");
	attack("/dev/null");
	attack("/dev/../dev/zero");
	attack("..");
	attack(".");
	attack("/");
	attack("/..");
	attack("//");
	chdir(up);
	attack(argv[1] + 1);
	chroot(argv[2]);
	chdir("folder");
	fd = open("..", O_RDONLY | O_DIRECTORY);
	openat(fd, "../../../../../../../../etc/passwd", O_RDWR | O_TRUNC);
	unlinkat(fd, up, AT_REMOVEDIR);
	linkat(fd, "../../etc/passwd", fd, "password", AT_SYMLINK_FOLLOW);
	renameat(fd, up, fd, "world");
	linkat(AT_FDCWD, "/proc/self/fd/3", AT_FDCWD, "three",
	       AT_SYMLINK_FOLLOW);
	/* descriptors that were not opened */
	for (fd = 0; fd < 40; fd++) {
		write(fd + 200, "attack", 6);
		dup2(fd + 200, fd);
		fchdir(fd);
		ftruncate(fd, 0);
	}
	kill(-1, SIGKILL);
	kill(1, SIGTERM);
	ioctl(0, TIOCSTI, &byte);
	for (int i = 0; i < 3000; i++)
		open("many", O_RDWR | O_CREAT, 0666);
	return 0;
}
C
gcc -w -D_GNU_SOURCE -fno-builtin -o hostile hostile.c
"$fxtrace" record -q --for-replay -o x.fxt -- \
	env LD_PRELOAD="$lib:$tmp/liar.so" ./hostile "$tmp/outside/secret" \
	"$tmp/outside" 2>err
is "$("$fxtrace" dump x.fxt | grep -c 'rename(')" 36 \
	'a library behind ours can say that all went well'

# replayed OPTION...: in a limit of time and of bytes that a file may have
replayed() {
	(
		ulimit -f 1000000
		timeout -s KILL 60 "$fxtrace" replay --io world "$@" x.fxt \
			>table 2>said
	)
	status=$?
}
replayed
is $status 1 'what cannot be is reported, and nothing worse'
is "$(sentinel; cat outside/secret)" "$before" \
	'what is outside of the folder is as it was'
is "$(awk '$NF == "posix_spawn" { print ($1 > 100) }' table)" 1 \
	'what a spawn was given is done in the folder'
is "$(find world -perm /6000 | wc -l)" 0 'no set-id bit is set'
is "$(find world \( -type c -o -type b -o -type s \) | wc -l)" 0 \
	'no device is made'
is $(($(du -s --block-size=1M world | cut -f 1) < 50)) 1 \
	'the disk does not fill'
is "$(cat /proc/1/comm >/dev/null && echo lives)" lives 'no process is killed'
is "$(awk '/not replayed/ { on = 1 } on && /device files|device control/' table |
	wc -l)" 2 'what is refused is counted'

rm -rf world && mkdir world
replayed --prepare
is "$status $(sentinel; cat outside/secret)" "1 $before" \
	'nor does what is prepared lead out'

# ---- any bytes -------------------------------------------------------------
cp x.fxt whole.fxt
n_bytes=$(stat -c %s whole.fxt)
bad=0
for ((i = 0; i < 60; i++)); do
	perl -0777 -pe 'BEGIN { srand(shift @ARGV) }
		substr($_, rand(length), 1) = chr(rand(256)) for 1 .. 8' \
		$i whole.fxt >x.fxt
	rm -rf world && mkdir world
	replayed
	[ $status -le 1 ] || { bad=$((bad + 1)) && note <said; }
done
is $bad 0 'damaged archives end with status 0 or 1'
is "$(sentinel; cat outside/secret)" "$before" 'and lead nowhere'
# within a word, which cannot be the end of a record
head -c $((n_bytes / 16 * 8 + 3)) whole.fxt >x.fxt
rm -rf world && mkdir world
replayed
is "$status $(grep -c 'offset' said)" '1 1' \
	'of a cut archive what is whole is replayed, and the cut is reported'
