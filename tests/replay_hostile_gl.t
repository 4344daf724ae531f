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

plan 9

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
#include <EGL/egl.h>
#include <EGL/eglext.h>
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
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
					EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
					EGL_NONE};
	static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2,
					 EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 512, EGL_HEIGHT, 512,
				      EGL_NONE};
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	unsigned char pixel[4] = {0};
	EGLConfig config;
	EGLContext context;
	EGLSurface surface;
	EGLint n = 0;
	float number = 0;

	if (!eglInitialize(display, 0, 0) ||
	    !eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return 77;
	eglBindAPI(EGL_OPENGL_ES_API);
	context = eglCreateContext(display, config, 0, version);
	surface = eglCreatePbufferSurface(display, config, size);
	if (!eglMakeCurrent(display, surface, surface, context))
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
{
	"$fxgen" -o . liar.api && gcc -std=gnu11 -D_GNU_SOURCE -O2 -fPIC \
		-fno-builtin -fvisibility=hidden -I"$top" -I. -DFXP_SHIM=liar \
		-shared -o shim.so table_liar.c wrap_liar.c \
		"$top/preload/shim/shim.c" &&
		gcc -w -fno-builtin -shared -fPIC -o libliar.so libliar.c &&
		gcc -w -fno-builtin -o liar liar.c -L. -lliar -lEGL -lGLESv2 \
			-Wl,-rpath,"$tmp"
} >build.out 2>&1 || note <build.out
LD_PRELOAD="$tmp/shim.so:$lib" FXTRACE_OUTPUT="$tmp/liar.fxt" \
	FXTRACE_CALLS="%egl,glClear,%qz" ./liar >out 2>&1
perl -pi -e "s/qz/gl/g" liar.fxt
[ -s liar.fxt ] && "$fxtrace" dump --calls system liar.fxt | grep -q 'system(' || {
	cat out | note
	for i in 1 2 3 4 5 6 7 8 9; do
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
FXTRACE_CALLS=eglCreateContext FXTRACE_OUTPUT=$tmp/again.fxt LD_PRELOAD=$lib \
	"${fxtrace%/*}/tools/fxtrace" replay --headless liar.fxt >replay.out 2>&1
is "$("$fxtrace" dump again.fxt | grep -o 'attrib_list=[^]]*')" \
	'attrib_list=[EGL_CONTEXT_MAJOR_VERSION=2, EGL_CONTEXT_MINOR_VERSION=0, EGL_NONE' \
	'a context has the version that the program wished' || note <replay.out
