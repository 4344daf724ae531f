/* SPDX-License-Identifier: MIT */
/* A service that forgets a file where its request is not valid. */
#include <fcntl.h>
#include <unistd.h>

static int handle(const char *request)
{
	int log = open("service.log", O_WRONLY | O_CREAT | O_APPEND, 0600);

	if (request[0] != '/')
		return -1; /* and log? */
	if (write(log, request, 1) < 0)
		return -1;
	return close(log);
}

int main(void)
{
	handle("/index");
	handle("junk");
	handle("/about");
	handle("rubbish");
	return 0;
}
