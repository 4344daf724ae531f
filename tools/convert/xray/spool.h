/* SPDX-License-Identifier: MIT */
/*
 * Bytes of many streams that grow in parallel and are read one after the other.
 * A temporary file holds what exceeds the memory limit.
 */
#ifndef TOOLS_CONVERT_XRAY_SPOOL_H
#define TOOLS_CONVERT_XRAY_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct xray_spool;

/* Never NULL: dies if there is no memory or no temporary file. */
struct xray_spool *xray_spool_open(void);
void xray_spool_close(struct xray_spool *spool);

/* Appends to a stream; they are numbered from 0. */
void xray_spool_put(struct xray_spool *spool, uint32_t stream,
		    const void *bytes, size_t n_bytes);
/* The bytes of a stream. */
uint64_t xray_spool_bytes(const struct xray_spool *spool, uint32_t stream);

/* Why the temporary file has failed, an errno; 0: it has not. */
int xray_spool_error(const struct xray_spool *spool);

/* All of a stream. False: the temporary file has failed. Errors of `out` stay
 * in `out`. */
bool xray_spool_copy(struct xray_spool *spool, uint32_t stream, FILE *out);

#endif
