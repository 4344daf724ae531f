/* SPDX-License-Identifier: MIT */
/*
 * Values larger than a record in calls that compose them: pieces, formats,
 * strings, arguments. Each has another number of bytes, its letters say where
 * they are.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

enum { N = 70000, N_PIECES = 5 };

static char text[N + 1];

int main(int argc, char **argv)
{
	struct iovec pieces[N_PIECES];
	FILE *out;

	if (argc < 2)
		return 2;
	for (int i = 0; i < N; i++)
		text[i] = (char)('a' + (i + i / 26) % 26);
	for (size_t i = 0; i < N_PIECES; i++)
		pieces[i] = (struct iovec){text + i, 20000 - i};
	out = fopen(argv[1], "w");
	if (!out || writev(fileno(out), pieces, N_PIECES) < 0)
		return 1;
	fprintf(out, "%d %s %s\n", 7, text + 40000, text + 40007);
	fputs(text, out);
	fwrite(text + 1, 1, 60000, out);
	fclose(out);
	execl("/bin/true", "true", text, text + 3, (char *)NULL);
	return 1;
}
