#!/bin/bash
# SPDX-License-Identifier: MIT
# What `fxtrace replay --io DIR --prepare-only` makes is what the programs
# found. It is compared with a copy of the tree from before they ran.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 30
unset FXTRACE_MODE # values are whole in streaming mode only

# world: a fresh tree in $tmp/w, and its copy in $tmp/before
world() {
	rm -rf w before world
	mkdir -p w/sub/deep w/empty
	echo hello >w/a
	seq 2000 >w/numbers
	head -c 300000 /dev/urandom >w/random
	truncate -s 5M w/sparse
	: >w/none
	printf 'no newline' >w/sub/line
	echo deep >w/sub/deep/file
	ln -s a w/link
	ln -s ../numbers w/sub/up
	ln -s sub w/folder
	ln -s nowhere w/dangling
	ln w/a w/sub/hard
	mkfifo w/pipe
	chmod 600 w/numbers
	chmod 4755 w/random
	touch -d '2020-02-02 02:02:02.123456' w/numbers w/empty
	touch -h -d '2021-01-01' w/link
	cp -a w before
	mkdir world
}

# record COMMAND...: in w
record() {
	rm -f run.fxt
	(cd w && timeout 100 "$fxtrace" record --for-replay -o ../run.fxt "$@") \
		</dev/null >log 2>&1
}

# prepare: into world; the counts are in `said`
prepare() {
	"$fxtrace" replay --io world --prepare-only run.fxt >said 2>notes
}

# shape FOLDER: its names with types, links' targets, sizes and sums of files
shape() {
	(cd "$1" && find . ! -name . -printf '%P %y %l %s ' \
		\( -type f -exec sh -c 'cksum <"$1"' - {} \; -o -printf '\n' \) |
		sed 's/ d  [0-9]*/ d/' | sort)
}

# both: the names that were made, as they are and as they were
both() {
	shape "world$tmp/w" >is
	shape before | grep -Ff <(cut -d' ' -f1 is | sed 's/$/ /') >was
	comm -23 is was
}

world
record sh -c 'tar cf ../t.tar . && rm ../t.tar'
is $? 0 'tar is recorded'
prepare
is $? 0 'what tar read is prepared'
is "$(shape "world$tmp/w")" "$(shape before)" \
	'all that tar read is there, with its contents, links and holes'
is "$(cd "world$tmp/w" && find . ! -name . ! -type l -printf '%P %m\n' | sort)" \
	"$(cd before && find . ! -name . ! -type l -printf '%P %m\n' |
		sed 's/ 4755/ 755/' | sort)" \
	'modes are as they were, but for set-user-id bits'
is "$(stat -c %y "world$tmp/w/numbers" "world$tmp/w/empty" "world$tmp/w/link")" \
	"$(stat -c %y before/numbers before/empty before/link)" \
	'times are as they were, of folders and links too'
is "$(stat -c %h "world$tmp/w/a")" 2 'a file of two names is one file'
is "$(grep -c '^prepared [0-9]* files (.*), [0-9]* folders, [0-9]* links' said)" \
	1 'what was made is counted'
is "$(cat notes)" '' 'nothing else is said'
is "$(ls -A world | grep fxtrace)" '' 'nothing of its own is left'

prepare
is $? 0 'what is there already is left as it is'
grep -q 'was there, and stays as it is' notes
ok $? 'and that is said'
rm -rf world && mkdir world && ln -s "$tmp/elsewhere" world/tmp && mkdir elsewhere
[ "${tmp#/tmp}" != "$tmp" ] || ln -s "$tmp/elsewhere" "world/$(echo "$tmp" | cut -d/ -f2)"
prepare
is $? 1 'a link in the place of a folder is an error'
grep -q 'is there already, as a symbolic link, and was a folder' notes
ok $? 'which says so'
is "$(ls -A elsewhere)" '' 'and nothing is made behind it'

world
record sh -c 'cat numbers >new; rm sub/line; mv sub other; read x <other/deep/file
	echo more >>a; echo new >none; ls -l . other >list; mkdir empty/x
	: >empty/x/y; rm -r empty; head -c 10 random; cat link; test -e gone
	test -d folder/deep; cat new >again; sed -i s/1/2/ numbers; readlink link'
