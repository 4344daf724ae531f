# SPDX-License-Identifier: MIT
# Sourced by the tests that are shell scripts. It has TAP, a directory for each
# test file ($tmp, made current), and runs with and without the tracer.
# shellcheck shell=bash
set -u
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
b=${FXTRACE_B:-$tests/../build}
fxtrace=${FXTRACE:-$b/fxtrace}
lib=${FXTRACE_LIB:-$b/libfxtrace.so}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n_tests=0
cd "$tmp" || exit 1
# Nothing of the user's own settings reaches a test.
for name in $(compgen -e FXTRACE_); do unset "$name"; done
unset LD_PRELOAD
# What the driver compiles it keeps for this test's other programs. Mesa 25 may
# crash at the next link of what it kept: it compiles without optimization. Mesa
# 20 has the other names.
if compgen -G '/usr/lib/*/libgallium-*.so' >/dev/null; then
	export MESA_SHADER_CACHE_DISABLE=true GALLIVM_PERF=nopt
else
	export MESA_SHADER_CACHE_DIR=$tmp/.shaders MESA_GLSL_CACHE_DIR=$tmp/.shaders
	mkdir "$tmp/.shaders"
fi
# Before glibc 2.34 threads and more are in libraries of their own.
if compgen -G '/lib/*/libpthread-2.*.so' >/dev/null; then
	for name in cc gcc g++; do
		eval "$name() { command $name \"\$@\" -Wl,--push-state,--as-needed \
			-lpthread -ldl -lrt -lutil -lm -Wl,--pop-state; }"
	done
fi
# Each process writes its own archive, unless a test says otherwise.
export FXTRACE_MODE=${MODE:-oneshot}

n_processors=$(nproc)
# scaled SECONDS: as many times longer as processes want to run on each processor.
# TAP_LOAD is for tests of this.
scaled() {
	local load rest
	read -r load rest </proc/loadavg
	load=${TAP_LOAD:-$load}
	load=$((10#${load/./} / n_processors)) # in hundredths
	[ "$load" -gt 100 ] || load=100
	echo $((($1 * load + 99) / 100))
}

# copy_products FOLDER: the command, with all that it needs, and the recorder
copy_products() {
	mkdir -p "$1/tools" && cp "$fxtrace" "$lib" "$1" &&
		cp "${fxtrace%/*}/tools/fxtrace" "$1/tools"
}

# reachable: puts the recorder where every user can read it, for programs that
# give up their rights. The build's folder may be for its owner alone.
reachable() {
	chmod 711 "$tmp" && mkdir -m 755 "$tmp/open" &&
		copy_products "$tmp/open" || exit 1
	fxtrace=$tmp/open/${fxtrace##*/} lib=$tmp/open/${lib##*/}
}

# plan N
plan() { echo "1..$1"; }

# ok STATUS NAME: the TAP line; returns STATUS
ok() {
	n_tests=$((n_tests + 1))
	[ "$1" = 0 ] || printf 'not '
	printf 'ok %d - %s\n' $n_tests "$2"
	return "$1"
}

# skip WHY NAME
skip() {
	n_tests=$((n_tests + 1))
	printf 'ok %d - %s # SKIP %s\n' $n_tests "$2" "$1"
}

# note: standard input as TAP comments
note() { sed 's/^/# /' | head -n 40; }

# is GOT WANT NAME
is() {
	[ "$1" = "$2" ]
	ok $? "$3" || diff <(echo "$1") <(echo "$2") | note
}

# traced COMMAND...: runs it under the library; archives go to $tmp/fxt/, which
# is emptied first
traced() {
	rm -rf "$tmp/fxt" && mkdir "$tmp/fxt" &&
		timeout 60 env LD_PRELOAD="$lib" FXTRACE_OUTPUT="$tmp/fxt/" "$@"
}

# unseen COMMAND...: 0 if status, output and error output are the same with and
# without the tracer. What differs goes to standard output as TAP comments.
unseen() {
	local want got
	timeout 60 "$@" >want.out 2>want.err
	want=$?
	traced "$@" >got.out 2>got.err
	got=$?
	[ $want = $got ] && cmp -s want.out got.out && cmp -s want.err got.err &&
		return 0
	echo "without: status $want; with: status $got" | note
	diff want.out got.out | note
	diff want.err got.err | note
	return 1
}

# managers: the processes that write to $tmp/fxt/, by the argument of their -o
managers() {
	echo "$tmp/fxt/" >writes.to # a file: grep itself has no such argument
	grep -lszFf writes.to /proc/[0-9]*/cmdline | cut -d / -f 3
}

# standby_of MANAGER: the process that would replace it
standby_of() {
	local child found=1
	pgrep -P "$1" -f -- --standby && return
	# under qemu, a process shows the arguments of its parent up to an exec
	[[ $(readlink "/proc/$1/exe") == */qemu-* ]] || return
	for child in $(pgrep -P "$1"); do
		cmp -s "/proc/$1/cmdline" "/proc/$child/cmdline" &&
			echo "$child" && found=0
	done
	return $found
}

# program_of RECORDER: the process that it has started, or is about to start
program_of() {
	until pgrep -P "$1" | grep -vxF "$(standby_of "$1")"; do
		kill -0 "$1" || return
		sleep 0.01
	done
}

# kill_both MANAGER...: it and its standby, so that nobody takes over
kill_both() {
	local manager standbys
	for manager; do
		until standby_of "$manager" >/dev/null; do
			# it may have ended, since its programs have
			readlink "/proc/$manager/exe" >/dev/null || continue 2
			sleep 0.01
		done
		# stopped, it starts no other, and none takes over
		kill -STOP "$manager"
		mapfile -t standbys < <(standby_of "$manager")
		kill -STOP "${standbys[@]}"
		kill -KILL "$manager" "${standbys[@]}"
	done
}

# written: waits until no manager writes to $tmp/fxt/ any more. A program that
# drops calls does not wait for that at its end, nor does one that is killed.
# Returns 1 if that takes longer than a minute.
written() {
	local tries=0
	while [ "$(managers)" ]; do
		[ $((tries += 1)) -lt 1200 ] || return
		sleep 0.05
	done
}

# read_soon ARCHIVE: what info says is in info.out; an archive that a manager
# writes is complete 200 ms after a kill
read_soon() {
	local tries=0
	until "$fxtrace" info "$1" >info.out 2>&1; do
		[ "$FXTRACE_MODE" = streaming ] && [ $((tries += 1)) -lt 20 ] ||
			return
		sleep 0.05
	done
}

# readable: 0 if the run before left archives and all of them can be read
readable() {
	local archive n=0
	for archive in "$tmp"/fxt/*.fxt; do
		[ -e "$archive" ] || break
		n=$((n + 1))
		read_soon "$archive" && continue
		{
			echo "info $(basename "$archive"): status $?"
			tail -n 3 info.out
		} | note
		return 1
	done
	[ $n -gt 0 ] || {
		echo 'no archive was written' | note
		return 1
	}
}

# same NAME COMMAND...: one test: the tracer does not show, and what it wrote
# can be read
same() {
	local name=$1 out
	shift
	out=$(unseen "$@" && readable)
	ok $? "$name" || echo "$out"
}

# called PROGRAM FUNCTION: the name by which the program calls it. Headers of libc
# choose it: sscanf, __isoc99_sscanf or __isoc23_sscanf.
called() { nm -D "$1" | sed -nE "s/^ *U ((__isoc[0-9]+_)?$2)(@.*|)\$/\1/p"; }

# calls ARCHIVE: its calls, one a line, by `dump --stable`
calls() { "$fxtrace" dump --stable "$1"; }
