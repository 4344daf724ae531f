/* SPDX-License-Identifier: MIT */
/*
 * Expressions of unwind tables: what each operation gives, and which are of a
 * form that is not known.
 */
#include "preload/unwind/expr.h"

#include "preload/arch/registers.h"
#include "tests/guard.h"
#include "tests/tap.h"

#define PLACE 0x401000u

struct row {
	uint8_t n_bytes, bytes[12];
	struct fxp_term want;
};

#define ROW(term, ...)                                                         \
	{                                                                      \
		sizeof((uint8_t[]){__VA_ARGS__}), {__VA_ARGS__}, term          \
	}
#define TERM(...) ((struct fxp_term){__VA_ARGS__})
#define NUMBER(value) TERM(.off = (value))
#define REGISTER(number, value)                                                \
	TERM(.off = (value), .reg = (number), .has_reg = true)

static const struct row rows[] = {
	/* literals and constants */
	ROW(NUMBER(0), 0x30),
	ROW(NUMBER(31), 0x4f),
	ROW(NUMBER(0xfe), 0x08, 0xfe),
	ROW(NUMBER(-2), 0x09, 0xfe),
	ROW(NUMBER(0xff01), 0x0a, 0x01, 0xff),
	ROW(NUMBER(-255), 0x0b, 0x01, 0xff),
	ROW(NUMBER(0xfffffffe), 0x0c, 0xfe, 0xff, 0xff, 0xff),
	ROW(NUMBER(-2), 0x0d, 0xfe, 0xff, 0xff, 0xff),
	ROW(NUMBER(0x0807060504030201), 0x0e, 1, 2, 3, 4, 5, 6, 7, 8),
	ROW(NUMBER(-2), 0x0f, 0xfe, 255, 255, 255, 255, 255, 255, 255),
	ROW(NUMBER(300), 0x10, 0xac, 0x02),
	ROW(NUMBER(-129), 0x11, 0xff, 0x7e),
	/* registers */
	ROW(REGISTER(0, 5), 0x70, 5),
	ROW(REGISTER(15, -8), 0x7f, 0x78),
	ROW(REGISTER(7, 200), 0x92, 7, 0xc8, 0x01),
#ifdef __x86_64__
	ROW(NUMBER(PLACE), 0x80, 0),
	ROW(NUMBER(PLACE + 5), 0x80, 5),
	ROW(NUMBER(PLACE - 8), 0x92, 16, 0x78),
#endif
	/* operations */
	ROW(NUMBER(8), 0x35, 0x33, 0x22),
	ROW(NUMBER(2), 0x35, 0x33, 0x1c),
	ROW(REGISTER(7, 11), 0x77, 8, 0x33, 0x22),
	ROW(REGISTER(7, 5), 0x77, 8, 0x33, 0x1c),
	ROW(REGISTER(7, 308), 0x77, 8, 0x23, 0xac, 0x02),
	ROW(NUMBER(4), 0x3c, 0x36, 0x1a),
	ROW(NUMBER(40), 0x35, 0x33, 0x24),
	ROW(NUMBER(INT64_MIN), 0x31, 0x08, 63, 0x24),
	ROW(NUMBER(1), 0x35, 0x35, 0x2a),
	ROW(NUMBER(1), 0x35, 0x34, 0x2a),
	ROW(NUMBER(0), 0x34, 0x35, 0x2a),
	ROW(TERM(8, 0, 7, true, true), 0x77, 8, 0x06),
	ROW(TERM(8, 3, 7, true, true), 0x77, 8, 0x06, 0x33, 0x22),
	ROW(TERM(8, -3, 7, true, true), 0x77, 8, 0x06, 0x33, 0x1c),
	ROW(TERM(8, 5, 7, true, true), 0x77, 8, 0x06, 0x23, 5),
	/* four terms at once */
	ROW(NUMBER(10), 0x31, 0x32, 0x33, 0x34, 0x22, 0x22, 0x22),
};

static const struct row unknown[] = {
	ROW(NUMBER(0), 0x31, 0x32), /* two values are left */
	ROW(NUMBER(0), 0x22),	    /* of nothing */
	ROW(NUMBER(0), 0x31, 0x22),
	ROW(NUMBER(0), 0x31, 0x06),
	ROW(NUMBER(0), 0x77, 8, 0x06, 0x06),
	ROW(NUMBER(0), 0x31, 0x77, 8, 0x22), /* the register is the last */
	ROW(NUMBER(0), 0x77, 8, 0x31, 0x1a),
	ROW(NUMBER(0), 0x77, 8, 0x31, 0x24),
	ROW(NUMBER(0), 0x77, 8, 0x31, 0x2a),
	ROW(NUMBER(0), 0x31, 0x08, 64, 0x24),
	ROW(NUMBER(0), 0x31, 0x32, 0x1b), /* div */
	ROW(NUMBER(0), 0x50),		  /* a register itself */
	ROW(NUMBER(0), 0x31, 0x31, 0x31, 0x31, 0x31, 0x22, 0x22, 0x22, 0x22),
	ROW(NUMBER(0), 0x77, 8, 0x0e, 0, 0, 0, 128, 0, 0, 0, 0, 0x22),
};

static bool run(const struct row *row, size_t n_bytes, struct fxp_term *got)
{
	uint8_t *bytes = guard_copy(row->bytes, n_bytes);
	bool is_known = fxp_stack_expr(fxp_bytes(bytes, n_bytes), PLACE, got);

	guard_free(bytes, n_bytes);
	return is_known;
}

static void known_ones(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct fxp_term *want = &rows[i].want;
		struct fxp_term got = {0};

		ok(run(&rows[i], rows[i].n_bytes, &got), "row %zu", i);
		ok(got.off == want->off && got.more == want->more &&
			   got.reg == want->reg &&
			   got.has_reg == want->has_reg &&
			   got.is_at == want->is_at,
		   "row %zu: %lld", i, (long long)got.off);
	}
}

static void unknown_ones(void)
{
	struct fxp_term got;

	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		ok(!run(&unknown[i], unknown[i].n_bytes, &got), "row %zu", i);
}

/* A number's last byte is missing. */
static void cut_ones(void)
{
	struct fxp_term got;

	for (size_t i = 2; i < 12; i++)
		ok(!run(&rows[i], rows[i].n_bytes - 1u, &got), "row %zu", i);
}

static const struct tap_test tests[] = {
	{"each operation gives its value", known_ones},
	{"what has another form gives none", unknown_ones},
	{"nor does what ends within a number", cut_ones},
};
TAP_MAIN(tests)
