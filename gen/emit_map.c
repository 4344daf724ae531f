/* SPDX-License-Identifier: MIT */
/*
 * The small files next to tables and wrappers. They are trampolines of
 * tail-jumped functions, symbol versions, numbers for wrappers written by hand,
 * and the list of exported names.
 */
#include "gen/emit.h"

#include <string.h>

unsigned fxg_function_index(const struct fxg_api_def *api, const char *name)
{
	unsigned i = 0;

	while (i + 1 < api->n_functions &&
	       strcmp(api->functions[i]->name, name))
		i++;
	return i;
}

bool fxg_is_exported(const struct fxg_function_def *function)
{
	return !(function->flags & (FXG_F_TARGET | FXG_F_FAKE | FXG_F_SYSTEM));
}

/*
 * A trampoline: a register says who was called, everything else is as the
 * caller left it. The description holds distances, not addresses, so that it
 * needs no relocation. FXP_ENTER is the processor's.
 */
static void put_trampoline(const struct fxg_tables *tables, unsigned index,
			   struct fxg_buffer *out)
{
	const struct fxg_function_def *f = tables->api->functions[index];
	const char *n = f->name, *api = tables->api->name;

	fxg_put(out,
		"\n\t.text\n\t.p2align 4\n\t.globl %s\n"
		"\t.type %s, %%function\n%s:\n\t.cfi_startproc\n"
		"\tFXP_ENTER .Ldesc_%s\n\t.cfi_endproc\n"
		"\t.size %s, . - %s\n",
		n, n, n, n, n, n);
	fxg_put(out,
		"\t.section .rodata\n\t.p2align 4\n.Ldesc_%s:\n"
		"\t.long %u\n\t.long fxp_tail%s%s - .\n"
		"\t.long fxp_%s - .\n\t.long fxp_%s_slots - .\n",
		n, index, f->hook ? "_" : "", f->hook ? f->hook : "", api, api);
}

static bool hook_is_new(const struct fxg_api_def *api, size_t index)
{
	size_t i;

	for (i = 0; i < index; i++)
		if (api->functions[i]->hook &&
		    !strcmp(api->functions[i]->hook,
			    api->functions[index]->hook))
			return false;
	return true;
}

static void put_hidden(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	size_t i;

	fxg_put(out,
		"\t.hidden fxp_tail_common\n\t.hidden fxp_tail\n"
		"\t.hidden fxp_%s\n\t.hidden fxp_%s_slots\n",
		api->name, api->name);
	for (i = 0; i < api->n_functions; i++)
		if (api->functions[i]->hook && hook_is_new(api, i))
			fxg_put(out, "\t.hidden fxp_tail_%s\n",
				api->functions[i]->hook);
}

/* How a trampoline goes on. And two notes: whether the object needs an
 * executable stack, and whether it has landing pads for indirect jumps. If one
 * object has no such note, the linker turns the check of jumps off for the
 * whole library. The dynamic linker then turns it off for the program. */
static void put_processors(struct fxg_buffer *out)
{
	fxg_put(out, "\n"
		     "\t.section .note.gnu.property, \"a\"\n"
		     "\t.p2align 3\n"
		     "\t.long 4, 16, 5\n"
		     "\t.asciz \"GNU\"\n"
		     "#if defined(__x86_64__)\n"
		     "\t.long 0xc0000002, 4, 3, 0\n"
		     "\t.macro FXP_ENTER description\n"
		     "\tendbr64\n"
		     "\tleaq \\description(%%rip), %%r11\n"
		     "\tjmp fxp_tail_common\n"
		     "\t.endm\n"
		     "#elif defined(__aarch64__)\n"
		     "\t.long 0xc0000000, 4, 1, 0\n"
		     "\t.macro FXP_ENTER description\n"
		     "\thint 34 /* bti c */\n"
		     "\tadrp x16, \\description\n"
		     "\tadd x16, x16, :lo12:\\description\n"
		     "\tb fxp_tail_common\n"
		     "\t.endm\n"
		     "#endif\n"
		     "\t.section .note.GNU-stack, \"\", %%progbits\n");
}

