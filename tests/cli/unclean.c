/* SPDX-License-Identifier: MIT */
/*
 * Puts what would act on a terminal wherever a program can put text: arguments
 * of calls, names of files, threads and the process.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *const texts[] = {
	"\033[35mcolour",
	"\033]0;title\007",
	"\033P+q544e\033\\",
	"\302\23335mC1",
	"\23335mbare C1",
	"\342\200\256reversed",
	"\342\201\246iso",
	"\330\234mark",
	"\342\200\217mark",
	"\r\rover",
	"back\b\b\b",
	"del\177",
	"two\nfxtrace: lines",
	"=1+1",
	"+1+1",
	"-1+1",
	"@SUM(1)",
	"\t=1",
};

static void *run(void *text)
{
	prctl(PR_SET_NAME, (char *)text);
	getenv("\033]0;env\007");
	return NULL;
}

int main(void)
{
	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		const char *text = texts[i];
		int fd = memfd_create(text, 0);
		pthread_t thread;

		getenv(text);
		open(text, O_RDONLY);
		if (write(fd, text, strlen(text)) < 0)
			return 1;
		if (i % 2)
			close(fd);
		pthread_create(&thread, NULL, run, (void *)text);
		pthread_join(thread, NULL);
		prctl(PR_SET_NAME, text);
		free(malloc(i));
	}
	return 0;
}
