/* SPDX-License-Identifier: MIT */
/*
 * Keeps older files, see older.h.
 *
 * Whoever renames a file holds its lock, and has checked since then that the
 * name still leads to it. So of two that start at once only one renames it, and
 * neither renames what the other one has just made.
 */
#include "writer/older.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>

#include "writer/bytes.h"
#include "writer/fxt.h"
#include "writer/large.h"
#include "writer/sys.h"
#include "writer/wire.h"

#define MAX_TRIES 1000u
#define MAX_DIGITS 20u	  /* of any number */
#define NUMBER_DIGITS 10u /* of an older file */

/* Not on the stack: stacks may be small. */
static FXW_LARGE char scratch[4096] __attribute__((aligned(8)));

struct entry {
	uint64_t inode;
	int64_t off;
	uint16_t bytes;
	uint8_t type;
	char name[];
};

void fxw_older_mark(int fd)
{
	(void)sys_flock(fd, LOCK_EX | LOCK_NB);
}

void fxw_older_unmark(int fd)
{
	(void)sys_flock(fd, LOCK_UN);
}

static size_t put_number(char *text, uint64_t value)
{
	char digits[MAX_DIGITS];
	unsigned n = sizeof(digits);

	do {
		digits[--n] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	fxw_copy(text, digits + n, sizeof(digits) - n);
	text[sizeof(digits) - n] = 0;
	return sizeof(digits) - n;
}

/* The number of an older file of that name, 0 if it is none. */
static uint32_t number_of(const char *name, const char *base, size_t n_base)
{
	uint64_t n = 0;

	if (fxw_length_max(name, n_base + 1) <= n_base ||
	    !fxw_equal(name, base, n_base) || name[n_base] != '~')
		return 0;
	for (name += n_base + 1; *name >= '0' && *name <= '9'; name++) {
		n = n * 10 + (uint64_t)(*name - '0');
		if (n >= UINT32_MAX - MAX_TRIES)
			return 0;
	}
	return *name ? 0 : (uint32_t)n;
}

/* The highest number there is. A folder that cannot be listed has none: then
 * the numbers are tried one by one. */
static uint32_t highest_number(int folder_fd, const char *base)
{
	int fd = sys_openat(folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC,
			    0);
	size_t n_base = fxw_length(base);
	uint32_t highest = 0;
	long n;

	while (fd >= 0 &&
	       (n = sys_getdents64(fd, scratch, sizeof(scratch))) > 0)
		for (long at = 0; at < n;) {
			struct entry *entry = (struct entry *)(scratch + at);
			uint32_t number = number_of(entry->name, base, n_base);

			highest = number > highest ? number : highest;
			at += entry->bytes;
		}
	if (fd >= 0)
		(void)sys_close(fd);
	return highest;
}

/* A text that is looked for in others. Its first character occurs in it at most
 * at its end again, so a mismatch loses nothing. */
struct needle {
	char text[FXW_OLDER_BYTES + 2];
	size_t n, n_same;
};

/* What a line of /proc/PID/maps has of a file: its number, or else its name. */
static struct needle needles[2];

static void set_needles(const char *base, uint64_t inode)
{
	size_t n = fxw_length_max(base, FXW_OLDER_BYTES);

	fxw_copy(needles[0].text + 1, base, n);
	needles[0].text[0] = '/';
	needles[0].text[n + 1] = '\n';
	needles[0].n = n + 2;
	n = 1 + put_number(needles[1].text + 1, inode);
	needles[1].text[0] = needles[1].text[n] = ' ';
	needles[1].n = n + 1;
	needles[0].n_same = needles[1].n_same = 0;
}

static bool takes_last(struct needle *needle, char next)
{
	if (next == needle->text[needle->n_same])
		needle->n_same++;
	else
		needle->n_same = next == needle->text[0];
	return needle->n_same == needle->n;
}

/* Whether the process has mapped the file. Either match is enough: layered file
 * systems show other numbers, and mount namespaces other paths. */
static bool has_mapped(uint32_t pid, const char *base, uint64_t inode)
{
	static const char folder[] = "/proc/", file[] = "/maps";
	char path[sizeof(folder) + MAX_DIGITS + sizeof(file)];
	size_t n = sizeof(folder) - 1;
	bool is_found = false;
	long n_read;
	int fd;

	fxw_copy(path, folder, n);
	n += put_number(path + n, pid);
	fxw_copy(path + n, file, sizeof(file));
	fd = sys_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return fd != -ENOENT; /* another user's may be the writer */
	set_needles(base, inode);
	while (!is_found &&
	       (n_read = sys_read(fd, scratch, sizeof(scratch))) > 0)
		for (long i = 0; i < n_read && !is_found; i++) {
			bool has_name = takes_last(&needles[0], scratch[i]);

			is_found =
				takes_last(&needles[1], scratch[i]) || has_name;
		}
	(void)sys_close(fd);
	return is_found;
}

static bool read_at(int fd, void *to, size_t n, uint64_t off)
{
	return off <= INT64_MAX &&
	       sys_pread64(fd, to, n, (int64_t)off) == (long)n;
}

/* Whether it is the archive of a process (writer/wire.h) that still writes it.
 * Every byte is distrusted. */
static __attribute__((noinline)) bool is_process_writing(int fd,
							 const char *base,
							 uint64_t inode)
{
	struct fxw_header header;
	uint64_t word[2], off;
	struct {
		uint64_t magic;
		uint32_t version, bytes, state, clock, pid;
	} control;

	_Static_assert(offsetof(struct fxw_control, state) == 16, "as above");
	_Static_assert(offsetof(struct fxw_control, pid) == 24, "as above");
	if (!read_at(fd, word, sizeof(word), 0) || word[0] != FXT_MAGIC ||
	    (word[1] & 15) != FXT_RECORD_METADATA)
		return false;
	off = 8 + (word[1] >> 4 & 0xfff) * 8 + 8;
	if (!read_at(fd, &header, sizeof(header), off) ||
	    header.magic != FXW_HEADER_MAGIC ||
	    !read_at(fd, &control, sizeof(control), header.control_off) ||
	    control.magic != FXW_CONTROL_MAGIC)
		return false;
	return control.state != FXW_FINISHED && control.state != FXW_ENDED &&
	       control.pid && has_mapped(control.pid, base, inode);
}

static bool is_same(const struct sys_stat *a, const struct sys_stat *b)
{
	return a->dev == b->dev && a->ino == b->ino;
}

/* Takes the lock of a file that nobody writes. Returns the descriptor that
 * holds it, or -errno. */
static __attribute__((noinline)) int lock_file(int folder_fd, const char *base,
					       const struct sys_stat *st)
{
	struct sys_stat now;
	int rc, fd = sys_openat(folder_fd, base,
				O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW |
					O_CLOEXEC,
				0);

	if (fd < 0)
		return fd;
	rc = sys_fstat(fd, &now);
	if (rc == 0 && !is_same(st, &now))
		rc = -EBUSY;
	if (rc == 0 && sys_flock(fd, LOCK_EX | LOCK_NB) == -EAGAIN)
		rc = -EBUSY;
	/* it may have been renamed before it was locked */
	if (rc == 0)
		rc = sys_fstatat(folder_fd, base, &now, AT_SYMLINK_NOFOLLOW);
	if (rc == 0 &&
	    (!is_same(st, &now) || is_process_writing(fd, base, st->ino)))
		rc = -EBUSY;
	if (rc == 0)
		return fd;
	(void)sys_close(fd);
	return rc;
}

int fxw_older_rename(int folder_fd, const char *from, const char *to)
{
	int rc = sys_rename_new(folder_fd, from, to);

	if (rc != -EINVAL && rc != -ENOSYS)
		return rc;
	/* a file system that cannot do that */
	rc = sys_linkat(folder_fd, from, folder_fd, to, 0);
	return rc ? rc : sys_unlinkat(folder_fd, from, 0);
}

static int rename_older(int folder_fd, const char *base, char *kept)
{
	size_t n = fxw_length(base);
	uint32_t number = highest_number(folder_fd, base);
	int rc = -EEXIST;

	if (n + 1 + NUMBER_DIGITS >= FXW_OLDER_BYTES)
		return -ENAMETOOLONG;
	fxw_copy(kept, base, n);
	kept[n] = '~';
	for (uint32_t i = 0; rc == -EEXIST && i < MAX_TRIES; i++) {
		(void)put_number(kept + n + 1, ++number);
		rc = fxw_older_rename(folder_fd, base, kept);
	}
	return rc;
}

/* Whether what was renamed is what was meant: a link has no lock. */
static __attribute__((noinline)) bool is_right(int folder_fd, const char *kept,
					       const struct sys_stat *st)
{
	struct sys_stat now;

	return sys_fstatat(folder_fd, kept, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
	       is_same(st, &now);
}

int fxw_older_keep(int folder_fd, const char *base, char kept[FXW_OLDER_BYTES])
{
	struct sys_stat st;
	int fd = -1;
	int rc = sys_fstatat(folder_fd, base, &st, AT_SYMLINK_NOFOLLOW);

	kept[0] = 0;
	if (rc != 0)
		return rc == -ENOENT ? 0 : rc;
	if ((st.mode & S_IFMT) == S_IFREG) {
		fd = lock_file(folder_fd, base, &st);
		rc = fd < 0 ? fd : 0;
	} else if ((st.mode & S_IFMT) != S_IFLNK) {
		rc = -EEXIST;
	}
	if (rc == 0)
		rc = rename_older(folder_fd, base, kept);
	if (rc == 0 && !is_right(folder_fd, kept, &st)) {
		fxw_older_return(folder_fd, kept, base);
		rc = -EBUSY;
	}
	if (fd >= 0)
		(void)sys_close(fd);
	if (rc != 0)
		kept[0] = 0;
	return rc == -ENOENT ? 0 : rc; /* somebody has moved it */
}

void fxw_older_return(int folder_fd, const char *kept, const char *base)
{
	(void)fxw_older_rename(folder_fd, kept, base);
}
