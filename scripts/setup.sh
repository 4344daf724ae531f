#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what building and testing fxtrace needs on Debian, through apt and
# nothing else; quiet, and quick when nothing is missing.
#   scripts/setup.sh          what building needs: compiler and libraries
#   scripts/setup.sh --style  also what `make style` and many tests use
#   scripts/setup.sh --tests  also programs that tests record, if they are there
#   scripts/setup.sh --full   also spin for `make model`, and every program of
#                             tests/programs and tests/stress
#   scripts/setup.sh --deb    what `make deb` and try-deb.sh need
set -eu

packages="gcc make libc6-dev zlib1g-dev libzstd-dev libexpat1-dev libsqlite3-dev
	libavro-dev libsnappy-dev libbrotli-dev libjson-c-dev libffi-dev libpng-dev
	libncurses-dev libmd-dev libdw-dev libiberty-dev perl python3-minimal
	python3-glad khronos-api"
case ${1-} in
'' | --deb) ;;
*) packages="$packages g++ universal-ctags clang-format git procps sqlite3" ;;
esac
# Programs for tests: those that this release of Debian has. a|b: the first there is.
# a|: or none.
optional=
[ -z "${1-}" ] || [ "$1" = --style ] || optional="gdb libjemalloc2 libmimalloc2.0|libmimalloc3
	libfaketime musl-tools strace xvfb xauth mesa-utils mesa-utils-extra| libgl1-mesa-dri
	libegl1 libgles2 libgl1 apitrace brotli zstd chromium chromium-driver
	curl libsdl2-2.0-0 libuv1|libuv1t64 zsh fish mandoc gawk busybox m4 rsync ruby php-cli
	lua5.4 libepoxy-dev bubblewrap netbase
	jq python3 python3-avro pkg-config shellcheck libxml2-utils groff man-db xz-utils
	libopengl-dev libgles-dev clang libclang-rt-dev llvm
	valgrind nodejs ed vim bc file xxd tcl bsdextrautils cpio
	bzip2 openssl gnupg openssh-client tmux"
[ "${1-}" = --full ] && optional="$optional spin
	nginx-light redis-server redis-tools postgresql
	piglit apitrace-tracers glmark2-x11 glmark2-es2-x11 libgl-dev
	libsdl2-tests xscreensaver-gl openscenegraph billard-gl
	qtbase5-examples python3-opengl python3-pygame libglfw3-dev libepoxy-dev
	libgtk-4-dev gtk-4-examples"

[ "${1-}" = --deb ] && optional="build-essential debhelper dh-python dpkg-dev lintian debootstrap"
is_installed() {
	dpkg-query -W -f='${Status}\n' "$1" 2>/dev/null |
		grep -q '^install ok installed'
}
is_offered() { LC_ALL=C apt-cache policy "$1" | grep -q '^  Candidate: [0-9]'; }
# first TEST A|B...: the first of which that is true
first() {
	for one in $(echo "$2" | tr '|' ' '); do
		! "$1" "$one" || {
			echo "$one"
			return
		}
	done
	return 1
}
missing='' wanted=''
for p in $packages; do
	is_installed "$p" || missing="$missing $p"
done
for p in $optional; do
	first is_installed "$p" >/dev/null || wanted="$wanted $p"
done
[ -n "$missing$wanted" ] || exit 0

root=
need_root() {
	[ "$(id -u)" != 0 ] || return 0
	command -v sudo >/dev/null || {
		echo "setup.sh: as root, install:$missing$wanted" >&2
		exit 1
	}
	root=sudo
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
	# a configuration file that was changed here stays, without a question
	$root env DEBIAN_FRONTEND=noninteractive apt-get install -qy \
		-o Dpkg::Options::=--force-confold \
		--no-install-recommends $missing
}
update() { $root apt-get update -q >>"$log" 2>&1; }
# Lists of packages that are there already count: new ones take longer.
[ -n "$(find /var/lib/apt/lists -name '*_Packages*' 2>/dev/null)" ] || {
	need_root
	update
}
lacking=
for p in $wanted; do
	if one=$(first is_offered "$p"); then
		missing="$missing $one"
	elif [ "$p" = "${p%|}" ]; then
		lacking="$lacking $p"
	fi
done
[ -z "$lacking" ] ||
	echo "setup.sh: not in this release, so tests are skipped:$lacking" >&2
[ -n "$missing" ] || exit 0
wanted=
need_root
echo "setup.sh: installing$missing" >&2
install >"$log" 2>&1 || {
	update
	install >>"$log" 2>&1
} || {
	tail -n 15 "$log" >&2
	echo "setup.sh: apt could not install:$missing" >&2
	exit 1
}
