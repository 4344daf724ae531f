#!/bin/bash
# SPDX-License-Identifier: MIT
# fxtrace diff of real programs that were recorded twice and of archives from
# apitrace. Also of a million calls in bounded memory.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
unset FXTRACE_MODE

# record NAME COMMAND...: NAME.fxt, with nothing at standard output to look at
record() {
	rm -f "$1.fxt"
	timeout 120 "$fxtrace" record -q -o "$1.fxt" "${@:2}" </dev/null \
		>/dev/null 2>/dev/null
}

# compare WORDS...: the status is left in $status
compare() {
	timeout 120 "$fxtrace" diff --context 0 "$@" >out 2>err
	status=$?
}

# How long numbers of processes are now: text that holds one is as long.
digits() { sh -c 'expr length $$'; }

# twice NAME COMMAND...: both recordings of it are alike
twice() {
	local name=$1 before
	shift
	if ! command -v "$1" >/dev/null; then
		skip "no $1" "two runs of $name are alike"
		return
	fi
	until
		before=$(digits)
		mkdir folder && cd folder || exit 1
		record ../a "$@"
		cd .. && rm -rf folder && mkdir folder && cd folder || exit 1
		record ../b "$@"
		cd .. && rm -rf folder
		[ "$(digits)" = "$before" ]
	do :; done
	# Whether a child has ended when a shell looks is up to the kernel. When
	# python needs more memory depends on where it has what it has.
	compare --ignore 'wait*' --ignore 'm*map*' a.fxt b.fxt
	[ "$status" = 0 ]
	ok $? "two runs of $name are alike" || cut -c 1-160 out err | note
}

plan 10
twice ls ls -l /usr
twice 'a shell and what it runs' bash -c \
	'for i in 1 2 3; do /bin/echo $i; done; cat /etc/passwd | wc -l >n; rm n'
twice tar tar cf - -C "$tests" cli
TMPDIR=$PWD/folder twice 'python with a temporary file' /usr/bin/python3 -c 'import tempfile, random, os
f = tempfile.NamedTemporaryFile()
f.write(b"memory")
f.flush()
print(random.random() < 2, os.getpid())'
twice sqlite3 sqlite3 x.db \
	'pragma journal_mode = memory; create table t(a); insert into t values(1); select a from t'
twice 'git init' git init -q .

# Reading a folder changes the time of the last access.
touch -d 2001-02-03 file
record a stat -c %s file
touch -d 2002-03-04 file
record b stat -c %s file
compare a.fxt b.fxt
is "$status $(tail -n 1 out | cut -d : -f 1)" '0 alike' \
	'when a file was accessed or changed is no difference' || note <out

# a million calls, of which every 4000th differs: in 512 MiB of addresses
cat >many.c <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int fd = open("/dev/zero", O_RDONLY), is_other = argc > 1;
	char bytes[8];

	for (int i = 0; i < 250000; i++) {
		int kind = is_other && i % 1000 == 500 ? i / 1000 % 3 : -1;

		lseek(fd, kind == 0 ? 7 : i % 1000, SEEK_SET);
		if (kind != 1)
			access("/nowhere", F_OK);
		if (kind == 2)
			access("/elsewhere", F_OK);
		read(fd, bytes, sizeof(bytes));
		lseek(fd, 0, SEEK_CUR);
	}
	return 0;
}
END
${CC:-cc} -O1 many.c -o many || exit 1
record a ./many
record b ./many other
(ulimit -v $((512 << 10)) && exec "$fxtrace" diff --summary a.fxt b.fxt) \
	>out 2>err
is "$(tail -n 1 out)" 'different: 83 of 1000001 calls only in A, 83 of 1000001 '\
'only in B, 84 changed' \
	'of a million calls exactly those that differ are reported, in bounded memory'
note <err

# OpenGL, and archives that came from apitrace
export LIBGL_ALWAYS_SOFTWARE=1
name='all OpenGL calls of two runs are alike'
names='what came from apitrace is alike as far as functions go'
if timeout 60 "$b/tests/replay/buffers" egl 3 >out 2>&1; then
	record a "$b/tests/replay/buffers" egl 3
	record b "$b/tests/replay/buffers" egl 3
	compare --calls %gl,%egl a.fxt b.fxt
	[ "$status" = 0 ] && [ "$(grep -o '[0-9]* calls' out)" != '0 calls' ]
	ok $? "$name" || cut -c 1-160 out err | note
	"$fxtrace" convert a.fxt a.trace 2>err &&
		"$fxtrace" convert a.trace back.fxt 2>>err
	# what the converter adds where a context begins is not the program's
	compare --no-values --calls 'gl*,-glViewport,-glScissor' a.fxt back.fxt
	[ "$status" = 0 ] && [ "$(grep -o '[0-9]* calls' out)" != '0 calls' ]
	ok $? "$names" || cut -c 1-160 out err | note
else
	skip "no OpenGL: $(tail -n 1 out)" "$name"
	skip 'no OpenGL' "$names"
fi
