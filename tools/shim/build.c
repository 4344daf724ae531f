/* SPDX-License-Identifier: MIT */
/*
 * The steps of making a shim, see build.h: find the functions, describe them to
 * the generator, generate C, compile it.
 */
#include "tools/shim/build.h"

#include <elfutils/libdwelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/gen.h"
#include "tools/base/die.h"
#include "tools/elf/arch.h"
#include "tools/elf/library.h"
#include "tools/select/select.h"
#include "tools/shim/compile.h"
#include "tools/shim/debug.h"
#include "tools/shim/functions.h"
#include "tools/shim/generate.h"
#include "tools/shim/prototypes.h"

enum { MAX_WORDS = 128, MAX_LEVEL = 2 };

extern const struct fxg_table fxg_libc, fxg_gl;

struct work {
	struct shim_build *build;
	struct fxg_arena *arena;
	struct shim_library *library;
	const char *folder;
	struct fxg_buffer statements; /* copied from an .api file */
	struct shim_debug debug;
	struct shim_types types;
};

/* The arguments of all our compilations. */
static size_t first_words(const struct work *w, const char **words)
{
	const struct shim_build *build = w->build;
	const char *slash = build->api ? strrchr(build->api, '/') : NULL;
	size_t n = 0;

	words[n++] =
		"-w"; /* warnings of the library's headers do not concern us */
	for (size_t i = 0; i < build->n_folders; i++)
		words[n++] = fxg_format(w->arena, "-I%s", build->folders[i]);
	if (build->api)
		words[n++] = slash ? fxg_format(w->arena, "-I%.*s",
						(int)(slash - build->api) + 1,
						build->api)
				   : "-I.";
	return n;
}

static const char *in_folder(const struct work *w, const char *name)
{
	return fxg_format(w->arena, "%s/%s", w->folder, name);
}

/* Definitions of what the file declares, compiled: an object file. */
static const char *compile_prototypes(const struct work *w, const char *file,
				      const char *text)
{
	const char *words[MAX_WORDS], *made = in_folder(w, "prototypes.o");
	struct fxg_buffer c = {.arena = w->arena}, defined = c;
	const char *source = in_folder(w, "prototypes.c");
	const char *expanded = in_folder(w, "prototypes.i");
	size_t n = first_words(w, words), n_bytes, first = n;
	const char *fault;

	fxg_put(&c,
		"#include <stdarg.h>\n#include <stdbool.h>\n"
		"#include <stddef.h>\n#include <stdint.h>\n"
		"#include <stdio.h>\n#include <sys/types.h>\n"
		"#include <time.h>\n#line 1 \"%s\"\n%s\n",
		file, text);
	shim_write(source, c.bytes, c.n_bytes);
	words[n++] = "-E";
	words[n++] = source;
	words[n++] = "-o";
	words[n++] = expanded;
	words[n] = NULL;
	if (!shim_compile(w->arena, w->folder, words))
		die("%s: the C compiler does not take it", file);
	text = shim_read(w->arena, expanded, &n_bytes);
	fault = shim_prototypes_fault(w->arena, text);
	if (fault)
		die("%s", fault);
	if (!shim_prototypes_define(w->library, text, &defined))
		die("%s: no prototype of a function that %s exports", file,
		    w->library->path);
	shim_write(expanded, defined.bytes, defined.n_bytes);
	n = shim_words(w->arena,
		       "-x cpp-output -g -O0 -fno-builtin -fno-lto "
		       "-ffreestanding -c",
		       words, first, MAX_WORDS);
	words[n++] = expanded;
	words[n++] = "-o";
	words[n++] = made;
	words[n] = NULL;
	if (!shim_compile(w->arena, w->folder, words))
		die("%s: the C compiler does not take it", file);
	return made;
}

