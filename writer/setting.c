/* SPDX-License-Identifier: MIT */
/*
 * Lines of settings, see setting.h.
 */
#include "writer/setting.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Takes the line at settings->next: returns its first byte that is no blank,
 * and ends it with NUL behind its last. */
static char *take_line(struct fxw_settings *settings, char **end)
{
	char *first = settings->next;

	while (is_blank(*first))
		first++;
	*end = first;
	while (**end && **end != '\n')
		++*end;
	settings->next = *end + (**end == '\n');
	settings->line++;
	while (*end > first && is_blank((*end)[-1]))
		--*end;
	**end = 0;
	return first;
}

/* Brings the key into its one form; returns what follows it. */
static char *take_key(char *text)
{
	for (;; text++)
		if (*text >= 'a' && *text <= 'z')
			*text = (char)(*text - 'a' + 'A');
		else if (*text == '-')
			*text = '_';
		else if (*text != '_' && !(*text >= 'A' && *text <= 'Z') &&
			 !(*text >= '0' && *text <= '9'))
			return text;
}

/* The line is "KEY = VALUE" and ends at `end`. */
static const char *split_line(char *line, char *end,
			      struct fxw_setting *setting)
{
	char *at = take_key(line), *key_end = at;

	while (is_blank(*at))
		at++;
	if (key_end == line || *at != '=')
		return "expected KEY = VALUE";
	do
		at++;
	while (is_blank(*at));
	*key_end = 0;
	if (*at == '"') {
		if (end - at < 2 || end[-1] != '"')
			return "expected a \" at the end of the value, too";
		end[-1] = 0;
		at++;
	}
	setting->key = line;
	setting->value = at;
	return NULL;
}

bool fxw_settings_next(struct fxw_settings *settings,
		       struct fxw_setting *setting)
{
	settings->wrong = NULL;
	while (*settings->next) {
		char *end, *line = take_line(settings, &end);

		if (!*line || *line == '#')
			continue;
		settings->wrong = split_line(line, end, setting);
		return !settings->wrong;
	}
	return false;
}
