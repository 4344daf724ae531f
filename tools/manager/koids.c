/* SPDX-License-Identifier: MIT */
/*
 * Ids of processes, see koids.h.
 */
#include "tools/manager/koids.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"

#define FIRST_CAPACITY 64

static size_t place_of(const struct koids *koids, uint32_t koid)
{
	size_t at = koid * 2654435761u & (koids->capacity - 1);

	while (koids->taken[at] && koids->taken[at] != koid)
		at = (at + 1) & (koids->capacity - 1);
	return at;
}

static void grow(struct koids *koids)
{
	struct koids larger = {
		.capacity =
			koids->capacity ? koids->capacity * 2 : FIRST_CAPACITY,
		.n = koids->n,
		.last = koids->last,
	};

	larger.taken = calloc(larger.capacity, sizeof(*larger.taken));
	if (!larger.taken)
		die("out of memory");
	for (size_t i = 0; i < koids->capacity; i++)
		if (koids->taken[i])
			larger.taken[place_of(&larger, koids->taken[i])] =
				koids->taken[i];
	koids_fini(koids);
	*koids = larger;
}

static bool take(struct koids *koids, uint32_t koid)
{
	size_t at = place_of(koids, koid);

	if (!koid || koids->taken[at])
		return false;
	koids->taken[at] = koid;
	koids->n++;
	return true;
}

uint32_t koids_take(struct koids *koids, uint32_t pid)
{
	uint32_t low = pid & (uint32_t)FXW_KOID_PIDS, koid;

	if (koids->n * 2 >= koids->capacity)
		grow(koids);
	if (pid < 1u << KOID_BITS && take(koids, pid))
		return pid;
	for (uint32_t i = 1; i < 1u << (KOID_BITS - FXW_KOID_PID_BITS); i++) {
		koid = i << FXW_KOID_PID_BITS | low;
		if (take(koids, koid))
			return koid;
	}
	/* so many containers: from the highest number downwards */
	do {
		koids->last = (koids->last ? koids->last : 1u << KOID_BITS) - 1;
	} while (!take(koids, koids->last));
	return koids->last;
}

void koids_fini(struct koids *koids)
{
	free(koids->taken);
	*koids = (struct koids){.taken = NULL};
}

uint32_t koids_parent_of(uint32_t kernel_pid)
{
	char path[32], line[512] = "";
	unsigned long parent = 0;
	const char *behind;
	FILE *stat;

	snprintf(path, sizeof(path), "/proc/%u/stat", kernel_pid);
	stat = fopen(path, "re");
	if (!stat)
		return 0;
	/* pid (name) state ppid: the name may contain anything */
	if (fgets(line, sizeof(line), stat) && (behind = strrchr(line, ')')) &&
	    strlen(behind) > 4)
		parent = strtoul(behind + 4, NULL, 10);
	fclose(stat);
	return (uint32_t)parent;
}
