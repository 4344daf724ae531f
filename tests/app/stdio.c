/* SPDX-License-Identifier: MIT */
/* Streams and formatted output with arguments of every kind. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/app/expect.h"

int main(void)
{
	int expectations = dup(1);
	FILE *f;

	/* What printf prints is not what we expect. */
	dup2(open("printed", O_WRONLY | O_CREAT, 0600), 1);
	printf("%d %s|%5.1f\n", 7, "seven", 7.25);
	printf("%lx %c %%", 0xabcdefUL, 'c');
	printf("nothing");
	fflush(stdout);
	dup2(expectations, 1);
	expect("printf(format=\"%%d %%s|%%5.1f\\n\", ...=[7, \"seven\", 7.25], "
	       "text=\"7 seven|  7.2\\n\") = 14");
	expect("printf(format=\"%%lx %%c %%%%\", ...=[0xabcdef, 'c'], "
	       "text=\"abcdef c %%\") = 10");
	expect("printf(format=\"nothing\") = 7");
	f = fopen("file", "w+");
	expect("fopen(pathname=\"file\", mode=\"w+\") = PTR");
	expect("fwrite(ptr=\"abcdef\", size=2, nmemb=3, stream=PTR) = %zu",
	       fwrite("abcdef", 2, 3, f));
	expect("fclose(stream=PTR) = %d", fclose(f));
	fopen("no/such", "r");
	expect("fopen(pathname=\"no/such\", mode=\"r\") = NULL ENOENT");
	return 0;
}
