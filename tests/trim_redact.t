#!/bin/bash
# SPDX-License-Identifier: MIT
# An archive is cleaned before it is given away. What trim --redact names is in
# none of its bytes, packed or not, and the rest is as it was.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/cli/lib.sh"
export FXTRACE_MODE=streaming
plan 23

cat >secret.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static char large[100000];
	char line[64];
	int fd = open("path-5ecret", O_RDWR | O_CREAT, 0600);
	FILE *stream = fopen("stream-5ecret", "w");

	for (int i = 0; i < 20; i++) { /* the string gets an index */
		setenv("WORD", "value-5ecret", 1);
		getenv("plain-name");
	}
	for (size_t i = 0; i + 12 < sizeof(large); i += 12)
		memcpy(large + i, "large-5ecret", 12);
	if (write(fd, large, sizeof(large)) < 0)
		return 1;
	snprintf(line, sizeof(line), "%s", "made-5ecret");
	prctl(PR_SET_NAME, "comm-5ecret");
	fclose(stream);
	return argc < 2 ? 1 : close(fd);
}
END
${CC:-cc} -O0 -fno-builtin -o secret secret.c || exit 1
"$fxtrace" record -q -o a.fxt -c '+*' --blob-max all --stack open ./secret \
	argument-5ecret
list='open:pathname,fopen:pathname,setenv:value,write:buf,*printf:...'
list+=',prctl,memcpy,process:argv'

# lacks FILE...: no byte of a secret is there
lacks() { ! cat "$@" | grep -aq 5ecret; }

# trim OPTION...: of a.fxt, to t.fxt
trim() {
	rm -f t.fxt
	run "$fxtrace" trim "$@" a.fxt t.fxt
}
shown() { "$fxtrace" dump --stable "$1"; }

grep -aq 5ecret a.fxt
ok $? 'the archive has secrets'
trim --redact "$list"
is "$status" 0 'trim takes values out' || note <<<"$err"
lacks t.fxt
ok $? 'no byte of them is there, also of strings by index and memory in pieces' ||
	"$fxtrace" dump --raw t.fxt | grep -a 5ecret | cut -c 1-200 | note
[ "$("$fxtrace" dump t.fxt | wc -l)" = "$("$fxtrace" dump a.fxt | wc -l)" ]
ok $? 'all calls are there'
shown t.fxt >out
grep -q 'open(pathname=?\[11\], flags=' out
ok $? 'sizes are told'
grep -q 'write(fd=[0-9]*, buf=?\[100000\], count=100000) = 100000' out
ok $? 'so is that of memory in pieces' || grep write out | cut -c 1-200 | note
grep -q 'getenv(name="plain-name")' out
ok $? 'what is not listed stays'
grep -q 'setenv(name="WORD", value=?\[12\]' out
ok $? 'so do other arguments of the same call'
"$fxtrace" dump --stacks t.fxt | grep -q 'main'
ok $? 'stacks are there'
"$fxtrace" info t.fxt >/dev/null && "$fxtrace" convert t.fxt t.sqlite &&
	lacks t.sqlite
ok $? 'the result is an archive like others'
"$fxtrace" trim --redact "$list" a.fxt t.fxt.gz 2>err &&
	"$fxtrace" trim --redact "$list" a.fxt t.fxt.zst 2>err &&
	gzip -dc t.fxt.gz | lacks - && "$fxtrace" convert t.fxt.zst u.fxt &&
	lacks u.fxt
ok $? 'packed ones are as clean'
"$fxtrace" convert a.fxt a.fxt.zst && "$fxtrace" trim --redact "$list" a.fxt.zst \
	v.fxt 2>err && cmp -s v.fxt t.fxt
ok $? 'of a packed one the result is the same'
trim --redact 'process:cwd,process:exe,process:session,open:pathname'
[ "$status" = 0 ] && ! "$fxtrace" dump --raw t.fxt | grep "name=\"process\"" |
	grep -q "$tmp"
ok $? "facts can go" || note <<<"status $status: $err"
trim --redact 'process:*,module:path'
grep -aqF "$tmp/secret" a.fxt && grep -aq '/libc\.so' a.fxt &&
	[ "$status" = 0 ] && ! grep -aqF "$tmp/secret" t.fxt &&
	! grep -aq '/libc\.so' t.fxt && "$fxtrace" dump --stacks t.fxt >out
ok $? 'paths of loaded libraries can go' || note <<<"$status $err"
trim --redact raed:buf
[ ! -e t.fxt ]
ends 1 '--redact raed:buf: the archive has no such value' \
	'what is not there cannot be taken out, which is told'
trim --calls setenv --redact setenv:value
[ "$(shown t.fxt | grep -c setenv)" = 20 ] && ! grep -aq value-5ecret t.fxt
ok $? "calls are chosen as well" || { echo "$status $err"; "$fxtrace" dump t.fxt | tail -n 3; } | note
cp a.fxt same.fxt
"$fxtrace" trim --redact "$list" same.fxt same.fxt 2>/dev/null
lacks same.fxt
ok $? 'OUT may be IN'

# Long lists: each item counts
many=$(printf 'open:pathname,%.0s' {1..70})
trim --redact "${many}setenv:value"
[ "$status" = 0 ] && ! grep -aq -e value-5ecret -e path-5ecret t.fxt
ok $? 'the last one of many items counts' || note <<<"$status $err"
trim --redact "${many}raed:buf"
[ ! -e t.fxt ]
ends 1 '--redact raed:buf: the archive has no such value' \
	'the last one of many items has to be there'

# What the file still has of earlier laps, and between spans
cat >laps.c <<'END'
#include <stdlib.h>
int main(void)
{
	for (int i = 0; i < 30000; i++) {
		setenv("WORD", i % 3 ? "value-5ecret" : "some-longer-value-5ecret", 1);
		if (i % 500 == 0)
			system(":");
	}
	return 0;
}
END
${CC:-cc} -O0 -o laps laps.c || exit 1
FXTRACE_MODE=circular FXTRACE_BUFFER=144K FXTRACE_CALLS='setenv,system' \
	FXTRACE_FOLLOW=no FXTRACE_OUTPUT=$tmp/laps.fxt LD_PRELOAD=$lib ./laps
grep -aq 5ecret laps.fxt &&
	run "$fxtrace" trim --redact 'setenv:value,process:argv' laps.fxt u.fxt &&
	[ "$status" = 0 ] && lacks u.fxt
ok $? 'nor do unused parts of a buffer keep a secret' ||
	{ echo "$status $err"; "$fxtrace" dump --raw u.fxt | grep -a 5ecret | head -n 3; } | note

# A text that so many records refer to that readers shorten it
perl "$tests/cli/hostile.pl" texts 400 >texts.fxt
run "$fxtrace" trim --redact 'open:x' texts.fxt u.fxt
! grep -aq yyyyyyyy u.fxt
ok $? 'a text of which readers show the beginning goes whole'

# The linker's error names what it was about.
cat >opens.c <<'END'
#include <dlfcn.h>
int main(void)
{
	return dlopen("/none/5ecret.so", RTLD_NOW) != 0;
}
END
${CC:-cc} -O0 -o opens opens.c || exit 1
run "$fxtrace" record -q -o e.fxt -c dlopen ./opens
run "$fxtrace" trim --redact dlopen:filename e.fxt u.fxt
grep -aq 5ecret e.fxt && [ "$status" = 0 ] && lacks u.fxt
ok $? 'the error of dlopen goes with the name that it has'
is "$(shown u.fxt)" \
	'0 dlopen(filename=?[15], flags=RTLD_NOW) = NULL dlerror' \
	'that there was one stays'
