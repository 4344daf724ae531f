/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Makes runs of OpenGL programs bounded and alike. Preloaded before a tracer,
 * it prints the checksum of each picture on the error output and calls exit(0)
 * behind the PICTURES-th. With PICTURES_CLOCK set, all clocks but those of
 * processors move only by 20 ms per picture and by what is slept. The process
 * id is always the same then. It reads a picture with two calls of OpenGL
 * that tracers see.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define GL_VIEWPORT 0x0ba2
#define GL_RGBA 0x1908
#define GL_UNSIGNED_BYTE 0x1401
#define SIDE_MAX 1024
#define PICTURE_BYTES (SIDE_MAX * SIDE_MAX * 4)
#define PID 4711
#define FRAME_NS 20000000
#define NS 1000000000ll

typedef void *address_of(const char *name);
typedef void *find_in(void *handle, const char *name);

static uint8_t picture[PICTURE_BYTES];
static int64_t now_ns = 1000000000 * NS;
static find_in *next_dlsym;

EXPORT void glXSwapBuffers(void *display, unsigned long drawable);
EXPORT void *glXGetProcAddress(const char *name);
EXPORT void *glXGetProcAddressARB(const char *name);
EXPORT unsigned eglSwapBuffers(void *display, void *surface);
EXPORT void *eglGetProcAddress(const char *name);

/* What programs get in place of a function, and the real one. */
static struct hook {
	const char *name;
	void *ours, *real;
} hooks[] = {
	{"glXSwapBuffers", glXSwapBuffers, NULL},
	{"glXGetProcAddress", glXGetProcAddress, NULL},
	{"glXGetProcAddressARB", glXGetProcAddressARB, NULL},
	{"eglSwapBuffers", eglSwapBuffers, NULL},
	{"eglGetProcAddress", eglGetProcAddress, NULL},
};
#define N_HOOKS (sizeof(hooks) / sizeof(*hooks))

static struct hook *hook_of(const char *name)
{
	for (unsigned i = 0; i < N_HOOKS; i++)
		if (!strcmp(name, hooks[i].name))
			return &hooks[i];
	return NULL;
}

