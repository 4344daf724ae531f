#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds for arm64 on this machine, and runs what qemu can run of the tests.
#	scripts/arm64.sh [SUITE [TEST...]]
# The compiler is Debian's cross compiler, libraries and programs are those of a
# root folder that scripts/elsewhere.sh makes (SUITE, by default bookworm). TEST is
# a file below tests/, by default those of tests/arm64.txt. As root. QEMU=PATH is
# a static qemu-aarch64. qemu before release 8 keeps memory over a fork that a
# kernel would wipe: where Debian's is older, that of Debian 13 is fetched.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
suite=${1:-bookworm}
[ $# = 0 ] || shift
folder=${ELSEWHERE:-/var/tmp/fxtrace-elsewhere}
root=$folder/$suite-arm64
binfmt=/proc/sys/fs/binfmt_misc

missing=
for p in gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross \
	qemu-user-static debootstrap; do
	dpkg-query -W -f='${Status}\n' "$p" 2>/dev/null |
		grep -q '^install ok installed' || missing="$missing $p"
done
# shellcheck disable=SC2086
[ -z "$missing" ] || apt-get install -qy --no-install-recommends $missing >&2
# Where nothing is mounted there, no service does it.
[ -e "$binfmt/register" ] || mount -t binfmt_misc none "$binfmt" || true

# fetch_qemu: Debian 13's, without installing it, into $folder/qemu
fetch_qemu() {
	local apt=$folder/apt site
	# shellcheck disable=SC2016 # apt's own variable
	site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' |
		grep -m 1 debian) || site=http://deb.debian.org/debian
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	echo "deb $site trixie main" >"$apt/sources.list"
	set -- -qq -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" \
		-o Dir::Etc::sourcelist="$apt/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null
	apt-get "$@" update >&2 &&
		(cd "$apt" && apt-get "$@" download qemu-user >&2) &&
		dpkg -x "$apt"/qemu-user_*.deb "$folder/qemu"
}
fetched=$folder/qemu/usr/bin/qemu-aarch64
if [ -z "${QEMU-}" ] &&
	qemu-aarch64-static --version | grep -qE ' version [2-7]\.'; then
	[ -e "$fetched" ] || fetch_qemu
	QEMU=$fetched
fi
# Programs of 64 bits, for processor 183.
if [ -n "${QEMU-}" ]; then
	# the machine's own is back when this ends
	[ ! -e "$binfmt/qemu-aarch64" ] || {
		trap 'echo 1 >"$binfmt/qemu-aarch64"' EXIT
		echo 0 >"$binfmt/qemu-aarch64"
	}
	[ ! -e "$binfmt/fxtrace-arm64" ] || echo -1 >"$binfmt/fxtrace-arm64"
	magic='\x7fELF\x02\x01\x01'$(printf '\\x00%.0s' {1..9})'\x02\x00\xb7\x00'
	mask=$(printf '\\xff%.0s' {1..7})'\x00'$(printf '\\xff%.0s' {1..8})'\xfe\xff\xff\xff'
	echo ":fxtrace-arm64:M::$magic:$mask:$QEMU:PF" >"$binfmt/register"
fi
[ -e "$binfmt/qemu-aarch64" ] || [ -e "$binfmt/fxtrace-arm64" ] || {
	echo 'arm64.sh: the kernel does not start programs of arm64: no qemu in' \
		"$binfmt" >&2
	exit 2
}

scripts/elsewhere.sh "$suite" arm64 'scripts/setup.sh --style && {
	[ -e /etc/services ] ||
		apt-get install -qy --no-install-recommends netbase >&2; }'
jobs=${JOBS:-$(nproc)}
b=$root/fxtrace/build
QEMU_LD_PREFIX=$root make -s -C "$root/fxtrace" -j"$jobs" HOSTCC=gcc \
	CC="aarch64-linux-gnu-gcc --sysroot=$root" built
for check in exports imports layout; do
	OBJDUMP=aarch64-linux-gnu-objdump scripts/check-$check.sh . "$b"
done

# chosen: the tests of arm64.txt, without those that it leaves out
chosen() {
	cd "$root/fxtrace"
	grep -v '^#' tests/arm64.txt | while read -r glob; do
		compgen -G "$glob"
	done | grep -vE '\.[do]$' |
		grep -vxFf <(sed -n 's/^# \([^ ]*\): .*/\1/p' tests/arm64.txt)
}
[ $# != 0 ] || mapfile -t tests < <(chosen)
[ $# = 0 ] || tests=("$@")
left_out=$(sed -n 's/^# app \([a-z]*\): .*/\1/p' tests/arm64.txt | paste -sd '|')
grep -vE "^($left_out)( |\$)" tests/app/apps.in >"$b/apps.in"
# Skips are no failures: the list says what qemu cannot do, also which tests of a
# file must fail. Real programs are recorded by `record`.
CI='' scripts/elsewhere.sh "$suite" arm64 "TAP_TIMEOUT_MS=240000 \
	FXTRACE_B=\$PWD/build FXTRACE=\$PWD/build/fxtrace \
	FXGEN=\$PWD/build/fxgen FXTRACE_LIB=\$PWD/build/libfxtrace.so \
	APPS=\$PWD/build/apps.in FAILS=\$PWD/tests/arm64.txt BY=record \
	prove --failures --comments -j$jobs -e tests/run-test ${tests[*]}"
