/* SPDX-License-Identifier: MIT */
/*
 * Values by name, see reader.h.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/library/reader.h"

/* The item called `name`, of n bytes. */
static const struct fxtrace_value *item_of(const struct fxtrace_value *value,
					   const char *name, size_t n)
{
	if (value->kind != FXTRACE_RECORD)
		return NULL;
	for (size_t i = 0; i < value->n_items; i++) {
		const char *its = value->items[i]->name;

		if (strlen(its) == n && memcmp(its, name, n) == 0)
			return value->items[i];
	}
	return NULL;
}

static const struct fxtrace_value *element_of(const struct fxtrace_value *value,
					      const char *from,
					      const char **end)
{
	char *behind;
	unsigned long long index;

	if (value->kind != FXTRACE_LIST || *from < '0' || *from > '9')
		return NULL;
	index = strtoull(from, &behind, 10);
	*end = behind + 1;
	return *behind == ']' && index < value->n_items ? value->items[index]
							: NULL;
}

/* Follows ".member" and "[index]" from a value. */
static const struct fxtrace_value *follow(const struct fxtrace_value *value,
					  const char *path)
{
	while (value && *path) {
		if (*path == '.') {
			size_t n = strcspn(++path, ".[");

			value = item_of(value, path, n);
			path += n;
		} else if (*path == '[') {
			value = element_of(value, path + 1, &path);
		} else {
			return NULL;
		}
	}
	return value;
}

/* The value of an argument, if its name begins the path. Behind it the path
 * goes on, or ends. */
static const struct fxtrace_value *match(const struct fxtrace_arg *arg,
					 const char *path)
{
	size_t n = strlen(arg->name);

	if (strncmp(arg->name, path, n) != 0 ||
	    (path[n] && path[n] != '.' && path[n] != '['))
		return NULL;
	return follow(arg->value, path + n);
}

const struct fxtrace_value *fxtrace_find(const struct fxtrace_call *call,
					 const char *name)
{
	const struct fxtrace_value *found = NULL;

	if (*name == '=')
		return call->result ? follow(call->result, name + 1) : NULL;
	for (size_t i = 0; i < call->n_args && !found; i++)
		found = match(call->args[i], name);
	return found;
}
