/* SPDX-License-Identifier: MIT */
/*
 * An archive whose manager was killed: whole up to the last record that it had
 * written.
 */
#ifndef MEND_H
#define MEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Writes what is whole of the archive `from` as `to`, by a temporary file that
 * is renamed; `to` may be `from`.
 * n_cut  out: bytes that were left out; 0: it is whole, nothing was written
 * error  out: why not, with offset
 * Returns false if it is no archive, is damaged otherwise than at its end, or
 * cannot be written.
 */
bool mend(const char *from, const char *to, uint64_t *n_cut, char *error,
	  size_t error_bytes);

#endif
