/* SPDX-License-Identifier: MIT */
/* Values over the limits (strings of 8 bytes, memory of 4) keep their size. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/app/expect.h"

int main(void)
{
	int fd = open("/dev/null", O_WRONLY);

	expect("open(pathname=\"/dev/nul\"...[9], flags=O_WRONLY) = %d", fd);
	expect("write(fd=%d, buf=\"0123\"...[10], count=10) = %zd", fd,
	       write(fd, "0123456789", 10));
	expect("write(fd=%d, buf=\"0123\", count=4) = %zd", fd,
	       write(fd, "0123", 4));
	getenv("12345678");
	expect("getenv(name=\"12345678\") = NULL");
	getenv("123456789");
	expect("getenv(name=\"12345678\"...[9]) = NULL");
	return 0;
}
