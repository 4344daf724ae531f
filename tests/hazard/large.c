/* SPDX-License-Identifier: MIT */
/*
 * Writes and reads blocks far larger than a record, from two threads at once.
 */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define BLOCK_BYTES 300000

static void *write_blocks(void *name)
{
	static __thread unsigned char bytes[BLOCK_BYTES];
	int fd = open(name, O_CREAT | O_RDWR | O_TRUNC, 0600);

	for (int i = 0; i < BLOCK_BYTES; i++)
		bytes[i] = (unsigned char)(i * 7 + i / 251);
	for (int i = 0; i < 5; i++) {
		if (write(fd, bytes, BLOCK_BYTES) != BLOCK_BYTES ||
		    write(fd, bytes, 20) != 20)
			return NULL;
		lseek(fd, 0, SEEK_SET);
		if (read(fd, bytes, 100000) != 100000)
			return NULL;
	}
	close(fd);
	return NULL;
}

int main(void)
{
	char one[] = "one", two[] = "two";
	pthread_t thread;

	if (pthread_create(&thread, NULL, write_blocks, one) != 0)
		return 1;
	write_blocks(two);
	pthread_join(thread, NULL);
	return 0;
}
