#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds with other compilers and flags, and what shows that each works: what
# calls look like, and programs in which the recorder is no guest. Each variant
# has a folder of its own, $VARIANTS/NAME. A compiler that is not here is left out.
#	scripts/variants.sh [NAME...]
#	VARIANTS=build/variants JOBS=2 TESTS='tests/run-app.sh ...'
set -u
cd "$(dirname "$(readlink -f "$0")")/.." || exit
folder=${VARIANTS:-build/variants}
jobs=${JOBS:-$(nproc)}
tests=${TESTS:-tests/run-app.sh tests/hazard/plain.t tests/hazard/locks.t
	tests/hazard/unwind.t tests/hazard/vfork.t tests/hazard/limits.t
	tests/hazard/strings.t tests/hazard/dlsym.t tests/hazard/large.t
	tests/cli/numbers.t}
unset FXTRACE FXTRACE_B FXTRACE_LIB FXGEN

# What a packager of Debian has.
hardened() {
	DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --get "$1"
}

variants() {
	local n
	for n in 0 1 3 s; do
		variant "gcc-O$n" gcc "CFLAGS=-O$n -g"
	done
	variant gcc-lto gcc 'CFLAGS=-O2 -g -flto' 'LDFLAGS=-flto'
	variant gcc-hardened gcc "CPPFLAGS=$(hardened CPPFLAGS)" \
		"CFLAGS=$(hardened CFLAGS)" "LDFLAGS=$(hardened LDFLAGS)"
	for n in $(seq 10 15); do
		variant "gcc-$n" "gcc-$n" DEV=1
	done
	for n in $(seq 13 21); do
		variant "clang-$n" "clang-$n"
		variant "clang-$n-O0" "clang-$n" 'CFLAGS=-O0 -g'
	done
}

proved() {
	local full
	full=$(realpath "$1")
	# shellcheck disable=SC2086
	FXTRACE_B=$full FXTRACE=$full/fxtrace FXGEN=$full/fxgen \
		FXTRACE_LIB=$full/libfxtrace.so prove -Q -j"$jobs" \
		-e tests/run-test $tests
}

# variant NAME CC [VARIABLE=VALUE...]: those of make
variant() {
	local name=$1 cc=$2 b=$folder/$1 start=$SECONDS
	shift 2
	[ ${#chosen[@]} = 0 ] || [[ " ${chosen[*]} " == *" $name "* ]] || return
	command -v "$cc" >/dev/null || {
		echo "== $name: no $cc"
		return
	}
	mkdir -p "$b"
	if make -s -j"$jobs" B="$b" CC="$cc" CXX="${CXX:-g++}" "$@" all apps \
		>"$b.log" 2>&1 && scripts/check-imports.sh . "$b" >>"$b.log" &&
		{ [[ $name == clang* ]] || # which has tables of addresses
			scripts/check-layout.sh . "$b" >>"$b.log"; } &&
		proved "$b" >>"$b.log" 2>&1; then
		echo "== $name: ok, $((SECONDS - start)) s, $(grep -c \
			'warning:' "$b.log") warnings"
	else
		echo "== $name: FAILED, see $b.log"
		failed=1
	fi
}

failed=0
chosen=("$@")
variants
exit $failed
