/* SPDX-License-Identifier: MIT */
/*
 * Third stage of the generator: the model of an API into the rows of its table,
 * all of it checked on the way. A row is stored as the C initializer that the
 * table will hold. Only the table's compiler knows sizes, offsets and values;
 * we do not. Equal rows are one row.
 */
#ifndef GEN_LOWER_H
#define GEN_LOWER_H

#include "gen/model.h"

struct fxg_text_row {
	const char *bytes;
	unsigned off;
	unsigned string; /* its index as a string + 1 */
	unsigned next;	 /* in its hash bucket, + 1 */
};

struct fxg_expr_row {
	const char *code; /* bytes, separated by commas */
	unsigned off, n_bytes;
};

/* An expression where a function uses it. */
struct fxg_expr_use {
	unsigned off; /* in the pool, 0 = none */
	bool uses_ret;
};

struct fxg_type_row {
	const char *init;
	const char *c_name;
	const char *kind; /* enum fxg_kind of a scalar; NULL = no scalar */
	enum fxg_class class;
	unsigned base;
	const struct fxg_type_def *def; /* STRUCT, UNION */
	bool is_followed; /* pointers in it are: its bytes alone do not do */
	bool is_raw;	  /* PTR: recorded as the bytes behind it */
	bool is_wide;	  /* STR: not of char */
	/* of a UNION that a parameter is: when its cases are captured, bits
	 * 1 << enum fxg_when */
	unsigned moments;
};

/* Enumerators of a type. Each C type that holds a set has its own, because they
 * are emitted into an archive one by one. */
struct fxg_range {
	const struct fxg_type_def *def;
	const char *c_name;
	unsigned base;
	const char *name; /* "af", "af__2" */
};

/* What a constant chooses. */
struct fxg_case_row {
	unsigned type, first_item, n_items;
};

/* The cases of a type as one value has them. */
struct fxg_case_group {
	const struct fxg_type_def *def;
	unsigned first;		   /* case of the table */
	struct fxg_case_row *rows; /* one a constant */
};

/* What the names of an expression are: parameters, or else the members of a
 * struct, union or type of cases. */
struct fxg_names {
	const struct fxg_function_def *function;
	const struct fxg_type_def *record;
};

/* A row that nothing refers back to: its initializer and who it is. */
struct fxg_row {
	const char *init, *comment;
};

struct fxg_row_list {
	struct fxg_row *rows;
	unsigned n;
};

/* A complex type that somebody uses. */
struct fxg_complex {
	struct fxg_type_def *def;
	struct fxg_complex *next;
};

#define FXG_TEXT_BUCKETS 4096u

struct fxg_tables {
	struct fxg_arena *arena;
	struct fxg_error *error;
	const struct fxg_api_def *api;
	struct fxg_text_row *texts;
	unsigned buckets[FXG_TEXT_BUCKETS];
	unsigned n_texts, n_text_bytes;
	unsigned *strings; /* text of each */
	unsigned n_strings;
	struct fxg_expr_row *exprs;
	unsigned n_exprs, n_expr_bytes;
	struct fxg_type_row *types;
	unsigned n_types;
	struct fxg_range *ranges;
	unsigned n_ranges, max_enumerators;
	struct fxg_case_group *groups;
	unsigned n_groups, n_cases;
	struct fxg_complex *complexes;
	struct fxg_row_list members, leaves, items, params, functions;
	struct fxg_row_list asserts; /* conditions on what headers say */
	unsigned errno_type;
	bool is_late; /* the recorder fills it in when it is first needed */
};

/* Zeroed tables but for arena, error and api in; false on *error. */
bool fxg_lower(struct fxg_tables *tables);

/* The stage's own parts. */

/* lower_pool.c */
unsigned fxg_add_text(struct fxg_tables *tables, const char *text);
/* Offset of a text that is in the pool. */
unsigned fxg_find_text(const struct fxg_tables *tables, const char *text);
unsigned fxg_add_string(struct fxg_tables *tables, const char *text);
void fxg_add_row(struct fxg_tables *tables, struct fxg_row_list *list,
		 const char *init, const char *comment);

/* The rows from first on, which are the last ones: drops them if equal rows
 * come before. Returns the index of the first one. */
unsigned fxg_share_rows(struct fxg_row_list *list, unsigned first);

/* lower_class.c: the sets that a function is in */
const char *fxg_group_of(const struct fxg_function_def *f);
/* Names of its classes, with spaces between; "": none. */
const char *fxg_classes_of(const struct fxg_tables *tables,
			   const struct fxg_function_def *f);

/* lower_expr.c: e may be NULL */
struct fxg_expr_use fxg_lower_expr(struct fxg_tables *tables,
				   struct fxg_names scope,
				   const struct fxg_expr *e);

/* The same as C, where it holds no parameter. */
const char *fxg_expr_c_text(struct fxg_arena *arena, const struct fxg_expr *e);

/* lower_type.c: the type of a value as annotated. Returns its row. */
unsigned fxg_lower_type(struct fxg_tables *tables, struct fxg_names scope,
			const struct fxg_ctype *ctype,
			const struct fxg_note *note);
/* A parameter's type as a call passes it: an array is a pointer. */
struct fxg_ctype fxg_decay(struct fxg_tables *tables,
			   const struct fxg_ctype *ctype);
/* The C type whose members those of a struct or union are. */
const char *fxg_layout(const struct fxg_type_def *def);
/* PTR to a type, for what is passed by value but too large for a word. */
unsigned fxg_pointer_to(struct fxg_tables *tables, unsigned target);

/* lower.c: the default direction */
void fxg_complete_direction(struct fxg_tables *tables,
			    struct fxg_param_def *param);

/* A value of a function, and when it is captured. */
struct fxg_item_def {
	const struct fxg_function_def *function;
	const char *name;
	const struct fxg_note *note;
	unsigned slot, type;
	enum fxg_when when;
	bool is_case; /* one of those that a constant chooses from */
};

/* lower_select.c: the type of a parameter or of ret that gets its meaning from
 * another value, with the items of each case. `item` describes it, except for
 * type and when. */
unsigned fxg_lower_select(struct fxg_tables *tables,
			  const struct fxg_item_def *item,
			  const struct fxg_ctype *ctype);

/* lower_item.c: the items of one case. Returns their moments. */
unsigned fxg_lower_case_items(struct fxg_tables *tables,
			      const struct fxg_item_def *item,
			      struct fxg_case_row *row);

/* The values captured of a function, counted by argument */
struct fxg_item_counts {
	unsigned n_begin, n_end;
	struct fxg_capture *captures; /* of each */
};
struct fxg_item_counts fxg_lower_items(struct fxg_tables *tables,
				       const struct fxg_function_def *function,
				       const unsigned *param_types,
				       unsigned ret_type);

/* check.c: what a function must not have, whatever its types */
void fxg_check_function(const struct fxg_api_def *api,
			const struct fxg_function_def *function,
			struct fxg_error *error);

#endif
