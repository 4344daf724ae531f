#!/bin/bash
# SPDX-License-Identifier: MIT
# A function's plain name means all that headers and compilers make of it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
cat >twins.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	char text[8];
	int n = 0, fd = open("/dev/zero", argc > 9 ? O_CREAT : O_RDONLY, 0600);

	sscanf("12 34", "%d", &n);
	(void)!read(fd, text, argc > 3 ? 4 : 8);
	lseek(fd, n, SEEK_SET);
	close(fd);
	return argv == NULL;
}
END
${CC:-cc} -w -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -D_FILE_OFFSET_BITS=64 \
	-o twins twins.c || exit 1
# What the program calls, by plain names
imports() { "${NM:-nm}" -D twins | sed -n 's/@.*//; s/^ *U //p'; }
open=$(imports | grep -x '__open64_2\|open64')
sscanf=$(imports | grep -x '__isoc[0-9]*_sscanf\|sscanf')
read=$(imports | grep -x '__read_chk\|read')

# names ARGUMENT...: the functions that a dump has
names() {
	"$fxtrace" dump "$@" a.fxt | sed 's/^[^a-z_]*//; s/(.*//' | tr '\n' ' '
}

plan 10
run "$fxtrace" record -q -o a.fxt -c open,lseek ./twins
is "$status $(names)" "0 $open lseek64 " 'record chooses them by the plain name'
run "$fxtrace" record -q --overwrite -o a.fxt -c "$sscanf,-sscanf,close" ./twins
is "$status $(names)" '0 close ' 'and leaves them out by it'
run "$fxtrace" record -q --overwrite -o a.fxt -c open64,lseek64 ./twins
is "$status $(names)" "0 $open lseek64 " 'a name that is half way is one, too'
run "$fxtrace" record -q --overwrite -o a.fxt -c "$read,__lseek" ./twins
is "$status $(names)" "0 $read " 'the name of a twin is not for the plain one'

run "$fxtrace" record -q --overwrite -o a.fxt ./twins
is "$(names -c sscanf,read)" "$sscanf $read " 'readers choose by it'
is "$("$fxtrace" report --json -c lseek a.fxt | grep -c '"lseek64"')" 1 \
	'also those that summarize'
run "$fxtrace" record -q --overwrite -o a.fxt --redact sscanf:s,open ./twins
is "$(names -c open,sscanf) $("$fxtrace" dump -c open,sscanf a.fxt |
	grep -c 's=?\|pathname=?')" "$open $sscanf  2" \
	'what is redacted by it is not recorded'
run "$fxtrace" record -q --overwrite -o a.fxt --where 'sscanf:s=no*,read:nbytes=8' \
	./twins
is "$(names -c sscanf,read)" "$read " 'conditions are about all of them'
run "$fxtrace" record -q --overwrite -o a.fxt --stack open -c open,close ./twins
is "$("$fxtrace" dump --stacks a.fxt | grep -c '#0 main\b')" 1 \
	'and so is the list of calls with stacks'
is "$("$fxtrace" list open lseek | grep -c '^on ')" 3 \
	'list shows what a plain name chooses'
