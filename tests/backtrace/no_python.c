/* SPDX-License-Identifier: MIT */
/*
 * Has the names of CPython 3.11's variables, and memory that is laid out as an
 * interpreter's, but leads anywhere: no_python WAY. Calls getppid, and prints
 * "done".
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WILD 0x7001000 /* nothing is there */
/* offsets of 3.11 */
#define STATE_MARK 56
#define STATE_THREAD 152
#define MARK_FRAME 8
#define MARK_OUTER 16
#define FRAME_CODE 32
#define FRAME_PREVIOUS 48
#define FRAME_AT 56
#define CODE_FILE 112
#define CODE_NAME 128
#define CODE_LINES 136
#define TEXT_LENGTH 16
#define TEXT_STATE 32
#define ASCII 0x64 /* compact, of one byte a character */

extern const unsigned long Py_Version;
const unsigned long Py_Version = 0x030b07f0;
extern uint8_t _PyRuntime[];
uint8_t _PyRuntime[16384] __attribute__((aligned(64)));

static uint8_t state[512] __attribute__((aligned(64)));
static uint8_t frames[2][256] __attribute__((aligned(64)));
static uint8_t code[1024] __attribute__((aligned(64)));
static uint8_t texts[2][256] __attribute__((aligned(64)));

static void put(uint8_t *at, unsigned off, const void *value)
{
	memcpy(at + off, &value, sizeof(value));
}

static void put_number(uint8_t *at, unsigned off, uint64_t value)
{
	memcpy(at + off, &value, sizeof(value));
}

/* Two frames that call one another, of one function. */
static void lay_out(uint8_t *mark)
{
	pthread_key_t key;

	pthread_key_create(&key, NULL);
	pthread_setspecific(key, state);
	put_number(_PyRuntime, 592, 1 | (uint64_t)key << 32);
	put_number(state, STATE_THREAD, (uint64_t)pthread_self());
	put(state, STATE_MARK, mark);
	put(mark, MARK_FRAME, frames[0]);
	for (unsigned i = 0; i < 2; i++) {
		put(frames[i], FRAME_CODE, code);
		put(frames[i], FRAME_AT, code + 184);
		put(frames[i], FRAME_PREVIOUS, frames[1 - i]);
		put_number(texts[i], TEXT_STATE, ASCII);
		put_number(texts[i], TEXT_LENGTH, 3);
		memcpy(texts[i] + 48, "abc", 3);
	}
	put(code, CODE_NAME, texts[0]);
	put(code, CODE_FILE, texts[1]);
	put(code, CODE_LINES, texts[0]);
}

static void go_wrong(const char *way, uint8_t *mark)
{
	if (!strcmp(way, "own")) /* no function of a program, in a circle */
		put(code, CODE_FILE, texts[0]);
	else if (!strcmp(way, "marks"))
		put(mark, MARK_OUTER, mark), put_number(mark, MARK_FRAME, 0);
	else if (!strcmp(way, "frame"))
		put_number(mark, MARK_FRAME, WILD);
	else if (!strcmp(way, "odd"))
		put_number(mark, MARK_FRAME, (uintptr_t)frames[0] + 1);
	else if (!strcmp(way, "code"))
		put_number(frames[0], FRAME_CODE, WILD);
	else if (!strcmp(way, "name"))
		put_number(code, CODE_NAME, WILD);
	else if (!strcmp(way, "lines"))
		put_number(code, CODE_LINES, WILD);
	else if (!strcmp(way, "length"))
		put_number(texts[0], TEXT_LENGTH, UINT64_MAX);
	else if (!strcmp(way, "width"))
		put_number(texts[0], TEXT_STATE, 0x2c);
	else if (!strcmp(way, "at"))
		put_number(frames[0], FRAME_AT, UINT64_MAX);
	else if (!strcmp(way, "state"))
		put_number(state, STATE_MARK, WILD);
}

static __attribute__((noinline)) int call(const char *way)
{
	uint8_t mark[64] __attribute__((aligned(64))) = {0};
	int pid;

	lay_out(mark);
	go_wrong(way, mark);
	pid = getppid();
	memset(state, 0, sizeof(state));
	return pid;
}

int main(int argc, char **argv)
{
	if (argc < 2 || call(argv[1]) <= 0)
		return 2;
	puts("done");
	return 0;
}
