/* SPDX-License-Identifier: MIT */
/*
 * Drives the engine, see recorder.h.
 */
#include "tests/recorder.h"

#include <stdio.h>
#include <unistd.h>

void recorder_join(const char *text, uint64_t buffer_bytes, bool may_block,
		   const char *name)
{
	static char socket[64], secret[FXW_SECRET_BYTES];
	unsigned clock;
	unsigned long long epoch;
	struct fxw_options options = {.socket = socket,
				      .secret = secret,
				      .buffer_bytes = buffer_bytes,
				      .mode = FXW_STREAMING,
				      .may_block = may_block,
				      .pid = (uint32_t)getpid(),
				      .name = name};

	if (sscanf(text, "3,%x,%llx,%63[^,],%39[0-9]", &clock, &epoch, socket,
		   secret) != 4)
		_exit(90);
	fxw_clock_join(clock, epoch, NULL);
	if (fxw_engine_start(&options))
		_exit(91);
	fxw_engine.state = FXW_ENGINE_ON;
	fxw_name_process(options.pid, name);
	fxw_string_register(1, "number", 6);
}

uint64_t recorder_header(void)
{
	return fxt_event_header(FXT_EVENT_DURATION_COMPLETE, 7, 1, 0, 1, 1);
}

void recorder_fill(struct fxw_thread *t, uint64_t *at, uint64_t n)
{
	at[1] = fxw_stamp(t);
	at[2] = t->process;
	at[3] = t->id;
	at[4] = fxt_arg_header(FXT_ARG_UINT64, 2, 1, 0);
	at[5] = n;
	at[6] = at[1] + 1;
}

bool recorder_write(struct fxw_thread *t, uint64_t n)
{
	struct fxw_window w;
	uint64_t *at;

	if (!fxw_window_open(&w, t, (uintptr_t)__builtin_frame_address(0)))
		return false;
	while (!(at = fxw_put(&w.record, 7)))
		if (!fxw_window_grow(&w))
			return false;
	recorder_fill(t, at, n);
	fxw_window_commit(&w, recorder_header());
	return true;
}
