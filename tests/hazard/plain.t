#!/bin/bash
# SPDX-License-Identifier: MIT
# What a program can see of the tracer, or of its environment, is what it would
# see without. Programs that cannot be recorded live among others.
# shellcheck disable=SC2016
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/plain

# in_all PATTERN: how many calls of all archives
in_all() {
	local archive
	for archive in fxt/*.fxt; do calls "$archive"; done | grep -c "$1"
}

plan 14
same 'names that libc lacks stay missing' "$program" weak
folder=$(ldd "$program" | sed -n 's,.*=> \(.*\)/libc\.so.*,\1,p')
# functions FILE...: the names of those that they define
functions() {
	nm -D --defined-only "$@" 2>/dev/null |
		awk '$2 ~ /[TWi]/ { sub(/@.*/, "", $3); print $3 }' | sort -u
}
# Ours that any reference finds; a version that is not the default one is found
# only by those of exactly that version.
own() {
	nm -D --defined-only "$lib" |
		awk '$2 ~ /[TWi]/ && $3 !~ /[^@]@[^@]/ {
			sub(/@.*/, "", $3); print $3 }' | sort -u
}
# Each program has these of its own: stat before glibc 2.33.
linked() {
	nm --defined-only "$(cc -print-file-name=libc_nonshared.a)" 2>/dev/null |
		awk '$2 ~ /[TW]/ { print $3 }'
}
libraries=("$folder"/lib{c,m,resolv,pthread,dl,rt,util,anl}.so.[0-9])
is "$(comm -13 <({ functions "${libraries[@]}"; linked; } | sort -u) \
	<(own) | comm -23 - <(sort "$b/gen/exports_gl.txt"))" \
	fxtrace_register 'the tracer has no name but those of libc, GL and its own'
for mode in oneshot streaming circular; do
	export FXTRACE_MODE=$mode
	same "$mode: a program sees nothing new about itself" "$program" itself
done
same 'a program may close its streams' "$program" streams
is "$(in_all WITHOUT_STREAMS)" 20 'and goes on being recorded'

# Programs that the library does not get into, or that have another libc
export FXTRACE_MODE=streaming
cat >other.c <<'EOT'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	FILE *file = fopen("/etc/passwd", "r");
	char line[100] = "";
	if (file && fgets(line, sizeof(line), file))
		fclose(file);
	printf("%s %s", argv[0], line);
	return 4;
}
EOT
# among KIND COMPILER...: one test: such a program between two that are recorded
among() {
	local kind=$1
	shift
	"$@" -O1 -w -o other other.c 2>err.out || {
		skip 'cannot be compiled here' "$kind program among others"
		return
	}
	same "$kind program among others" sh -c './other; echo $?; id -u'
}
among 'a static' "${CC:-cc}" -static
among 'a static, movable' "${CC:-cc}" -static-pie
among 'a musl' musl-gcc

# The first process of a namespace has to reap what the kernel gives it.
first=(unshare -pf --mount-proc)
if "${first[@]}" true 2>/dev/null; then
	rm -rf fxt && mkdir fxt
	"${first[@]}" env LD_PRELOAD="$lib" FXTRACE_OUTPUT="$tmp/fxt/" \
		sh -c '(sleep 0.1 & ); echo $$; sleep 0.2; id -u; exit 6' \
		>got.out 2>got.err
	is "$? $(xargs <got.out)" "6 1 $(id -u)" 'a program that is process 1'
	is "$(cat got.err)" '' 'has no manager among its children'
	[ "$(in_all ' fork() = ')" -gt 1 ] &&
		[ "$(find fxt -name '*.fxt' | wc -l)" -gt 3 ]
	ok $? 'which it does' || ls fxt | note
else
	for i in 1 2 3; do skip 'no namespaces here' "process 1: $i"; done
fi
same 'one that inherits the orphans of others' /usr/bin/python3 -c '
import ctypes, os
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
if os.fork() == 0:
	if os.fork() == 0:
		os._exit(5)
	os._exit(4)
print(sorted(os.WEXITSTATUS(os.wait()[1]) for i in range(2)))
try:
	os.wait()
except ChildProcessError:
	print("no more")'
