/* SPDX-License-Identifier: MIT */
/*
 * Which formats there are. Their probes run in this order.
 */
#include "tools/command/formats.h"

#include <string.h>

#include "tools/convert/unpacked.h"

static const struct convert_format *const formats[] = {
	&convert_json_lines,
	&convert_csv,
	&convert_avro,
	&convert_folded,
	&convert_pprof,
	&convert_speedscope,
	&convert_firefox,
	&convert_sqlite,
	&convert_chrome,
	&convert_compat,
	&convert_xray,
	&convert_apitrace,
	NULL,
};

const struct convert_format *formats_at(size_t index)
{
	return index < sizeof(formats) / sizeof(formats[0]) ? formats[index]
							    : NULL;
}

const struct convert_format *formats_by_name(const char *name)
{
	for (size_t i = 0; formats[i]; i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

/* Whether the path ends in one of the suffixes, which spaces separate. */
static bool ends_in(const char *path, const char *suffixes)
{
	size_t n_path = strlen(path);

	while (*suffixes) {
		size_t n = strcspn(suffixes, " ");

		if (n && n < n_path &&
		    strncmp(path + n_path - n, suffixes, n) == 0)
			return true;
		suffixes += n + (suffixes[n] == ' ');
	}
	return false;
}

const struct convert_format *formats_by_suffix(const char *path)
{
	for (size_t i = 0; formats[i]; i++)
		if (ends_in(path, formats[i]->suffixes))
			return formats[i];
	return NULL;
}

static const struct convert_format *by_content(const unsigned char *bytes,
					       size_t n_bytes)
{
	unsigned char inner[CONVERT_PROBE_BYTES];
	size_t n_inner = unpacked_head(bytes, n_bytes, inner, sizeof(inner));

	for (size_t i = 0; formats[i]; i++) {
		const struct convert_format *format = formats[i];
		bool is_unpacked = format->is_unpacked;

		if (format->probe &&
		    format->probe(is_unpacked ? inner : bytes,
				  is_unpacked ? n_inner : n_bytes))
			return format;
	}
	return NULL;
}

const struct convert_format *formats_find(const char *path,
					  const unsigned char *bytes,
					  size_t n_bytes)
{
	return n_bytes ? by_content(bytes, n_bytes) : formats_by_suffix(path);
}
