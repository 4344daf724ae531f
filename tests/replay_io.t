#!/bin/bash
# SPDX-License-Identifier: MIT
# What processes did to files and pipes, done again in a folder.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay_io.sh"

plan 28

program files <<'C'
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
	struct iovec v[2] = {{"abc", 3}, {"defg", 4}};
	struct timespec ts[2] = {{1, 2}, {1000000000, 4}};
	char text[64], name[] = "dir/tXXXXXX", other[] = "dir/uXXXXXX";
	struct stat st;
	off_t off = 0, to = 30;
	DIR *folder;
	int dir, fd, temporary, pipes[2];
	FILE *f;

	umask(027);
	mkdir("dir", 0777);
	dir = open("dir", O_RDONLY | O_DIRECTORY);
	fd = openat(dir, "x", O_CREAT | O_RDWR | O_TRUNC, 0666);
	writev(fd, v, 2);
	pwritev(fd, v, 2, 10);
	lseek(fd, 2, SEEK_SET);
	read(fd, text, 5);
	pread(fd, text, 64, 9);
	ftruncate(fd, 50);
	fallocate(fd, 0, 0, 60);
	sendfile(fd, fd, &off, 3);
	copy_file_range(fd, &off, fd, &to, 5, 0);
	fstat(fd, &st);
	lseek(fd, 0, SEEK_END);
	fcntl(fd, F_SETFL, O_APPEND);
	pwrite(fd, "end", 3, 0);
	dup2(fd, 100);
	close(fd);
	write(100, "after all", 9);
	fsync(100);
	futimens(100, ts);
	fchmod(100, 0600);
	close(100);
	f = fopen("dir/y", "w+");
	fprintf(f, "%s %d %5.2f\n", "hello", 5, 1.5);
	fprintf(f, "plain %%\n");
	fputs("line\n", f);
	fputc('c', f);
	fwrite("1234", 2, 2, f);
	fseek(f, 3, SEEK_SET);
	fgets(text, sizeof(text), f);
	fread(text, 1, 7, f);
	fgetc(f);
	ungetc('z', f);
	fgetc(f);
	ftell(f);
	fclose(f);
	f = fopen("dir/y", "a");
	fputs("more\n", f);
	fclose(f);
	symlink("x", "dir/l");
	readlink("dir/l", text, sizeof(text));
	link("dir/x", "dir/h");
	rename("dir/h", "dir/i");
	renameat2(dir, "i", dir, "y", RENAME_EXCHANGE);
	unlinkat(dir, "nothing", 0);
	mkdtemp(other);
	temporary = mkstemp(name);
	dprintf(temporary, "%x", 255);
	rmdir(other);
	remove("dir/l");
	folder = opendir("dir");
	while (readdir(folder))
		;
	closedir(folder);
	pipe(pipes);
	write(pipes[1], "through", 7);
	close(pipes[1]);
	read(pipes[0], text, 64);
	read(pipes[0], text, 64);
	chdir("dir");
	mkfifo("fifo", 0600);
	symlink("/etc/passwd", "out");
	symlink("i", "in");
	lstat("in", &st);
	stat("in", &st);
	stat("fifo", &st);
	chmod("in", 0666); /* more than the umask leaves to new files */
	access("in", R_OK);
	access("in", X_OK);
	truncate("in", 8);
	fd = open("in", O_WRONLY | O_APPEND);
	write(fd, "!", 1);
	fd = open(".", O_TMPFILE | O_RDWR, 0600);
	write(fd, "named late", 10);
	sprintf(text, "/proc/self/fd/%d", fd);
	linkat(AT_FDCWD, text, AT_FDCWD, "late", AT_SYMLINK_FOLLOW);
	freopen("stdout", "w", stdout);
	printf("to a %s\n", "file");
	puts("by puts");
	return 0;
}
C
again files "$PWD/bin/files"
is "$(cat files/status) $(cat files/said)" '0 ' \
	'what a program did to files comes out as recorded'
