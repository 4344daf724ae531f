/* SPDX-License-Identifier: MIT */
/*
 * Settings from a file, see settings.h. The file is opened only briefly, early
 * in somebody else's process. Its text stays, because environ may point to it.
 */
#include "preload/config/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "writer/bytes.h"
#include "writer/setting.h"
#include "writer/sys.h"

#define PREFIX "FXTRACE_"
#define NAME PREFIX "CONFIG"
#define PREFIX_BYTES (sizeof(PREFIX) - 1)
#define PLACE_BYTES (4096u + 96)

/* Mapped if a file is named, and never unmapped. */
struct space {
	char text[FXW_SETTINGS_MAX_BYTES + 1];
	/* FXTRACE_KEY=VALUE: each is longer than its line, by the prefix */
	char variables[FXW_SETTINGS_MAX_BYTES + 16 * FXW_SETTINGS_MAX];
	char path[4096];
	char place[PLACE_BYTES];
	char *variable[FXW_SETTINGS_MAX];
	unsigned line[FXW_SETTINGS_MAX];
	unsigned n;
};

static struct space *space;

static __attribute__((noinline)) char *append_text(char *to, const char *text)
{
	while ((*to = *text++))
		to++;
	return to;
}

static char *append_number(char *to, unsigned n)
{
	unsigned unit = 1;

	while (n / unit >= 10)
		unit *= 10;
	for (; unit; unit /= 10)
		*to++ = (char)('0' + n / unit % 10);
	*to = 0;
	return to;
}

static const char *place_of(unsigned line)
{
	char *to = append_text(space->place, space->path);

	*to++ = ':';
	(void)append_number(to, line);
	return space->place;
}

static const char *reason_of(long error)
{
	switch (-error) {
	case ENOENT:
	case ENOTDIR:
		return "no such file (set FXTRACE_CONFIG)";
	case EACCES:
	case EPERM:
		return "no permission to read it (set FXTRACE_CONFIG)";
	default:
		return "cannot be read (set FXTRACE_CONFIG)";
	}
}

/* Reads all of the file, and one byte more if it is too long. Returns the bytes
 * read, or -errno. */
static long read_text(int fd)
{
	size_t n = 0;

	while (n < sizeof(space->text)) {
		long got = sys_pread64(fd, space->text + n,
				       sizeof(space->text) - n, (int64_t)n);

		if (got == -EINTR)
			continue;
		if (got < 0)
			return got;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	return (long)n;
}

/* Returns NULL, or why the file's text cannot be read. */
static const char *read_file(void)
{
	/* a pipe must not block the program */
	int fd = sys_openat(AT_FDCWD, space->path,
			    O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
	struct sys_stat st;
	long n;

	if (fd < 0)
		return reason_of(fd);
	n = sys_fstat(fd, &st);
	if (n == 0)
		n = (st.mode & S_IFMT) == S_IFREG ? read_text(fd) : -EINVAL;
	(void)sys_close(fd);
	if (n < 0)
		return reason_of(n);
	if ((size_t)n == sizeof(space->text))
		return "expected at most 64 KiB";
	space->text[n] = 0;
	return fxw_length(space->text) == (size_t)n ? NULL
						    : FXW_SETTINGS_NO_TEXT;
}

/* Whether the variable has that name. */
static bool is_named(const char *variable, const char *name, size_t n)
{
	return fxw_length_max(variable, n + 1) > n && variable[n] == '=' &&
	       fxw_equal(variable, name, n);
}

static bool is_among(const char *variable, char *const *list, unsigned n_list)
{
	size_t n = 0;

	while (variable[n] != '=')
		n++;
	for (unsigned i = 0; i < n_list; i++)
		if (is_named(list[i], variable, n))
			return true;
	return false;
}

/* Adds a setting as a variable at `to`. Returns NULL or what is wrong. */
static const char *add_setting(const struct fxw_setting *setting, unsigned line,
			       char **to)
{
	char *variable = *to;

	if (!fxp_config_is_name(setting->key))
		return FXW_SETTINGS_NO_KEY;
	*to = append_text(append_text(*to, PREFIX), setting->key);
	*(*to)++ = '=';
	*to = append_text(*to, setting->value) + 1;
	if (space->n == FXW_SETTINGS_MAX ||
	    is_among(variable, space->variable, space->n))
		return FXW_SETTINGS_TWICE;
	space->variable[space->n] = variable;
	space->line[space->n++] = line;
	return NULL;
}

static const char *parse_file(const char **what)
{
	struct fxw_settings settings = {.next = space->text};
	struct fxw_setting setting;
	char *to = space->variables;

	while (fxw_settings_next(&settings, &setting)) {
		settings.wrong = add_setting(&setting, settings.line, &to);
		if (settings.wrong)
			break;
	}
	if (settings.wrong)
		*what = place_of(settings.line);
	return settings.wrong;
}

static const char *load_file(const char *path, const char **what)
{
	size_t n = fxw_length(path) + 1;
	struct space *memory;
	const char *why;

	*what = NAME;
	if (n > sizeof(memory->path))
		return "the name is too long";
	memory = sys_mmap(NULL, sizeof(*memory), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!sys_mapped(memory))
		return "no memory";
	space = memory;
	fxw_copy(space->path, path, n);
	*what = space->path;
	why = read_file();
	return why ? why : parse_file(what);
}

/* A copy of envp without the file's name, followed by its settings. */
static char **complete_environment(char *const *envp)
{
	size_t n = 0, n_given = 0;
	char **copy;

	while (envp[n])
		n++;
	copy = sys_mmap(NULL, (n + space->n + 1) * sizeof(*copy),
			PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			0);
	if (!sys_mapped(copy))
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (!is_named(envp[i], NAME, sizeof(NAME) - 1))
			copy[n_given++] = envp[i];
	n = n_given;
	for (unsigned i = 0; i < space->n; i++)
		if (!is_among(space->variable[i], copy, (unsigned)n_given))
			copy[n++] = space->variable[i];
	copy[n] = NULL;
	return copy;
}

char *const *fxp_settings_read(char *const *envp, const char **what,
			       const char **why)
{
	const char *path = fxp_config_value(envp, NAME);
	char *const *copy;

	if (!path)
		return envp;
	*why = space ? NULL : load_file(path, what);
	if (*why)
		return NULL;
	copy = complete_environment(envp);
	*what = NAME;
	*why = "no memory";
	return copy;
}

const char *fxp_settings_place(const char *name, char *const *envp)
{
	size_t n = fxw_length(name);
	char *to;

	for (; envp && *envp; envp++)
		if (is_named(*envp, name, n))
			break;
	for (unsigned i = 0; space && envp && *envp && i < space->n; i++) {
		if (space->variable[i] != *envp)
			continue;
		(void)place_of(space->line[i]);
		to = append_text(space->place + fxw_length(space->place), ": ");
		(void)append_text(to, name);
		return space->place;
	}
	return name;
}

void fxp_settings_export(char ***environment)
{
	char **copy;

	if (!space || !*environment)
		return;
	copy = complete_environment(*environment);
	if (copy)
		*environment = copy;
}
