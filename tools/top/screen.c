/* SPDX-License-Identifier: MIT */
/*
 * The terminal, see screen.h. Signals are blocked except in screen_wait, which
 * they interrupt: handlers only store their number.
 */
#include "tools/top/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/terminal.h"

/* Alternate screen, from its first line, without cursor; and back. */
#define ENTER "\033[?1049h\033[?25l\033[H\033[2J"
#define LEAVE "\033[?25h\033[?1049l"

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static struct {
	bool is_open, has_keys;
	struct termios before;
	sigset_t outside; /* blocked signals, elsewhere */
} screen;
static volatile sig_atomic_t end_signal, wants_stop, has_changed;

static void on_signal(int number)
{
	if (number == SIGTSTP)
		wants_stop = 1;
	else if (number == SIGWINCH || number == SIGCONT)
		has_changed = 1;
	else
		end_signal = number;
}

static void put_text(const char *text)
{
	fputs(text, stdout);
	fflush(stdout);
}

/* Each key at once and without echo; Ctrl-C and Ctrl-Z stay signals. */
static void enter_screen(void)
{
	struct termios keys = screen.before;

	if (screen.is_open)
		return;
	screen.is_open = true;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	if (screen.has_keys)
		tcsetattr(STDIN_FILENO, TCSANOW, &keys);
	put_text(ENTER);
}

void screen_close(void)
{
	if (!screen.is_open)
		return;
	screen.is_open = false;
	put_text(LEAVE);
	if (screen.has_keys)
		tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
}

/* A signal that is ignored, as by nohup, stays ignored. */
static void catch (int number, sigset_t *caught)
{
	const struct sigaction action = {.sa_handler = on_signal};
	struct sigaction old;

	if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
		return;
	sigaction(number, &action, NULL);
	sigaddset(caught, number);
}

void screen_open(void)
{
	sigset_t caught;

	sigemptyset(&caught);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		catch (ending[i], &caught);
	catch (SIGTSTP, &caught);
	catch (SIGWINCH, &caught);
	catch (SIGCONT, &caught);
	sigprocmask(SIG_BLOCK, &caught, &screen.outside);
	screen.has_keys = tcgetattr(STDIN_FILENO, &screen.before) == 0;
	atexit(screen_close);
	enter_screen();
}

void screen_size(unsigned *lines, unsigned *columns)
{
	struct winsize size = {0};

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	*lines = size.ws_row ? size.ws_row : 24;
	*columns = size.ws_col ? size.ws_col : 80;
}

/* Draws over the old text, so that nothing flickers. */
void screen_draw(struct fxr_text text)
{
	static struct pen clean;
	const char *at, *end;

	(void)terminal_put(&clean, text.bytes, text.n_bytes, true, true);
	text = pen_take(&clean);
	at = text.bytes;
	end = at + text.n_bytes;
	fputs("\033[H", stdout);
	for (; at < end; at++) {
		if (*at == '\n')
			fputs("\033[K", stdout);
		putchar(*at);
	}
	put_text("\033[J");
}

/* The default action of SIGTSTP, with the terminal restored meanwhile. */
static void stop_process(void)
{
	struct sigaction old;
	const struct sigaction plain = {.sa_handler = SIG_DFL};
	sigset_t one, before;

	wants_stop = 0;
	screen_close();
	sigaction(SIGTSTP, &plain, &old);
	sigemptyset(&one);
	sigaddset(&one, SIGTSTP);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &one, &before); /* stops here */
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigaction(SIGTSTP, &old, NULL);
	enter_screen();
	has_changed = 1;
}

static int read_key(void)
{
	unsigned char byte;
	ssize_t n = read(STDIN_FILENO, &byte, 1);

	if (n == 1)
		return byte;
	screen.has_keys =
		false; /* the terminal is gone, or has no more input */
	return SCREEN_RESIZE;
}

/* The effect of a signal, 0: none. */
static int take_signal(void)
{
	if (end_signal)
		return SCREEN_END;
	if (wants_stop)
		stop_process();
	if (!has_changed)
		return 0;
	has_changed = 0;
	return SCREEN_RESIZE;
}

int screen_wait(uint64_t ns)
{
	struct timespec left = {(time_t)(ns / 1000000000),
				(long)(ns % 1000000000)};
	struct pollfd keys = {.fd = screen.has_keys ? STDIN_FILENO : -1,
			      .events = POLLIN};
	int n = ppoll(&keys, 1, &left, &screen.outside);
	int note = take_signal();

	if (note)
		return note;
	if (n > 0)
		return read_key();
	return n == 0 || errno != EINTR ? SCREEN_TIME : SCREEN_RESIZE;
}

void screen_raise(void)
{
	const struct sigaction plain = {.sa_handler = SIG_DFL};

	screen_close();
	if (!end_signal)
		return;
	sigaction(end_signal, &plain, NULL);
	sigprocmask(SIG_SETMASK, &screen.outside, NULL);
	raise(end_signal);
}
