/* SPDX-License-Identifier: MIT */
/*
 * Bits in a file that is mapped, see marks.h.
 */
#include "tools/trim/marks.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/reader/temporary.h"

bool marks_init(struct marks *marks, uint64_t archive_bytes)
{
	int fd = fxr_temporary();
	void *bits = MAP_FAILED;

	marks->n_bytes = archive_bytes / 64 + 1;
	/* space now, instead of a fault later */
	if (fd >= 0 && !posix_fallocate(fd, 0, (off_t)marks->n_bytes))
		bits = mmap(NULL, marks->n_bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	marks->bits = bits == MAP_FAILED ? NULL : bits;
	return marks->bits;
}

void marks_put(struct marks *marks, uint64_t off)
{
	if (off / 64 < marks->n_bytes)
		marks->bits[off / 64] |= (unsigned char)(1u << (off / 8 % 8));
}

bool marks_has(const struct marks *marks, uint64_t off)
{
	return off / 64 < marks->n_bytes &&
	       marks->bits[off / 64] >> (off / 8 % 8) & 1;
}

void marks_fini(struct marks *marks)
{
	if (marks->bits)
		munmap(marks->bits, marks->n_bytes);
	*marks = (struct marks){0};
}
