/* SPDX-License-Identifier: MIT */
/*
 * Calls around one file, in the current folder: by path, descriptor, stream and
 * folder stream. Those that concern it are marked by getenv(NUMBER), which the
 * test does not count.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void by_descriptor(void)
{
	char bytes[16];
	int folder = open("folder", O_RDONLY | O_DIRECTORY);
	int other = open("other", O_RDONLY);
	int fd = openat(folder, "wanted", O_RDWR);
	int copy = dup(fd);

	read(fd, bytes, 4);
	read(other, bytes, 4);
	close(fd);
	lseek(copy, 0, SEEK_SET);
	dup2(other, copy); /* names both */
	read(copy, bytes, 4);
	close(copy);
	close(other);
	close(folder);
	read(9, bytes, 1); /* inherited */
	close(9);
}

static void by_path(void)
{
	struct stat about;

	stat("folder/wanted", &about);
	stat("./folder/wanted", &about);
	stat("folder/../folder/.//wanted", &about);
	stat("other", &about);
	access("folder/wanted.not", R_OK);
	chdir("folder");
	stat("wanted", &about);
	stat("../folder/wanted", &about);
	rename("wanted", "elsewhere");
	rename("elsewhere", "wanted");
	chdir("..");
}

static void by_stream(void)
{
	FILE *wanted = fopen("folder/wanted", "r");
	FILE *other = fopen("other", "r");
	char line[32];

	fgets(line, sizeof(line), wanted);
	fgets(line, sizeof(line), other);
	fclose(wanted);
	wanted = fopen("other", "r"); /* maybe at the same address */
	fgets(line, sizeof(line), wanted);
	fclose(wanted);
	fclose(other);
}

static void by_folder(void)
{
	DIR *folder = opendir("folder");

	while (readdir(folder))
		;
	closedir(folder);
}

int main(void)
{
	by_descriptor();
	by_path();
	by_stream();
	by_folder();
	return 0;
}
