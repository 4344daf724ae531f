/* SPDX-License-Identifier: MIT */
/*
 * Unwind tables into rules, see cfi.h. An entry (FDE) is a program that changes
 * a row of rules from place to place; its CIE begins it. Only three columns are
 * needed to find a caller: the CFA, BP and the return address.
 */
#include "preload/unwind/cfi.h"

#include <stddef.h>

#include "preload/arch/frame.h"
#include "preload/unwind/expr.h"
#include "writer/bytes.h"

#define MAX_REMEMBERED 4u
#define MAX_ENTRY_BYTES (1u << 24)
/* Of .eh_frame_hdr: version, and the encodings that all linkers write. */
#define HEADER_VERSION 1u
#define HEADER_BYTES 12u

enum {
	ENCODE_ABSOLUTE = 0x00,
	ENCODE_U2 = 0x02,
	ENCODE_U4 = 0x03,
	ENCODE_U8 = 0x04,
	ENCODE_S2 = 0x0a,
	ENCODE_S4 = 0x0b,
	ENCODE_S8 = 0x0c,
	ENCODE_TO_SELF = 0x10, /* relative to its own place */
	ENCODE_TO_HEADER = 0x30,
	ENCODE_NONE = 0xff,
};

/* Where the return address is. */
enum { RETURN_KNOWN, RETURN_NONE, RETURN_ELSEWHERE };

/* Before a table says anything of it. */
#define RETURN_FIRST (FXP_RETURN_IS_PUSHED ? RETURN_ELSEWHERE : RETURN_KNOWN)

struct row {
	struct fxp_rule rule;
	uint8_t at_return;
	bool is_bad;
};

/* The parts of a CIE that its FDEs need. */
struct common {
	struct fxp_bytes program;
	uint64_t code_align;
	int64_t data_align;
	uint8_t encoding;
	bool is_signal;
	bool has_size; /* FDEs have data of their own, and its size */
};

struct index_entry {
	int32_t place, fde; /* from the header */
};

static uint64_t read_encoded(struct fxp_bytes *in, unsigned encoding)
{
	uint64_t self = (uintptr_t)in->at, value;

	switch (encoding & 0x0f) {
	case ENCODE_U2:
		value = fxp_read_fixed(in, 2);
		break;
	case ENCODE_S2:
		value = (uint64_t)(int16_t)fxp_read_fixed(in, 2);
		break;
	case ENCODE_U4:
		value = fxp_read_fixed(in, 4);
		break;
	case ENCODE_S4:
		value = (uint64_t)(int32_t)fxp_read_fixed(in, 4);
		break;
	case ENCODE_ABSOLUTE:
	case ENCODE_U8:
	case ENCODE_S8:
		value = fxp_read_fixed(in, 8);
		break;
	default:
		in->is_bad = true;
		return 0;
	}
	if ((encoding & 0x70) == ENCODE_TO_SELF)
		return value + self;
	if (encoding & 0xf0)
		in->is_bad = true;
	return value;
}

/* The body of the CIE or FDE at `at`. */
static bool open_entry(uintptr_t at, struct fxp_bytes *body)
{
	uint64_t n_bytes;

	*body = fxp_bytes((const void *)at, 4);
	n_bytes = fxp_read_fixed(body, 4);
	/* 0 ends the table; all ones begin a long entry, which is never used */
	if (!n_bytes || n_bytes > MAX_ENTRY_BYTES)
		return false;
	*body = fxp_bytes((const void *)(at + 4), n_bytes);
	return true;
}

/* The augmentation: letters, each with its data. */
static void read_augmentation(struct common *cie, const uint8_t *letters,
			      struct fxp_bytes *in)
{
	uint64_t n_bytes;
	struct fxp_bytes data;

	cie->encoding = ENCODE_ABSOLUTE;
	if (*letters != 'z') {
		in->is_bad |= *letters != 0;
		return;
	}
	cie->has_size = true;
	n_bytes = fxp_read_uleb(in);
	data = fxp_read_bytes(in, n_bytes);
	for (letters++; *letters; letters++) {
		unsigned encoding;

		if (*letters == 'S') {
			cie->is_signal = true;
		} else if (*letters == 'R') {
			cie->encoding = (uint8_t)fxp_read_fixed(&data, 1);
		} else if (*letters == 'L') {
			(void)fxp_read_fixed(&data, 1);
		} else if (*letters == 'P') {
			encoding = (unsigned)fxp_read_fixed(&data, 1);
			/* only its size matters */
			(void)read_encoded(&data, encoding & 0x0f);
		} else if (*letters != 'B') {
			in->is_bad = true;
		}
	}
	in->is_bad |= data.is_bad;
}

