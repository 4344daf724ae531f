/* SPDX-License-Identifier: MIT */
/*
 * Finds the parts of fxtrace: around this executable's folder (a build folder),
 * in the prefix around it, or where `make install` puts them. The executable is
 * that of bin/ or the one with all commands, in tools/ next to the library.
 */
#include "tools/elf/library.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/option.h"
#include "tools/base/die.h"
#include "tools/elf/private.h"

/* Where `make install` puts the library, and the way from there to the prefix:
 * scripts/install.mk sets them. */
#ifndef FXT_PREFIX
#define FXT_PREFIX "/usr/local"
#define FXT_LIB "lib"
#define FXT_UP "../.."
#endif

#define SEPARATORS " :" /* of LD_PRELOAD; there is no way to quote them */

/* The folder of this executable, with a slash at the end. */
static void own_folder(char *folder, size_t folder_bytes)
{
	ssize_t n = readlink("/proc/self/exe", folder, folder_bytes - 1);
	const char *given = (const char *)getauxval(AT_EXECFN);
	char path[PATH_MAX];
	char *slash;

	if (n >= 0)
		folder[n] = '\0';
	else if (given && realpath(given, path)) /* there is no /proc */
		snprintf(folder, folder_bytes, "%s", path);
	else
		die("/proc/self/exe: %s", strerror(errno));
	slash = strrchr(folder, '/');
	if (slash)
		slash[1] = '\0';
}

/* The first of the places, ended by NULL, that has `name`. */
static bool find(const char *const *places, const char *name, char *path)
{
	char folder[PATH_MAX], place[2 * PATH_MAX + 64];

	own_folder(folder, sizeof(folder));
	for (size_t i = 0; places[i]; i++) {
		snprintf(place, sizeof(place), "%s%s%s",
			 places[i][0] == '/' ? "" : folder, places[i], name);
		if (access(place, R_OK) == 0 && realpath(place, path))
			return true;
	}
	return false;
}

static void find_recorder(char *path)
{
	static const char *const places[] = {
		"",    "../" FXT_LIB "/fxtrace/",	   "../" FXT_LIB "/",
		"../", FXT_PREFIX "/" FXT_LIB "/fxtrace/", NULL,
	};
	char folder[PATH_MAX];

	if (find(places, "libfxtrace.so", path))
		return;
	own_folder(folder, sizeof(folder));
	die("libfxtrace.so is neither near %s nor in " FXT_PREFIX "/" FXT_LIB
	    "/fxtrace: install fxtrace again",
	    folder);
}

void library_find(char *path, size_t path_bytes)
{
	char found[PATH_MAX];

	find_recorder(found);
	snprintf(path, path_bytes, "%s", found);
}

void library_commands(char *path, size_t path_bytes)
{
	static const char *const places[] = {
		"tools/",
		"../" FXT_LIB "/fxtrace/tools/",
		FXT_PREFIX "/" FXT_LIB "/fxtrace/tools/",
		NULL,
	};
	char found[PATH_MAX];

	if (!find(places, "fxtrace", found))
		die("the executable of this command, " FXT_LIB
		    "/fxtrace/tools/fxtrace, is missing: install fxtrace "
		    "again");
	snprintf(path, path_bytes, "%s", found);
}

bool library_is_command(const char *path)
{
	static const char *const places[] = {
		"", "../", "../" FXT_UP "/bin/", FXT_PREFIX "/bin/", NULL,
	};
	struct stat own, st;
	char command[PATH_MAX];

	if (stat(path, &st))
		return false;
	if (stat("/proc/self/exe", &own) == 0 && own.st_dev == st.st_dev &&
	    own.st_ino == st.st_ino)
		return true;
	return find(places, "fxtrace", command) && stat(command, &own) == 0 &&
	       own.st_dev == st.st_dev && own.st_ino == st.st_ino;
}

bool library_share(const char *name, char *path, size_t path_bytes)
{
	static const char *const places[] = {
		"share/fxtrace/",
		"../share/fxtrace/",
		"../" FXT_UP "/share/fxtrace/",
		FXT_PREFIX "/share/fxtrace/",
		NULL,
	};
	char found[PATH_MAX];

	if (!find(places, name, found))
		return false;
	snprintf(path, path_bytes, "%s", found);
	return true;
}

/* A shim imports the recorder's single entry point. */
static bool imports_register(Elf *elf, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr header;
	GElf_Sym symbol;

	if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNSYM)
		return false;
	for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name =
			elf_strptr(elf, header.sh_link, symbol.st_name);

		if (name && strcmp(name, "fxtrace_register") == 0)
			return symbol.st_shndx == SHN_UNDEF;
	}
	return false;
}

bool library_is_shim(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf_Scn *section = NULL;
	bool is_shim = false;
	Elf *elf;

	if (fd < 0)
		return false;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	while (elf && !is_shim && (section = elf_nextscn(elf, section)))
		is_shim = imports_register(elf, section);
	elf_end(elf);
	close(fd);
	return is_shim;
}

/* Appends the entries of `old` that are not among the first n. */
static void append_others(char *value, char *const *paths, size_t n_paths,
			  const char *old)
{
	while (*(old += strspn(old, SEPARATORS))) {
		size_t n = strcspn(old, SEPARATORS), i = 0;

		while (i < n_paths &&
		       (n != strlen(paths[i]) || memcmp(old, paths[i], n) != 0))
			i++;
		if (i == n_paths) {
			strcat(value, ":");
			strncat(value, old, n);
		}
		old += n;
	}
}

static void make_plain(char *path)
{
	if (!private_is_plain(path))
		private_link(path, PATH_MAX);
}

static void find_shim(const char *name, char *path)
{
	if (!realpath(name, path))
		die("%s: %s", name, strerror(errno));
	if (!library_is_shim(path))
		die("%s: no shim: `fxtrace shim LIB.so` makes them", name);
	make_plain(path);
}

void library_preload(const struct option_list *shims)
{
	static char files[1 + OPTION_LIST_MAX][PATH_MAX];
	char *paths[1 + OPTION_LIST_MAX];
	const char *old = getenv("LD_PRELOAD");
	size_t n = 1 + shims->n;
	char *value;

	value = calloc(n * PATH_MAX + (old ? strlen(old) : 0) + 2, 1);
	if (!value)
		die("out of memory");
	find_recorder(files[0]);
	make_plain(files[0]);
	for (size_t i = 0; i < n; i++) {
		if (i)
			find_shim(shims->items[i - 1], files[i]);
		paths[i] = files[i];
		strcat(value, i ? ":" : "");
		strcat(value, paths[i]);
	}
	append_others(value, paths, n, old ? old : "");
	if (setenv("LD_PRELOAD", value, 1))
		die("LD_PRELOAD: %s", strerror(errno));
	free(value);
}

void library_suppress(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash ? slash + 1 : program;
	const char *old = getenv("VALGRIND_OPTS");
	char path[PATH_MAX], *value;

	/* there is no way to quote a space */
	if (strncmp(name, "valgrind", strlen("valgrind")) != 0 ||
	    !library_share("valgrind.supp", path, sizeof(path)) ||
	    strpbrk(path, " \t\"'"))
		return;
	if (asprintf(&value, "%s%s--suppressions=%s", old ? old : "",
		     old ? " " : "", path) < 0)
		die("out of memory");
	if (setenv("VALGRIND_OPTS", value, 1))
		die("VALGRIND_OPTS: %s", strerror(errno));
	free(value);
}