is "$(same files)" '' 'the trees are the same'
is "$(row files write) $(row files fprintf) $(row files readdir)" \
	'4 0 2 0 7 0' 'functions are in the table by name'
is "$(awk '$NF ~ /live.dir.x$/ { print $1, $2 }' files/table)" '21 0' \
	'and files, too'

program mapped <<'C'
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int fd = open("map", O_CREAT | O_RDWR, 0600);
	char *m;

	ftruncate(fd, 10000);
	m = mmap(NULL, 12288, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	strcpy(m, "synced");
	msync(m, 12288, MS_SYNC);
	strcpy(m + 5000, "never synced");
	if (!fork()) {
		strcpy(m + 9990, "by a ch"); /* to the end of the file */
		_exit(0);
	}
	wait(NULL);
	munmap(m, 4096);
	strcpy(m + 6000, "at exit");
	return 0;
}
C
again mapped "$PWD/bin/mapped"
is "$(cat mapped/status) $(same mapped)" '0 ' \
	'what is written to a file through memory is written'

program threads <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int log_fd;

static void *work(void *argument)
{
	long n = (long)argument;
	char text[64], name[64], back[64];
	int fd, length;

	sprintf(name, "own%ld", n);
	fd = open(name, O_CREAT | O_RDWR, 0600);
	for (int i = 0; i < 500; i++) {
		length = sprintf(text, "thread %ld, line %d\n", n, i);
		write(fd, text, length);
		pread(fd, back, length, 0);
		pwrite(log_fd, text, length, (n * 500 + i) * 64);
	}
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t threads[4];
	char text[64];

	log_fd = open("log", O_CREAT | O_RDWR, 0600);
	for (long i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	pread(log_fd, text, 64, 1999 * 64);
	return 0;
}
C
again threads "$PWD/bin/threads"
is "$(cat threads/status) $(row threads pwrite) $(same threads)" \
	'0 2000 0 ' 'threads do theirs again'

# each waits for what another has done by then, in the recording only by its
# clock: a name that moves on
program order <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static void *work(void *argument)
{
	long n = (long)argument;
	char from[32], to[32];

	for (int i = 0; i < 300; i++) {
		pthread_barrier_wait(&barrier);
		if (i % 3 != n)
			continue;
		sprintf(from, "name%d", i);
		sprintf(to, "name%d", i + 1);
		rename(from, to);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	close(open("name0", O_CREAT | O_WRONLY, 0600));
	pthread_barrier_init(&barrier, NULL, 3);
	for (long i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
C
again order "$PWD/bin/order"
is "$(cat order/status) $(row order rename) $(same order)" '0 300 0 ' \
	'calls that depend on others of other threads keep their order'

# Names of up to 4,095 bytes, and files in folders that lie deeper.
program long <<'C'
#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char path[5000], other[5000], text[100];

/* Of `length` bytes, or 101 fewer at most. */
static void make_folders(size_t length)
{
	char name[101];

	getcwd(path, sizeof(path));
	memset(name, 'd', 100);
	name[100] = '\0';
	while (strlen(path) + 101 < length) {
		strcat(strcat(path, "/"), name);
		mkdir(path, 0700);
	}
}

static void run(void)
{
	posix_spawn_file_actions_t actions;
	char *argv[] = {"sort", NULL};
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0);
	posix_spawn_file_actions_addchdir_np(&actions, "..");
	posix_spawn_file_actions_addopen(&actions, 1, "sorted",
					 O_WRONLY | O_CREAT, 0600);
	posix_spawnp(&pid, "sort", &actions, NULL, argv, environ);
	waitpid(pid, NULL, 0);
}

int main(void)
{
	size_t n;
	int fd, dir;

	make_folders(3990);
	n = strlen(path);
	memset(path + n, 'f', 4095 - n);
	path[n] = '/';
	fd = open(path, O_RDWR | O_CREAT, 0600);
	write(fd, "last\nfirst\n", 11);
	close(fd);
	memcpy(other, path, 4095);
	other[4094] = 'g';
	link(path, other);
	unlink(path);
	rename(other, path);
	path[n] = '\0';
	chdir(path);
	dir = open(".", O_RDONLY | O_DIRECTORY);
	fd = openat(dir, "by folder", O_RDWR | O_CREAT, 0600);
	write(fd, "here", 4);
	mkdir("below", 0700);
	chdir("below");
	fd = open("deep", O_RDWR | O_CREAT, 0600);
	write(fd, "deep", 4);
	fclose(fopen("stream", "w"));
	chdir("..");
	path[n] = '/';
	run();
	path[4095] = 'x';
	open(path, O_RDWR | O_CREAT, 0600);
	return 0;
}
C
again long "$PWD/bin/long"
is "$(cat long/status long/said) $(diff long/live.list long/box.list)" '0 ' \
	'names may have 4,095 bytes'
is "$(grep -A99 'not replayed' long/table | grep names)" '' 'all of them'

again pipes sh -c 'seq 1 30000 | sort -r | tee copy | head -n 5 >first
	exec 3>>log; (echo one >&3; echo two >&3)
	mkdir -p a/b; cd a/b; echo deep >file; cd ..; mv b c; cat c/file >up'
is "$(same pipes)" '' 'pipes between processes carry what they carried'
is "$(grep -v 'stat64 of /usr/bin' pipes/said)" '' \
	'and all that was read is what was read'

program broken <<'C'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	int pipes[2];
	FILE *f;

	signal(SIGPIPE, SIG_IGN);
	pipe(pipes);
	close(pipes[0]);
	write(pipes[1], "write", 5);
	f = fdopen(pipes[1], "w");
	setvbuf(f, NULL, _IONBF, 0);
	fwrite("fwrite", 1, 6, f);
	fputs("fputs", f);
	fputc('c', f);
	fprintf(f, "%s", "fprintf");
	return 0;
}
C
again broken "$PWD/bin/broken"
is "$(cat broken/status broken/said) $(row broken write) $(row broken fputc)" \
	'0 1 0 1 0' 'a write that failed since no reader was left fails again'

program leaving <<'C'
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
	static char text[65536];
	int pipes[2];

	signal(SIGPIPE, SIG_IGN);
	pipe(pipes);
	if (!fork()) {
		close(pipes[1]);
		usleep(300000);
		for (int i = 0; i < 2000; i++)
			close(open("busy", O_CREAT | O_WRONLY, 0600));
		_exit(0);
	}
	close(pipes[0]);
	write(pipes[1], text, sizeof(text));
	write(pipes[1], "more", 4); /* waits until the reader has ended */
	return 0;
}
C
again leaving "$PWD/bin/leaving"
is "$(cat leaving/status leaving/said) $(row leaving write)" '0 2 0' \
	'also one that waited for a reader which went away'

# a reader that is not in the recording, since it has no libc to be recorded in
cat >reader.c <<'C'
#include <unistd.h>

int main(void)
{
	char text[4096];

	while (read(0, text, sizeof(text)) > 0)
		;
	return 0;
}
C
gcc -static -o bin/reader reader.c
program orphan <<'C'
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *reader = argv[1];
	char text[65536] = "";
	int pipes[2], n = 0;

	pipe(pipes);
	if (!fork()) {
		close(pipes[1]);
		close(open("begun", O_CREAT | O_WRONLY, 0600));
		dup2(pipes[0], 0);
		execl(reader, "reader", NULL);
	}
	close(pipes[0]);
	for (int i = 0; i < 8; i++)
		n += write(pipes[1], text, sizeof(text)) > 0;
	close(open("done", O_CREAT | O_WRONLY, 0600));
	return 0;
}
C
again orphan "$PWD/bin/orphan" "$PWD/bin/reader"
is "$(grep -c 'pipes whose other end is not in the recording' orphan/table)" \
	1 'a pipe that no recorded process reads is reported, not waited for'
