/* SPDX-License-Identifier: MIT */
/*
 * Prototypes of functions, see functions.h. What is uncertain is left out: a
 * wrapper that passes on something else than it got corrupts the program.
 *
 * Debugging information does not say the direction of a pointer. The target of
 * a pointer to const is an input. Any other target is recorded before and after
 * the call. All of this only where memory is known to be.
 */
#include "tools/shim/functions.h"

#include <dwarf.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

/* Of functions that are jumped to only so many arguments are visible. */
enum { MAX_TAIL_PARAMETERS = 6, MAX_PARAMETERS = 64 };

struct parameter {
	const char *name;
	struct shim_spelled type;
	const char *note; /* on its memory, or NULL */
};

struct prototype {
	struct shim_types *types;
	struct shim_symbol *symbol;
	struct parameter params[MAX_PARAMETERS + 1];
	size_t n_params;
	struct shim_spelled ret;
	bool has_dots, is_c, is_prototyped;
};

static void leave_out(struct prototype *p, const char *why)
{
	if (!p->symbol->left_out)
		p->symbol->left_out = why;
}

const char *shim_function_shown(struct fxg_arena *arena, const char *symbol,
				bool has_parameters)
{
	char *text = strncmp(symbol, "_Z", 2) == 0
			     ? cplus_demangle(symbol,
					      DMGL_ANSI | (has_parameters
								   ? DMGL_PARAMS
								   : 0))
			     : NULL;
	const char *shown = text ? fxg_format(arena, "%s", text) : symbol;

	free(text);
	return shown;
}

static bool has_parameters(Dwarf_Die *die)
{
	Dwarf_Die child;
	int at = dwarf_child(die, &child);

	for (; at == 0; at = dwarf_siblingof(&child, &child))
		if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			return true;
	return false;
}

/* The description with the parameters. A function that is also inlined
 * elsewhere may have one without code. */
static Dwarf_Die origin_of(Dwarf_Die die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die target;

	if (has_parameters(&die))
		return die;
	for (unsigned n = 0; n < 8; n++) {
		if (!dwarf_attr(&die, DW_AT_abstract_origin, &attribute) ||
		    !dwarf_formref_die(&attribute, &target))
			break;
		die = target;
	}
	return die;
}

static bool is_taken(const struct prototype *p, const char *name)
{
	for (size_t i = 0; i < p->n_params; i++)
		if (strcmp(p->params[i].name, name) == 0)
			return true;
	return false;
}

static const char *parameter_name(struct prototype *p, const char *name)
{
	static const char *const taken[] = {
		"ret",	    "bool",	"true",	  "false",   "NULL",
		"offsetof", "restrict", "asm",	  "linux",   "unix",
		"typeof",   "inline",	"min",	  "max",     "was",
		"takes",    "sizeof",	"signed", "default",
	};
	struct fxg_arena *arena = p->types->arena;

	name = name && *name ? shim_word(arena, name)
			     : fxg_format(arena, "arg%zu", p->n_params + 1);
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (strcmp(name, taken[i]) == 0)
			name = fxg_format(arena, "%s_", name);
	while (is_taken(p, name))
		name = fxg_format(arena, "%s_", name);
	return name;
}

/* A value that is no pointer: whether it can be passed on. */
static void check_value(struct prototype *p, struct parameter *a, bool is_ret)
{
	struct shim_spelled *s = &a->type;
	bool is_known = true;

	if (s->kind == SHIM_WRONG)
		leave_out(p, s->wrong);
	if (s->n_stars || s->kind < SHIM_RECORD || s->kind == SHIM_FUNCTION)
		return;
	if (s->kind == SHIM_HANDLE || s->kind == SHIM_UNION) {
		leave_out(p, s->kind == SHIM_UNION
				     ? "a union by value"
				     : "a struct by value that is not known");
	} else if (s->kind == SHIM_RECORD) {
		if (shim_record_is_by_reference(p->types, s->record,
						&is_known)) {
			s->n_stars = 1;
			a->note = is_ret ? "pointer" : NULL;
			return;
		}
		if (!p->is_c && !is_known)
			leave_out(p,
				  "a class by value, passed nobody says how");
		if (!shim_record_is_plain(p->types, s->record))
			leave_out(p, "a struct by value that C cannot lay out "
				     "so");
	}
}

