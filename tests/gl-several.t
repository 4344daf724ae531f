#!/bin/bash
# SPDX-License-Identifier: MIT
# Several libraries of OpenGL in one process: a call is recorded whichever of them
# has the function, and that library's own function is called. The libraries are
# made here, and print who was called.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
cc=${CC:-cc}

cat >library.c <<'C'
#include <stdio.h>
#include <string.h>

void glClear(unsigned mask)
{
	printf("%s glClear %u\n", NAME, mask);
}

unsigned glGetError(void)
{
	printf("%s glGetError\n", NAME);
	return NUMBER;
}

void glClearColor(float red, float green, float blue, float alpha)
{
	printf("%s glClearColor %g %g %g %g\n", NAME, red, green, blue, alpha);
}

/* more arguments than registers */
void glTexImage2D(unsigned target, int level, int format, int width, int height,
		  int border, unsigned as, unsigned type, const void *pixels)
{
	printf("%s glTexImage2D %u %d %d %d %d %d %u %u %d\n", NAME, target,
	       level, format, width, height, border, as, type, pixels != 0);
}

#ifdef EGL
static void clear_stencil(int s)
{
	printf("%s glClearStencil %d\n", NAME, s);
}

void *eglGetProcAddress(const char *name)
{
	if (strcmp(name, "glClearStencil")) /* the recorder queries, too */
		return NULL;
	printf("%s eglGetProcAddress\n", NAME);
	return clear_stencil;
}
#else
void glClearStencil(int s)
{
	printf("%s glClearStencil %d\n", NAME, s);
}
#endif
C
cat >program.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void glClear(unsigned mask);
void glClearColor(float red, float green, float blue, float alpha);
void glClearStencil(int s);

static const char *const paths[] = {"libGLESv2.so.2", "own/libGLESv2.so",
				    "own/libEGL.so.1"};
static void *libraries[3];

static void *of(int i, const char *name)
{
	void *found = dlsym(libraries[i], name);

	if (!found)
		printf("%s has no %s\n", paths[i], name);
	return found ? found : (void *)abort;
}

static void call_all(int i)
{
	((void (*)(unsigned))of(i, "glClear"))(10u + (unsigned)i);
	printf("error %u\n", ((unsigned (*)(void))of(i, "glGetError"))());
	((void (*)(float, float, float, float))of(i, "glClearColor"))(
		1, 2, 3, (float)i);
	((void (*)(unsigned, int, int, int, int, int, unsigned, unsigned,
		   const void *))of(i, "glTexImage2D"))(1, 2, 3, 4, 5, 6, 7, 8,
							NULL);
}

static void *in_thread(void *unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++)
		call_all(i);
	return NULL;
}

int main(void)
{
	void (*stencil)(int);
	pthread_t thread;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (getenv("FIRST"))
		glClear(1);
	for (int i = 0; i < 3; i++) {
		libraries[i] = dlopen(paths[i], RTLD_LAZY | RTLD_LOCAL);
		if (!libraries[i])
			puts(dlerror());
	}
	for (int i = 0; i < 3; i++)
		call_all(i);
	glClear(2);
	glClearColor(4, 3, 2, 1);
	glClearStencil(5);
	stencil = ((void *(*)(const char *))of(2, "eglGetProcAddress"))(
		"glClearStencil");
	stencil(6);
	glClearStencil(7);
	printf("same %d, other %d\n",
	       of(0, "glClear") == of(0, "glClear"),
	       of(0, "glClear") != of(1, "glClear"));
	pthread_create(&thread, NULL, in_thread, NULL);
	pthread_join(thread, NULL);
	call_all(0);
	return 0;
}
C
mkdir own
make_library() { # PATH SONAME NUMBER FLAGS...
	"$cc" -shared -fPIC -w -DNAME="\"$1\"" -DNUMBER="$3" -o "$1" \
		-Wl,-soname,"$2" "${@:4}" library.c
}
{
	make_library libGL.so.1 libGL.so.1 3 &&
		make_library libGLESv2.so.2 libGLESv2.so.2 4 &&
		make_library own/libGLESv2.so libGLESv2.so 5 &&
		make_library own/libEGL.so.1 libEGL.so.1 6 -DEGL &&
		"$cc" -w -o program program.c ./libGL.so.1 -ldl -lpthread
} >cc.out 2>&1 || note <cc.out