void fxg_emit_tail(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	unsigned i;

	fxg_emit_head(tables, "/*", "*/", out);
	put_processors(out);
	put_hidden(tables, out);
	for (i = 0; i < api->n_functions; i++)
		if (api->functions[i]->flags & (FXG_F_TAIL | FXG_F_JUMPS))
			put_trampoline(tables, i, out);
}

/* The version under which a function is exported, or NULL: without one. */
static const char *version_of(const struct fxg_function_def *f)
{
	return f->symver ? f->symver : f->since;
}

static bool is_of(const struct fxg_function_def *f, const char *version)
{
	const char *own = version_of(f);

	return own && !strcmp(own, version);
}

/* The n-th version of a function: its own, then the older one. */
static const char *nth_version(const struct fxg_function_def *f, unsigned n)
{
	return n ? f->older : version_of(f);
}

/* Whether no version before the n-th of this function is the same. */
static bool version_is_new(const struct fxg_api_def *api, unsigned index,
			   unsigned n)
{
	const char *version = nth_version(api->functions[index], n);
	unsigned i, k;

	for (i = 0; i <= index; i++)
		for (k = 0; k < (i < index ? 2 : n); k++) {
			const char *other = nth_version(api->functions[i], k);

			if (other && !strcmp(other, version))
				return false;
		}
	return true;
}

static bool has_versions(const struct fxg_api_def *api)
{
	size_t i;

	for (i = 0; i < api->n_functions; i++)
		if (version_of(api->functions[i]))
			return true;
	return false;
}

static bool has_newer(const struct fxg_api_def *api)
{
	size_t i;

	for (i = 0; i < api->n_functions; i++)
		if (api->functions[i]->since)
			return true;
	return false;
}

/* An older version is bound by the wrapper itself: its names are not here. */
static void put_version(const struct fxg_api_def *api, const char *version,
			struct fxg_buffer *out)
{
	bool is_first = true;
	unsigned i;

	fxg_put(out, "%s {\n", version);
	for (i = 0; i < api->n_functions; i++) {
		const struct fxg_function_def *f = api->functions[i];

		if (!is_of(f, version) || !fxg_is_exported(f))
			continue;
		fxg_put(out, "%s\t%s;\n", is_first ? "global:\n" : "", f->name);
		is_first = false;
	}
	fxg_put(out, "};\n");
}

void fxg_emit_map(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	unsigned i, n;

	fxg_emit_head(tables, "/*", "*/", out);
	fxg_put(out, "/* Only the versions that the linker binds today\n"
		     " * are wrapped: older ones have other types. */\n");
	if (!has_versions(api)) /* a script must not be empty */
		fxg_put(out, "{\n};\n");
	/* a reference without a version binds to what is of the first one */
	if (has_newer(api))
		fxg_put(out, "FXTRACE_0 {\nlocal:\n\tfxp_w_*;\n};\n");
	for (i = 0; i < api->n_functions; i++)
		for (n = 0; n < 2; n++)
			if (nth_version(api->functions[i], n) &&
			    version_is_new(api, i, n))
				put_version(api,
					    nth_version(api->functions[i], n),
					    out);
}

bool fxg_is_tracked(const struct fxg_function_def *function)
{
	return function->before || function->track || function->alongside;
}

const char *fxg_tracked_name(struct fxg_arena *arena, const char *what,
			     const char *name)
{
	char *text = fxg_format(arena, "%s_%s", what, name), *p;

	for (p = text; *p; p++)
		*p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
	return text;
}

/* Adds the name unless it is there; to as many as functions have. */
static void add_name(const char **names, size_t *n, const char *name)
{
	size_t i;

	for (i = 0; name && i < *n; i++)
		if (!strcmp(names[i], name))
			return;
	if (name)
		names[(*n)++] = name;
}

