/* SPDX-License-Identifier: MIT */
/*
 * Which bytes are text, see utf8.h.
 */
#include "tools/base/utf8.h"

static bool is_continued(struct fxr_text bytes, size_t n)
{
	size_t i;

	if (bytes.n_bytes < n)
		return false;
	for (i = 1; i < n; i++)
		if (((unsigned char)bytes.bytes[i] & 0xc0) != 0x80)
			return false;
	return true;
}

size_t utf8_length(struct fxr_text bytes)
{
	const unsigned char *at = (const unsigned char *)bytes.bytes;

	if (!bytes.n_bytes)
		return 0;
	if (at[0] < 0x80)
		return 1;
	if (at[0] >= 0xc2 && at[0] < 0xe0)
		return is_continued(bytes, 2) ? 2 : 0;
	if (at[0] >= 0xe0 && at[0] < 0xf0 && is_continued(bytes, 3) &&
	    !(at[0] == 0xe0 && at[1] < 0xa0) &&
	    !(at[0] == 0xed && at[1] >= 0xa0))
		return 3;
	if (at[0] >= 0xf0 && at[0] < 0xf5 && is_continued(bytes, 4) &&
	    !(at[0] == 0xf0 && at[1] < 0x90) &&
	    !(at[0] == 0xf4 && at[1] >= 0x90))
		return 4;
	return 0;
}
