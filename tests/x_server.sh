# SPDX-License-Identifier: MIT
# Sourced by tests that need an X server which shows nothing, behind tap.sh.
# shellcheck shell=bash disable=SC2154
export LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY XAUTHORITY SESSION_MANAGER DBUS_SESSION_BUS_ADDRESS

# x_server: starts it, on a display of its own, for as long as this test runs; 1
# if there is none
x_server() {
	command -v Xvfb >/dev/null || return
	setpriv --pdeathsig KILL Xvfb -displayfd 3 -screen 0 640x480x24 \
		-noreset -nolisten tcp 3>"$tmp/display" >"$tmp/x.out" 2>&1 &
	trap 'kill '$!' 2>/dev/null; rm -rf "$tmp"' EXIT
	until [ -s "$tmp/display" ]; do
		kill -0 $! 2>/dev/null || return
		sleep 0.05
	done
	DISPLAY=:$(cat "$tmp/display")
	export DISPLAY
}

# needs_x_server: where there is none, this file's tests are one that is skipped
needs_x_server() {
	x_server && return
	plan 1
	skip 'no Xvfb, or it cannot run here' 'OpenGL programs'
	exit
}