static const char *bytes_note(struct prototype *p, const struct shim_spelled *s)
{
	return fxg_format(p->types->arena, "%s bytes count %llu",
			  s->is_const ? "in" : "inout",
			  (unsigned long long)s->n_bytes);
}

/* Functions that may free what they were given. */
static bool ends_objects(const struct shim_symbol *symbol)
{
	static const char *const words[] = {
		"free",	   "destroy", "delete",	 "release",
		"cleanup", "close",   "dispose", "unref",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasestr(symbol->name, words[i]))
			return true;
	/* destructors */
	return strstr(symbol->name, "D0Ev") || strstr(symbol->name, "D1Ev") ||
	       strstr(symbol->name, "D2Ev");
}

/* What is recorded of a parameter's target. */
static const char *memory_note(struct prototype *p, struct shim_spelled *s)
{
	const char *way =
		s->is_const || ends_objects(p->symbol) ? "in" : "inout";

	if (!s->n_stars || s->kind == SHIM_VOID || s->kind == SHIM_HANDLE ||
	    (s->kind == SHIM_FUNCTION && s->n_stars))
		return s->n_stars > 1 && s->kind != SHIM_FUNCTION ? "inout"
								  : NULL;
	if (s->n_stars > 1)
		return s->n_stars == 2 ? "inout" : NULL;
	if (s->kind == SHIM_RECORD)
		return s->record->n_bytes <= SHIM_MAX_RECORD_BYTES &&
				       p->symbol->level < 1 &&
				       shim_record_complete(p->types, s->record)
			       ? way
			       : NULL;
	if (s->kind == SHIM_UNION) {
		if (s->n_bytes > SHIM_MAX_RECORD_BYTES)
			return NULL;
		s->base = "void";
		return bytes_note(p, s);
	}
	/* buffers of bytes, whose size is unknown */
	if ((s->kind == SHIM_INTEGER && s->n_bytes == 1) ||
	    s->kind == SHIM_LONG_DOUBLE || s->kind == SHIM_COMPLEX)
		return NULL;
	return way;
}

static bool is_text(const struct shim_spelled *s)
{
	return s->n_stars == 1 && s->is_const && strcmp(s->base, "char") == 0;
}

static void add_parameter(struct prototype *p, Dwarf_Die *die)
{
	struct parameter *a = &p->params[p->n_params];
	Dwarf_Die type, *at = shim_type_of(die, &type);
	const char *name;

	if (p->n_params == MAX_PARAMETERS) {
		leave_out(p, "too many parameters");
		return;
	}
	if (!at) {
		leave_out(p, "a parameter without a type");
		return;
	}
	a->type = shim_spell(p->types, at);
	if (a->type.is_array) { /* as a parameter it is a pointer */
		a->type.is_array = false;
		a->type.n_stars++;
	}
	if (a->type.kind == SHIM_VOID && !a->type.n_stars) {
		/* a va_list: a pointer to its element */
		a->type.n_stars = 1;
	}
	name = dwarf_diename(die);
	/* of some constructors: arguments that only compilers pass */
	if (dwarf_hasattr_integrate(die, DW_AT_artificial) && name &&
	    strcmp(name, "this") != 0)
		leave_out(p, "a parameter that the compiler has added");
	a->name = parameter_name(p, name);
	check_value(p, a, false);
	if (p->symbol->left_out)
		return;
	if (!is_text(&a->type) && p->symbol->level < 2)
		a->note = memory_note(p, &a->type);
	p->n_params++;
}

static void read_parameters(struct prototype *p, Dwarf_Die *die)
{
	Dwarf_Die child;
	int at = dwarf_child(die, &child);

	for (; at == 0; at = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			p->has_dots = true;
		else if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			add_parameter(p, &child);
	}
	if (at < 0)
		leave_out(p, "its description is damaged");
}

/* Before prototypes, floats became doubles and chars ints: the types are
 * unknown. */
static void check_prototyped(struct prototype *p)
{
	if (!p->is_c || p->is_prototyped)
		return;
	for (size_t i = 0; i < p->n_params; i++)
		if (!p->params[i].type.n_stars &&
		    (p->params[i].type.kind == SHIM_FLOAT ||
		     p->params[i].type.n_bytes < 4))
			leave_out(p, "it has no prototype");
}