static __attribute__((noinline)) bool read_common(uintptr_t at,
						  struct common *cie)
{
	struct fxp_bytes in;
	const uint8_t *letters;
	unsigned version;

	*cie = (struct common){.encoding = ENCODE_ABSOLUTE};
	if (!open_entry(at, &in) || fxp_read_fixed(&in, 4) != 0)
		return false;
	version = (unsigned)fxp_read_fixed(&in, 1);
	if (version != 1 && version != 3)
		return false;
	letters = in.at;
	while (fxp_read_fixed(&in, 1) && !in.is_bad)
		;
	cie->code_align = fxp_read_uleb(&in);
	cie->data_align = fxp_read_sleb(&in);
	if (fxp_read_uleb(&in) != FXP_RULE_RA || in.is_bad)
		return false;
	read_augmentation(cie, letters, &in);
	cie->program = in;
	return !in.is_bad;
}

static void set_bp(struct row *row, unsigned bp, int64_t off)
{
	row->rule.bp = (uint8_t)bp;
	row->rule.bp_off = (int32_t)off;
	if (off != (int32_t)off)
		row->is_bad = true;
}

static void set_return(struct row *row, int64_t off)
{
	bool is_known = !FXP_RETURN_IS_PUSHED || off == -8;

	row->at_return = is_known ? RETURN_KNOWN : RETURN_ELSEWHERE;
	row->rule.ra_off = (int32_t)off;
	if (off != (int32_t)off)
		row->is_bad = true;
}

/* A register's caller's value is in memory at CFA + off. */
static void saved_at(struct row *row, uint64_t reg, int64_t off)
{
	if (reg == FXP_RULE_BP)
		set_bp(row, FXP_BP_AT_CFA, off);
	else if (reg == FXP_RULE_RA)
		set_return(row, off);
	else if (reg == FXP_RULE_SP)
		row->is_bad = true;
}

static void is_unknown(struct row *row, uint64_t reg, bool is_undefined)
{
	if (reg == FXP_RULE_BP)
		set_bp(row, FXP_BP_LOST, 0);
	else if (reg == FXP_RULE_RA)
		row->at_return = is_undefined ? RETURN_NONE : RETURN_ELSEWHERE;
	else if (reg == FXP_RULE_SP)
		row->is_bad = true;
}

static void restore_register(struct row *row, const struct row *first,
			     uint64_t reg)
{
	if (reg == FXP_RULE_BP) {
		row->rule.bp = first->rule.bp;
		row->rule.bp_off = first->rule.bp_off;
	} else if (reg == FXP_RULE_RA) {
		row->at_return = first->at_return;
		row->rule.ra_off = first->rule.ra_off;
	}
}

static void set_cfa(struct row *row, uint64_t reg, int64_t off)
{
	row->is_bad = reg >= FXP_RULE_REGISTERS || off != (int32_t)off;
	row->rule.reg = (uint8_t)reg;
	row->rule.cfa_off = (int32_t)off;
	row->rule.is_at = row->rule.more = 0;
}

static void set_cfa_off(struct row *row, int64_t off)
{
	row->is_bad |= off != (int32_t)off;
	row->rule.cfa_off = (int32_t)off;
}

/* The CFA by an expression. */
static void compute_cfa(struct row *row, struct fxp_bytes expression,
			uintptr_t place)
{
	struct fxp_term term;

	if (!fxp_stack_expr(expression, place, &term) || !term.has_reg ||
	    (term.more & 7) || term.more < 0 || term.more > 120) {
		row->is_bad = true;
		return;
	}
	set_cfa(row, term.reg, term.off);
	row->rule.is_at = term.is_at;
	row->rule.more = (uint8_t)(term.more / 8);
}

/* A register that is saved at an expression's address. */
static void compute_saved(struct row *row, uint64_t reg,
			  struct fxp_bytes expression, uintptr_t place)
{
	struct fxp_term term;

	if (reg == FXP_RULE_BP && fxp_stack_expr(expression, place, &term) &&
	    term.has_reg && !term.is_at && term.reg == FXP_RULE_BP)
		set_bp(row, FXP_BP_AT_BP, term.off);
	else
		is_unknown(row, reg, false);
}