static bool is_recorded(const struct fxg_table *table, const char *name)
{
	uint32_t low = 0, high = table->n_functions;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		int order = strcmp(
			name,
			table->text +
				table->strings[table->functions[middle].name]);

		if (!order)
			return true;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

/* Templates of the standard library, which every other library has, too. */
static bool is_standard(const char *name)
{
	return strncmp(name, "_ZNSt", 5) == 0 ||
	       strncmp(name, "_ZNKSt", 6) == 0 ||
	       strncmp(name, "_ZSt", 4) == 0 ||
	       strncmp(name, "_ZN9__gnu_cxx", 13) == 0 ||
	       strncmp(name, "_ZNK9__gnu_cxx", 14) == 0;
}

static bool is_twice(const char *name)
{
	static const char *const names[] = {"setjmp",	 "_setjmp",
					    "sigsetjmp", "__sigsetjmp",
					    "vfork",	 "getcontext"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool is_c_name(const char *name)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz_"
				"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

	return !name[n];
}

/* Why a function is left out, before its prototype is read. */
static const char *reason_left_out(const struct work *w,
				   const struct shim_symbol *symbol,
				   const char *shown)
{
	struct select_function function = {.category = w->library->stem,
					   .name = shown,
					   .is_default = true};

	if (!select_has(w->build->calls, &function))
		return "not among the --calls";
	if (!symbol->has_die)
		return "no prototype is known";
	if (is_recorded(&fxg_libc, symbol->name) ||
	    is_recorded(&fxg_gl, symbol->name))
		return "fxtrace records it anyway";
	if (is_standard(symbol->name))
		return "of the C++ standard library";
	if (is_twice(symbol->name))
		return "it returns twice";
	if (!is_c_name(symbol->name))
		return "a name that C has not";
	return NULL;
}

/* The names of C++ functions; with parameters where that is not enough. */
static const char **find_shown(const struct work *w)
{
	const struct shim_library *library = w->library;
	const char **shown =
		fxg_alloc(w->arena, library->n_symbols * sizeof(char *));

	for (size_t i = 0; i < library->n_symbols; i++)
		shown[i] = shim_function_shown(w->arena,
					       library->symbols[i].name, false);
	return shown;
}

/* Symbols in the order of their shown names. */
static const char **sorted_by;
static int by_shown(const void *a, const void *b)
{
	return strcmp(sorted_by[*(const size_t *)a],
		      sorted_by[*(const size_t *)b]);
}

static bool is_same(const char *const *shown, const size_t *order, size_t a,
		    size_t n)
{
	return a < n && strcmp(shown[order[a]], shown[order[a - 1]]) == 0;
}

static void make_distinct(const struct work *w, const char **shown)
{
	size_t n = w->library->n_symbols;
	size_t *order = fxg_alloc(w->arena, n * sizeof(*order));
	bool *is_twin = fxg_alloc(w->arena, n);

	for (unsigned pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < n; i++)
			order[i] = i;
		sorted_by = shown;
		qsort(order, n, sizeof(*order), by_shown);
		for (size_t i = 0; i < n; i++)
			is_twin[order[i]] =
				(i && is_same(shown, order, i, n)) ||
				is_same(shown, order, i + 1, n);
		for (size_t i = 0; i < n; i++) {
			const char *name = w->library->symbols[i].name;

			if (is_twin[i])
				shown[i] =
					pass ? fxg_format(w->arena, "%s [%s]",
							  shown[i], name)
					     : shim_function_shown(w->arena,
								   name, true);
		}
	}
}

static void choose_functions(struct work *w)
{
	struct shim_library *library = w->library;
	const char **shown = find_shown(w);

	make_distinct(w, shown);
	for (size_t i = 0; i < library->n_symbols; i++) {
		struct shim_symbol *symbol = &library->symbols[i];

		symbol->left_out = reason_left_out(w, symbol, shown[i]);
		if (!symbol->left_out && shown[i] != symbol->name)
			shim_put_shown(&w->types, symbol->name, shown[i]);
	}
}

static unsigned lines_of(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* The description. Functions' texts have their lines in it. */
static struct fxg_buffer describe_functions(struct work *w)
{
	struct fxg_buffer out = {.arena = w->arena};
	struct fxg_buffer functions = {.arena = w->arena};
	struct shim_library *library = w->library;
	const char *include = in_folder(w, "types_shim.h");
	unsigned before;

	fxg_put(&functions, "%s", "");
	for (size_t i = 0; i < library->n_symbols; i++) {
		struct shim_symbol *symbol = &library->symbols[i];

		if (symbol->left_out)
			continue;
		symbol->line = lines_of(functions.bytes) + 1;
		shim_function_put(&w->types, symbol, &functions);
	}
	fxg_put(&out,
		"api %s\nsoname %s\ninclude \"types_shim.h\"\n"
		"prefix " SHIM_PREFIX "\ncareful on\ncompact on\n"
		"category %s\n",
		library->stem, library->soname, library->stem);
	fxg_put(&out, "%s",
		w->types.description.bytes ? w->types.description.bytes : "");
	if (w->statements.bytes)
		fxg_put(&out, "%s", shim_named(&w->types, w->statements.bytes));
	before = lines_of(out.bytes);
	for (size_t i = 0; i < library->n_symbols; i++)
		library->symbols[i].line += before;
	fxg_put(&out, "%s", functions.bytes);
	functions = (struct fxg_buffer){.arena = w->arena};
	fxg_put(&functions, "#include <stdarg.h>\n%s%s",
		w->types.forward.bytes ? w->types.forward.bytes : "",
		w->types.header.bytes ? w->types.header.bytes : "");
	shim_write(include, functions.bytes, functions.n_bytes);
	return out;
}

/* The function that an error is about. */
static struct shim_symbol *at_line(struct shim_library *library, unsigned line)
{
	struct shim_symbol *found = NULL;

	for (size_t i = 0; i < library->n_symbols; i++) {
		struct shim_symbol *symbol = &library->symbols[i];

		if (!symbol->left_out && symbol->line <= line &&
		    (!found || symbol->line >= found->line))
			found = symbol;
	}
	return found;
}

/* Generates. A function whose event is too large gets less and less memory. */
static void generate_source(struct work *w, struct shim_source *source)
{
	struct shim_symbol *symbol;
	struct fxg_error error;

	for (;;) {
		struct fxg_buffer text = describe_functions(w);

		source->text = text.bytes;
		source->n_bytes = text.n_bytes;
		shim_write(in_folder(w, "shim.api"), text.bytes, text.n_bytes);
		if (shim_generate(source, w->folder, &error))
			return;
		symbol = at_line(w->library, error.pos.line);
		if (symbol && symbol->notes)
			die("%s: the annotations of %s: %s", w->build->origin,
			    symbol->name, error.text);
		if (!symbol)
			die("%s: %s", w->build->origin, error.text);
		if (++symbol->level > MAX_LEVEL)
			symbol->left_out = "more values than fit into an "
					   "event";
	}
}

static void compile_shim(struct work *w, const struct shim_source *source)
{
	const char *sources = shim_sources(w->arena), *words[MAX_WORDS];
	size_t n = first_words(w, words);

	w->build->made = in_folder(w, "shim.so");
	n = shim_words(w->arena,
		       "-shared -fPIC -O1 -foptimize-sibling-calls -std=gnu11 "
		       "-D_GNU_SOURCE "
		       "-fno-builtin -fvisibility=hidden -fexceptions "
		       "-fasynchronous-unwind-tables -fno-stack-protector "
		       "-fno-lto " ARCH_FLAGS " -U_FORTIFY_SOURCE -Ulinux "
		       "-Uunix -Wl,-z,now,-z,relro,-z,noexecstack",
		       words, n, MAX_WORDS);
	words[n++] = fxg_format(w->arena, "-DFXP_SHIM=%s", source->api);
	words[n++] = fxg_format(w->arena, "-I%s", sources);
	words[n++] = fxg_format(w->arena, "-I%s", w->folder);
	words[n++] = fxg_format(w->arena, "-Wl,--version-script,%s",
				in_folder(w, "map_shim.ld"));
	words[n++] = "-o";
	words[n++] = w->build->made;
	words[n++] = in_folder(w, "table_shim.c");
	words[n++] = in_folder(w, "wrap_shim.c");
	words[n++] = fxg_format(w->arena, "%s/preload/shim/shim.c", sources);
	/* dlsym, before glibc 2.34 */
	words[n++] = "-Wl,--push-state,--as-needed,-ldl,--pop-state";
	if (source->has_tail) {
		words[n++] = in_folder(w, "tail_shim.S");
		words[n++] =
			fxg_format(w->arena, "%s/preload/arch/tail.S", sources);
	}
	words[n] = NULL;
	if (!shim_compile(w->arena, w->folder, words))
		die("%s: the C compiler does not take what was made of it",
		    w->build->origin);
}

/* A description in the generator's language is used unchanged. */
static void build_described(struct work *w, const char *file, const char *text,
			    size_t n_bytes)
{
	struct shim_source source = {.arena = w->arena,
				     .file = file,
				     .text = text,
				     .n_bytes = n_bytes};
	struct fxg_error error;

	w->build->is_described = true;
	if (!shim_generate(&source, w->folder, &error))
		die("%s:%u:%u: %s", error.pos.file, error.pos.line,
		    error.pos.column, error.text);
	w->build->n_wrapped = source.n_functions;
	compile_shim(w, &source);
}

static void build_matched(struct work *w, const char *from)
{
	struct shim_source source = {.arena = w->arena, .file = "shim.api"};

	if (!shim_debug_match(&w->debug, w->arena, from, w->library))
		die("%s: no function that %s exports", from, w->library->path);
	shim_types_read(&w->types, w->debug.dwarf);
	choose_functions(w);
	generate_source(w, &source);
	if (!source.n_functions)
		die("%s: none of its %zu functions can be wrapped", from,
		    w->library->n_symbols);
	w->build->n_wrapped = source.n_functions;
	compile_shim(w, &source);
	shim_types_fini(&w->types);
	shim_debug_close(&w->debug);
}

static void build_api(struct work *w, const char *file)
{
	size_t n_bytes;
	char *text = shim_read(w->arena, file, &n_bytes);
	const char *object;

	w->build->origin = file;
	if (shim_is_description(text)) {
		build_described(w, file, text, n_bytes);
		return;
	}
	shim_statements_take(text, &w->statements);
	shim_notes_take(w->library, w->arena, text);
	object = compile_prototypes(w, file, text);
	shim_debug_open(&w->debug, object);
	w->debug.is_foreign = true;
	if (!w->debug.dwarf)
		die("%s: the C compiler gives no debugging information", file);
	build_matched(w, file);
}

/* Functions of another build may have other parameters. */
static void check_build(const struct work *w, const char *file)
{
	const void *own, *other;
	ssize_t n_own = dwelf_elf_gnu_build_id(w->library->elf, &own);
	ssize_t n_other =
		dwelf_elf_gnu_build_id(dwarf_getelf(w->debug.dwarf), &other);

	if (n_own > 0 && n_other > 0 &&
	    (n_own != n_other || memcmp(own, other, (size_t)n_own) != 0))
		die("%s: it is of another build than %s: their build ids "
		    "differ",
		    file, w->library->path);
}

static _Noreturn void die_unknown(const struct work *w)
{
	die("%s: nothing is known of its functions: it has no debugging "
	    "information (-g), none below /usr/lib/debug, and fxtrace has no "
	    "list of its prototypes; name a header or a list with --api, or a "
	    "file with --debug",
	    w->library->path);
}

void shim_build(struct shim_build *build, const char *path)
{
	struct work w = {.build = build,
			 .arena = build->arena,
			 .library = &build->library,
			 .types = {.arena = build->arena}};
	char shipped[PATH_MAX];

	w.statements.arena = w.types.header.arena = w.types.forward.arena =
		w.types.description.arena = build->arena;
	shim_library_open(&build->library, build->arena, path);
	path = build->library.path;
	w.folder = shim_folder(build->arena, build->keep);
	if (build->api) {
		build_api(&w, build->api);
		return;
	}
	build->origin = build->debug ? build->debug : path;
	shim_debug_open(&w.debug, build->origin);
	if (w.debug.dwarf) {
		check_build(&w, build->origin);
		build_matched(&w, build->origin);
		return;
	}
	if (build->debug)
		die("%s: it has no debugging information that can be read",
		    build->debug);
	shim_debug_close(&w.debug);
	if (!library_share(fxg_format(build->arena, "api/%s.api",
				      build->library.soname),
			   shipped, sizeof(shipped)))
		die_unknown(&w);
	build_api(&w, fxg_format(build->arena, "%s", shipped));
}
