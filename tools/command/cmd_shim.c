/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace shim`: makes the recorder of any library, from the library's
 * debugging information or from a list of prototypes.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/elf/library.h"
#include "tools/select/list.h"
#include "tools/base/replace.h"
#include "tools/shim/build.h"

static struct {
	const char *api, *debug, *calls, *output, *keep;
	struct option_list folders;
	bool is_quiet;
} chosen;

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the shim"), .value = &chosen.output,
	 .fallback = "libfxtrace-NAME.so"},
	{.name = "api",
	 .letter = 'a',
	 .kind = OPTION_STRING,
	 .value = &chosen.api,
	 .arg = "FILE",
	 .help = "prototypes and types as C declares them, or a header of the "
		 "library; or a description in the language of API.md"},
	{.name = "debug",
	 .letter = 'g',
	 .kind = OPTION_STRING,
	 .value = &chosen.debug,
	 .arg = "FILE",
	 .help = "the library's debugging information, if it is neither in the "
		 "library nor below /usr/lib/debug"},
	{ROW_CALLS("wrap only these: comma list of function globs, - excludes",
		   list_check),
	 .value = &chosen.calls, .fallback = "all"},
	{.name = "include",
	 .letter = 'I',
	 .kind = OPTION_LIST,
	 .value = &chosen.folders,
	 .arg = "DIR",
	 .help = "a folder of headers that the --api FILE includes"},
	{.name = "keep",
	 .kind = OPTION_STRING,
	 .value = &chosen.keep,
	 .arg = "DIR",
	 .help = "leave the C source and the description of the shim in this "
		 "folder"},
	{ROW_QUIET("do not say what was wrapped and what was not"),
	 .value = &chosen.is_quiet},
	{0},
};

/* Copies the compiled shim to its place. */
static void put_output(const char *from, const char *to)
{
	static struct replace replace;
	char error[512], piece[65536];
	FILE *in = fopen(from, "re");
	size_t n;

	if (!in)
		die("%s: %s", from, strerror(errno));
	if (!replace_begin(&replace, to, fileno(in), error, sizeof(error)))
		die("%s", error);
	/* a program of another user also loads it */
	if (!replace.is_in_place)
		(void)fchmod(fileno(replace.out), 0755);
	while ((n = fread(piece, 1, sizeof(piece), in)))
		fwrite(piece, 1, n, replace.out);
	if (ferror(in))
		die("%s: %s", from, strerror(EIO));
	fclose(in);
	if (!replace_end(&replace, true, error, sizeof(error)))
		die("%s", error);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct fxg_arena arena = {0};
	struct shim_build build = {.arena = &arena,
				   .api = chosen.api,
				   .debug = chosen.debug,
				   .calls = chosen.calls,
				   .keep = chosen.keep,
				   .folders = chosen.folders.items,
				   .n_folders = chosen.folders.n};

	if (argc != 1)
		usage(cmd,
		      argc ? "one library at a time, not also '%s'"
			   : "the library is missing",
		      argc ? argv[1] : "");
	if (chosen.api && chosen.debug)
		usage(cmd, "--api and --debug: one of both says what the "
			   "functions are");
	replace_guard();
	shim_build(&build, argv[0]);
	if (!chosen.output)
		chosen.output = fxg_format(&arena, "libfxtrace-%s.so",
					   build.library.stem);
	put_output(build.made, chosen.output);
	if (!chosen.is_quiet)
		shim_build_report(&build, chosen.output);
	shim_library_close(&build.library);
	fxg_free(&arena);
	return EXIT_SUCCESS;
}

const struct cmd cmd_shim = {
	.name = "shim",
	.synopsis = "[options] LIB.so",
	.purpose = "make the recorder of a library of your own",
	.description =
		"Makes a shim: a library that is loaded behind the recorder "
		"and records the calls of LIB.so's functions into the same "
		"archive, with their arguments by name and type. It is "
		"compiled here: that needs a C compiler ($CC, or cc; on Debian "
		"gcc and libc6-dev).\n"
		"\n"
		"  fxtrace shim ./libfoo.so -o libfxtrace-foo.so\n"
		"  fxtrace record --shim ./libfxtrace-foo.so PROGRAM\n"
		"  fxtrace shim libz.so.1\n"
		"  fxtrace shim libbar.so --api bar.h\n"
		"\n"
		"What the functions are is read from the --api FILE, else from "
		"debugging information (of the library itself, of --debug "
		"FILE, or of the file below /usr/lib/debug that its build id "
		"or .gnu_debuglink names), else from a list of prototypes that "
		"fxtrace has of the library: of libz, libpng16, libsqlite3, "
		"libSDL2, libcurl and libuv.\n"
		"\n"
		"The --api FILE is plain C, pasted from a header or a man "
		"page, or that header itself. Indented lines below a prototype "
		"may say what C does not:\n"
		"\n"
		"  int deflate(z_stream *strm, enum z_flush flush);\n"
		"  int uncompress(Bytef *dest, uLongf *destLen,\n"
		"                 const Bytef *source, uLong sourceLen);\n"
		"          source: in bytes count sourceLen\n"
		"          dest: out bytes count *destLen\n"
		"\n"
		"Without them, const char * is a string, const T * is read "
		"before the call, any other T * before and after it, if it "
		"points to memory. void *, buffers of bytes, and structs that "
		"are not declared are addresses. Enums are recorded by name, "
		"those of bits as flags. A function with '...' is one event "
		"without result.\n"
		"\n"
		"A function is left out, and reported, if its prototype is not "
		"known for certain, if it takes or returns by value what C "
		"cannot (128-bit integers, vectors, unions), or if fxtrace "
		"records it anyway. Calls inside the library that do not go "
		"through its symbols (-Bsymbolic, protected or hidden ones) "
		"are not recorded, nor are calls of addresses that dlsym "
		"returned.\n"
		"\n"
		"Functions of C++ are called by their demangled names; an "
		"overloaded one has its parameters there, too.",
	.options = options,
	.run = run,
};
