/* SPDX-License-Identifier: MIT */
/*
 * Texts of filters, see where.h.
 */
#include "writer/where.h"

#include "writer/bytes.h"
#include "writer/glob.h"
#include "writer/plain.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int digit_of(char c)
{
	if (is_digit(c))
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* Digits up to the end of the piece, which keeps what is behind them. */
static bool read_digits(struct fxw_piece *piece, unsigned base, uint64_t *value)
{
	const char *first = piece->at;
	uint64_t n = 0;

	for (; piece->n && digit_of(*piece->at) < (int)base;
	     piece->at++, piece->n--) {
		if (n > (UINT64_MAX >> 1) / base - 1)
			return false;
		n = n * base + (uint64_t)digit_of(*piece->at);
	}
	*value = n;
	return piece->at > first;
}

static int suffix_bits(struct fxw_piece piece)
{
	static const char letters[] = "kmg";

	for (int i = 0; letters[i]; i++)
		if (piece.n == 1 && (*piece.at | 32) == letters[i])
			return 10 * (i + 1);
	return piece.n ? -1 : 0;
}

/* False: it is no number, or too large a one. */
static bool read_number(struct fxw_piece piece, int64_t *number)
{
	bool is_negative = piece.n && *piece.at == '-';
	bool is_hex;
	uint64_t n;
	int bits;

	if (is_negative) {
		piece.at++;
		piece.n--;
	}
	is_hex = piece.n > 2 && piece.at[0] == '0' && (piece.at[1] | 32) == 'x';
	if (is_hex) {
		piece.at += 2;
		piece.n -= 2;
	}
	if (!read_digits(&piece, is_hex ? 16 : 10, &n))
		return false;
	bits = suffix_bits(piece);
	if (bits < 0 || n > (uint64_t)INT64_MAX >> bits)
		return false;
	*number = is_negative ? -(int64_t)(n << bits) : (int64_t)(n << bits);
	return true;
}

static bool is_sign(char c)
{
	return c == '=' || c == '!' || c == '<' || c == '>' || c == '&';
}

/* The operator at `at`; 0: it is none. */
static unsigned read_op(const char *at, unsigned *n_bytes)
{
	static const struct {
		char text[3];
		uint8_t op;
	} ops[] = {
		{"!=", FXW_WHERE_NE}, {"<=", FXW_WHERE_LE},
		{">=", FXW_WHERE_GE}, {"=", FXW_WHERE_EQ},
		{"<", FXW_WHERE_LT},  {">", FXW_WHERE_GT},
		{"&", FXW_WHERE_HAS},
	};

	for (unsigned i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		unsigned n = ops[i].text[1] ? 2 : 1;

		if (at[0] == ops[i].text[0] &&
		    (n == 1 || at[1] == ops[i].text[1])) {
			*n_bytes = n;
			return ops[i].op;
		}
	}
	return 0;
}

/* [at, end) is one condition; *end is ',' or NUL. */
static const char *read_condition(const char *at, const char *end,
				  struct fxw_where *where)
{
	const char *colon, *sign;
	unsigned n_bytes;

	for (sign = at; sign < end && !is_sign(*sign); sign++)
		;
	/* names of C++ have colons, too */
	for (colon = sign; colon > at && *colon != ':'; colon--)
		;
	if (colon == at || sign == end)
		return "expected FUNCTION:ARGUMENT=VALUE";
	where->op = (uint8_t)read_op(sign, &n_bytes);
	if (!where->op || sign == colon + 1)
		return "expected an argument and =, !=, <, <=, >, >= or &";
	where->function = (struct fxw_piece){at, (size_t)(colon - at)};
	where->argument =
		(struct fxw_piece){colon + 1, (size_t)(sign - colon - 1)};
	sign += n_bytes;
	where->value = (struct fxw_piece){sign, (size_t)(end - sign)};
	if (!where->value.n)
		return "has a condition without a value";
	where->is_number = read_number(where->value, &where->number);
	return NULL;
}

const char *fxw_where_read(const char *text, struct fxw_where *wheres,
			   unsigned *n)
{
	for (*n = 0;;) {
		const char *end = text, *wrong;

		while (*end && *end != ',')
			end++;
		if (*n == FXW_WHERES)
			return "has more than 32 conditions";
		wrong = read_condition(text, end, &wheres[*n]);
		if (wrong)
			return wrong;
		++*n;
		if (!*end)
			return NULL;
		text = end + 1;
	}
}

bool fxw_where_is_about(const struct fxw_where *where, const char *function)
{
	return fxw_plain_fits(where->function.at, where->function.n, function);
}

bool fxw_piece_next(struct fxw_piece *rest, struct fxw_piece *name)
{
	size_t n = 0;

	if (!rest->at)
		return false;
	while (n < rest->n && rest->at[n] != '|')
		n++;
	*name = (struct fxw_piece){rest->at, n};
	*rest = n < rest->n
			? (struct fxw_piece){rest->at + n + 1, rest->n - n - 1}
			: (struct fxw_piece){NULL, 0};
	return true;
}

/* -1, 0 or 1: the value compared with the number. */
static int compare_value(uint64_t value, int64_t number, bool is_signed)
{
	if (is_signed)
		return ((int64_t)value > number) - ((int64_t)value < number);
	/* but for (size_t)-1 and its like */
	if (number < 0)
		return value != (uint64_t)number;
	return (value > (uint64_t)number) - (value < (uint64_t)number);
}

bool fxw_where_compare(enum fxw_where_op op, uint64_t value, int64_t number,
		       bool is_signed)
{
	int how = compare_value(value, number, is_signed);

	switch (op) {
	case FXW_WHERE_EQ:
		return how == 0;
	case FXW_WHERE_NE:
		return how != 0;
	case FXW_WHERE_LT:
		return how < 0;
	case FXW_WHERE_LE:
		return how <= 0;
	case FXW_WHERE_GT:
		return how > 0;
	case FXW_WHERE_GE:
		return how >= 0;
	case FXW_WHERE_HAS:
		return number && (value & (uint64_t)number) == (uint64_t)number;
	}
	return false;
}

bool fxw_where_text_fits(const struct fxw_where *where, const char *text,
			 size_t n)
{
	return fxw_glob_fits(where->value.at, where->value.n, text, n) ==
	       (where->op == FXW_WHERE_EQ);
}
