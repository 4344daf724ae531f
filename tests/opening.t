#!/bin/bash
# SPDX-License-Identifier: MIT
# Symbols are read from regular files alone. What an archive names is not even
# opened otherwise: to open a device may do something. A pipe is used instead,
# whose writer waits until a reader opens it.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
unset FXTRACE_MODE DEBUGINFOD_URLS
plan 10

# build NAME OPTION...
build() {
	cat >source.c <<-'END'
		#include <stdlib.h>
		#include <unistd.h>
		int inner(void) { return getpgid(0) < 0; }
		int main(void) { return inner(); }
	END
	gcc -g -O0 -o "$1" source.c "${@:2}"
}

# record NAME: into NAME.fxt, with stacks
record() {
	"$fxtrace" record -q --overwrite -o "$1.fxt" --stack getpgid "./$1"
}

# a pipe of this name, and who waits for its reader
pipe() {
	rm -f "$1"
	mkfifo "$1"
	echo opened >"$1" &
	writer=$!
}

# unopened NAME: nobody has opened it meanwhile
unopened() {
	"$fxtrace" dump --stacks "$archive.fxt" >out 2>err
	grep -q getpgid out && kill -0 "$writer" 2>/dev/null
	ok $? "$1" || note <out
	kill "$writer" 2>/dev/null
	wait "$writer" 2>/dev/null
	true
}

archive=plain
build plain && record plain
"$fxtrace" dump --stacks plain.fxt | grep -q 'inner '
ok $? 'symbols are read from the file that the archive names'
pipe plain
unopened 'a pipe in the place of it is not opened'
rm plain
pipe far
ln -s far plain
unopened 'nor is one that a link there leads to'

archive=linked
build linked -Wl,--build-id=none && objcopy --only-keep-debug linked linked.debug &&
	strip linked && objcopy --add-gnu-debuglink=linked.debug linked &&
	record linked
"$fxtrace" dump --stacks linked.fxt | grep -q 'inner '
ok $? 'a debug file that this file names is read'
pipe linked.debug
unopened 'a pipe in the place of that is not opened'

# What the file itself names: objects with its debugging information, and a
# file that it shares some of this with
for version in 4 5; do
	archive=split$version
	build "$archive" -gdwarf-$version -gsplit-dwarf && record "$archive"
	pipe "$(ls -- *.dwo)"
	unopened "an object of DWARF $version that is a pipe is not opened"
	rm -f -- *.dwo
done
archive=shares
build shares && record shares
for name in "$tmp/shared" shared; do
	printf '%s\0aaaaaaaaaaaaaaaaaaaa' "$name" >section
	build shares
	objcopy --add-section .gnu_debugaltlink=section shares
	pipe shared
	unopened "nor is a file that it shares with others, by the name ${name#"$tmp"}"
done
build shares
printf '\005\0\0%s\0\024aaaaaaaaaaaaaaaaaaaa' "$tmp/shared" >section
objcopy --add-section .debug_sup=section shares
pipe shared
unopened 'nor a supplementary one of DWARF 5'
