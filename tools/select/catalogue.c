/* SPDX-License-Identifier: MIT */
/*
 * Entries of the generated tables as users know them, see catalogue.h.
 */
#include "tools/select/catalogue.h"

#include <stdint.h>
#include <string.h>

#include "tools/select/select.h"

extern const struct fxg_table fxg_libc, fxg_gl;
/* Names, each ended by NUL, and an empty one (gen/api/libc/left-out). */
extern const char fxg_left_out[];

const struct fxg_table *catalogue_table(size_t n)
{
	return n == 0 ? &fxg_libc : n == 1 ? &fxg_gl : NULL;
}

static const char *string_at(const struct fxg_table *table, uint32_t string)
{
	return table->text + table->strings[string];
}

static const struct fxg_type *type_at(const struct catalogue_entry *entry,
				      uint32_t type)
{
	return &entry->table->types[type];
}

size_t catalogue_size(void)
{
	return fxg_libc.n_functions + fxg_gl.n_functions;
}

bool catalogue_entry(size_t index, struct catalogue_entry *entry)
{
	bool is_libc = index < fxg_libc.n_functions;
	const struct fxg_table *table = is_libc ? &fxg_libc : &fxg_gl;
	const struct fxg_function *function =
		&table->functions[is_libc ? index
					  : index - fxg_libc.n_functions];

	*entry = (struct catalogue_entry){
		.table = table,
		.function = function,
		.name = string_at(table, function->name),
		.category = string_at(table, function->category),
		.group = table->text + function->group,
		.classes = table->text + function->classes,
		.is_default = function->flags & FXG_F_DEFAULT,
	};
	return !function->alias_of &&
	       !(function->flags & (FXG_F_TARGET | FXG_F_FAKE));
}

const char *catalogue_alias(const struct catalogue_entry *entry, size_t n)
{
	const struct fxg_table *table = entry->table;

	for (uint32_t i = 0; i < table->n_functions; i++)
		if (table->functions[i].alias_of == entry->function->name &&
		    !(table->functions[i].flags & FXG_F_SYSTEM) && n-- == 0)
			return string_at(table, table->functions[i].name);
	return NULL;
}

/* Any of that name if there is no category. */
static const struct fxg_function *find_in(const struct fxg_table *table,
					  const char *category,
					  const char *name)
{
	uint32_t from = 0, to = table->n_functions;

	while (from < to) {
		uint32_t i = from + (to - from) / 2;
		const struct fxg_function *function = &table->functions[i];
		int order = strcmp(name, string_at(table, function->name));

		if (order == 0)
			return category && strcmp(category,
						  string_at(table,
							    function->category))
				       ? NULL
				       : function;
		if (order < 0)
			to = i;
		else
			from = i + 1;
	}
	return NULL;
}

const struct fxg_function *catalogue_find(const struct fxg_table *table,
					  const char *name)
{
	return find_in(table, NULL, name);
}

/* The function, from the table that has it. */
static const struct fxg_function *find_function(const char *category,
						const char *name,
						const struct fxg_table **table)
{
	const struct fxg_function *function = NULL;

	for (size_t i = 0; !function && (*table = catalogue_table(i)); i++)
		function = find_in(*table, category, name);
	return function;
}

const char *catalogue_described(const char *category, const char *name)
{
	const struct fxg_table *table;
	const struct fxg_function *function =
		find_function(category, name, &table);

	if (!function)
		return NULL;
	return string_at(table, function->alias_of ? function->alias_of
						   : function->name);
}

/* A function without a version is all of them. Of older ones some are recorded,
 * too: the table does not say which. */
static bool has_version(const struct fxg_table *table,
			const struct fxg_function *function,
			const char *version)
{
	const char *own = table->text + function->symver;

	return !version || !*own || strverscmp(version, own) <= 0;
}

bool catalogue_covers(const char *name, const char *version)
{
	const struct fxg_table *table;
	const struct fxg_function *function = find_function(NULL, name, &table);
	const char *left_out = fxg_left_out;

	if (function)
		return has_version(table, function, version);
	while (*left_out && strcmp(left_out, name) != 0)
		left_out += strlen(left_out) + 1;
	return *left_out;
}

const char *catalogue_group(const char *category, const char *name)
{
	const struct fxg_table *table;
	const struct fxg_function *function =
		find_function(category, name, &table);

	return function ? table->text + function->group : NULL;
}

const char *catalogue_classes(const char *category, const char *name)
{
	const struct fxg_table *table;
	const struct fxg_function *function =
		find_function(category, name, &table);

	return function ? table->text + function->classes : NULL;
}

bool catalogue_waits(const char *category, const char *name)
{
	const struct fxg_table *table;
	const struct fxg_function *function =
		find_function(category, name, &table);

	if (function && function->alias_of)
		function = find_function(
			category, string_at(table, function->alias_of), &table);
	return function && function->flags & FXG_F_WAITS;
}

