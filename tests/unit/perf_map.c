/* SPDX-License-Identifier: MIT */
/* Maps of compiled code, as runtimes write them for perf. */
#include "tools/elf/perf_map.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"

static char path[64];

static struct perf_map *map_of(const char *text)
{
	FILE *out;

	snprintf(path, sizeof(path), "/tmp/fxtrace-perf-map-%d", getpid());
	out = fopen(path, "w");
	fputs(text, out);
	fclose(out);
	return perf_map_open(path, 0);
}

/* "FUNCTION|FILE|LINE" of an address, or "" */
static const char *at(const struct perf_map *map, uint64_t address)
{
	static char text[256];
	struct perf_name name;

	*text = '\0';
	if (map && perf_map_find(map, address, &name))
		snprintf(text, sizeof(text), "%.*s|%.*s|%u",
			 (int)name.function.n_bytes, name.function.bytes,
			 (int)name.file.n_bytes, name.file.bytes, name.line);
	return text;
}

static void places(void)
{
	struct perf_map *map = map_of("2000 10 second\n1000 20 first one\n");

	is_str(at(map, 0x1000), "first one||0");
	is_str(at(map, 0x101f), "first one||0");
	is_str(at(map, 0x1020), "");
	is_str(at(map, 0xfff), "");
	is_str(at(map, 0x200f), "second||0");
	is_str(at(map, UINT64_MAX), "");
	perf_map_close(map);
	unlink(path);
}

static void prefixed(void)
{
	struct perf_map *map =
		map_of("0x00007f4538edd000 0x0000000000002008 int T.f(int)\n"
		       "0x 10 none\n");

	is_str(at(map, 0x7f4538edd084), "int T.f(int)||0");
	is_str(at(map, 0), "");
	perf_map_close(map);
	unlink(path);
}

static void used_again(void)
{
	struct perf_map *map = map_of("1000 100 old\n1040 10 new\n"
				      "1000 20 newest\n");

	is_str(at(map, 0x1010), "newest||0");
	is_str(at(map, 0x1030), "old||0");
	is_str(at(map, 0x1048), "new||0");
	perf_map_close(map);
	unlink(path);
}

static void scripts(void)
{
	struct perf_map *map = map_of("1000 10 JS:~inner /tmp/a b.js:2:15\n"
				      "2000 10 JS:* /tmp/c.js:7:1\n"
				      "3000 10 py::outer:/srv/app.py\n"
				      "4000 10 JS:odd\n5000 10 py::odd\n"
				      "6000 10 JS:^f /x.js:1\n"
				      "7000 10 Eval:~ node:fs:1:1\n"
				      "8000 10 Script:~ /x.js:1:1\n");

	is_str(at(map, 0x1000), "inner /tmp/a|b.js|2");
	is_str(at(map, 0x2000), "(anonymous)|/tmp/c.js|7");
	is_str(at(map, 0x3000), "outer|/srv/app.py|0");
	is_str(at(map, 0x4000), "JS:odd||0");
	is_str(at(map, 0x5000), "py::odd||0");
	is_str(at(map, 0x6000), "JS:^f /x.js:1||0");
	is_str(at(map, 0x7000), "(anonymous)|node:fs|1");
	is_str(at(map, 0x8000), "(anonymous)|/x.js|1");
	perf_map_close(map);
	unlink(path);
}

static void malformed(void)
{
	struct perf_map *map = map_of("1000\n1000 10\n1000 10 \nxyz 10 a\n"
				      "10000000000000000 1 a\n1000 0 a\n\n"
				      "3000 8 sound");

	is_str(at(map, 0x1000), "");
	is_str(at(map, 0x3000), "sound||0");
	perf_map_close(map);
	ok(!map_of(""));
	ok(!map_of("nothing\n"));
	unlink(path);
	ok(!perf_map_open(path, 0));
	ok(!perf_map_open("/tmp", 0));
}

static void too_old(void)
{
	struct perf_map *map = map_of("1000 10 a\n");

	perf_map_close(map);
	ok(map != NULL);
	ok(!perf_map_open(path, UINT64_MAX));
	unlink(path);
}

static const struct tap_test tests[] = {
	{"an address has the name of the line that it is in", places},
	{"numbers may begin with 0x, as Java's do", prefixed},
	{"of several lines for an address the last one counts", used_again},
	{"names of scripts are split", scripts},
	{"malformed lines are ignored", malformed},
	{"a file that is too old is not used", too_old},
};
TAP_MAIN(tests)
