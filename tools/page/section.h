/* SPDX-License-Identifier: MIT */
/*
 * The data of a page: sections of bytes, each packed (RFC 1950: deflated, with
 * a sum that browsers check) and in base64. Each is in an element of its own
 * that no browser runs or shows, with the number of its bytes:
 *
 * 	<script type="text/plain" class="CLASS" data-name="NAME"
 * 		data-bytes="N">BASE64</script>
 */
#ifndef TOOLS_PAGE_SECTION_H
#define TOOLS_PAGE_SECTION_H

#include <stdio.h>

#include "tools/base/pen.h"

/* A section that is made piece by piece, and packed in memory. */
struct section;

struct section *section_open(void);
void section_put(struct section *section, const void *bytes, size_t n_bytes);
/* In LEB128: seven bits in each byte, least ones first. */
void section_number(struct section *section, uint64_t number);
/* Bytes so far, before packing. */
uint64_t section_bytes(const struct section *section);

/* Writes the element, and empties the section. */
void section_write(struct section *section, FILE *out, const char *class,
		   const char *name);
void section_close(struct section *section);

#endif
