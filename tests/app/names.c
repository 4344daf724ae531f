/* SPDX-License-Identifier: MIT */
/* Names and struct stat. */
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void expect_stat(const struct stat *st)
{
	expect("stat(pathname=\"folder\", statbuf={st_dev=%u:%u, st_ino=%lu, "
	       "st_nlink=%lu, st_mode=S_IFDIR|0%o, st_uid=%u, st_gid=%u, "
	       "st_rdev=%u:%u, "
	       "st_size=%ld, st_blksize=%ld, st_blocks=%ld, "
	       "st_atim={tv_sec=TIME, tv_nsec=%ld}, "
	       "st_mtim={tv_sec=TIME, tv_nsec=%ld}, "
	       "st_ctim={tv_sec=TIME, tv_nsec=%ld}}) = 0",
	       major(st->st_dev), minor(st->st_dev), st->st_ino,
	       (unsigned long)st->st_nlink, st->st_mode & 07777, st->st_uid,
	       st->st_gid, major(st->st_rdev), minor(st->st_rdev), st->st_size,
	       (long)st->st_blksize, st->st_blocks, st->st_atim.tv_nsec,
	       st->st_mtim.tv_nsec, st->st_ctim.tv_nsec);
}

static char *volatile null, *volatile nowhere = (char *)8;

int main(void)
{
	struct stat st;

	expect("mkdir(pathname=\"folder\", mode=0750) = %d",
	       mkdir("folder", 0750));
	stat("folder", &st);
	expect_stat(&st);
	mkdir("folder", 0);
	expect("mkdir(pathname=\"folder\", mode=0) = -1 EEXIST");
	stat("no/such", &st);
	expect("stat(pathname=\"no/such\") = -1 ENOENT");
	unlink("folder");
	expect("unlink(pathname=\"folder\") = -1 EISDIR");
	unlink("\xff\xfe");
	expect("unlink(pathname=\"\\377\\376\") = -1 ENOENT");
	unlink("gr\xc3\xbc\xc3\x9f");
	expect("unlink(pathname=\"gr\xc3\xbc\xc3\x9f\") = -1 ENOENT");
	unlink(null);
	expect("unlink(pathname=NULL) = -1 EFAULT");
	unlink(nowhere);
	expect("unlink(pathname=PTR) = -1 EFAULT");
	return 0;
}
