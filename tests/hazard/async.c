/* SPDX-License-Identifier: MIT */
/* BUILD: -lrt */
/*
 * Asynchronous requests: single ones, one that fails, a list. Their results are
 * taken in another order than they were made.
 */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char text[4][64];

static struct aiocb request(int fd, int i, size_t n, int opcode)
{
	struct aiocb cb;

	memset(&cb, 0, sizeof(cb));
	cb.aio_fildes = fd;
	cb.aio_buf = text[i];
	cb.aio_nbytes = n;
	cb.aio_lio_opcode = opcode;
	return cb;
}

static ssize_t result(struct aiocb *cb)
{
	const struct aiocb *const list[] = {cb};

	while (aio_error(cb) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
	return aio_return(cb);
}

static void single(int fd)
{
	struct aiocb first = request(fd, 0, 8, 0);
	struct aiocb second = request(fd, 1, 16, 0);
	struct aiocb wrong = request(-1, 2, 4, 0);
	int rc;

	rc = aio_read(&first);
	rc += aio_read(&second);
	printf("made: %d\n", rc);
	printf("second: %zd\n", result(&second));
	printf("first: %zd\n", result(&first));
	rc = aio_write(&wrong);
	printf("wrong: %d\n", rc ? rc : (int)result(&wrong));
}

static void many(int fd)
{
	struct aiocb a = request(fd, 0, 4, LIO_READ);
	struct aiocb b = request(fd, 1, 5, LIO_READ);
	struct aiocb none = request(fd, 2, 6, LIO_NOP);
	struct aiocb *list[] = {&a, NULL, &none, &b};

	printf("list: %d\n", lio_listio(LIO_WAIT, list, 4, NULL));
	printf("b: %zd\n", result(&b));
	printf("a: %zd\n", result(&a));
}

int main(void)
{
	int fd = open("/etc/passwd", O_RDONLY);

	single(fd);
	many(fd);
	return 0;
}
