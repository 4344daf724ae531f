/* SPDX-License-Identifier: MIT */
/*
 * The option parser: reads the words once, stores options where their table row
 * says, and moves operands to the front.
 */
#include "tools/base/option.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/near.h"

/* The state of one walk. */
struct walk {
	const struct cmd *cmd;
	char **next; /* the word after the current one */
	char *error;
	size_t error_bytes;
};

static bool wrong(struct walk *walk, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool wrong(struct walk *walk, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(walk->error, walk->error_bytes, format, args);
	va_end(args);
	return false;
}

bool option_number(const char *text, uint64_t *number)
{
	char *end;
	int base = text[0] == '0' && (text[1] | 32) == 'x' ? 16 : 10;

	/* strtoull takes signs, spaces and "0x" alone; we do not */
	if (!isdigit((unsigned char)text[0]) || (base == 16 && !text[2]))
		return false;
	errno = 0;
	*number = strtoull(text, &end, base);
	return errno == 0 && *end == '\0' && end != text;
}

static unsigned suffix_shift(char suffix)
{
	switch (suffix) {
	case 'k':
	case 'K':
		return 10;
	case 'm':
	case 'M':
		return 20;
	case 'g':
	case 'G':
		return 30;
	}
	return 0;
}

bool option_size(const char *text, uint64_t *bytes)
{
	char digits[24];
	size_t n = strlen(text);
	unsigned shift = n ? suffix_shift(text[n - 1]) : 0;

	if (shift)
		n--;
	if (n >= sizeof(digits))
		return false;
	memcpy(digits, text, n);
	digits[n] = '\0';
	if (!option_number(digits, bytes) || *bytes > UINT64_MAX >> shift)
		return false;
	*bytes <<= shift;
	return true;
}

void option_variable(const struct option *option, char *name, size_t name_bytes)
{
	snprintf(name, name_bytes, "FXTRACE_%s", option->name);
	for (char *at = name; *at; at++)
		*at = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
}

static bool takes_argument(const struct option *option)
{
	return option->kind != OPTION_FLAG && option->kind != OPTION_SWITCH;
}

static void put_bool(const struct option *option, bool is_on)
{
	if (option->kind == OPTION_FLAG)
		*(bool *)option->value = is_on;
	else
		*(const char **)option->value = is_on ? "1" : "0";
}

static bool put_list(struct walk *walk, const struct option *option,
		     const char *text)
{
	struct option_list *list = option->value;

	if (list->n == OPTION_LIST_MAX)
		return wrong(walk, "--%s: given more than %d times",
			     option->name, OPTION_LIST_MAX);
	list->items[list->n++] = text;
	return true;
}

bool option_is_yes(const char *text)
{
	return text && (strcmp(text, "1") == 0 || strcmp(text, "yes") == 0);
}

/* Whether it is one of the words; if not, why lists all of them. */
static bool is_among(const char *choices, const char *text, char *why,
		     size_t why_bytes)
{
	size_t n_text = strlen(text), at = 0;

	why[0] = '\0';
	for (const char *gap = "expected "; *choices; gap = ", ") {
		size_t n = strcspn(choices, " ");
		const char *next = choices + n + (choices[n] == ' ');

		if (n == n_text && memcmp(choices, text, n) == 0)
			return true;
		if (at && !*next)
			gap = " or ";
		if (at < why_bytes)
			at += (size_t)snprintf(why + at, why_bytes - at,
					       "%s%.*s", gap, (int)n, choices);
		choices = next;
	}
	return false;
}

bool option_fits(const struct option *option, const char *text, char *why,
		 size_t why_bytes)
{
	const char *found = option->check ? option->check(text) : NULL;

	if (found)
		snprintf(why, why_bytes, "%s", found);
	if (option->check)
		return !found;
	if (option->kind == OPTION_SWITCH)
		return is_among("yes no 1 0", text, why, why_bytes);
	return !option->choices ||
	       is_among(option->choices, text, why, why_bytes);
}

static bool put_value(struct walk *walk, const struct option *option,
		      const char *text)
{
	char why[1024];

	if (!option_fits(option, text, why, sizeof(why)))
		return wrong(walk, "--%s %s: %s", option->name, text, why);
	switch (option->kind) {
	case OPTION_NUMBER:
		if (!option_number(text, option->value))
			return wrong(walk, "--%s %s: not a number",
				     option->name, text);
		return true;
	case OPTION_SIZE:
		if (!option_size(text, option->value))
			return wrong(walk, "--%s %s: not a size (10, 64K, 4M)",
				     option->name, text);
		return true;
	case OPTION_LIST:
		return put_list(walk, option, text);
	default:
		*(const char **)option->value = text;
		return true;
	}
}

static const struct option *find_name(const struct cmd *cmd, const char *name,
				      size_t n)
{
	const struct option *option = cmd->options;

	for (; option && option->name; option++)
		if (strlen(option->name) == n &&
		    memcmp(option->name, name, n) == 0)
			return option;
	return NULL;
}

static const struct option *find_letter(const struct cmd *cmd, char letter)
{
	const struct option *option = cmd->options;

	for (; option && option->name; option++)
		if (option->letter && option->letter == letter)
			return option;
	return NULL;
}

static bool unknown(struct walk *walk, const char *name, size_t n)
{
	const struct option *option = walk->cmd->options;
	char wanted[NEAR_BYTES], meant[NEAR_NAMES * (NEAR_BYTES + 8)];
	struct near near = {.wanted = wanted};

	snprintf(wanted, sizeof(wanted), "%.*s", (int)n, name);
	for (; option && option->name; option++)
		near_try(&near, option->name);
	near_text(&near, "--", meant, sizeof(meant));
	return wrong(walk, "%s: unknown option --%.*s%s", walk->cmd->name,
		     (int)n, name, meant);
}

/* `name` follows the dashes. */
static bool parse_long(struct walk *walk, const char *name)
{
	size_t n = strcspn(name, "=");
	const char *text = name[n] == '=' ? name + n + 1 : NULL;
	const struct option *option = find_name(walk->cmd, name, n);
	bool is_on = true;

	if (!option && n > 3 && memcmp(name, "no-", 3) == 0) {
		option = find_name(walk->cmd, name + 3, n - 3);
		is_on = false;
		if (option && takes_argument(option))
			option = NULL;
	}
	if (!option)
		return unknown(walk, name, n);
	if (!takes_argument(option)) {
		if (text)
			return wrong(walk, "--%.*s takes no argument", (int)n,
				     name);
		put_bool(option, is_on);
		return true;
	}
	if (!text && *walk->next)
		text = *walk->next++;
	if (!text)
		return wrong(walk, "--%s: %s is missing", option->name,
			     option->arg);
	return put_value(walk, option, text);
}

/* `letters` follow the dash. */
static bool parse_letters(struct walk *walk, const char *letters)
{
	for (; *letters; letters++) {
		const struct option *option = find_letter(walk->cmd, *letters);

		if (!option)
			return wrong(walk, "%s: unknown option -%c",
				     walk->cmd->name, *letters);
		if (!takes_argument(option)) {
			put_bool(option, true);
			continue;
		}
		if (letters[1])
			return put_value(walk, option, letters + 1);
		if (*walk->next)
			return put_value(walk, option, *walk->next++);
		return wrong(walk, "-%c: %s is missing", *letters, option->arg);
	}
	return true;
}

static bool is_help(const struct cmd *cmd, const char *word)
{
	return strcmp(word, "--help") == 0 ||
	       (strcmp(word, "-h") == 0 && !find_letter(cmd, 'h'));
}

int option_parse(const struct cmd *cmd, int argc, char **argv, char *error,
		 size_t error_bytes)
{
	struct walk walk = {cmd, argv, error, error_bytes};
	char **end = argv + argc;
	int n_operands = 0;

	while (*walk.next) {
		char *word = *walk.next++;
		bool is_operand = word[0] != '-' || word[1] == '\0';

		if (!is_operand && strcmp(word, "--") == 0)
			break;
		if (!is_operand && is_help(cmd, word))
			return OPTION_HELP;
		if (is_operand) {
			argv[n_operands++] = word;
			if (cmd->stops_at_operand)
				break;
		} else if (!(word[1] == '-' ? parse_long(&walk, word + 2)
					    : parse_letters(&walk, word + 1))) {
			return OPTION_WRONG;
		}
	}
	while (walk.next < end)
		argv[n_operands++] = *walk.next++;
	argv[n_operands] = NULL;
	return n_operands;
}
