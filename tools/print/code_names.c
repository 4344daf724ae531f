/* SPDX-License-Identifier: MIT */
/*
 * Names of code without a file, see code_names.h.
 */
#include "tools/print/code_names.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct code {
	uint32_t provider;
	struct perf_map *map; /* NULL: there is none */
};

struct code_names {
	const struct fxr_world *world;
	const char *folders;
	struct code *codes; /* each looked for once */
	size_t n_codes, codes_capacity;
};

/* Whether the archive is of this machine, since it was started. */
static bool is_here(struct fxr_text boot_id)
{
	FILE *in = fopen("/proc/sys/kernel/random/boot_id", "re");
	char line[64] = "";

	if (!in)
		return false;
	if (!fgets(line, sizeof(line), in))
		*line = '\0';
	fclose(in);
	return boot_id.n_bytes &&
	       fxr_is_same(boot_id, fxr_text(line, strcspn(line, "\n")));
}

/* In one of the user's folders: it is what the user says. */
static struct perf_map *given_map(const struct code_names *names, uint64_t pid)
{
	struct perf_map *map = NULL;
	const char *at = names->folders;
	char path[PATH_MAX];

	while (at && *at && !map) {
		size_t n = strcspn(at, ":");

		if (n < sizeof(path) - 32) {
			snprintf(path, sizeof(path),
				 "%.*s/perf-%" PRIu64 ".map", (int)n, at, pid);
			map = perf_map_open(path, 0);
		}
		at += n + (at[n] == ':');
	}
	return map;
}

/* Where runtimes write it. Only if the process was of this machine, since its
 * last start, and began before the file was written. */
static struct perf_map *temporary_map(const struct code_names *names,
				      const struct fxr_process *process,
				      uint64_t pid)
{
	const struct fxr_wall *wall = &names->world->wall;
	char path[64];

	if (!fxr_wall_is_known(wall) || !is_here(wall->boot_id))
		return NULL;
	snprintf(path, sizeof(path), "/tmp/perf-%" PRIu64 ".map", pid);
	return perf_map_open(path, fxr_wall_ns(wall, process->first_ns));
}

static const struct perf_map *map_of(struct code_names *names,
				     uint32_t provider)
{
	struct code *code;

	for (size_t i = 0; i < names->n_codes; i++)
		if (names->codes[i].provider == provider)
			return names->codes[i].map;
	names->codes = fxr_grow(names->codes, &names->codes_capacity,
				names->n_codes + 1, sizeof(*names->codes));
	code = &names->codes[names->n_codes++];
	*code = (struct code){.provider = provider};
	for (size_t i = 0; i < names->world->n_processes && !code->map; i++) {
		const struct fxr_process *process = &names->world->processes[i];
		uint64_t pid = process->seen_pid ?: process->pid;

		if (process->provider != provider)
			continue;
		code->map = given_map(names, pid);
		if (!code->map)
			code->map = temporary_map(names, process, pid);
	}
	return code->map;
}

struct code_names *code_names_open(const struct fxr_world *world,
				   const char *folders)
{
	struct code_names *names = fxr_new(1, sizeof(*names));

	names->world = world;
	names->folders = folders;
	return names;
}

void code_names_close(struct code_names *names)
{
	if (!names)
		return;
	for (size_t i = 0; i < names->n_codes; i++)
		perf_map_close(names->codes[i].map);
	free(names->codes);
	free(names);
}

bool code_names_find(struct code_names *names, uint32_t provider,
		     uint64_t address, struct perf_name *name)
{
	const struct perf_map *map = map_of(names, provider);

	return map && perf_map_find(map, address, name);
}