/* A program that is being run. `at` is its position; it ends at `place`. */
struct run {
	struct fxp_bytes in;
	const struct common *cie;
	uintptr_t at, place;
	struct row *row;
	const struct row *first; /* as the CIE has it */
	struct row *remembered;
	unsigned n_remembered;
};

/* Instructions with a register first. */
static void run_register(struct run *run, unsigned code)
{
	int64_t align = run->cie->data_align;
	uint64_t reg = fxp_read_uleb(&run->in);

	switch (code) {
	case 0x05: /* offset_extended */
		saved_at(run->row, reg,
			 (int64_t)fxp_read_uleb(&run->in) * align);
		break;
	case 0x06: /* restore_extended */
		restore_register(run->row, run->first, reg);
		break;
	case 0x07: /* undefined */
		is_unknown(run->row, reg, true);
		break;
	case 0x08: /* same_value */
		if (reg == FXP_RULE_BP)
			set_bp(run->row, FXP_BP_SAME, 0);
		else if (reg == FXP_RULE_RA && !FXP_RETURN_IS_PUSHED)
			set_return(run->row, 0);
		break;
	case 0x09: /* register */
	case 0x14: /* val_offset */
	case 0x15:
		(void)fxp_read_uleb(&run->in);
		is_unknown(run->row, reg, false);
		break;
	case 0x0c: /* def_cfa */
		set_cfa(run->row, reg, (int64_t)fxp_read_uleb(&run->in));
		break;
	case 0x0d: /* def_cfa_register */
		set_cfa(run->row, reg, run->row->rule.cfa_off);
		break;
	case 0x11: /* offset_extended_sf */
		saved_at(run->row, reg, fxp_read_sleb(&run->in) * align);
		break;
	case 0x12: /* def_cfa_sf */
		set_cfa(run->row, reg, fxp_read_sleb(&run->in) * align);
		break;
	case 0x2f: /* GNU_negative_offset_extended */
		saved_at(run->row, reg,
			 -(int64_t)fxp_read_uleb(&run->in) * align);
		break;
	default:
		run->in.is_bad = true;
	}
}

/* Instructions with an expression. */
static void run_expression(struct run *run, unsigned code)
{
	uint64_t reg = code == 0x0f ? 0 : fxp_read_uleb(&run->in);
	uint64_t n_bytes = fxp_read_uleb(&run->in);
	struct fxp_bytes expression = fxp_read_bytes(&run->in, n_bytes);

	if (code == 0x0f)
		compute_cfa(run->row, expression, run->place);
	else if (code == 0x10)
		compute_saved(run->row, reg, expression, run->place);
	else /* val_expression */
		is_unknown(run->row, reg, false);
}

static void push_row(struct run *run)
{
	if (run->n_remembered < MAX_REMEMBERED)
		run->remembered[run->n_remembered++] = *run->row;
	else
		run->in.is_bad = true;
}

static void pop_row(struct run *run)
{
	if (run->n_remembered)
		*run->row = run->remembered[--run->n_remembered];
	else
		run->in.is_bad = true;
}

/* Instructions without a register of their own. */
static void run_other(struct run *run, unsigned code)
{
	switch (code) {
	case 0x00: /* nop */
		break;
	case 0x02: /* advance_loc1, 2, 4 */
	case 0x03:
	case 0x04:
		run->at += fxp_read_fixed(&run->in, 1u << (code - 2)) *
			   run->cie->code_align;
		break;
	case 0x0a:
		push_row(run);
		break;
	case 0x0b:
		pop_row(run);
		break;
	case 0x0e: /* def_cfa_offset */
		set_cfa_off(run->row, (int64_t)fxp_read_uleb(&run->in));
		break;
	case 0x13: /* def_cfa_offset_sf */
		set_cfa_off(run->row,
			    fxp_read_sleb(&run->in) * run->cie->data_align);
		break;
	case 0x2d: /* AARCH64_negate_ra_state: it is signed from here on */
		break;
	case 0x2e: /* GNU_args_size */
		(void)fxp_read_uleb(&run->in);
		break;
	case 0x0f:
	case 0x10:
	case 0x16:
		run_expression(run, code);
		break;
	default:
		run_register(run, code);
	}
}

/* Runs the program up to the row of the place. */
static bool run_program(struct run *run)
{
	while (run->in.at < run->in.end && !run->in.is_bad) {
		unsigned code = (unsigned)fxp_read_fixed(&run->in, 1);
		unsigned low = code & 0x3f;

		if (code >> 6 == 1) /* advance_loc */
			run->at += low * run->cie->code_align;
		else if (code >> 6 == 2) /* offset */
			saved_at(run->row, low,
				 (int64_t)fxp_read_uleb(&run->in) *
					 run->cie->data_align);
		else if (code >> 6 == 3) /* restore */
			restore_register(run->row, run->first, low);
		else
			run_other(run, code);
		if (run->at > run->place)
			break;
	}
	return !run->in.is_bad;
}

