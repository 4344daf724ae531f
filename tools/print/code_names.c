/* SPDX-License-Identifier: MIT */
/*
 * Names of code without a file, see code_names.h.
 */
#include "tools/print/code_names.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/die.h"

#define MAX_FOLDERS 4096u /* of files that agents write */

struct code {
	uint32_t provider;
	struct perf_map *map; /* NULL: there is none */
	struct jit_dump *dump;
};

struct code_names {
	const struct fxr_world *world;
	const char *folders;
	code_names_warn *warn; /* NULL: standard error, unless */
	void *context;
	bool is_silent;
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

/* A process whose files are looked for. */
struct search {
	struct code *code;
	const struct code_names *names;
	uint64_t pid, not_before_ns;
};

/* FOLDER/NAME-PID.SUFFIX, unless that is too long. */
static bool make_path(char path[PATH_MAX], struct fxr_text folder,
		      const char *name, uint64_t pid, const char *suffix)
{
	return folder.n_bytes && folder.n_bytes < PATH_MAX &&
	       snprintf(path, PATH_MAX, "%.*s/%s-%" PRIu64 ".%s",
			(int)folder.n_bytes, folder.bytes, name, pid,
			suffix) < PATH_MAX;
}

static void look_for_map(const struct search *search, struct fxr_text folder)
{
	char path[PATH_MAX];

	if (!search->code->map &&
	    make_path(path, folder, "perf", search->pid, "map"))
		search->code->map = perf_map_open(path, search->not_before_ns);
}

static void tell(const struct code_names *names, const char *path,
		 const char *trouble)
{
	char text[PATH_MAX + 256];

	snprintf(text, sizeof(text), "%s: %s", path, trouble);
	if (names->warn)
		names->warn(names->context, text);
	else if (!names->is_silent)
		say("%s", text);
}

static void look_for_dump(const struct search *search, struct fxr_text folder)
{
	struct code *code = search->code;
	char path[PATH_MAX];

	if (code->dump || !make_path(path, folder, "jit", search->pid, "dump"))
		return;
	code->dump = jit_dump_open(path, search->not_before_ns, search->pid);
	if (code->dump && jit_dump_trouble(code->dump))
		tell(search->names, path, jit_dump_trouble(code->dump));
}

/* In the user's folders: it is what the user says. */
static void look_in_given(const struct code_names *names, struct search search)
{
	const char *at = names->folders;

	search.not_before_ns = 0;
	while (at && *at) {
		size_t n = strcspn(at, ":");

		look_for_map(&search, fxr_text(at, n));
		look_for_dump(&search, fxr_text(at, n));
		at += n + (at[n] == ':');
	}
}

/* Java's agents and LLVM make a folder for each process. */
static void look_in_cache(const struct search *search)
{
	const char *home = getenv("JITDUMPDIR") ?: getenv("HOME");
	char path[PATH_MAX];
	const struct dirent *entry;
	DIR *folder;

	if (!home || strlen(home) > sizeof(path) - sizeof(entry->d_name) - 64)
		return;
	snprintf(path, sizeof(path), "%s/.debug/jit", home);
	folder = opendir(path);
	for (unsigned i = 0; folder && i < MAX_FOLDERS && !search->code->dump &&
			     (entry = readdir(folder));
	     i++) {
		int n = snprintf(path, sizeof(path), "%s/.debug/jit/%s", home,
				 entry->d_name);

		if (*entry->d_name != '.')
			look_for_dump(search, fxr_text(path, (size_t)n));
	}
	if (folder)
		closedir(folder);
}

/* Where runtimes write them. Only if the process was of this machine, since its
 * last start, and began before a file was written. */
static void look_in_usual(const struct code_names *names,
			  const struct search *search, struct fxr_text cwd)
{
	if (!fxr_wall_is_known(&names->world->wall) ||
	    !is_here(names->world->wall.boot_id))
		return;
	look_for_map(search, fxr_text("/tmp", 4));
	look_for_dump(search, fxr_text("/tmp", 4));
	if (cwd.n_bytes && *cwd.bytes == '/' &&
	    !memchr(cwd.bytes, 0, cwd.n_bytes))
		look_for_dump(search, cwd);
	look_in_cache(search);
}

static const struct code *code_of(struct code_names *names, uint32_t provider)
{
	const struct fxr_world *world = names->world;
	struct code *code;

	for (size_t i = 0; i < names->n_codes; i++)
		if (names->codes[i].provider == provider)
			return &names->codes[i];
	names->codes = fxr_grow(names->codes, &names->codes_capacity,
				names->n_codes + 1, sizeof(*names->codes));
	code = &names->codes[names->n_codes++];
	*code = (struct code){.provider = provider};
	for (size_t i = 0; i < world->n_processes; i++) {
		const struct fxr_process *process = &world->processes[i];
		struct search search = {.code = code,
					.names = names,
					.pid = process->seen_pid
						       ?: process->pid};

		if (process->provider != provider)
			continue;
		if (fxr_wall_is_known(&world->wall))
			search.not_before_ns =
				fxr_wall_ns(&world->wall, process->first_ns);
		look_in_given(names, search);
		look_in_usual(names, &search, process->cwd);
	}
	return code;
}

struct code_names *code_names_open(const struct fxr_world *world,
				   const char *folders)
{
	struct code_names *names = fxr_new(1, sizeof(*names));

	names->world = world;
	names->folders = folders;
	return names;
}

void code_names_warn_to(struct code_names *names, code_names_warn *warn,
			void *context)
{
	names->warn = warn;
	names->context = context;
	names->is_silent = !warn;
}

void code_names_close(struct code_names *names)
{
	if (!names)
		return;
	for (size_t i = 0; i < names->n_codes; i++) {
		perf_map_close(names->codes[i].map);
		jit_dump_close(names->codes[i].dump);
	}
	fxr_free(names->codes);
	fxr_free(names);
}

uint64_t code_names_time(struct code_names *names, uint32_t provider,
			 uint64_t ns)
{
	const struct fxr_wall *wall = &names->world->wall;
	const struct code *code = code_of(names, provider);
	uint64_t counter;

	if (!code->dump)
		return JIT_LATEST;
	if (jit_dump_has_counter(code->dump))
		return fxr_wall_counter(wall, ns, &counter) ? counter
							    : JIT_LATEST;
	return fxr_wall_is_known(wall) ? fxr_wall_monotonic_ns(wall, ns)
				       : JIT_LATEST;
}

bool code_names_find(struct code_names *names, uint32_t provider,
		     uint64_t address, uint64_t time, struct perf_name *name,
		     struct jit_span *span)
{
	const struct code *code = code_of(names, provider);

	return (code->dump &&
		jit_dump_find(code->dump, address, time, name, span)) ||
	       (code->map && perf_map_find(code->map, address, name));
}
