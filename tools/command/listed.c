/* SPDX-License-Identifier: MIT */
/*
 * Names in lists of functions against an archive, see listed.h.
 */
#include "tools/command/listed.h"

#include <limits.h>
#include <sys/stat.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/command/shim_names.h"
#include "tools/select/catalogue.h"
#include "tools/select/names.h"

static void try_archive(struct names *names, const char *path)
{
	struct archive_reading reading = archive_begin(path);
	const struct fxr_name *last = NULL;
	static struct fxr_call call;
	char error[512];

	while (fxr_calls_next(reading.calls, &call)) {
		const char *category = call.name->category.bytes;
		const char *name = call.name->name.bytes;

		if (call.name == last)
			continue;
		last = call.name;
		names_try(
			names,
			&(struct select_function){
				.category = category,
				.name = name,
				.group = catalogue_group(category, name),
				.classes = catalogue_classes(category, name)});
	}
	/* what it has not called */
	if (!names_known(names, error, sizeof(error)))
		shim_names_try_loaded(names,
				      &fxr_calls_world(reading.calls)->types);
	archive_close(&reading);
}

/* Looks for the names in the archive. False: it can be read only once. */
static bool look_into(struct names *names, const char *path, char *error,
		      size_t error_bytes)
{
	if (names_known(names, error, error_bytes))
		return true;
	if (!archive_is_file(path))
		return false;
	try_archive(names, path);
	return true;
}

void listed_check_all(const struct cmd *cmd, const char *option,
		      const char *list, char *const *paths, size_t n)
{
	struct names names = names_open(list);
	bool is_complete = true;
	char error[512];

	for (size_t i = 0; i < n && is_complete; i++)
		is_complete = look_into(&names, paths[i], error, sizeof(error));
	if (is_complete && !names_known(&names, error, sizeof(error)))
		usage(cmd, "%s: %s", option, error);
	names_close(&names);
}

void listed_check(const struct cmd *cmd, const char *option, const char *list,
		  const char *path)
{
	char *const one[] = {(char *)path};

	listed_check_all(cmd, option, list, one, path ? 1 : 0);
}

void listed_check_session(const struct cmd *cmd, const char *option,
			  const char *list, const struct session_known *session)
{
	char archive[PATH_MAX];
	struct stat status;
	bool is_written = sessions_value(session, "archive", 0, archive,
					 sizeof(archive)) &&
			  stat(archive, &status) == 0 &&
			  S_ISREG(status.st_mode) && status.st_size > 0;

	listed_check(cmd, option, list, is_written ? archive : NULL);
}
