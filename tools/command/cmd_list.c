/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace list`: the functions that can be recorded, from the same tables
 * as the recorder's.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/select/catalogue.h"
#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/select/names.h"
#include "tools/select/select.h"
#include "tools/select/sets.h"

static struct {
	bool is_json, has_groups;
} chosen;

static const struct option options[] = {
	{ROW_JSON("function"), .value = &chosen.is_json},
	{.name = "groups",
	 .letter = 'g',
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_groups,
	 .help = "the names that % takes in a LIST instead: groups, classes "
		 "such as %file, and categories"},
	{0},
};

static bool is_meant(const char *list, const struct catalogue_entry *entry,
		     const char *name)
{
	return select_has(list, &(struct select_function){
					.category = entry->category,
					.group = entry->group,
					.classes = entry->classes,
					.name = name,
					.is_default = entry->is_default});
}

/* By its own name or by one of its aliases. */
static bool is_wanted(const char *list, const struct catalogue_entry *entry)
{
	const char *name = entry->name;

	for (size_t n = 0; name; name = catalogue_alias(entry, n++))
		if (is_meant(list, entry, name))
			return true;
	return false;
}

static const char *typed(const struct catalogue_entry *entry)
{
	return catalogue_untyped(entry, 0) ? "prototype" : "full";
}

static void put_text(const struct catalogue_entry *entry)
{
	const char *alias;

	printf("%-3s  %-12s  %-10s  %-9s  ", entry->is_default ? "on" : "off",
	       entry->category, entry->group, typed(entry));
	catalogue_prototype(stdout, entry);
	for (size_t n = 0; (alias = catalogue_alias(entry, n)); n++)
		printf("%s%s", n ? " " : "  also ", alias);
	putchar('\n');
}

/* Names and C types, which need no escapes. */
static void put_names(const char *key,
		      const char *(*next)(const struct catalogue_entry *entry,
					  size_t n),
		      const struct catalogue_entry *entry)
{
	const char *name;

	printf(",\"%s\":[", key);
	for (size_t n = 0; (name = next(entry, n)); n++)
		printf("%s\"%s\"", n ? "," : "", name);
	putchar(']');
}

static void put_json(const struct catalogue_entry *entry)
{
	printf("{\"name\":\"%s\",\"category\":\"%s\",\"group\":\"%s\","
	       "\"default\":%s,\"typed\":\"%s\",\"prototype\":\"",
	       entry->name, entry->category, entry->group,
	       entry->is_default ? "true" : "false", typed(entry));
	catalogue_prototype(stdout, entry);
	putchar('"');
	put_names("untyped", catalogue_untyped, entry);
	put_names("aliases", catalogue_alias, entry);
	puts("}");
}

/* The operands as one list; NULL if there are none. */
static char *join(const struct cmd *cmd, int argc, char **argv)
{
	size_t n_bytes = 1;
	char *list;

	for (int i = 0; i < argc; i++) {
		const char *wrong = select_check(argv[i]);

		if (wrong)
			usage(cmd, "list %s: %s", argv[i], wrong);
		n_bytes += strlen(argv[i]) + 1;
	}
	if (!argc)
		return NULL;
	list = calloc(1, n_bytes);
	if (!list)
		die("out of memory");
	for (int i = 0; i < argc; i++) {
		strcat(list, i ? "," : "");
		strcat(list, argv[i]);
	}
	return list;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct catalogue_entry entry;
	char *list, error[512];
	size_t n_shown = 0;

	if (chosen.has_groups) {
		if (argc)
			usage(cmd, "list: --groups takes no LIST");
		sets_print(stdout);
		flush_stdout();
		return EXIT_SUCCESS;
	}
	list = join(cmd, argc, argv);
	if (!names_exist(list, error, sizeof(error)))
		usage(cmd, "list: %s", error);
	/* if the reader stops, EPIPE says so, see flush_stdout */
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < catalogue_size() && !ferror(stdout); i++) {
		if (!catalogue_entry(i, &entry) ||
		    (list && !is_wanted(list, &entry)))
			continue;
		n_shown++;
		if (chosen.is_json)
			put_json(&entry);
		else
			put_text(&entry);
	}
	flush_stdout();
	if (list && !n_shown)
		say("no function that is recorded matches %s", list);
	free(list);
	return n_shown ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cmd cmd_list = {
	.name = "list",
	.synopsis = "[options] [LIST...]",
	.purpose = "show which functions are recorded, and how",
	.description =
		"Prints one function per line: on or off (by default), its "
		"category, its group, how fully it is typed, its prototype and "
		"its other names. Without LIST all functions are shown, else "
		"those that `record --calls LIST` would record. A LIST that "
		"begins with - comes after --.\n"
		"\n"
		"A function is typed full if all of it is recorded with its "
		"meaning. Each pointer is a string, memory of a known size, a "
		"described struct or number, a handle (FILE, DIR), a code "
		"address, or described as an address and no more (such as a "
		"void pointer that is returned). Each plain C integer whose "
		"name promises constants or a descriptor (flags, mode, cmd, "
		"request, fd ...) has them. What follows ... is described, or "
		"a format describes it. Otherwise it is typed prototype: "
		"numbers and addresses as C passes them. With --json, untyped "
		"says which parameters these are.\n"
		"\n"
		"  fxtrace list\n"
		"  fxtrace list --groups\n"
		"  fxtrace list 'open*' %socket\n"
		"  fxtrace list +%alloc\n"
		"  fxtrace list --json -- -%io",
	.options = options,
	.run = run,
};
