/* SPDX-License-Identifier: MIT */
/*
 * The parts of lowering a type, for lower_type.c (the walk down the stars),
 * lower_record.c (structs and unions) and type_row.c (the rows themselves).
 */
#ifndef GEN_LOWER_TYPE_H
#define GEN_LOWER_TYPE_H

#include "gen/lower.h"

/* One value's type on the way down from its outermost star. */
struct fxg_place {
	struct fxg_names scope;
	const struct fxg_ctype *ctype;
	const struct fxg_note *note;
	const char *c_name; /* of the type at this depth */
	unsigned n_stars;   /* left at this depth */
	bool outer;	    /* the note's direction and counts are meant here */
};

/* type_row.c: each gives a row's index, equal rows being one */
unsigned fxg_add_type(struct fxg_tables *tables, struct fxg_type_row row);
/* FLOAT, BOOL, FUNC, OPAQUE: a name and a size; kind as of its values */
unsigned fxg_plain_row(struct fxg_tables *tables, enum fxg_class class,
		       const char *c_name, const char *kind);
unsigned fxg_opaque_row(struct fxg_tables *tables, const char *c_name);
/* show < 0: decimal */
unsigned fxg_int_row(struct fxg_tables *tables, const char *c_name, int show);
unsigned fxg_set_row(struct fxg_tables *tables, struct fxg_type_def *def,
		     const struct fxg_place *place);
unsigned fxg_handle_row(struct fxg_tables *tables,
			const struct fxg_type_def *def,
			const struct fxg_place *place, unsigned base);
unsigned fxg_string_row(struct fxg_tables *tables,
			const struct fxg_place *place);
/* Bytes of one struct, union or set, as C has them; NULL: the row is of
 * something else. */
const struct fxg_expr *fxg_size_of(const struct fxg_tables *tables,
				   const struct fxg_type_row *target);

unsigned fxg_target_row(struct fxg_tables *tables,
			const struct fxg_place *place, unsigned target,
			bool ended);
/* An array that is a member of a struct or union. */
unsigned fxg_array_row(struct fxg_tables *tables,
		       const struct fxg_type_def *record,
		       const struct fxg_param_def *member, unsigned element);
/* The memory behind a struct, however much it is. */
unsigned fxg_tail_row(struct fxg_tables *tables, unsigned element);
/* Its members' rows begin at first_member. */
unsigned fxg_record_row(struct fxg_tables *tables,
			const struct fxg_type_def *def, unsigned first_member);
/* Memory whose bits mean values of `element`. */
unsigned fxg_bits_row(struct fxg_tables *tables, const struct fxg_type_def *def,
		      unsigned element);
/* FUNC, with its way to be shown. */
unsigned fxg_code_row(struct fxg_tables *tables, const char *c_name, int show);

/* A choice: its cases are those of a group, `by` what chooses. */
struct fxg_choice {
	const char *c_name;
	unsigned by, length, first, n, base, moments;
	bool is_followed; /* a case has pointers that are */
};
unsigned fxg_choice_row(struct fxg_tables *tables,
			const struct fxg_choice *choice);

/* lower_select.c: memory that chooses what it is itself */
unsigned fxg_lower_cases(struct fxg_tables *tables, struct fxg_type_def *def);

/* lower_record.c */
unsigned fxg_lower_record(struct fxg_tables *tables, struct fxg_type_def *def);
/* A complex number, as it is spelled in C. */
unsigned fxg_complex_row(struct fxg_tables *tables, const char *c_name);
/* NULL if no struct or union is spelled so in C. */
struct fxg_type_def *fxg_find_record(const struct fxg_api_def *api,
				     const char *c_name);

#endif
