#!/bin/bash
# SPDX-License-Identifier: MIT
# Other libraries that interpose libc, before the tracer and behind it: what the
# program does is the same, and is recorded.
# shellcheck disable=SC2016
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
ulimit -c 0

# found NAME: the path of a library of that name, or nothing
found() {
	find /usr/lib /usr/local/lib -name "$1" 2>/dev/null | sort | head -n 1
}

# chained OTHER FIRST COMMAND...: the command with the other library alone and
# with both, FIRST (ours, other) before the other; what differs as comments
chained() {
	local other=$1 order=$lib:$1 want got
	[ "$2" = ours ] || order=$1:$lib
	shift 2
	LD_PRELOAD=$other timeout 60 "$@" >want.out 2>want.err
	want=$?
	rm -rf fxt && mkdir fxt
	LD_PRELOAD=$order FXTRACE_OUTPUT=$tmp/fxt/ timeout 60 "$@" \
		>got.out 2>got.err
	got=$?
	[ $want = $got ] && cmp -s want.out got.out && cmp -s want.err got.err &&
		[ -s want.out ] && readable && return
	echo "without: status $want; with: status $got" | note
	diff want.out got.out | note
	diff want.err got.err | note
	return 1
}

# chain NAME LIBRARY: six tests: programs with that library and ours
chain() {
	local path order name out
	path=$(found "$2")
	for order in ours other; do
		for i in 0 1 2; do
			name="$1, $order first: ${names[i]}"
			[ "$path" ] || {
				skip "no $2 here" "$name"
				continue
			}
			out=$(chained "$path" $order "$BASH" -c "${work[i]}")
			ok $? "$name" || echo "$out"
		done
	done
}

cat >many.py <<'EOT'
import subprocess, threading
lists = []
def work(n):
    for i in range(5):
        lists.append([str(k) * 10 for k in range(n * 50)])
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(sum(len(l) for l in lists))
print(subprocess.run(["/bin/echo", "child"], capture_output=True).stdout)
EOT
names=('a shell with pipes' 'python with threads' 'C++ with exceptions')
work=('for i in 1 2 3; do echo $i | tr 1 4; done; (exit 3); echo $?'
	'/usr/bin/python3 many.py'
	"$b/tests/hazard/unwind exception")

plan 24
export FXTRACE_CALLS=+%alloc,+%time-read
chain jemalloc 'libjemalloc.so.2'
chain mimalloc 'libmimalloc.so.[23]*'
export FAKETIME='2001-02-03 04:05:06' FAKETIME_DONT_FAKE_MONOTONIC=1
names[2]='a date of long ago'
work[2]='date +%Y-%m-%d; perl -e "print((localtime)[5])"'
chain libfaketime 'libfaketime.so.1'
unset FAKETIME FAKETIME_DONT_FAKE_MONOTONIC FXTRACE_CALLS

# The address sanitizer must be first, or have a setting that it need not be.
cat >checked.c <<'EOT'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *start(void *arg)
{
	char *text = malloc(8);
	snprintf(text, 8, "%d", 7);
	getenv(text);
	free(text);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	char *text = malloc(16);
	strcpy(text, "whole");
	close(open("/dev/null", O_RDONLY));
	pthread_create(&thread, NULL, start, NULL);
	pthread_join(thread, NULL);
	puts(text);
	free(text);
	if (argc > 1)
		puts(strcmp(text, argv[1]) ? "different" : "same");
	return 3;
}
EOT
# checked NAME COMPILER ORDER: a sound program, and one with an error that is
# found, with LD_PRELOAD=ORDER
checked() {
	local asan order
	$2 -g -w -fsanitize=address -o checked checked.c 2>err.out || {
		skip "no $2 with a sanitizer here" "$1"
		skip "no $2 with a sanitizer here" 'and its error is found'
		return
	}
	asan=$(ldd checked | grep -o '/[^ ]*libasan[^ ]*')
	order=${3/ASAN/$asan}
	rm -rf fxt && mkdir fxt
	FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$order ./checked >got.out 2>&1
	is "$? $(cat got.out) $(calls fxt/checked.*.fxt |
		grep -c 'getenv(name="7")')" '3 whole 1' "$1"
	FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$order ./checked other >got.out 2>&1
	[ $? = 1 ] && grep -q 'ERROR: AddressSanitizer: heap-use-after-free' got.out
	ok $? 'and its error is found' || note <got.out
}
checked 'a program with the address sanitizer, which is first' gcc "ASAN:$lib"
export ASAN_OPTIONS=verify_asan_link_order=0
checked 'or does not mind that the tracer is' gcc "$lib"
unset ASAN_OPTIONS
checked 'or is in the program itself' clang "$lib"