/* The rule's kind by the row. */
static unsigned kind_of(const struct row *row, bool is_signal)
{
	const struct fxp_rule *rule = &row->rule;

	if (row->at_return == RETURN_NONE)
		return FXP_RULE_END;
	/* a signal frame restores all registers, and SP as well */
	if (is_signal && !FXP_RETURN_IS_PUSHED)
		return FXP_RULE_SIGNAL;
	if (is_signal)
		return rule->is_at && rule->reg == FXP_RULE_SP &&
				       rule->cfa_off == FXP_SIGNAL_SP_OFF
			       ? FXP_RULE_SIGNAL
			       : FXP_RULE_LOST;
	if (row->is_bad || row->at_return != RETURN_KNOWN)
		return FXP_RULE_LOST;
	if (rule->is_at || rule->bp == FXP_BP_AT_BP ||
	    (rule->reg != FXP_RULE_SP && rule->reg != FXP_RULE_BP))
		return FXP_RULE_OTHER;
	if (FXP_RETURN_IS_PUSHED && rule->reg == FXP_RULE_BP &&
	    rule->cfa_off == 16 && rule->bp == FXP_BP_AT_CFA &&
	    rule->bp_off == -16)
		return FXP_RULE_FRAME;
	return FXP_RULE_TABLE;
}

/* Runs the programs of the CIE and of the FDE, which is `in`. Not inlined, to
 * keep frames small. */
static __attribute__((noinline)) void make_rule(const struct common *cie,
						struct fxp_bytes in,
						uintptr_t begin,
						uintptr_t place,
						struct fxp_rule *rule)
{
	struct row row = {.rule.reg = FXP_RULE_SP, .at_return = RETURN_FIRST};
	struct row first, remembered[MAX_REMEMBERED];
	struct run run = {.in = cie->program,
			  .cie = cie,
			  .at = begin,
			  .place = place,
			  .row = &row,
			  .first = &row,
			  .remembered = remembered};

	rule->kind = FXP_RULE_LOST;
	if (!run_program(&run))
		return;
	first = row;
	run.in = in;
	run.first = &first;
	run.at = begin;
	if (!run_program(&run))
		return;
	*rule = row.rule;
	rule->kind = (uint8_t)kind_of(&row, cie->is_signal);
}

/* The FDE of the last entry of the index that is not behind the place, or 0. */
static uintptr_t find_fde(const struct fxp_stack_module *module,
			  uintptr_t place)
{
	const uint8_t *header = (const uint8_t *)module->header;
	const struct index_entry *entries =
		(const struct index_entry *)(header + HEADER_BYTES);
	int64_t wanted = (int64_t)(place - module->header);
	uint32_t low = 0, high;

	if (header[0] != HEADER_VERSION || header[2] != ENCODE_U4 ||
	    header[1] != (ENCODE_TO_SELF | ENCODE_S4) ||
	    header[3] != (ENCODE_TO_HEADER | ENCODE_S4 | 0))
		return 0;
	fxw_copy(&high, header + 8, 4);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (entries[middle].place <= wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? module->header + (uintptr_t)(int64_t)entries[low - 1].fde
		   : 0;
}

void fxp_cfi_rule(const struct fxp_stack_module *module, uintptr_t place,
		  struct fxp_rule *rule)
{
	uintptr_t fde = module->header ? find_fde(module, place) : 0;
	uintptr_t begin, id_at;
	struct fxp_bytes in;
	struct common cie;

	rule->kind = FXP_RULE_BARE;
	if (!fde || !open_entry(fde, &in))
		return;
	rule->kind = FXP_RULE_LOST;
	id_at = (uintptr_t)in.at;
	if (!read_common(id_at - fxp_read_fixed(&in, 4), &cie))
		return;
	begin = read_encoded(&in, cie.encoding);
	if (place - begin >= read_encoded(&in, cie.encoding & 0x0f)) {
		rule->kind = FXP_RULE_BARE;
		return;
	}
	if (cie.has_size)
		(void)fxp_read_bytes(&in, fxp_read_uleb(&in));
	if (!in.is_bad)
		make_rule(&cie, in, begin, place, rule);
}
