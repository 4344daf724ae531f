/* SPDX-License-Identifier: MIT */
/*
 * Settings in a file, see settings.h.
 */
#include "tools/command/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/base/option.h"
#include "tools/archive/output.h"
#include "tools/base/replace.h"
#include "writer/setting.h"

enum { EXIT_MALFORMED = 2, WIDTH = 79 };

#define PREFIX "FXTRACE_"

static bool is_key(const struct option *option)
{
	return option->is_variable &&
	       strcmp(option->name, SETTINGS_OPTION) != 0;
}

static const struct option *find_option(const struct cmd *cmd, const char *key)
{
	const struct option *option = cmd->options;
	char name[64];

	for (; option->name; option++) {
		option_variable(option, name, sizeof(name));
		if (is_key(option) && strcmp(name + strlen(PREFIX), key) == 0)
			return option;
	}
	return NULL;
}

static _Noreturn void malformed(const char *path, unsigned line,
				const char *what, const char *why)
{
	say("%s:%u: %s%s%s", path, line, what, *what ? ": " : "", why);
	exit(EXIT_MALFORMED);
}

/* All of the file, NUL-terminated. */
static void read_text(const char *path, char *text, size_t text_bytes)
{
	FILE *in = fopen(path, "re");
	size_t n;

	if (!in)
		die("%s: %s", path, strerror(errno));
	n = fread(text, 1, text_bytes, in);
	if (ferror(in))
		die("%s: %s", path, strerror(errno));
	(void)fclose(in);
	if (n == text_bytes) {
		say("%s: expected at most %u KiB", path,
		    FXW_SETTINGS_MAX_BYTES >> 10);
		exit(EXIT_MALFORMED);
	}
	text[n] = '\0';
	if (strlen(text) != n) {
		say("%s: " FXW_SETTINGS_NO_TEXT, path);
		exit(EXIT_MALFORMED);
	}
}

static void set_variable(const char *name, const char *value)
{
	if (setenv(name, value, 0))
		die("%s: %s", name, strerror(errno));
}

static void take_setting(const struct cmd *cmd, const char *path,
			 const struct fxw_settings *settings,
			 const struct fxw_setting *setting)
{
	const struct option *option = find_option(cmd, setting->key);
	char why[512], name[64];

	if (!option)
		malformed(path, settings->line, setting->key,
			  FXW_SETTINGS_NO_KEY);
	if (*setting->value &&
	    !option_fits(option, setting->value, why, sizeof(why)))
		malformed(path, settings->line, setting->key, why);
	option_variable(option, name, sizeof(name));
	set_variable(name, setting->value);
}

void settings_load(const struct cmd *cmd, const char *path)
{
	static char text[FXW_SETTINGS_MAX_BYTES + 1];
	struct fxw_settings settings = {.next = text};
	const char *keys[FXW_SETTINGS_MAX];
	struct fxw_setting setting;
	size_t n = 0;

	read_text(path, text, sizeof(text));
	while (fxw_settings_next(&settings, &setting)) {
		for (size_t i = 0; i < n; i++)
			if (strcmp(keys[i], setting.key) == 0)
				malformed(path, settings.line, setting.key,
					  FXW_SETTINGS_TWICE);
		take_setting(cmd, path, &settings, &setting);
		keys[n++ % FXW_SETTINGS_MAX] = setting.key;
	}
	if (settings.wrong)
		malformed(path, settings.line, "", settings.wrong);
	unsetenv(PREFIX "CONFIG");
}

/* The help, wrapped. */
static void put_comment(FILE *out, const char *text)
{
	size_t at = 0;

	fputs("\n#", out);
	while (*(text += strspn(text, " "))) {
		size_t n = strcspn(text, " ");

		if (at && at + 2 + n > WIDTH) {
			fputs("\n#", out);
			at = 0;
		}
		at += (size_t)fprintf(out, " %.*s", (int)n, text);
		text += n;
	}
	fputc('\n', out);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static void put_setting(FILE *out, const struct option *option,
			const char *value)
{
	size_t n = strlen(value);
	const char *mark =
		is_blank(*value) || is_blank(value[n - 1]) || *value == '"'
			? "\""
			: "";

	put_comment(out, option->help);
	fprintf(out, "%s = %s%s%s\n", option->name, mark, value, mark);
}

/* The value in force, in the words of the help; NULL: the default. A number
 * that is given counts even if it equals the default, because other libraries
 * have other defaults. */
static const char *in_force(const struct option *option)
{
	bool is_switch = option->kind == OPTION_SWITCH;
	const char *value;
	char name[64];

	option_variable(option, name, sizeof(name));
	value = getenv(name);
	if (!value || !*value)
		return NULL;
	if (is_switch)
		value = option_is_yes(value) ? "yes" : "no";
	if ((is_switch || option->choices) &&
	    strcmp(value, option->fallback) == 0)
		return NULL;
	return value;
}

/* Makes sure that what is written can be read again. */
static void check_environment(const struct cmd *cmd)
{
	const struct option *option = cmd->options;
	char name[64], why[512];

	for (; option->name; option++) {
		const char *value;

		option_variable(option, name, sizeof(name));
		value = is_key(option) ? getenv(name) : NULL;
		if (!value || !*value)
			continue;
		if (strchr(value, '\n'))
			snprintf(why, sizeof(why), "expected one line");
		else if (option_fits(option, value, why, sizeof(why)))
			continue;
		say("%s %s: %s", name, value, why);
		exit(EXIT_MALFORMED);
	}
}

void settings_save(const struct cmd *cmd, const char *path)
{
	const struct option *option = cmd->options;
	struct replace replace;
	char error[512] = "";

	check_environment(cmd);
	if (!replace_begin(&replace, path, -1, error, sizeof(error)))
		die("%s", error);
	fprintf(replace.out,
		"# Settings of `fxtrace %s --config`, and of FXTRACE_CONFIG.\n",
		cmd->name);
	for (; option->name; option++) {
		const char *value = is_key(option) ? in_force(option) : NULL;

		if (value)
			put_setting(replace.out, option, value);
	}
	if (!replace_end(&replace, true, error, sizeof(error)))
		die("%s", error);
}
