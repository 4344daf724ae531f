/* SPDX-License-Identifier: MIT */
/*
 * What 1/arm64.fxt has recorded, in an empty folder of a machine of arm64:
 *	fxtrace record --for-replay --stack mkdir,write -o arm64.fxt ./opens
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char text[16] = "";
	struct stat st;
	int folder, fd;

	mkdir("folder", 0700);
	folder = open("folder", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fd = openat(folder, "file", O_CREAT | O_RDWR | O_NOFOLLOW, 0600);
	write(fd, "hello\n", 6);
	pread(fd, text, 5, 0);
	fstat(fd, &st);
	close(fd);
	symlink("file", "folder/link");
	openat(folder, "link", O_RDONLY | O_NOFOLLOW);
	open("folder/file", O_RDONLY | O_DIRECTORY);
	fd = openat(folder, "link", O_RDONLY);
	read(fd, text, 16);
	close(fd);
	unlink("folder/link");
	unlink("folder/file");
	close(folder);
	rmdir("folder");
	return 0;
}
