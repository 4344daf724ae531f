/* SPDX-License-Identifier: MIT */
/*
 * An array of values of different types, in the value encoding (value.h). It is
 * written in one pass at the record's end. Without space there it is only
 * measured. A cut string becomes an array of what is left of it and its size in
 * bytes (of a wide one: as UTF-8).
 */
#ifndef PRELOAD_VALUE_LIST_H
#define PRELOAD_VALUE_LIST_H

#include "preload/value/capture.h"

struct fxp_list {
	uint8_t *out;
	uint32_t space_bytes, n_bytes; /* n_bytes > space_bytes: measures */
	uint32_t limit_bytes;
	uint32_t n_values, n_kept; /* in all, in the record */
	bool cut;		   /* a string */
};

/* Begins the record's next argument, with this name. FXP_V_ARRAY and one byte
 * for their number come first. */
void fxp_list_open(struct fxp_list *l, const struct fxw_record *r,
		   struct fxw_name name);
/* The argument is complete. Nothing else may have been put into the record. */
void fxp_list_close(struct fxp_list *l, struct fxw_record *r,
		    struct fxw_name name);

/* Whether there is space for one more value; counts it. */
bool fxp_list_count(struct fxp_list *l);

/* The bytes of a value. */
void fxp_list_byte(struct fxp_list *l, uint8_t byte);
void fxp_list_varint(struct fxp_list *l, uint64_t value);
void fxp_list_bytes(struct fxp_list *l, const void *p, uint32_t n);

/* Whole values. Strings may be NULL, and have at most max bytes (of wide ones:
 * as UTF-8). Texts have exactly n bytes or wide characters. */
void fxp_list_unsigned(struct fxp_list *l, uint64_t value);
void fxp_list_signed(struct fxp_list *l, int64_t value);
void fxp_list_pointer(struct fxp_list *l, const void *p);
void fxp_list_double(struct fxp_list *l, double value);
void fxp_list_long_double(struct fxp_list *l, const void *p);
void fxp_list_string(struct fxp_list *l, const char *p, size_t max);
void fxp_list_text(struct fxp_list *l, const char *p, size_t n);
void fxp_list_wide(struct fxp_list *l, const uint32_t *p, size_t max);
void fxp_list_wide_text(struct fxp_list *l, const uint32_t *p, size_t n);

#endif
