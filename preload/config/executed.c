/* SPDX-License-Identifier: MIT */
/*
 * What an exec would run, see executed.h. `fxtrace doctor` decides in the same
 * way before a program is started (tools/elf/program.c).
 */
#include "preload/config/executed.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "preload/arch/names.h"
#include "preload/symbol/peek.h"
#include "writer/bytes.h"
#include "writer/sys.h"

#define PAGE_BYTES 4096u
/* As much of a script's first line as the kernel reads. */
#define SCRIPT_BYTES 256
/* The kernel's own limit. */
#define MAX_SCRIPT_DEPTH 5u
/* Further program headers are not looked at. */
#define MAX_HEADERS 64u
#define MAY_EXECUTE 1
/* A folder of PATH with a name behind it: what does not fit is passed over. */
#define DEFAULT_SEARCH "/bin:/usr/bin"
#define FD_FOLDER "/proc/self/fd/"

/* Appends as much of the text as fits; returns the new length. */
static size_t append(char *to, size_t at, const char *text, size_t n)
{
	if (n > FXP_FILE_BYTES - 1 - at)
		n = FXP_FILE_BYTES - 1 - at;
	fxw_copy(to + at, text, n);
	to[at + n] = 0;
	return at + n;
}

/* Copies the program's text; false: there is no memory, or it is too long. */
static bool copy_name(char *to, const char *name)
{
	for (size_t i = 0; i < FXP_FILE_BYTES; i++) {
		if ((i == 0 || !((uintptr_t)(name + i) % PAGE_BYTES)) &&
		    !fxp_peek_page(name + i))
			return false;
		to[i] = name[i];
		if (!name[i])
			return true;
	}
	return false;
}