bool catalogue_is_meant(const char *list, const char *category,
			const char *name)
{
	return select_has(list,
			  &(struct select_function){
				  .category = category,
				  .name = name,
				  .group = catalogue_group(category, name),
				  .classes = catalogue_classes(category, name),
				  .is_default = true});
}

bool catalogue_is_listed(const char *list, struct fxr_text category,
			 struct fxr_text name)
{
	return !list || catalogue_is_meant(list, category.bytes, name.bytes);
}

static bool is_among(const char *word, const char *const *words)
{
	while (*words && strcmp(word, *words))
		words++;
	return *words;
}

/* Names of integers that are more than numbers: a reader of a trace wants to
 * see their constants. */
static bool promises_names(const char *name)
{
	static const char *const names[] = {
		"flags",   "mode",	"cmd",	   "command",  "request",
		"req",	   "op",	"option",  "options",  "how",
		"whence",  "advice",	"prot",	   "domain",   "af",
		"family",  "level",	"optname", "sig",      "signum",
		"signo",   "which",	"type",	   "protocol", "clock_id",
		"clockid", "clk_id",	"idtype",  "resource", "category",
		"what",	   "operation", NULL,
	};
	size_t n = strlen(name);

	return is_among(name, names) ||
	       (n >= 2 && strcmp(name + n - 2, "fd") == 0);
}

static bool is_plain_integer(const struct fxg_type *type, const char *c_name)
{
	static const char *const plain[] = {
		"int",	"unsigned",	 "unsigned int",
		"long", "unsigned long", NULL,
	};

	return type->class == FXG_INT && is_among(c_name, plain);
}

static bool is_pointer(const char *c_name)
{
	return strchr(c_name, '*');
}

static bool has_format(const struct catalogue_entry *entry)
{
	return entry->function->varargs == FXG_VA_PRINTF ||
	       entry->function->varargs == FXG_VA_SCANF;
}

static bool is_param_typed(const struct catalogue_entry *entry,
			   const struct fxg_param *param)
{
	const struct fxg_type *type = type_at(entry, param->type);
	const char *c_name = entry->table->text + type->c_name;

	if (is_plain_integer(type, c_name))
		return !promises_names(entry->table->text + param->name);
	if (type->class != FXG_OPAQUE || param->is_address)
		return true;
	if (strcmp(c_name, "va_list") == 0)
		return has_format(entry);
	return !is_pointer(c_name);
}

static bool is_result_typed(const struct catalogue_entry *entry)
{
	const struct fxg_type *type = type_at(entry, entry->function->ret_type);
	const char *c_name = entry->table->text + type->c_name;

	return type->class != FXG_OPAQUE || !is_pointer(c_name) ||
	       entry->function->is_ret_address || strcmp(c_name, "void *") == 0;
}

const char *catalogue_untyped(const struct catalogue_entry *entry, size_t n)
{
	const struct fxg_function *function = entry->function;
	const struct fxg_param *params =
		&entry->table->params[function->first_param];
	bool is_open = function->flags & FXG_F_DOTS && !has_format(entry) &&
		       function->n_params == function->n_fixed;

	for (uint32_t i = 0; i < function->n_params; i++)
		if (!is_param_typed(entry, &params[i]) && n-- == 0)
			return entry->table->text + params[i].name;
	if (is_open && n-- == 0)
		return "...";
	if (!is_result_typed(entry) && n-- == 0)
		return "ret";
	return NULL;
}

/* Type and name together: a function pointer's name is inside the type. */
static void put_declared(FILE *out, const char *c_name, const char *name)
{
	const char *inside = strstr(c_name, "(*");
	size_t n = strlen(c_name);

	if (inside)
		fprintf(out, "%.*s%s%s", (int)(inside + 2 - c_name), c_name,
			name, inside + 2);
	else
		fprintf(out, "%s%s%s", c_name,
			n && c_name[n - 1] == '*' ? "" : " ", name);
}

static void put_params(FILE *out, const struct catalogue_entry *entry)
{
	const struct fxg_function *function = entry->function;
	const struct fxg_table *table = entry->table;

	for (uint32_t i = 0; i < function->n_fixed; i++) {
		const struct fxg_param *param =
			&table->params[function->first_param + i];

		fputs(i ? ", " : "", out);
		put_declared(out,
			     table->text + type_at(entry, param->type)->c_name,
			     table->text + param->name);
	}
	if (function->flags & FXG_F_DOTS)
		fputs(function->n_fixed ? ", ..." : "...", out);
	else if (!function->n_fixed)
		fputs("void", out);
}

void catalogue_prototype(FILE *out, const struct catalogue_entry *entry)
{
	const struct fxg_type *type = type_at(entry, entry->function->ret_type);
	const char *c_name = entry->table->text + type->c_name;
	const char *inside = strstr(c_name, "(*");

	if (inside)
		fprintf(out, "%.*s%s(", (int)(inside + 2 - c_name), c_name,
			entry->name);
	else {
		put_declared(out, c_name, entry->name);
		fputc('(', out);
	}
	put_params(out, entry);
	fputc(')', out);
	if (inside)
		fputs(inside + 2, out);
}
