#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what building and testing fxtrace needs on Debian 12, through apt
# and nothing else; quiet, and quick when nothing is missing.
#   scripts/setup.sh          compiler, libraries, what `make check style` uses
#   scripts/setup.sh --tests  also programs that tests record, if they are there
#   scripts/setup.sh --full   also clang for `make fuzz`, spin for `make model`,
#                             every program of tests/programs and tests/stress
set -eu

packages="gcc g++ make libc6-dev zlib1g-dev libzstd-dev libexpat1-dev libsqlite3-dev libyajl-dev
	libffi-dev libpng-dev libdw-dev libiberty-dev
	perl
	python3-glad khronos-api
	universal-ctags clang-format git python3-minimal sqlite3"
[ -z "${1-}" ] || packages="$packages gdb libjemalloc2 libmimalloc2.0
	libfaketime musl-tools strace xvfb xauth mesa-utils libgl1-mesa-dri
	libegl1 libgles2 libgl1 apitrace brotli zstd chromium chromium-driver
	curl libsdl2-2.0-0 libuv1 zsh mandoc gawk busybox m4 rsync ruby php-cli
	lua5.4 libepoxy-dev bubblewrap"
[ "${1-}" = --full ] && packages="$packages clang llvm spin nodejs gawk busybox m4
	ed vim bc jq file xxd php-cli ruby lua5.4 tcl procps bsdextrautils cpio
	bzip2 zstd xz-utils openssl gnupg openssh-client rsync curl tmux
	nginx-light redis-server redis-tools postgresql
	piglit apitrace apitrace-tracers glmark2-x11 glmark2-es2-x11 libgl-dev
	libgles-dev libsdl2-tests xscreensaver-gl openscenegraph billard-gl
	qtbase5-examples python3-opengl python3-pygame libglfw3-dev libepoxy-dev
	libgtk-4-dev gtk-4-examples"

missing=
for p in $packages; do
	dpkg-query -W -f='${Status}\n' "$p" 2>/dev/null |
		grep -q '^install ok installed' || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null || {
		echo "setup.sh: as root, install:$missing" >&2
		exit 1
	}
	root=sudo
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
	$root env DEBIAN_FRONTEND=noninteractive apt-get install -qy \
		--no-install-recommends $missing
}
echo "setup.sh: installing$missing" >&2
# Old package lists are tried first: fetching new ones takes longer.
install >"$log" 2>&1 || {
	$root apt-get update -q >>"$log" 2>&1
	install >>"$log" 2>&1
} || {
	tail -n 15 "$log" >&2
	echo "setup.sh: apt could not install:$missing" >&2
	exit 1
}
