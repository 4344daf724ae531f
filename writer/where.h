/* SPDX-License-Identifier: MIT */
/*
 * Conditions of filters on a call that has returned: FXTRACE_WHERE, a list
 *
 *	list      := condition ("," condition)*
 *	condition := FUNCTION ":" ARGUMENT OP VALUE
 *	OP        := "=" | "!=" | "<" | "<=" | ">" | ">=" | "&"
 *
 * where FUNCTION is a glob and ARGUMENT a parameter, `ret` or `errno`. VALUE is
 * a number (hex, negative, suffix K, M, G), a glob for strings, or the name of
 * a constant. "&" holds if all flags are set, A|B. Values have no commas.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_WHERE_H
#define WRITER_WHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FXW_WHERES 32u /* conditions of a list, at most */

enum fxw_where_op {
	FXW_WHERE_EQ = 1,
	FXW_WHERE_NE,
	FXW_WHERE_LT,
	FXW_WHERE_LE,
	FXW_WHERE_GT,
	FXW_WHERE_GE,
	FXW_WHERE_HAS,
};

/* A piece of the list, without NUL. */
struct fxw_piece {
	const char *at;
	size_t n;
};

struct fxw_where {
	struct fxw_piece function, argument, value;
	uint8_t op; /* enum fxw_where_op */
	bool is_number;
	int64_t number;
};

/*
 * Reads a list. Whether its functions, arguments and constants exist is for the
 * caller to see.
 * text    borrowed by the conditions
 * wheres  space for FXW_WHERES
 * n       out: how many there are.
 * Returns NULL or what is wrong, in words that may follow "LIST: ".
 */
const char *fxw_where_read(const char *text, struct fxw_where *wheres,
			   unsigned *n);

/* Whether the condition is about the function of that name. */
bool fxw_where_is_about(const struct fxw_where *where, const char *function);

/* Takes the next of "A|B" off `rest`; false: there is none. */
bool fxw_piece_next(struct fxw_piece *rest, struct fxw_piece *name);

/* Whether the value, of a signed or unsigned type, and the number are as `op`
 * says. */
bool fxw_where_compare(enum fxw_where_op op, uint64_t value, int64_t number,
		       bool is_signed);

/* Whether n bytes of text are as the condition says; only = and != can be. */
bool fxw_where_text_fits(const struct fxw_where *where, const char *text,
			 size_t n);

#endif
