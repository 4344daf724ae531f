#!/bin/bash
# SPDX-License-Identifier: MIT
# What draws with OpenGL, through GLX and EGL, and what queries what there is.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/gl.sh"
needs_x_server

# How much memory there is differs from time to time.
normal() { sed '/ memory - total: \| video memory: \|Total available memory: /d'; }
archive_has() {
	at_least 16000 '(gl|glX)[A-Za-z0-9_]*'
	at_least 2 glXCreateContextAttribsARB # 3 of mesa-utils 8
}
gl - 'glxinfo: all that there is' glxinfo
# Mesa 20 has fewer configurations, and its programs look at less. run-test sets
# this for it.
n_egl=2900 n_es=21
[ -z "${MESA_GL_VERSION_OVERRIDE-}" ] || n_egl=730 n_es=18
archive_has() { at_least $n_egl 'egl[A-Za-z0-9_]*'; }
gl - 'eglinfo: all platforms' eglinfo
common
archive_has() { at_least $n_es '(gl|egl)[A-Za-z0-9_]*'; }
gl - 'es2_info: GLES' es2_info

archive_has() {
	at_least 5 glXSwapBuffers
	at_least 1000 glVertex3f
	shown
}
gl 5 'glxgears: display lists, five pictures' glxgears
archive_has() { at_least 1 glXSwapBuffers && shown; }
gl 1 'glxdemo: a picture' glxdemo
archive_has() { at_least 3 eglSwapBuffers && at_least 2 fxtrace_string && shown; }
gl 3 'es2gears_x11: shaders' es2gears_x11
archive_has() { at_least 1 eglSwapBuffers && at_least 2 fxtrace_client_array && shown; }
gl 1 'es2tri: arrays of its own' es2tri
# It prints where things lie in memory.
normal() { sed -E 's/0x[0-9a-f]{6,}/P/g'; }
archive_has() { at_least 4 glXSwapBuffers && shown; }
gl 4 'glxheads: says what it draws with' glxheads
common
window epoxy libepoxy-dev epoxy.c epoxy/gl.h -lepoxy -lX11
archive_has() { at_least 6 eglSwapBuffers && at_least 6 glDrawElements && shown; }
gl 9 'epoxy: a scene of OpenGL ES without a window' "$in/epoxy" egl
finished
