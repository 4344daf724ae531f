/* SPDX-License-Identifier: MIT */
/* Streams and folders, opened by name and by descriptor. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	FILE *stream;
	DIR *dir;
	int ends[2];

	stream = fopen("/etc/passwd", "r");
	if (stream)
		fclose(stream);
	stream = fopen("/no/such/file", "r");
	stream = fdopen(open("/etc/group", O_RDONLY), "r");
	if (stream)
		fclose(stream);
	dir = opendir("/etc/");
	if (dir)
		closedir(dir);
	dir = fdopendir(open("/proc/self/..", O_RDONLY));
	if (dir)
		closedir(dir);
	if (pipe(ends))
		return 1;
	stream = fdopen(ends[1], "w");
	if (stream)
		fclose(stream);
	return 0;
}