# calls ARCHIVE: as the program prints them
calls() {
	"$fxtrace" dump --stable --calls '%gl,eglGetProcAddress' "$1" |
		sed -n 's/^[^ ]* \([a-zA-Z0-9]*\)(.*/\1/p' | grep -v ^fxtrace_
}
plan 8
export LD_LIBRARY_PATH=$PWD
for first in '' 1; do
	when=${first:+, also once its name is known}
	export FIRST=$first
	[ "$first" ] || unset FIRST
	./program >native 2>&1
	FXTRACE_OUTPUT=$tmp/x.fxt LD_PRELOAD=$lib ./program >recorded 2>&1
	grep -q '^own/libGLESv2.so glTexImage2D 1 2 3 4 5 6 7 8 0$' native
	ok $? "a library has its own function$when" || note <native
	diff native recorded >why
	ok $? "that function is called$when" || note <why
	calls x.fxt >calls
	sed -n 's/^[^ ]* \(e\?gl[A-Z][a-zA-Z0-9]*\).*/\1/p' native |
		diff - calls >why && [ "$(wc -l <calls)" -ge 28 ]
	ok $? "and each call is recorded$when" || note <why
done

# The real ones: libGL is linked, and libGLESv2 has the functions.
unset LD_LIBRARY_PATH
export LIBGL_ALWAYS_SOFTWARE=1 EGL_PLATFORM=surfaceless
cat >real.c <<'C'
#include <EGL/egl.h>
#include <dlfcn.h>
#include <stdio.h>

void glFlush(void);

int main(void)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
					EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
					EGL_NONE};
	static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2,
					 EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
	void *library = dlopen("libGLESv2.so.2", RTLD_LAZY);
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	unsigned char pixel[4] = {0};
	EGLConfig config;
	EGLSurface surface;
	EGLint n = 0;

	if (!library || !eglInitialize(display, 0, 0) ||
	    !eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return 77;
	eglBindAPI(EGL_OPENGL_ES_API);
	surface = eglCreatePbufferSurface(display, config, size);
	if (!eglMakeCurrent(display, surface, surface,
			    eglCreateContext(display, config, 0, version)))
		return 77;
	((void (*)(float, float, float, float))dlsym(library, "glClearColor"))(
		1, 0, 1, 1);
	((void (*)(unsigned))dlsym(library, "glClear"))(0x4000);
	((void (*)(int, int, int, int, unsigned, unsigned, void *))dlsym(
		library, "glReadPixels"))(0, 0, 1, 1, 0x1908, 0x1401, pixel);
	glFlush();
	printf("%d %d %d %d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
	return 0;
}
C
if ! "$cc" -w -o real real.c -Wl,--no-as-needed -lGL -lEGL -ldl >cc.out 2>&1 ||
	! ./real >native; then
	skip 'no OpenGL ES and libGL here' 'functions of libGLESv2 are recorded'
	skip 'no OpenGL ES and libGL here' 'and replayed'
	exit
fi
FXTRACE_OUTPUT=$tmp/real.fxt LD_PRELOAD=$lib ./real >recorded
is "$(cat recorded) $(calls real.fxt | grep ^gl | xargs)" \
	"$(cat native) glClearColor glClear glReadPixels glFlush" \
	'functions of libGLESv2 are recorded when libGL is there, too'
timeout 60 "$fxtrace" replay --headless --check real.fxt >out 2>&1 &&
	grep -q '1 result compared, 0 differ' out
ok $? 'and replayed' || note <out