/* By a version one finds libc's, and by that whatever comes behind us. */
__attribute__((constructor)) static void start(void)
{
	find_in *of_libc = (find_in *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");

	if (!of_libc)
		of_libc = (find_in *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	next_dlsym = (find_in *)of_libc(RTLD_NEXT, "dlsym");
}

static void *real(const char *name)
{
	struct hook *hook = hook_of(name);

	if (!hook->real)
		hook->real = next_dlsym(RTLD_NEXT, name);
	return hook->real;
}

/* found, or its replacement */
static void *hooked(const char *name, void *found)
{
	struct hook *hook = name && found ? hook_of(name) : NULL;

	if (!hook || found == hook->ours)
		return found;
	hook->real = found;
	return hook->ours;
}

static int is_tracer(void *caller)
{
	Dl_info info;

	return dladdr(caller, &info) && info.dli_fname &&
	       strstr(info.dli_fname, "trace.so");
}

/* Others than these names are found as if the caller had made the lookup. */
EXPORT void *dlsym(void *restrict handle, const char *restrict name)
{
	if (!next_dlsym)
		start();
	if (!hook_of(name) || is_tracer(__builtin_return_address(0)))
		return next_dlsym(handle, name);
	return hooked(name, next_dlsym(handle, name));
}

static uint32_t checksum(const uint8_t *p, size_t n)
{
	uint32_t a = 1, b = 0;

	while (n--) {
		a = (a + *p++) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

/* A picture is about to be shown. */
static void frame(address_of *find)
{
	void (*get)(unsigned, int *) =
		(void (*)(unsigned, int *))find("glGetIntegerv");
	void (*read_pixels)(int, int, int, int, unsigned, unsigned, void *) =
		(void (*)(int, int, int, int, unsigned, unsigned, void *))find(
			"glReadPixels");
	int box[4] = {0};
	char line[80];
	size_t n_bytes;

	get(GL_VIEWPORT, box);
	for (int i = 2; i < 4; i++)
		if (box[i] > SIDE_MAX)
			box[i] = SIDE_MAX;
	n_bytes = (size_t)box[2] * (size_t)box[3] * 4;
	memset(picture, 0, n_bytes);
	read_pixels(0, 0, box[2], box[3], GL_RGBA, GL_UNSIGNED_BYTE, picture);
	snprintf(line, sizeof(line), "picture %dx%d %08x\n", box[2], box[3],
		 checksum(picture, n_bytes));
	if (write(2, line, strlen(line)) < 0)
		return;
}

static void shown(void)
{
	static int n_frames;
	const char *most = getenv("PICTURES");

	now_ns += FRAME_NS;
	if (++n_frames == (most ? atoi(most) : 10))
		exit(0);
}

void *glXGetProcAddress(const char *name)
{
	address_of *find = (address_of *)real("glXGetProcAddress");

	return hooked(name, find(name));
}

void *glXGetProcAddressARB(const char *name)
{
	address_of *find = (address_of *)real("glXGetProcAddressARB");

	return hooked(name, find(name));
}

void *eglGetProcAddress(const char *name)
{
	address_of *find = (address_of *)real("eglGetProcAddress");

	return hooked(name, find(name));
}

void glXSwapBuffers(void *display, unsigned long drawable)
{
	void (*swap)(void *, unsigned long) =
		(void (*)(void *, unsigned long))real("glXSwapBuffers");
	address_of *find = (address_of *)real("glXGetProcAddressARB");

	if (!find)
		find = (address_of *)real("glXGetProcAddress");
	frame(find);
	swap(display, drawable);
	shown();
}

unsigned eglSwapBuffers(void *display, void *surface)
{
	unsigned (*swap)(void *, void *) =
		(unsigned (*)(void *, void *))real("eglSwapBuffers");
	unsigned result;

	frame((address_of *)real("eglGetProcAddress"));
	result = swap(display, surface);
	shown();
	return result;
}

/* The clocks. */
static int is_frozen(void)
{
	static int is;
	const char *wanted;

	if (!is) {
		wanted = getenv("PICTURES_CLOCK");
		is = wanted && *wanted ? 1 : -1;
	}
	return is > 0;
}

static void put_now(struct timespec *t)
{
	t->tv_sec = now_ns / NS;
	t->tv_nsec = now_ns % NS;
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *t)
{
	if (!is_frozen() || clock == CLOCK_PROCESS_CPUTIME_ID ||
	    clock == CLOCK_THREAD_CPUTIME_ID || clock < 0)
		return (int)syscall(SYS_clock_gettime, clock, t);
	put_now(t);
	return 0;
}

EXPORT int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
	struct timespec now;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	t->tv_sec = now.tv_sec;
	t->tv_usec = now.tv_nsec / 1000;
	return 0;
}

EXPORT time_t time(time_t *t)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (t)
		*t = now.tv_sec;
	return now.tv_sec;
}

EXPORT int nanosleep(const struct timespec *t, struct timespec *left)
{
	if (!is_frozen())
		return (int)syscall(SYS_nanosleep, t, left);
	now_ns += t->tv_sec * NS + t->tv_nsec;
	return 0;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t,
			   struct timespec *left)
{
	if (!is_frozen())
		return syscall(SYS_clock_nanosleep, clock, flags, t, left)
			       ? errno
			       : 0;
	return flags ? 0 : nanosleep(t, left);
}

/* What random numbers begin with, in addition to the time. */
EXPORT pid_t getpid(void)
{
	return is_frozen() ? PID : (pid_t)syscall(SYS_getpid);
}

EXPORT int usleep(useconds_t us)
{
	const struct timespec t = {us / 1000000, us % 1000000 * 1000l};

	return nanosleep(&t, NULL);
}
