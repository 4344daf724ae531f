/* SPDX-License-Identifier: MIT */
/*
 * Examines a program before it is traced. Where LD_PRELOAD does not apply, the
 * dynamic linker ignores it silently. So the findings of this file are the only
 * explanation that a user gets.
 */
#include "tools/elf/program.h"

#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tools/elf/arch.h"
#include "tools/elf/image.h"

/* The kernel's own limit. */
enum { MAX_SCRIPT_DEPTH = 4 };

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
		folders = "/bin:/usr/bin"; /* execvp's default */
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

void program_add(struct program_report *report, enum program_weight weight,
		 const char *advice, const char *format, ...)
{
	struct program_finding *finding = &report->findings[report->n];
	va_list args;

	if (report->n == PROGRAM_MAX_FINDINGS)
		return;
	report->n++;
	finding->weight = weight;
	finding->advice = advice;
	va_start(args, format);
	vsnprintf(finding->text, sizeof(finding->text), format, args);
	va_end(args);
}

const char *program_obstacle(const struct program_report *report)
{
	for (size_t i = 0; i < report->n; i++)
		if (report->findings[i].weight == PROGRAM_OBSTACLE)
			return report->findings[i].text;
	return NULL;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool begins(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The dynamic linker runs programs itself, and honours LD_PRELOAD. */
static bool is_linker(const char *path)
{
	return begins(base_name(path), "ld-linux") ||
	       strcmp(base_name(path), "ld.so") == 0;
}

/* Whether the kernel heeds the file's set-user-ID bit and capabilities. */
static bool may_raise(const char *path)
{
	struct statvfs fs;

	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) <= 0 &&
	       (statvfs(path, &fs) || !(fs.f_flag & ST_NOSUID));
}

/* The kernel raises its rights at exec. Then the dynamic linker drops
 * LD_PRELOAD, and the recorder would do nothing. */
static const char *raised_by(const char *path)
{
	char capabilities[64];
	struct stat st;

	if (stat(path, &st) || !may_raise(path))
		return NULL;
	if ((st.st_mode & S_ISUID) && st.st_uid != geteuid())
		return "set-user-ID";
	if ((st.st_mode & S_ISGID) && (st.st_mode & S_IXGRP) &&
	    st.st_gid != getegid())
		return "set-group-ID";
	if (geteuid() != 0 && getxattr(path, "security.capability",
				       capabilities, sizeof(capabilities)) > 0)
		return "file capabilities";
	return NULL;
}

/* A program under examination. */
struct examined {
	struct program_report *report;
	const char *path;
	const char *via; /* "is a script of " and its interpreters, or "" */
	const struct image *image;
};

#define OBSTACLE(examined, advice, format, ...)                                \
	program_add((examined)->report, PROGRAM_OBSTACLE, advice, "%s" format, \
		    (examined)->via, ##__VA_ARGS__)

static bool check_machine(const struct examined *examined)
{
	const struct image *image = examined->image;

	examined->report->is_foreign = true;
	if (image->class == ELFCLASS32)
		OBSTACLE(examined, "build it for 64 bits",
			 "is a 32-bit program: this recorder is made for 64 "
			 "bits");
	else if (image->class != ELFCLASS64 || image->encoding != ELFDATA2LSB ||
		 image->machine != ARCH_MACHINE)
		OBSTACLE(examined, "record it on such a machine",
			 "is made for another kind of processor");
	else if (image->type != ET_EXEC && image->type != ET_DYN)
		OBSTACLE(examined, NULL, "is an object file, and no program");
	else
		return !(examined->report->is_foreign = false);
	return false;
}

static void check_static(const struct examined *examined)
{
	if (examined->image->is_go)
		OBSTACLE(examined,
			 "programs of Go make system calls themselves: strace "
			 "shows them",
			 "is statically linked, by Go: LD_PRELOAD does not "
			 "reach it");
	else
		OBSTACLE(examined,
			 "link it dynamically; strace shows its system calls",
			 "is statically linked: LD_PRELOAD does not reach it");
}

static bool is_of_musl(const struct image *image)
{
	return begins(base_name(image->interpreter), "ld-musl") ||
	       image_needs(image, "libc.musl");
}

static void examine_linker(const struct examined *examined)
{
	const struct image *image = examined->image;
	const char *linker = image->interpreter;

	if (access(linker, X_OK))
		OBSTACLE(examined, "install what it was linked with",
			 "needs the dynamic linker %s: %s", linker,
			 strerror(errno));
	else if (is_of_musl(image))
		program_add(examined->report, PROGRAM_NOTE, NULL,
			    "%sis linked to musl: structs that have other "
			    "members there than with glibc are recorded as "
			    "bytes",
			    examined->via);
	else if (!begins(base_name(linker), ARCH_LINKER_NAME))
		OBSTACLE(examined, "build it with glibc",
			 "is run by %s: this recorder is made for glibc",
			 linker);
}

static bool is_order_ignored(void)
{
	const char *options = getenv("ASAN_OPTIONS");

	return options && strstr(options, "verify_asan_link_order=0");
}

static void examine_sanitizer(const struct examined *examined)
{
	if (!image_needs(examined->image, "libasan.so"))
		return;
	if (is_order_ignored())
		program_add(examined->report, PROGRAM_NOTE, NULL,
			    "%sis linked to the address sanitizer: what that "
			    "reports of the recorder's own memory is no fault "
			    "of the program",
			    examined->via);
	else
		OBSTACLE(examined, "set ASAN_OPTIONS=verify_asan_link_order=0",
			 "is linked to the address sanitizer's library, which "
			 "ends it unless that is loaded first");
}

static void examine_libraries(const struct examined *examined)
{
	const struct image *image = examined->image;

	examine_sanitizer(examined);
	if (image->is_go)
		program_add(examined->report, PROGRAM_NOTE, NULL,
			    "%sis a program of Go, which makes system calls "
			    "itself: only what its C parts call is recorded",
			    examined->via);
	else if (!image_needs(image, "libc.so.6") && !is_of_musl(image) &&
		 image->n_string_bytes)
		program_add(examined->report, PROGRAM_NOTE, NULL,
			    "%sdoes not name libc.so.6 among its libraries: "
			    "only what they call is recorded",
			    examined->via);
	if (image_has_symbol(image, "dlmopen") ||
	    image_has_symbol(image, "dlopen"))
		program_add(examined->report, PROGRAM_NOTE, NULL,
			    "%sloads libraries while it runs: those that it "
			    "binds deep (RTLD_DEEPBIND) or gives a namespace "
			    "of their own (dlmopen) call libc unseen",
			    examined->via);
}

static void examine_elf(const struct examined *examined)
{
	const struct image *image = examined->image;

	if (!check_machine(examined))
		return;
	if (image->is_cut)
		OBSTACLE(examined, "copy or build it again",
			 "is damaged: its headers lead nowhere");
	else if (image->interpreter[0] == '\0' && !is_linker(examined->path))
		check_static(examined);
	else if (image->interpreter[0])
		examine_linker(examined);
	if (!program_obstacle(examined->report))
		examine_libraries(examined);
}

/* Finds the errors that the kernel will report at exec. */
static bool check_file(const struct examined *examined)
{
	struct statvfs fs;
	struct stat st;

	if (stat(examined->path, &st))
		OBSTACLE(examined, NULL, "cannot be looked at: %s",
			 strerror(errno));
	else if (!S_ISREG(st.st_mode))
		OBSTACLE(examined, NULL, "is no file that can be executed");
	else if (!statvfs(examined->path, &fs) && (fs.f_flag & ST_NOEXEC))
		OBSTACLE(examined, "copy it elsewhere",
			 "is on a file system that is mounted noexec");
	else if (access(examined->path, X_OK))
		OBSTACLE(examined, "chmod +x makes it executable",
			 "may not be executed: %s", strerror(errno));
	else
		return true;
	return false;
}

static void examine_file(struct program_report *report, const char *path,
			 const char *via, unsigned depth);

/* Examines a script's interpreter; `env NAME` is run by NAME. */
static void examine_script(const struct examined *examined, unsigned depth)
{
	const char *interpreter = examined->image->interpreter;
	const char *argument = examined->image->argument;
	char via[PATH_MAX + 512], found[PATH_MAX];

	if (depth == MAX_SCRIPT_DEPTH) {
		OBSTACLE(examined, NULL,
			 "leads from script to script: the kernel gives up");
		return;
	}
	if (access(interpreter, F_OK)) {
		OBSTACLE(examined,
			 "install it, or mend the script's first line",
			 "is a script of %s: %s", interpreter, strerror(errno));
		return;
	}
	snprintf(via, sizeof(via), "is a script of %s, which ", interpreter);
	examine_file(examined->report, interpreter, via, depth + 1);
	if (strcmp(base_name(interpreter), "env") != 0 || !*argument ||
	    *argument == '-' || argument[strcspn(argument, " \t=")])
		return;
	snprintf(via, sizeof(via), "is a script of %s, which ", argument);
	if (program_find(argument, found, sizeof(found))) {
		bool is_foreign = examined->report->is_foreign;

		examine_file(examined->report, found, via, depth + 1);
		/* env itself is recorded, and leaves the recorder out */
		examined->report->is_foreign = is_foreign;
	} else
		OBSTACLE(examined,
			 "install it, or mend the script's first line",
			 "is a script of %s, which is in no folder of PATH",
			 argument);
}

static void examine_image(const struct examined *examined, unsigned depth)
{
	const char *rights;

	switch (examined->image->kind) {
	case IMAGE_UNREADABLE:
		program_add(examined->report, PROGRAM_NOTE, NULL,
			    "%smay not be read: nothing else is known of it",
			    examined->via);
		return;
	case IMAGE_SCRIPT:
		examine_script(examined, depth);
		return;
	case IMAGE_OTHER:
		if (depth == 0)
			examine_file(examined->report, "/bin/sh",
				     "is no program that the kernel knows and "
				     "goes to "
				     "/bin/sh, which ",
				     depth + 1);
		else
			OBSTACLE(examined, NULL, "is no program");
		return;
	case IMAGE_ELF:
		break;
	}
	rights = raised_by(examined->path);
	if (rights)
		OBSTACLE(examined,
			 "record it as its owner or as root, who gain no "
			 "rights by it",
			 "runs with raised rights (%s): LD_PRELOAD does not "
			 "reach it",
			 rights);
	examine_elf(examined);
}

static void examine_file(struct program_report *report, const char *path,
			 const char *via, unsigned depth)
{
	struct image image;
	struct examined examined = {report, path, via, &image};

	if (!check_file(&examined))
		return;
	report->is_executable |= depth == 0;
	image_init(&image, path);
	examine_image(&examined, depth);
	image_fini(&image);
}

/* The dynamic linker skips, with a message on stderr, what it cannot map. */
static void check_recorder(struct program_report *report, const char *library)
{
	struct statvfs fs;

	if (access(library, R_OK))
		program_add(report, PROGRAM_OBSTACLE,
			    "install fxtrace where this user may read it",
			    "cannot load %s: %s", library, strerror(errno));
	else if (!statvfs(library, &fs) && (fs.f_flag & ST_NOEXEC))
		program_add(report, PROGRAM_OBSTACLE,
			    "install fxtrace elsewhere",
			    "cannot load %s: it is on a file system that is "
			    "mounted noexec",
			    library);
}

void program_examine(const char *name, const char *library,
		     struct program_report *report)
{
	report->n = 0;
	report->is_executable = report->is_foreign = false;
	if (program_find(name, report->path, sizeof(report->path))) {
		examine_file(report, report->path, "", 0);
	} else {
		report->path[0] = '\0';
		program_add(report, PROGRAM_OBSTACLE, NULL, "%s",
			    strchr(name, '/') ? "is not there"
					      : "is in no folder of PATH");
	}
	check_recorder(report, library);
}
