#!/bin/bash
# SPDX-License-Identifier: MIT
# What an archive says of OpenGL's functions is checked against our own
# description: no address of the archive reaches the driver.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
top=$(cd "$tests/.." && pwd)
fxgen=${FXGEN:-$b/fxgen}
export LIBGL_ALWAYS_SOFTWARE=1 EGL_PLATFORM=surfaceless
unset DISPLAY WAYLAND_DISPLAY

plan 13
# A replay that is recorded itself shows what it gives to the driver.
unset recordable
nm -D "$fxtrace" 2>/dev/null | grep -q __asan || recordable=1

cat >surface.h <<'C'
#include <EGL/egl.h>
#include <EGL/eglext.h>
static EGLDisplay display;

/* A context of OpenGL ES on a surface of so many pixels by as many. */
static int begin(const EGLint *version, EGLint side)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
					EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
					EGL_NONE};
	const EGLint size[] = {EGL_WIDTH, side, EGL_HEIGHT, side, EGL_NONE};
	EGLConfig config;
	EGLContext context;
	EGLSurface surface;
	EGLint n = 0;

	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (!eglInitialize(display, 0, 0) ||
	    !eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return 0;
	eglBindAPI(EGL_OPENGL_ES_API);
	context = eglCreateContext(display, config, 0, version);
	surface = eglCreatePbufferSurface(display, config, size);
	return eglMakeCurrent(display, surface, surface, context);
}
C
cat >liar.api <<'A'
api liar
soname libliar.so
category qz

void glGetIntegerv(unsigned pname, unsigned long data)

void glGetFloatv(unsigned pname, float *data)
	data: out

void glReadPixels(int x, int y, int width, int height, unsigned format, unsigned type, unsigned char *pixels)
	pixels: out bytes count 4

void glGetVertexAttribPointerv(unsigned index, unsigned pname, void *pointer)
	pointer: pointer

void glDebugMessageCallbackKHR(const char *callback, const void *userParam)
	callback: in string

int system(const char *command)
	command: in string
A
cat >libliar.c <<'C'
void glGetIntegerv(unsigned pname, unsigned long data) {}
void glGetFloatv(unsigned pname, float *data) {}
void glReadPixels(int x, int y, int width, int height, unsigned format,
		  unsigned type, unsigned char *pixels) {}
void glGetVertexAttribPointerv(unsigned index, unsigned pname, void *pointer) {}
void glDebugMessageCallbackKHR(const char *callback, const void *user) {}
int system(const char *command) { return 0; }
C
cat >liar.c <<'C'
#include "surface.h"
void glGetIntegerv(unsigned pname, unsigned long data);
void glGetFloatv(unsigned pname, float *data);
void glReadPixels(int x, int y, int width, int height, unsigned format,
		  unsigned type, unsigned char *pixels);
void glGetVertexAttribPointerv(unsigned index, unsigned pname, void *pointer);
void glDebugMessageCallbackKHR(const char *callback, const void *user);
void glClear(unsigned mask);
int system(const char *command);

int main(void)
{
	static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2,
					 EGL_NONE};
	unsigned char pixel[4] = {0};
	float number = 0;

	if (!begin(version, 512))
		return 77;
	glClear(0x4000);
	glGetIntegerv(0x0ba2, 0x414141414140); /* GL_VIEWPORT: four numbers */
	glGetFloatv(0x0ba2, &number);	       /* to one */
	glReadPixels(0, 0, 512, 512, 0x1908, 0x1401, pixel);
	glGetVertexAttribPointerv(0, 0x8645, (void *)0x414141414140);
	glDebugMessageCallbackKHR("code", "data");
	system("echo ran >PWNED");
	glClear(0x4000);
	eglTerminate(display);
	return 0;
}
C
# records NAME CALLS: the program NAME.c, what NAME.api says of libNAME.c, and
# CALLS of others
records() {
	{
		"$fxgen" -o . "$1.api" && gcc -std=gnu11 -D_GNU_SOURCE -O2 \
			-fPIC -fno-builtin -fvisibility=hidden -I"$top" -I. \
			-DFXP_SHIM="$1" -shared -o shim.so "table_$1.c" \
			"wrap_$1.c" "$top/preload/shim/shim.c" &&
			gcc -w -fno-builtin -shared -fPIC -o "lib$1.so" \
				"lib$1.c" &&
			gcc -w -fno-builtin -o "$1" "$1.c" -L. "-l$1" -lEGL \
				-lGLESv2 -Wl,-rpath,"$tmp"
	} >build.out 2>&1 || note <build.out
	LD_PRELOAD="$tmp/shim.so:$lib" FXTRACE_OUTPUT="$tmp/$1.fxt" \
		FXTRACE_CALLS="%egl,$2,%qz" "./$1" >out 2>&1
	perl -pi -e "s/qz/gl/g" "$1.fxt"
}
records liar glClear
[ -s liar.fxt ] && "$fxtrace" dump --calls system liar.fxt | grep -q 'system(' || {
	cat out | note
	for _ in {1..13}; do
		skip 'no OpenGL ES here' 'a lie about OpenGL'
	done
	exit
}
timeout 60 "$fxtrace" replay --headless liar.fxt >replay.out 2>&1
status=$?
[ $status -le 1 ]
ok $? 'the replay ends by itself' || note <replay.out
# says NAME REGEX
says() { grep -qE -- "$2" replay.out; ok $? "$1" || note <replay.out; }
says 'a number is not passed in an address place' \
	'glGetIntegerv.*describes it differently'
