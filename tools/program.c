/* SPDX-License-Identifier: MIT */
/*
 * Looks at a program before it is traced. The dynamic linker ignores
 * LD_PRELOAD without a word where it does not apply, so what this file finds
 * is the only explanation that a user gets.
 */
#include "tools/program.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
#error "add this machine's EM_ number"
#endif

enum { MAX_SCRIPT_DEPTH = 4, MAX_PROGRAM_HEADERS = 256 };

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(path, X_OK) == 0;
}

bool program_find(const char *name, char *path, size_t path_bytes)
{
	const char *folders = getenv("PATH");

	if (strchr(name, '/')) {
		snprintf(path, path_bytes, "%s", name);
		return access(path, F_OK) == 0;
	}
	if (!folders)
		folders = "/bin:/usr/bin"; /* what execvp takes */
	for (;;) {
		int n = (int)strcspn(folders, ":");

		snprintf(path, path_bytes, "%.*s%s%s", n, folders, n ? "/" : "",
			 name);
		if (is_program(path))
			return true;
		if (!folders[n])
			return false;
		folders += n + 1;
	}
}

/* The dynamic linker runs programs itself, and honours LD_PRELOAD. */
static bool is_linker(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	return strncmp(name, "ld-linux", 8) == 0 || strcmp(name, "ld.so") == 0;
}

static const char *judge_interpreter(int fd, const Elf64_Phdr *header)
{
	char name[256] = "";

	if (header->p_filesz >= sizeof(name) ||
	    pread(fd, name, header->p_filesz, (off_t)header->p_offset) < 0)
		return NULL;
	name[header->p_filesz] = '\0';
	if (strstr(name, "ld-musl"))
		return "is linked to musl: this recorder is made for glibc";
	return NULL;
}

static const char *judge_elf(int fd, const Elf64_Ehdr *elf, const char *path)
{
	Elf64_Phdr header;

	if (elf->e_ident[EI_CLASS] != ELFCLASS64)
		return "is a 32-bit program: this recorder is made for 64 bits";
	if (elf->e_machine != OWN_MACHINE)
		return "is made for another kind of processor";
	if (elf->e_phentsize != sizeof(header) ||
	    elf->e_phnum > MAX_PROGRAM_HEADERS)
		return NULL; /* the kernel will judge */
	for (unsigned i = 0; i < elf->e_phnum; i++) {
		off_t off = (off_t)(elf->e_phoff + i * sizeof(header));

		if (pread(fd, &header, sizeof(header), off) != sizeof(header))
			return NULL;
		if (header.p_type == PT_INTERP)
			return judge_interpreter(fd, &header);
	}
	if (is_linker(path))
		return NULL;
	return "is statically linked: LD_PRELOAD does not reach it";
}

/* The kernel raises its rights at exec: the dynamic linker then drops
 * LD_PRELOAD, and the recorder would keep still. */
static bool is_privileged(int fd)
{
	char capabilities[64];
	struct stat st;

	if (fstat(fd, &st))
		return false;
	if ((st.st_mode & S_ISUID) && st.st_uid != geteuid())
		return true;
	if ((st.st_mode & S_ISGID) && (st.st_mode & S_IXGRP) &&
	    st.st_gid != getegid())
		return true;
	return geteuid() != 0 &&
	       fgetxattr(fd, "security.capability", capabilities,
			 sizeof(capabilities)) > 0;
}

/* "#! /bin/sh -e" to "/bin/sh" in place; NULL if there is none. */
static const char *script_interpreter(char *line)
{
	char *name = line + 2;

	name += strspn(name, " \t");
	name[strcspn(name, " \t\r\n")] = '\0';
	return *name ? name : NULL;
}

static const char *judge(const char *path, unsigned depth)
{
	union {
		Elf64_Ehdr elf;
		char line[PATH_MAX];
	} head = {.line = ""};
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const char *why = NULL;
	const char *next = NULL;

	if (fd < 0)
		return NULL; /* perhaps executable without being readable */
	if (pread(fd, head.line, sizeof(head.line) - 1, 0) < 2)
		goto out;
	if (memcmp(head.line, "#!", 2) == 0)
		next = script_interpreter(head.line);
	else if (memcmp(head.line, ELFMAG, SELFMAG) != 0)
		goto out;
	else if (is_privileged(fd))
		why = "runs with raised rights (set-user-ID, set-group-ID or "
		      "file capabilities): LD_PRELOAD does not reach it";
	else
		why = judge_elf(fd, &head.elf, path);
out:
	close(fd);
	if (next && depth < MAX_SCRIPT_DEPTH)
		return judge(next, depth + 1);
	return why;
}

const char *program_obstacle(const char *path)
{
	return judge(path, 0);
}
