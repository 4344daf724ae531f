/* SPDX-License-Identifier: MIT */
/*
 * Packed bytes as base64, see section.h.
 */
#include "tools/page/section.h"

#include <inttypes.h>
#include <stdlib.h>
#include <zlib.h>

#include "tools/base/die.h"
#include "tools/base/json.h"

enum { WAITING_BYTES = 32 << 10, LEVEL = 5 };
/* of packed bytes; whole groups of base64 */
enum { PIECE_BYTES = 3 << 14 };

struct section {
	z_stream zip;
	struct pen waiting, packed, base64;
	uint64_t n_bytes;
};

struct section *section_open(void)
{
	struct section *section = fxr_new(1, sizeof(*section));

	/* with header and sum: "deflate" in browsers */
	if (deflateInit(&section->zip, LEVEL) != Z_OK)
		die("out of memory");
	return section;
}

static void pack_bytes(struct section *section, const void *bytes,
		       size_t n_bytes, int how)
{
	section->zip.next_in = (Bytef *)bytes;
	section->zip.avail_in = (uInt)n_bytes;
	do {
		char *space = pen_capacity(&section->packed, WAITING_BYTES);

		section->zip.next_out = (Bytef *)space;
		section->zip.avail_out = WAITING_BYTES;
		deflate(&section->zip, how);
		pen_used(&section->packed,
			 WAITING_BYTES - section->zip.avail_out);
	} while (!section->zip.avail_out);
}

static void pack_waiting(struct section *section, int how)
{
	struct fxr_text waiting = pen_take(&section->waiting);

	pack_bytes(section, waiting.bytes, waiting.n_bytes, how);
}

void section_put(struct section *section, const void *bytes, size_t n_bytes)
{
	section->n_bytes += n_bytes;
	if (n_bytes >= WAITING_BYTES) {
		pack_waiting(section, Z_NO_FLUSH);
		for (; n_bytes > 1u << 30; n_bytes -= 1u << 30) {
			pack_bytes(section, bytes, 1u << 30, Z_NO_FLUSH);
			bytes = (const char *)bytes + (1u << 30);
		}
		pack_bytes(section, bytes, n_bytes, Z_NO_FLUSH);
		return;
	}
	pen_bytes(&section->waiting, bytes, n_bytes);
	if (section->waiting.n_bytes >= WAITING_BYTES)
		pack_waiting(section, Z_NO_FLUSH);
}

void section_number(struct section *section, uint64_t number)
{
	unsigned char bytes[10];
	size_t n = 0;

	for (; number >= 0x80; number >>= 7)
		bytes[n++] = (unsigned char)(number | 0x80);
	bytes[n++] = (unsigned char)number;
	section_put(section, bytes, n);
}

uint64_t section_bytes(const struct section *section)
{
	return section->n_bytes;
}

/* Piece by piece: a section may be large. */
static void write_base64(struct section *section, FILE *out)
{
	struct fxr_text packed = pen_take(&section->packed), text;
	size_t n;

	for (size_t at = 0; at < packed.n_bytes; at += n) {
		n = packed.n_bytes - at;
		if (n > PIECE_BYTES)
			n = PIECE_BYTES;
		json_base64(&section->base64, fxr_text(packed.bytes + at, n));
		text = pen_take(&section->base64);
		fwrite(text.bytes, 1, text.n_bytes, out);
	}
}

void section_write(struct section *section, FILE *out, const char *class,
		   const char *name)
{
	pack_waiting(section, Z_FINISH);
	deflateReset(&section->zip);
	fprintf(out,
		"<script type=\"text/plain\" class=\"%s\" data-name=\"%s\" "
		"data-bytes=\"%" PRIu64 "\">",
		class, name, section->n_bytes);
	section->n_bytes = 0;
	write_base64(section, out);
	fputs("</script>\n", out);
}

void section_close(struct section *section)
{
	deflateEnd(&section->zip);
	pen_fini(&section->waiting);
	pen_fini(&section->packed);
	pen_fini(&section->base64);
	free(section);
}