is "$(same orphan)" '' 'and the rest goes on'

program scan <<'C'
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	FILE *file = fopen("numbers", "r"), *out = fopen("out", "w"), *in;
	int n, sum = 0, pipes[2];
	char word[64], line[64];

	while (fscanf(file, "%d %63s", &n, word) == 2)
		fprintf(out, "%s%d\n", word, n);
	fscanf(file, "end%n", &n);
	fgets(line, sizeof(line), file);
	fputs(line, out);
	pipe(pipes);
	if (!fork()) {
		close(pipes[0]);
		for (int i = 0; i < 2000; i++)
			dprintf(pipes[1], "%d,rest of %d\n", i, i);
		_exit(0);
	}
	close(pipes[1]);
	dup2(pipes[0], 0);
	while (scanf("%d", &n) == 1) {
		ungetc(getchar(), stdin);
		if (!fgets(line, sizeof(line), stdin))
			break;
		fprintf(out, "%d%s", n, line);
	}
	fclose(out);
	return 0;
}
C
mkdir -p scan/live
(seq 300 | sed 's/$/ word/'; echo "end of numbers") >scan/live/numbers
again scan "$PWD/bin/scan"
is "$(cat scan/status scan/said) $(row scan "$(called bin/scan fscanf)"
row scan "$(called bin/scan scanf)") $(same scan)" '0 302 0
2001 0 ' 'what scanf takes is taken, of files and pipes'

