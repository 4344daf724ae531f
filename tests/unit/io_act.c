/* SPDX-License-Identifier: MIT */
/*
 * What a replay says where a result is not the recorded one.
 */
#include "tools/io/act.h"

#include <errno.h>
#include <string.h>

#include "tests/tap.h"

static struct io_job job;
static struct io_result result;
static char text[IO_DIFFERENCE_BYTES];

static void begin(enum io_act act)
{
	job = (struct io_job){.act = act};
	result = (struct io_result){0};
	text[0] = '\0';
}

/* The difference, or "" if there is none. */
static const char *difference(void)
{
	return io_same(&job, &result, text) ? "" : text;
}

static void errors(void)
{
	begin(IO_READ);
	job.error = ENOENT;
	is_str(difference(), "ENOENT, now no error");
	result.error = ENOENT;
	is_str(difference(), "");
	job.error = 0;
	is_str(difference(), "no error, now ENOENT");
}

static void bytes(void)
{
	begin(IO_READ);
	job.data = "abcd";
	job.n_data = job.data_size = 4;
	result.data = strdupa("abxd");
	result.n_data = 4;
	is_str(difference(), "byte 2 of 4 was 0x63, is 0x78 now");
	result.data = strdupa("abcd");
	is_str(difference(), "");
	result.n_data = 3;
	is_str(difference(), "4 bytes, now 3");
}

static void numbers(void)
{
	begin(IO_WRITE);
	job.data_size = 10;
	result.value = 7;
	is_str(difference(), "was 10, is 7 now");
	begin(IO_SEEK);
	job.result = -3;
	result.value = 4;
	is_str(difference(), "was -3, is 4 now");
	result.value = -3;
	is_str(difference(), "");
}

static void files(void)
{
	begin(IO_STAT);
	job.status.st_mode = S_IFREG | 0644;
	result.status.st_mode = S_IFDIR | 0755;
	is_str(difference(), "");
	job.has_status = true;
	is_str(difference(), "type was 0100000, is 040000 now");
	result.status.st_mode = S_IFREG | 0600;
	is_str(difference(), "");
	job.status.st_size = 5;
	result.status.st_size = 1ll << 40;
	is_str(difference(), "size was 5, is 1099511627776 now");
	/* that of a folder is the file system's */
	job.status.st_mode = result.status.st_mode = S_IFDIR;
	is_str(difference(), "");
	job.status.st_mode = S_IFCHR;
	is_str(difference(), "");
}

static void targets(void)
{
	begin(IO_READ_LINK);
	job.target = "one";
	result.data = strdupa("two");
	is_str(difference(), "was one, is two now");
	job.target = "/a/long/way/to/what/is/the/same/in/both/of/them/but/1";
	result.data = strdupa(
		"/a/long/way/to/what/is/the/same/in/both/of/them/but/2");
	is_str(difference(), "was ...in/both/of/them/but/1, "
			     "is ...in/both/of/them/but/2 now");
	result.data = strdupa(job.target);
	is_str(difference(), "");
}

static const struct tap_test tests[] = {
	{"another error is named", errors},
	{"the first byte that differs is shown", bytes},
	{"numbers are shown, before and now", numbers},
	{"the type and the size of a file count, not those of others", files},
	{"of texts, the part that differs is shown", targets},
};
TAP_MAIN(tests)