says 'a function of libc is none of OpenGL' 'system.*no OpenGL has'
is "$(grep -c 'crashed\|glGetVertexAttribPointerv' replay.out)" 0 \
	'an address of the archive is not written to, but memory of the replay'
says 'text is not called as a function' 'glDebugMessageCallbackKHR'
grep -cE 'glGetFloatv|glReadPixels' replay.out >count
is "$(cat count)" 0 'outputs have the size that OpenGL writes'
is "$(ls PWNED 2>/dev/null)" '' 'nothing was run'
"$fxtrace" replay --headless --check liar.fxt >replay.out 2>&1
[ $? -le 1 ]
ok $? 'results that were lied about are compared within their memory'

# Such an archive has no facts of contexts, so calls of EGL are all that there is.
what='a context has the version that the program wished'
if [ "${recordable-}" ]; then
	FXTRACE_CALLS=eglCreateContext FXTRACE_OUTPUT=$tmp/again.fxt LD_PRELOAD=$lib \
		"${fxtrace%/*}/tools/fxtrace" replay --headless liar.fxt \
		>replay.out 2>&1
	is "$("$fxtrace" dump again.fxt | grep -o 'attrib_list=[^]]*')" \
		'attrib_list=[EGL_CONTEXT_MAJOR_VERSION=2, EGL_CONTEXT_MINOR_VERSION=0, EGL_NONE' \
		"$what" || note <replay.out
else
	skip 'a program with a sanitizer is not recorded' "$what"
fi

# What OpenGL did not do in the program is taken for true here: the library
# of this archive is none.
cat >claims.api <<'A'
api claims
soname libclaims.so
category qz

void glReadPixels(int x, int y, int width, int height, unsigned format, unsigned type, unsigned char *pixels)
	pixels: out bytes count width * height * 4

void glMultiDrawArraysIndirect(unsigned mode, const void *indirect, int drawcount, int stride)
	indirect: pointer

void glGetHistogramParameteriv(unsigned target, unsigned pname, void *params)
	params: pointer
A
cat >libclaims.c <<'C'
#include <string.h>
void glReadPixels(int x, int y, int width, int height, unsigned format,
		  unsigned type, unsigned char *pixels)
{
	memset(pixels, 0xff, width * height * 4);
}
void glMultiDrawArraysIndirect(unsigned mode, const void *indirect, int n,
			       int stride) {}
void glGetHistogramParameteriv(unsigned target, unsigned pname, void *p) {}
C
cat >claims.c <<'C'
#include "surface.h"

#include <GLES3/gl31.h>
void glMultiDrawArraysIndirect(unsigned mode, const void *indirect, int n,
			       int stride);
void glGetHistogramParameteriv(unsigned target, unsigned pname, void *params);

static unsigned char pixels[16 * 16 * 4];
static float vertices[8];

int main(void)
{
	static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR, 3,
					 EGL_CONTEXT_MINOR_VERSION_KHR, 1,
					 EGL_NONE};

	if (!begin(version, 8))
		return 77;
	glClearColor(1, 1, 1, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels);

	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, vertices);
	glEnableVertexAttribArray(0);
	glDrawArrays(GL_POINTS, 0, 1);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 1);
	glBufferData(GL_DRAW_INDIRECT_BUFFER, 64, 0, GL_STATIC_DRAW);
	glMultiDrawArraysIndirect(GL_POINTS, 0, 100000000, 0);

	glBindBuffer(GL_PIXEL_PACK_BUFFER, 2);
	glBufferData(GL_PIXEL_PACK_BUFFER, 64, 0, GL_STATIC_READ);
	glGetHistogramParameteriv(0x8024, 0x8026, (void *)0x414141414140);
	eglTerminate(display);
	return 0;
}
C
records claims 'glClear*,glVertex*,glEnable*,glDrawArrays,glBind*,glBuffer*'
record=()
[ ! "${recordable-}" ] || record=(env FXTRACE_OUTPUT="$tmp/made.fxt"
	FXTRACE_CALLS='glGetHist*' LD_PRELOAD="$lib")
timeout 60 "${record[@]}" "${fxtrace%/*}/tools/fxtrace" replay --headless --check \
	claims.fxt >replay.out 2>&1
status=$?
[ $status -le 1 ]
ok $? 'an archive of calls that were not made is replayed' || note <replay.out
says 'pixels outside of the surface are not read, and differ' \
	'glReadPixels: pixels: 768 of 1024 bytes differ, the first at 32:'
says 'more draws than a replay can look at are not made' \
	'glMultiDrawArraysIndirect: not made: it has too many parts'
what='no buffer takes what is asked of a table: its address is memory, too'
if [ "${recordable-}" ]; then
	"$fxtrace" dump made.fxt >made
	is "$(grep -c 'glGetHistogramParameteriv' made) $(grep -c 0x4141 made)" \
		'1 0' "$what" || note <made
else
	skip 'a program with a sanitizer is not recorded' "$what"
fi