prepare
is $? 0 'what a script found is prepared'
# whether `none` was there before it was made again is unknown
is "$(cd "world$tmp/w" && find . ! -name . -printf '%P %y\n' | sort)" \
	"$(cd before && find . ! -name . ! -name none -printf '%P %y\n' | sort)" \
	'it is all names with their types, and none that the script made'
is "$(readlink "world$tmp/w/link" "world$tmp/w/folder" "world$tmp/w/dangling")" \
	"$(readlink before/link before/folder before/dangling)" \
	'links lead where they led'
cmp -n 10 before/random "world$tmp/w/random" &&
	[ "$(stat -c %s "world$tmp/w/random")" = 300000 ]
ok $? 'of a file that was read in part, that part is there, and its size'
cmp before/sub/deep/file "world$tmp/w/sub/deep/file"
ok $? 'what was read after a rename is where it was'

cat >io.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
	char a[100], b[1000];
	struct iovec parts[2] = {{a, 100}, {b, 1000}};
	int fd = open("numbers", O_RDWR), copy;
	FILE *file;

	pread(fd, a, 100, 500);
	pwrite(fd, "written", 7, 600);
	pread(fd, b, 200, 550); /* of which 7 bytes are new */
	copy = dup(fd);
	lseek(copy, 1000, SEEK_SET);
	readv(fd, parts, 2); /* from 1000 on */
	read(copy, a, 10);
	ftruncate(fd, 3000);
	ftruncate(fd, 4000);
	pread(fd, b, 1000, 2900);
	file = fopen("a", "r+");
	fgets(a, 100, file);
	fputs("x", file);
	fclose(file);
	file = fopen("sub/line", "a+");
	fputs("z", file);
	rewind(file);
	fread(a, 1, 100, file);
	fclose(file);
	return 0;
}
C
gcc -fno-builtin -w -o io io.c
world
record "$tmp/io"
prepare
is $? 0 'what a program found is prepared'
of=before/numbers made="world$tmp/w/numbers"
cmp -i 500 -n 100 $of "$made" && cmp -i 607 -n 143 $of "$made" &&
	cmp -i 1000 -n 1110 $of "$made"
ok $? 'by descriptors: what was read is there, behind copies and in vectors'
is "$(head -c 607 "$made" | tail -c 7 | tr -d '\0')" '' \
	'what the program itself had written is not'
is "$(tail -c +2901 "$made" | head -c 100 | cmp -n 100 -i 2900:0 $of - && echo)" \
	'' 'what was read before the end was cut is there'
is "$(cat "world$tmp/w/a" "world$tmp/w/sub/line")" \
	"$(cat before/a before/sub/line)" \
	'by streams: what was read is there, without what was appended'

# A name of the archive becomes one that leads out, as long as it was.
world
mkdir -p w/AA/BB/CC/DD/EE && echo inside >w/AA/BB/CC/DD/EE/secret
mkdir -p out && echo sentinel >out/secret
before=$(find out -printf '%p %i %s %m %C@\n' && cat out/secret)
record cat AA/BB/CC/DD/EE/secret
perl -pi -e 's{AA/BB/CC/DD/EE}{../../../../..}g' run.fxt
prepare
is "$(find out -printf '%p %i %s %m %C@\n' && cat out/secret)" "$before" \
	'a hostile archive leaves what is outside as it is'

# ---- what was only listed --------------------------------------------------
world
record ls -fR # no stat
prepare
is "$?$(cat notes | grep -v 'leads to where')" 0 'names that were listed alone are made'
is "$(cd "world$tmp/w" && find . ! -name . -printf '%P %y\n' | sort)" \
	"$(cd before && find . ! -name . -printf '%P %y\n' | sort)" \
	'all of them, of the types that the list has'
is "$(find "world$tmp/w" -type f -size +0)" '' 'files without content'
"$fxtrace" replay --io world run.fxt >table 2>notes
is "$(grep "$tmp/w" notes)" '' 'so that they are listed again'

# ---- long names ------------------------------------------------------------
world
deep=$(printf 'd%.0s' {1..200})
(cd w && for ((i = 0; i < 15; i++)); do mkdir "$deep" && cd "$deep" || exit; done
	echo deep >file; mkdir empty)
path=$tmp/w$(for ((i = 0; i < 15; i++)); do printf /$deep; done)
record sh -c "sort '$path/file'; cd '$path'; sort ./file; test -d empty; ls"
prepare
is "$(cat "world$path/file") $(ls "world$path")" "$(printf 'deep empty\nfile')" \
	'names may have 4,095 bytes'