static void check_dots(struct prototype *p)
{
	if (!p->has_dots)
		return;
	if (!p->n_params || p->n_params > MAX_TAIL_PARAMETERS)
		leave_out(p, "'...' behind so many parameters");
	for (size_t i = 0; i < p->n_params; i++)
		if (!p->params[i].type.n_stars &&
		    p->params[i].type.kind >= SHIM_FLOAT &&
		    p->params[i].type.kind != SHIM_FUNCTION)
			leave_out(p, "'...' behind what is no integer");
}

static void read_return(struct prototype *p, Dwarf_Die *die)
{
	struct parameter ret = {.name = "ret"};
	Dwarf_Die type;

	ret.type = shim_spell(p->types, shim_type_of(die, &type));
	if (ret.type.is_array)
		leave_out(p, "it returns an array");
	check_value(p, &ret, true);
	if (ret.note && p->n_params < MAX_PARAMETERS) {
		/* then the first parameter is the address of the result */
		memmove(&p->params[1], &p->params[0],
			p->n_params * sizeof(p->params[0]));
		p->params[0] =
			(struct parameter){.name = "result", .type = ret.type};
		p->n_params++;
	}
	p->ret = ret.type;
}

static bool is_flag(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	bool is_set = false;

	return dwarf_attr_integrate(die, name, &attribute) &&
	       dwarf_formflag(&attribute, &is_set) == 0 && is_set;
}

static void put_type(struct fxg_buffer *out, const struct shim_spelled *s)
{
	static const char stars[] = "********";

	fxg_put(out, "%s%s %.*s", s->is_const && s->n_stars ? "const " : "",
		s->base, (int)s->n_stars, stars);
}

/* Whether the user has annotated this value. */
static bool is_noted(const struct shim_symbol *symbol, const char *name)
{
	const char *at = symbol->notes;
	size_t n = strlen(name);

	while (at && n && (at = strstr(at, name))) {
		if (at[-1] == '\t' && at[n + strspn(at + n, " \t")] == ':')
			return true;
		at += n;
	}
	return false;
}

/* Annotations that describe "..." themselves. */
static bool says_dots(const struct shim_symbol *symbol)
{
	return symbol->notes && (strstr(symbol->notes, "\textra ") ||
				 strstr(symbol->notes, "\tvariadic ") ||
				 strstr(symbol->notes, "\ttail"));
}

static void put_prototype(const struct prototype *p, Dwarf_Die *die,
			  struct fxg_buffer *out)
{
	const struct shim_symbol *symbol = p->symbol;

	put_type(out, &p->ret);
	fxg_put(out, "%s(", symbol->name);
	for (size_t i = 0; i < p->n_params; i++) {
		fxg_put(out, "%s", i ? ", " : "");
		put_type(out, &p->params[i].type);
		fxg_put(out, "%s", p->params[i].name);
	}
	fxg_put(out, "%s)\n",
		p->has_dots   ? ", ..."
		: p->n_params ? ""
			      : "void");
	for (size_t i = 0; i < p->n_params; i++)
		if (p->params[i].note && !p->has_dots &&
		    !is_noted(symbol, p->params[i].name))
			fxg_put(out, "\t%s: %s\n", p->params[i].name,
				p->params[i].note);
	if (p->has_dots && !says_dots(symbol))
		fxg_put(out, "\ttail\n");
	else if (is_flag(die, DW_AT_noreturn))
		fxg_put(out, "\tnoreturn\n");
	if (*symbol->version)
		fxg_put(out, "\tversion %s\n", symbol->version);
	if (symbol->notes)
		fxg_put(out, "%s", symbol->notes);
}

void shim_function_put(struct shim_types *types, struct shim_symbol *symbol,
		       struct fxg_buffer *out)
{
	Dwarf_Die die = origin_of(symbol->die);
	Dwarf_Attribute attribute;
	Dwarf_Word how;
	struct prototype p = {.types = types, .symbol = symbol};

	p.is_c = shim_language(&die) == SHIM_C;
	if (shim_language(&die) == SHIM_OTHER_LANGUAGE)
		leave_out(&p, "of a language that is neither C nor C++");
	if (dwarf_attr_integrate(&die, DW_AT_calling_convention, &attribute) &&
	    (dwarf_formudata(&attribute, &how) != 0 || how != DW_CC_normal))
		leave_out(&p, "a calling convention of its own");
	p.is_prototyped = is_flag(&die, DW_AT_prototyped);
	read_parameters(&p, &die);
	read_return(&p, &die);
	check_prototyped(&p);
	check_dots(&p);
	if (!symbol->left_out)
		put_prototype(&p, &die, out);
}