static void put_numbers(const struct fxg_tables *tables, const char *what,
			const char *const *names, size_t n,
			struct fxg_buffer *out)
{
	size_t i;

	for (i = 0; i < n; i++)
		fxg_put(out, "\tFXG_%s = %zu,\n",
			fxg_tracked_name(tables->arena, what, names[i]), i);
}

void fxg_emit_tracked(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	size_t n_before = 0, n_track = 0, n_alongside = 0, i;
	const char **before = fxg_alloc(tables->arena, (api->n_functions + 1) *
							       sizeof(*before));
	const char **track = fxg_alloc(tables->arena,
				       (api->n_functions + 1) * sizeof(*track));
	const char **alongside = fxg_alloc(
		tables->arena, (api->n_functions + 1) * sizeof(*alongside));

	for (i = 0; i < api->n_functions; i++) {
		add_name(before, &n_before, api->functions[i]->before);
		add_name(track, &n_track, api->functions[i]->track);
		add_name(alongside, &n_alongside, api->functions[i]->alongside);
	}
	if (n_before + n_track + n_alongside == 0)
		return;
	fxg_put(out,
		"void fxp_%s_before(unsigned what, const uint64_t *slot)\n"
		"\t__attribute__((visibility(\"hidden\")));\n"
		"void fxp_%s_track(unsigned what, const uint64_t *slot)\n"
		"\t__attribute__((visibility(\"hidden\")));\n"
		"struct fxp_call;\n"
		"void fxp_%s_alongside(unsigned what, "
		"const struct fxp_call *call,\n"
		"\tconst uint64_t *slot) "
		"__attribute__((visibility(\"hidden\")));\n\n",
		api->name, api->name, api->name);
	fxg_put(out, "enum {\n");
	put_numbers(tables, "before", before, n_before, out);
	put_numbers(tables, "track", track, n_track, out);
	put_numbers(tables, "alongside", alongside, n_alongside, out);
	fxg_put(out, "};\n\n");
}

static void put_measures(const struct fxg_tables *tables,
			 struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	size_t i;

	if (!api->n_measures)
		return;
	fxg_put(out,
		"int64_t fxp_%s_measure(unsigned what, const int64_t *args)\n"
		"\t__attribute__((visibility(\"hidden\")));\n\nenum {\n",
		api->name);
	for (i = 0; i < api->n_measures; i++)
		fxg_put(out, "\tFXG_%s = %zu,\n",
			fxg_tracked_name(tables->arena, "measure",
					 api->measures[i].name),
			i);
	fxg_put(out, "};\n\n");
}

void fxg_emit_ids(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	size_t i;
	char *guard = fxg_format(tables->arena, "IDS_%s_H", api->name);
	char *p;

	for (p = guard; *p; p++)
		*p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
	fxg_emit_head(tables, "/*", "*/", out);
	fxg_put(out,
		"#ifndef %s\n#define %s\n\n#include "
		"\"preload/symbol/slot.h\"\n\n",
		guard, guard);
	fxg_put(out,
		"extern struct fxp_api fxp_%s "
		"__attribute__((visibility(\"hidden\")));\n"
		"extern struct fxp_slot fxp_%s_slots[] "
		"__attribute__((visibility(\"hidden\")));\n\nenum {\n",
		api->name, api->name);
	for (i = 0; i < api->n_functions; i++)
		fxg_put(out, "\tFXP_FN_%s_%s = %zu,\n", api->name,
			api->functions[i]->name, i);
	fxg_put(out, "\tFXP_N_%s = %zu,\n\tFXP_STRINGS_%s = %u\n};\n\n",
		api->name, api->n_functions, api->name, tables->n_strings);
	put_measures(tables, out);
	fxg_emit_tracked(tables, out);
	fxg_put(out, "#endif\n");
}

void fxg_emit_exports(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	size_t i;

	for (i = 0; i < api->n_functions; i++)
		if (fxg_is_exported(api->functions[i]))
			fxg_put(out, "%s\n", api->functions[i]->name);
}
