/* SPDX-License-Identifier: MIT */
/*
 * Checks and finds triggers, see triggers.h.
 */
#include "tools/select/triggers.h"

#include <stdio.h>
#include <string.h>

#include "gen/gen.h"
#include "tools/base/near.h"
#include "tools/select/catalogue.h"
#include "tools/select/list.h"

extern const struct fxg_table fxg_libc;

/* Whether the recorder knows an error or signal of that name. */
static bool is_known(const char *name)
{
	for (uint32_t i = 0; i < fxg_libc.n_enumerators; i++)
		if (strcmp(fxg_libc.text + fxg_libc.enumerators[i].name,
			   name) == 0)
			return true;
	return false;
}

/* "there is no signal SIGUSR3, did you mean SIGUSR1?" The text is static. */
static const char *why_unknown(const char *what, const char *name)
{
	static char text[512];
	struct near near = {.wanted = name};
	char meant[NEAR_NAMES * (NEAR_BYTES + 8)];

	for (uint32_t i = 0; i < fxg_libc.n_enumerators; i++) {
		const char *known =
			fxg_libc.text + fxg_libc.enumerators[i].name;

		if (strncmp(known, name, 1) == 0)
			near_try(&near, known);
	}
	near_text(&near, "", meant, sizeof(meant));
	snprintf(text, sizeof(text), "there is no %s %.64s%s", what, name,
		 meant);
	return text;
}

/* Whether it is one function, which reports no errors. */
static bool never_fails(const char *name)
{
	const struct fxg_table *table;
	const struct fxg_function *function = NULL;

	for (size_t i = 0; !function && (table = catalogue_table(i)); i++)
		function = catalogue_find(table, name);
	return function && function->error_rule == FXG_E_NONE;
}

static const char *check_error(const struct fxw_trigger *trigger)
{
	if (!is_known(trigger->error))
		return why_unknown("error", trigger->error);
	return trigger->is_exact && never_fails(trigger->what)
		       ? "this function reports no errors"
		       : NULL;
}

static const char *check_signal(const char *name)
{
	if (!is_known(name))
		return why_unknown("signal", name);
	return strcmp(name, "SIGKILL") == 0 || strcmp(name, "SIGSTOP") == 0
		       ? "no program sees this signal"
		       : NULL;
}

const char *triggers_error(uint32_t *at)
{
	const struct fxg_type *type = &fxg_libc.types[fxg_libc.errno_type];
	const struct fxg_enumerator *names = &fxg_libc.enumerators[type->first];

	return *at < type->n ? fxg_libc.text + names[(*at)++].name : NULL;
}

const char *triggers_signal(uint32_t *at)
{
	while (*at < fxg_libc.n_enumerators) {
		const char *name =
			fxg_libc.text + fxg_libc.enumerators[(*at)++].name;

		/* not SIG_BLOCK */
		if (strncmp(name, "SIG", 3) == 0 && !strchr(name, '_') &&
		    !check_signal(name))
			return name;
	}
	return NULL;
}

const char *triggers_check(const char *text)
{
	struct fxw_trigger list[FXW_TRIGGERS];
	const char *wrong;
	unsigned n;

	wrong = fxw_triggers_read(text, list, &n);
	for (unsigned i = 0; i < n && !wrong; i++) {
		if (list[i].condition == FXW_ON_SIGNAL)
			wrong = check_signal(list[i].what);
		else if (*list[i].what == '-')
			wrong = "expected a function, glob, %category or "
				"signal";
		else
			wrong = list_check(list[i].what);
		if (!wrong && list[i].condition == FXW_ON_ERROR)
			wrong = check_error(&list[i]);
	}
	return wrong;
}

void triggers_read(struct triggers *triggers, const char *text)
{
	*triggers = (struct triggers){0};
	if (text && *text &&
	    fxw_triggers_read(text, triggers->list, &triggers->n))
		triggers->n = 0;
}

const struct fxw_trigger *triggers_fired(struct triggers *triggers,
					 const char *name)
{
	for (unsigned i = 0; i < triggers->n; i++)
		if (memcmp(triggers->list[i].name, name, FXW_ALERT_BYTES) ==
		    0) {
			triggers->n_fired[i]++;
			return &triggers->list[i];
		}
	return NULL;
}

bool triggers_start(const struct triggers *triggers)
{
	for (unsigned i = 0; i < triggers->n; i++)
		if (triggers->list[i].action == FXW_START)
			return true;
	return false;
}
