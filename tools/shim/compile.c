/* SPDX-License-Identifier: MIT */
/*
 * Runs the C compiler, see compile.h.
 */
#include "tools/shim/compile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/terminal.h"
#include "tools/elf/library.h"

enum { MAX_WORDS = 128 };

static char own[PATH_MAX]; /* the folder to be removed */
static pid_t owner;

/* Removes only our own entries: files. */
static void remove_own(void)
{
	DIR *folder;
	const struct dirent *entry;

	if (!*own || getpid() != owner)
		return;
	folder = opendir(own);
	while (folder && (entry = readdir(folder)))
		if (entry->d_name[0] != '.')
			(void)unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder)
		closedir(folder);
	(void)rmdir(own);
	*own = '\0';
}

/* The former actions of these signals. */
static struct sigaction usual[3];
static const int ends[] = {SIGHUP, SIGINT, SIGTERM};

/* The same in a signal handler, by system calls alone: removes the files whose
 * names we know. */
static void on_end(int signal_number)
{
	static const char names[][20] = {
		"prototypes.c", "prototypes.i",	    "prototypes.o",
		"shim.api",	"types_shim.h",	    "table_shim.c",
		"wrap_shim.c",	"tail_shim.S",	    "map_shim.ld",
		"said.txt",	"exports_shim.txt", "shim.so",
	};
	int folder = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		(void)unlinkat(folder, names[i], 0);
	(void)rmdir(own);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (ends[i] == signal_number)
			sigaction(signal_number, &usual[i], NULL);
	raise(signal_number); /* once this returns */
}

/* A signal that is ignored, as by nohup, stays ignored. */
static void catch_ends(void)
{
	const struct sigaction action = {.sa_handler = on_end};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (sigaction(ends[i], NULL, &usual[i]) == 0 &&
		    usual[i].sa_handler != SIG_IGN)
			sigaction(ends[i], &action, NULL);
}

/* Where others may write, they could lay links in the compiler's way. */
static void check_folder(const char *keep)
{
	struct stat st;

	if (stat(keep, &st) != 0)
		die("%s: %s", keep, strerror(errno));
	if ((st.st_uid != geteuid() && st.st_uid != 0) ||
	    (st.st_mode & S_IWOTH))
		die("%s: other users may write to this folder: name one of "
		    "your own, or one that is not there yet",
		    keep);
}

const char *shim_folder(struct fxg_arena *arena, const char *keep)
{
	const char *parent = getenv("TMPDIR");

	if (keep) {
		if (mkdir(keep, 0777) != 0 && errno != EEXIST)
			die("%s: %s", keep, strerror(errno));
		check_folder(keep);
		return keep;
	}
	if (snprintf(own, sizeof(own), "%s/fxtrace-shim.XXXXXX",
		     parent && *parent ? parent : "/tmp") >= (int)sizeof(own) ||
	    !mkdtemp(own)) {
		*own = '\0';
		die("no temporary folder can be made in %s: %s",
		    parent && *parent ? parent : "/tmp", strerror(errno));
	}
	owner = getpid();
	atexit(remove_own);
	catch_ends();
	return fxg_format(arena, "%s", own);
}

const char *shim_sources(struct fxg_arena *arena)
{
	char path[PATH_MAX];

	if (!library_share("shim/preload/shim/shim.c", path, sizeof(path)))
		die("the sources of shims, shim/preload/shim/shim.c, are "
		    "neither in this program's folder nor where it is "
		    "installed (make "
		    "install puts them into PREFIX/share/fxtrace)");
	path[strlen(path) - strlen("/preload/shim/shim.c")] = '\0';
	return fxg_format(arena, "%s", path);
}

size_t shim_words(struct fxg_arena *arena, const char *text, const char **words,
		  size_t n, size_t space)
{
	while (*(text += strspn(text, " \t"))) {
		size_t length = strcspn(text, " \t");

		if (n + 1 < space)
			words[n++] = fxg_copy(arena, text, length);
		text += length;
	}
	return n;
}

static _Noreturn void run_child(const char *const *words, const char *said)
{
	int fd = open(said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || dup2(fd, STDERR_FILENO) < 0 ||
	    dup2(fd, STDOUT_FILENO) < 0)
		_exit(126);
	/* the compiler is not recorded, and its messages are English */
	unsetenv("LD_PRELOAD");
	setenv("LC_ALL", "C", 1);
	execvp(words[0], (char *const *)(uintptr_t)words);
	_exit(errno == ENOENT ? 127 : 126);
}

static void print_output(struct fxg_arena *arena, const char *said)
{
	size_t n_bytes;
	const char *text = shim_read(arena, said, &n_bytes);
	struct pen clean = {.out = stderr};

	(void)terminal_put(&clean, text, n_bytes, true, true);
	pen_flush(&clean);
	pen_fini(&clean);
}

bool shim_compile(struct fxg_arena *arena, const char *folder,
		  const char *const *arguments)
{
	const char *cc = getenv("CC"), *words[MAX_WORDS];
	const char *said = fxg_format(arena, "%s/said.txt", folder);
	size_t n = shim_words(arena, cc && *cc ? cc : "cc", words, 0,
			      MAX_WORDS / 2);
	int status;
	pid_t pid;

	if (!n)
		words[n++] = "cc";
	while (*arguments && n + 1 < MAX_WORDS)
		words[n++] = *arguments++;
	words[n] = NULL;
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		die("fork: %s", strerror(errno));
	if (!pid)
		run_child(words, said);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("waitpid: %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		die("there is no C compiler %s, and a shim is made by one: "
		    "install it (apt-get install gcc libc6-dev) or name it in "
		    "CC",
		    words[0]);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		print_output(arena, said);
	(void)unlink(said);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void shim_write(const char *path, const char *text, size_t n_bytes)
{
	FILE *out = fopen(path, "we");

	if (!out)
		die("%s: %s", path, strerror(errno));
	if (n_bytes)
		fwrite(text, 1, n_bytes, out);
	if (ferror(out) | fclose(out))
		die("%s: it cannot be written", path);
}

char *shim_read(struct fxg_arena *arena, const char *path, size_t *n_bytes)
{
	FILE *in = fopen(path, "re");
	char piece[16384];
	struct fxg_buffer text = {.arena = arena};
	size_t n;

	if (!in)
		die("%s: %s", path, strerror(errno));
	fxg_put(&text, "%s", "");
	while ((n = fread(piece, 1, sizeof(piece), in))) {
		if (memchr(piece, '\0', n) || text.n_bytes > (16u << 20))
			die("%s: no text of C", path);
		fxg_put(&text, "%.*s", (int)n, piece);
	}
	if (ferror(in))
		die("%s: %s", path, strerror(errno));
	fclose(in);
	*n_bytes = text.n_bytes;
	return text.bytes;
}