# ---- not all of it is done -------------------------------------------------
is "$(grep -cE '^ *[0-9]+  files that were open before' pipes/table)" 1 \
	'what is not replayed is counted by kind'
"$fxtrace" replay --io files/box --strict files/x.fxt >/dev/null 2>&1
is $? 1 '--strict makes a failure of it'

mkdir -p cut/live cut/box
(cd cut/live && "$fxtrace" record -q --blob-max 100 -o ../x.fxt -- \
	sh -c 'head -c 5000 /bin/sh >file' 2>/dev/null)
"$fxtrace" replay --io cut/box cut/x.fxt >/dev/null 2>cut/said
is "$(sed -n 1p cut/said | grep -cE \
	'^fxtrace: cut/x.fxt: of [0-9]+ calls, .*--for-replay')" 1 \
	'missing bytes are reported first, and how to record them'

mkdir other
"$fxtrace" replay --io other files/x.fxt >table 2>said
is $? 1 'a world that is another one gives another status'
is "$(grep -cE 'call [0-9]+, mkdir of .*: no error, now ENOENT' said)" 1 \
	'and the call that came out otherwise is named'

# ---- the clock -------------------------------------------------------------
mkdir -p slow/live slow/box
(cd slow/live && "$fxtrace" record -q --for-replay -o ../x.fxt -- \
	sh -c 'echo a >a; sleep 0.4; echo b >b')
mkdir -p "slow/box$PWD/slow/live"
timed() {
	local from=$EPOCHREALTIME
	"$fxtrace" replay --io slow/box "$@" slow/x.fxt >/dev/null 2>&1
	echo $(((${EPOCHREALTIME/[.,]/} - ${from/[.,]/}) / 1000))
}
is $(($(timed --pace recorded) >= 400)) 1 '--pace recorded takes its time'
is $(($(timed --pace 2) >= 800)) 1 '--pace 2 takes twice as long'
"$fxtrace" replay --io slow/box --pace fast slow/x.fxt 2>/dev/null
is $? 2 'a pace that is none is a usage error'
"$fxtrace" replay --pace recorded slow/x.fxt 2>/dev/null
is $? 2 '--pace without --io, too'

# ---- the world -------------------------------------------------------------
"$fxtrace" replay --io nowhere files/x.fxt 2>said
is $? 1 'a folder that is not there is an error'
is "$(grep -c nowhere said)" 1 'which names it'
is "$([ -e nowhere ]; echo $?)" 1 'and is not made'