static void put_fd_path(char *to, int fd)
{
	char digits[12];
	size_t n = sizeof(digits);
	unsigned rest = (unsigned)fd;

	do {
		digits[--n] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	(void)append(to, append(to, 0, FD_FOLDER, sizeof(FD_FOLDER) - 1),
		     digits + n, sizeof(digits) - n);
}

static __attribute__((noinline)) bool is_program(int folder, const char *path)
{
	struct sys_stat st;

	return sys_fstatat(folder, path, &st, 0) == 0 && S_ISREG(st.mode) &&
	       sys_faccessat(folder, path, MAY_EXECUTE) == 0;
}

static bool has_slash(const char *text)
{
	while (*text && *text != '/')
		text++;
	return *text != 0;
}

/* Finds file->found in a folder of PATH; the result is in file->path. */
static bool search(struct fxp_executed *file)
{
	const char *folders = file->search ? file->search : DEFAULT_SEARCH;
	size_t n_name = fxw_length(file->found);

	for (;; folders++) {
		size_t n = 0, at;

		while (folders[n] && folders[n] != ':')
			n++;
		at = append(file->path, 0, folders, n);
		if (n)
			at = append(file->path, at, "/", 1);
		(void)append(file->path, at, file->found, n_name);
		if (is_program(AT_FDCWD, file->path))
			return true;
		folders += n;
		if (!*folders)
			return false;
	}
}

/* Puts what the function names into file->path. */
static bool find(struct fxp_executed *file)
{
	if (file->naming == FXP_BY_FD) {
		put_fd_path(file->path, file->folder);
		file->folder = AT_FDCWD;
		return true;
	}
	if (file->naming == FXP_BY_PATH)
		return copy_name(file->path, file->name);
	if (!copy_name(file->found, file->name) || !file->found[0])
		return false;
	if (!has_slash(file->found))
		return search(file);
	(void)append(file->path, 0, file->found, fxw_length(file->found));
	return true;
}

/* Whether the file gives rights that this process does not have. */
static bool gives_rights(int fd, const struct sys_stat *st)
{
	char capabilities[64];

	if ((st->mode & S_ISUID) && st->uid != sys_geteuid())
		return true;
	if ((st->mode & S_ISGID) && (st->mode & S_IXGRP) &&
	    st->gid != sys_getegid())
		return true;
	return sys_geteuid() != 0 &&
	       !sys_failed(sys_fgetxattr(fd, "security.capability",
					 capabilities, sizeof(capabilities)));
}

/* The kernel raises its rights at exec: then the dynamic linker drops
 * LD_PRELOAD. */
static __attribute__((noinline)) bool is_raised(int fd,
						const struct sys_stat *st)
{
	struct sys_statfs fs;

	return gives_rights(fd, st) &&
	       sys_prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 &&
	       (sys_fstatfs(fd, &fs) != 0 || !(fs.flags & ST_NOSUID));
}

/* Whether the file is a dynamic linker, which has no other and heeds
 * LD_PRELOAD: ld-linux-x86-64.so.2, ld-2.31.so, musl's libc.so. */
static bool is_linker(const char *path)
{
	const char *name = path;

	for (; *path; path++)
		if (*path == '/')
			name = path + 1;
	for (; *name; name++)
		if (fxw_length_max(name, 3) == 3 && fxw_equal(name, ".so", 3))
			return true;
	return false;
}

/* Program header i, of the file's first bytes or of what is behind them. */
static bool read_header(const struct fxp_executed *file, int fd, size_t n_head,
			uint64_t off, Elf64_Phdr *header)
{
	if (off <= n_head && n_head - off >= sizeof(*header)) {
		fxw_copy(header, file->head + off, sizeof(*header));
		return true;
	}
	return sys_pread64(fd, header, sizeof(*header), (int64_t)off) ==
	       (long)sizeof(*header);
}

/* Whether it names a dynamic linker; true if that is not known. */
static bool has_linker(const struct fxp_executed *file, int fd, size_t n_head,
		       const Elf64_Ehdr *elf)
{
	Elf64_Phdr header;

	if (elf->e_phentsize != sizeof(header))
		return true;
	for (unsigned i = 0; i < elf->e_phnum && i < MAX_HEADERS; i++)
		if (!read_header(file, fd, n_head,
				 elf->e_phoff + i * sizeof(header), &header) ||
		    header.p_type == PT_INTERP)
			return true;
	return false;
}

static __attribute__((noinline)) enum fxp_bar look_at_elf(
	const struct fxp_executed *file, int fd, size_t n_head)
{
	Elf64_Ehdr elf;

	fxw_copy(&elf, file->head, sizeof(elf));
	if (elf.e_ident[EI_CLASS] == ELFCLASS32)
		return FXP_BAR_BITS;
	if (elf.e_ident[EI_CLASS] != ELFCLASS64 ||
	    elf.e_ident[EI_DATA] != ELFDATA2LSB ||
	    elf.e_machine != FXP_ELF_MACHINE)
		return FXP_BAR_MACHINE;
	return has_linker(file, fd, n_head, &elf) ? FXP_BAR_NONE
						  : FXP_BAR_STATIC;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* "#! INTERPRETER": puts that into file->path. */
static bool read_script(struct fxp_executed *file, size_t n)
{
	size_t begin = 2, end;

	while (begin < n && is_blank(file->head[begin]))
		begin++;
	for (end = begin; end < n && file->head[end] && file->head[end] != '\n';
	     end++)
		if (is_blank(file->head[end]))
			break;
	(void)append(file->path, 0, file->head + begin, end - begin);
	return end > begin;
}

/* Sets *is_script: file->path is the interpreter then. */
static enum fxp_bar look_into(struct fxp_executed *file, int fd,
			      bool *is_script)
{
	long n = sys_pread64(fd, file->head, sizeof(file->head), 0);

	*is_script =
		n > 2 && fxw_equal(file->head, "#!", 2) &&
		read_script(file, n < SCRIPT_BYTES ? (size_t)n : SCRIPT_BYTES);
	if (*is_script)
		return FXP_BAR_NONE;
	if (is_raised(fd, &file->st))
		return FXP_BAR_RIGHTS;
	if (n < (long)sizeof(Elf64_Ehdr) ||
	    !fxw_equal(file->head, ELFMAG, SELFMAG))
		return FXP_BAR_NONE;
	return look_at_elf(file, fd, (size_t)n);
}

static void name_file(struct fxp_executed *file, int fd)
{
	char link[sizeof(FD_FOLDER) + 12];
	long n;

	(void)append(file->found, 0, file->path, fxw_length(file->path));
	put_fd_path(link, fd);
	n = sys_readlinkat(AT_FDCWD, link, file->path, FXP_FILE_BYTES - 1);
	if (n > 0)
		(void)append(file->found, 0, file->path, (size_t)n);
}

/* A device or a pipe would not be executed, and may do things when opened. */
static int open_program(struct fxp_executed *file)
{
	int fd;

	if (sys_fstatat(file->folder, file->path, &file->st, 0) != 0 ||
	    !S_ISREG(file->st.mode))
		return -1;
	fd = sys_openat(file->folder, file->path,
			O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
	if (fd >= 0)
		return fd;
	/* it may be executed, but not read */
	return sys_openat(file->folder, file->path, O_PATH | O_CLOEXEC, 0);
}

/* Few files get here. */
static enum fxp_bar settle(struct fxp_executed *file, int fd, enum fxp_bar bar)
{
	if (bar == FXP_BAR_NONE || !is_program(file->folder, file->path))
		return FXP_BAR_NONE;
	name_file(file, fd);
	return bar == FXP_BAR_STATIC && is_linker(file->found) ? FXP_BAR_NONE
							       : bar;
}

enum fxp_bar fxp_executed_look(struct fxp_executed *file)
{
	enum fxp_bar bar = FXP_BAR_NONE;
	bool is_script = find(file);

	for (unsigned i = 0; i < MAX_SCRIPT_DEPTH && is_script; i++) {
		int fd = open_program(file);

		if (fd < 0)
			return FXP_BAR_NONE;
		bar = settle(file, fd, look_into(file, fd, &is_script));
		file->folder = AT_FDCWD;
		(void)sys_close(fd);
	}
	return bar;
}
