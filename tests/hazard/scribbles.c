/* SPDX-License-Identifier: MIT */
/*
 * Overwrites what its recorder has mapped for writing, again and again, while
 * it makes calls: scribbles SEED ROUNDS [all]. Prints how many such mappings
 * there are. All: whatever it shares with anybody, else only its buffer.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAPPINGS 16
#define AT_ONCE 400

static struct {
	uint64_t *words;
	size_t n;
} mappings[MAPPINGS];
static unsigned n_mappings;
static uint64_t state;

static uint64_t next(void)
{
	state += 0x9e3779b97f4a7c15ull;
	uint64_t x = (state ^ state >> 30) * 0xbf58476d1ce4e5b9ull;

	return (x ^ x >> 27) * 0x94d049bb133111ebull ^ x >> 31;
}

static void find_mappings(int is_all)
{
	FILE *in = fopen("/proc/self/maps", "r");
	char line[512], mode[8];
	unsigned long from, to;

	while (in && fgets(line, sizeof(line), in))
		if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) == 3 &&
		    mode[1] == 'w' && mode[3] == 's' && n_mappings < MAPPINGS &&
		    (is_all || strstr(line, "memfd:fxtrace "))) {
			mappings[n_mappings].words = (uint64_t *)from;
			mappings[n_mappings++].n = (to - from) / 8;
		}
	if (in)
		fclose(in);
}

/* Most into the first pages, which have the sizes and places. */
static void scribble(void)
{
	uint64_t i = next() % n_mappings, near = mappings[i].n;
	uint64_t at, value = next();

	if (near > 4096 && next() % 4)
		near = 4096;
	at = next() % near;
	switch (next() % 5) {
	case 0:
		value = 0;
		break;
	case 1:
		value = UINT64_MAX;
		break;
	case 2:
		value >>= value % 64;
		break;
	case 3:
		value = mappings[i].words[at] + value % 33 - 16;
		break;
	}
	mappings[i].words[at] = value;
}

int main(int argc, char **argv)
{
	long n_rounds = argc > 2 ? atol(argv[2]) : 1;

	state = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	(void)getppid();
	find_mappings(argc > 3);
	printf("%u\n", n_mappings);
	fflush(stdout);
	for (long round = 0; round < n_rounds && n_mappings; round++) {
		for (int i = 0; i < AT_ONCE; i++)
			scribble();
		for (int i = 0; i < 2000; i++)
			(void)lseek(100, i, SEEK_SET);
		(void)access("/some/where/that/is/long/enough/for/an/index", 0);
		(void)access("/some/where/that/is/long/enough/for/an/index", 0);
	}
	return 0;
}
