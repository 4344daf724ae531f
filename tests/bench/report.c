/* SPDX-License-Identifier: MIT */
/*
 * Makes N calls of four functions, some of them failed, with one sort of calls
 * inside of calls: what report.sh has recorded.
 *	report N
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* not for uftrace, which would have it as a call, too */
__attribute__((no_instrument_function)) static int by_value(const void *a,
							    const void *b)
{
	/* a call inside of qsort */
	return (int)lseek(-1, *(const int *)a - *(const int *)b, SEEK_SET);
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) / 4 : 1000;
	int from = open("/dev/zero", O_RDONLY),
	    to = open("/dev/null", O_WRONLY);
	char bytes[64];

	for (long i = 0; i < n; i++) {
		int pair[2] = {2, 1};

		if (read(from, bytes, 16) < 0 || write(to, bytes, 8) < 0)
			return 1;
		qsort(pair, 2, sizeof(pair[0]), by_value);
	}
	return 0;
}
