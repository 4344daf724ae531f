/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace ctl`: orders to a running session.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/base/die.h"
#include "tools/select/list.h"
#include "tools/manager/sessions.h"

static struct {
	const char *clear;
} chosen;

static const char *const clears[] = {
	[ORDER_CLEAR_NONE] = "none",
	[ORDER_CLEAR_CALLS] = "calls",
	[ORDER_CLEAR_ALL] = "all",
};

/* The number of the word, or -1. */
static int clear_of(const char *text)
{
	for (int i = ORDER_CLEAR_NONE; i <= ORDER_CLEAR_ALL; i++)
		if (strcmp(text, clears[i]) == 0)
			return i;
	return -1;
}

static const struct option options[] = {
	{.name = "clear",
	 .kind = OPTION_STRING,
	 .value = &chosen.clear,
	 .arg = "WHAT",
	 .help = "start: remove the calls that were recorded before (calls), "
		 "and the names that nothing else used (all)",
	 .fallback = "none",
	 .choices = "none calls all"},
	{0},
};

/* The order that the words after SESSION give. */
static void read_order(const struct cmd *cmd, int argc, char **argv,
		       struct order *order)
{
	static const char *const words[] = {
		[ORDER_STATUS] = "status",
		[ORDER_START] = "start",
		[ORDER_STOP] = "stop",
		[ORDER_CALLS] = "calls",
	};
	const char *wrong;

	if (argc < 2)
		usage(cmd, "ctl: %s is missing",
		      argc ? "what to do" : "SESSION");
	for (uint32_t i = ORDER_STATUS; i <= ORDER_CALLS; i++)
		if (strcmp(argv[1], words[i]) == 0)
			order->kind = i;
	if (!order->kind)
		usage(cmd, "ctl: %s: expected start, stop, status or calls",
		      argv[1]);
	if (argc > (order->kind == ORDER_CALLS ? 3 : 2))
		usage(cmd, "ctl: %s: one word too many", argv[argc - 1]);
	if (chosen.clear && order->kind != ORDER_START)
		usage(cmd, "ctl: --clear goes with start");
	if (chosen.clear)
		order->clear = (uint32_t)clear_of(chosen.clear);
	if (argc < 3)
		return;
	wrong = list_check(argv[2]);
	if (wrong)
		usage(cmd, "ctl: calls %s: %s", argv[2], wrong);
	if (strlen(argv[2]) >= sizeof(order->text))
		usage(cmd, "ctl: calls: a list of at most %zu bytes",
		      sizeof(order->text) - 1);
	strcpy(order->text, argv[2]);
}

static void give_order(const struct session_known *session,
		       const struct order *order)
{
	static struct order_answer answer;
	char state[32];
	int error = sessions_order(session, order, -1, &answer);

	if (!error && answer.error == ENOTSUP && order->clear)
		die("session %s: its archive is not a file that can start "
		    "again, so what was written remains; start it without "
		    "--clear",
		    session->socket);
	if (error || answer.error)
		die("session %s: %s", session->socket,
		    strerror(error ? error : answer.error));
	if (order->kind == ORDER_STATUS)
		fwrite(answer.text, 1, answer.n_text, stdout);
	if (order->kind == ORDER_CALLS &&
	    sessions_value(session, "state", 0, state, sizeof(state)) &&
	    strcmp(state, "stopped") == 0)
		say("the session is stopped; ctl start makes it record");
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct order order = {.magic = ORDER_MAGIC, .version = ORDER_VERSION};
	struct session_known *sessions, *session;

	read_order(cmd, argc, argv, &order);
	sessions = sessions_find();
	session = sessions_named(&sessions, argv[0]);
	if (order.kind == ORDER_CALLS)
		listed_check_session(cmd, "calls", order.text, session);
	give_order(session, &order);
	sessions_free(sessions);
	flush_stdout();
	return EXIT_SUCCESS;
}

const struct cmd cmd_ctl = {
	.name = "ctl",
	.synopsis = "[options] SESSION start|stop|status|calls [LIST]",
	.purpose = "change what a running session records",
	.description =
		"SESSION is its number in `fxtrace ps`, the pid of a process "
		"that it records, its archive, or the name of its first "
		"program.\n"
		"\n"
		"stop: all processes of the session record nothing from their "
		"next call on. Calls that have begun get their ends. start: "
		"they record again. With --clear, what was recorded before is "
		"removed, and the archive of a streaming session starts again. "
		"calls LIST: from now on they record these calls, by the "
		"grammar of --calls. Without LIST they record what was chosen "
		"at the start. status: prints the session's state, one `key: "
		"value` per line.\n"
		"\n"
		"  fxtrace ctl 4711 stop\n"
		"  fxtrace ctl 4711 calls 'open*,%libc:net'\n"
		"  fxtrace ctl 4711 start",
	.options = options,
	.run = run,
};
