#!/bin/bash
# SPDX-License-Identifier: MIT
# Stacks of calls are what gdb prints of them. Names and lines come from
# wherever they are, and archives that lie about files do no harm.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
from=$tests/backtrace
unset FXTRACE_MODE FXTRACE_STACK DEBUGINFOD_URLS
mkdir "$tmp/x" && cd "$tmp/x" || exit 1

# build NAME SOURCE OPTION...
build() {
	local cc=gcc
	[ "${2%.cc}" = "$2" ] || cc=g++
	$cc -g -Wl,--build-id -o "$1" "$from/$2" "${@:3}" -ldl
}

# record PROGRAM ARGUMENT...: into PROGRAM.fxt
record() {
	"$fxtrace" record -q --overwrite -o "${1##*/}.fxt" \
		--stack getpgid "$@" >/dev/null 2>record.err
}

# lines PROGRAM OPTION...: the recorded calls with their stacks
lines() {
	"$fxtrace" dump --json --stacks --calls getpgid "${@:2}" "$1.fxt"
}

# names PROGRAM OPTION...: FUNCTION FILE:LINE of the frames up to main
names() {
	"$fxtrace" dump --stacks --stable --calls getpgid "${@:2}" "$1.fxt" |
		sed -n 's/^    #[0-9]* //p'
}

# differs NAME ARGUMENT...: nothing if gdb sees the same
differs() {
	STACKS=$tmp/x/stacks gdb -nx -batch -x "$from/gdb.py" \
		--args ./"$@" >gdb.out 2>&1
	record ./"$@"
	lines "$1" | perl "$from/compare.pl" stacks
}

has_gdb() {
	command -v gdb >/dev/null &&
		gdb -nx -batch -ex 'python print(1)' 2>&1 | grep -q '^1$' &&
		build chain chain.c -O2 && STACKS=$tmp/x/stacks gdb -nx -batch \
			-x "$from/gdb.py" ./chain >/dev/null 2>&1 &&
		grep -q main stacks
}

# as gdb sees it: NAME WHAT ARGUMENT...
compared() {
	if [ $gdb = yes ]; then
		is "$(differs "$1" "${@:3}")" '' "$2"
	else
		skip 'no gdb that can run programs' "$2"
	fi
}

plan 32
gdb=no
has_gdb && gdb=yes
build plugin.so plugin.c -O2 -shared -fPIC

build chain chain.c -O2
compared chain 'stacks of C, inlined, tail-called, called back, interrupted, of a plugin, are those of gdb' ./plugin.so
build framed chain.c -O2 -fno-omit-frame-pointer
compared framed 'and with frame pointers' ./plugin.so
build plain chain.c -O0
compared plain 'and without optimisation' "$tmp/x/plugin.so"
build shapes shapes.cc -O2 -gno-statement-frontiers
compared shapes 'stacks of C++, of templates, lambdas and handlers of exceptions, are those of gdb'

build late late.c -O2
"$fxtrace" record -q -o late.fxt --stack '*' -- ./late ./plugin.so 2>err
is "$("$fxtrace" dump --stacks late.fxt | grep -A1 'getpgid(' | grep -c 'plugin\.so+')" \
	1 'a library that was loaded is known, also if the program is killed then'

# where names and lines come from
record ./chain
want=$(names chain)
is "$(sed -n 1,4p <<<"$want")" 'innermost at chain.c:17 inlined (chain)
middle at chain.c:22 inlined (chain)
through_inlined at chain.c:29 (chain)
main at chain.c:'"$(grep -n 'through_inlined(argc)' "$from/chain.c" |
	cut -d: -f1) (chain)" 'a line has function, file, line and module'

cp chain split
objcopy --only-keep-debug split split.debug
strip -s split
objcopy --add-gnu-debuglink=split.debug split
record ./split
is "$(names split | sed s/split/chain/)" "$want" \
	'those of a stripped program come from the debug file next to it'
mkdir -p .debug && mv split.debug .debug/
is "$(names split | sed s/split/chain/)" "$want" 'or in .debug'
id=$(readelf -n split | sed -n 's/.*Build ID: //p')
mkdir -p "roots/.build-id/${id:0:2}"
mv .debug/split.debug "roots/.build-id/${id:0:2}/${id:2}.debug"
is "$(names split --debug-path "$tmp/none:$tmp/x/roots" | sed s/split/chain/)" \
	"$want" 'or by its build id in a folder that is named'
rm split
is "$(names split --debug-path "$tmp/x/roots" | sed s/split/chain/)" "$want" \
	'the program itself need not be there any more'
cp chain split
strip -s split
is "$(names split | head -n 1)" '?? (split)' \
	'without them a stripped program has no names'
is "$("$fxtrace" dump --stacks --calls getpgid split.fxt |
	sed -n 's/.*?? (\(.*\)+0x[0-9a-f]*)$/\1/p' | head -n 1)" \
	"$tmp/x/split" 'but its file and the offsets in it'
if command -v xz >/dev/null; then
	nm -D chain --format=posix --defined-only | awk '{print $1}' | sort >dynamic
	nm chain --format=posix --defined-only |
		awk '$2 == "T" || $2 == "t" {print $1}' | sort >functions
	comm -13 dynamic functions >local
	objcopy -S --remove-section .gdb_index --remove-section .comment \
		--keep-symbols=local chain mini 2>/dev/null
	xz -f mini
	objcopy --add-section .gnu_debugdata=mini.xz split
	record ./split
	is "$(names split | head -n 2)" "through_inlined (split)
main (split)" 'names of functions may be in .gnu_debugdata'
else
	skip 'no xz' 'names of functions may be in .gnu_debugdata'
fi
build other chain.c -O1
cp other chain
is "$(names chain | head -n 1)" '?? (chain)' \
	'a program that was rebuilt since gives no names for the old one'
rm -f chain && mkfifo chain
timeout 20 "$fxtrace" dump --stacks --calls getpgid chain.fxt >fifo.out
is "$? $(grep -c '^    #[0-9]* main at' fifo.out)" '0 0' \
	'a pipe in place of the program is not waited for'
rm chain
build chain chain.c -O2

# in other forms
record ./chain
"$fxtrace" convert -q chain.fxt chain.folded 2>/dev/null ||
	"$fxtrace" convert chain.fxt chain.folded
grep -q '^chain [0-9]*;chain [0-9]*;_start;.*;main;deep;deep;deep;deep;deep;deep;getpgid [0-9]*$' \
	chain.folded
ok $? 'folded stacks have the frames from the outermost to the call' ||
	grep getpgid chain.folded | note
if command -v apitrace >/dev/null; then
	"$fxtrace" convert --calls getpgid chain.fxt chain.trace 2>/dev/null
	is "$(apitrace dump -v --color=never chain.trace 2>/dev/null |
		sed -n 's/.*chain!\(deep\|main\).*chain\.c:\([0-9]*\).*/\1 \2/p; s/.*chain!*.*: \(deep\|main\).*/\1/p' |
		sort | uniq -c | awk '{print $1, $2}' | xargs)" \
		"$(names chain | sed -n 's/^\(deep\|main\) .*/\1/p' | sort |
			uniq -c | awk '{print $1, $2}' | xargs)" \
		"apitrace shows the same frames"
else
	skip 'no apitrace' 'apitrace shows the same frames'
fi
is "$("$fxtrace" query --no-heading chain.fxt "select calls, caller, line
	from callers where caller = 'innermost'" | sed 's/\t/ /g' | sort -u)" \
	"1 innermost $(grep -n 'return getpgid' "$from/chain.c" | cut -d: -f1)" \
	'SQL counts the calls of each place'
"$fxtrace" record -q --overwrite -o cut.fxt --stack getpgid:2 ./chain
is "$("$fxtrace" dump --json --stacks --calls getpgid cut.fxt |
	grep -c '"stack_end":"cut"')" \
	"$("$fxtrace" dump --calls getpgid cut.fxt | wc -l)" \
	'a stack that was cut at the chosen depth says so'
is "$("$fxtrace" dump --stacks --json --calls getpgid,-getpgid cut.fxt)" '' \
	'calls without stacks have no line of them'

# Code without tables, and code that was made at run time.
build code code.c -O1 -fomit-frame-pointer
mkdir maps
record ./code maps
way='call_it
made_short
through_short
made
through_made
bare_inner
bare_outer
main'
# way OPTION...: the functions that led to the call
way() { names code "$@" | sed -n '1,/^main/{s/ .*//;p}'; }
is "$(way --debug-path maps)" "$way" \
	'stacks lead through code without tables, by its frame pointers'
names code --debug-path maps | grep -q '^made at page.js:12 '
ok $? 'code that a runtime has made has the name that it told perf'
is "$(way)" "$(sed 's/^made.*/??/' <<<"$way")" 'without its map it has none'
record ./code /tmp
is "$(way)" "$way" 'the map is found where runtimes write it'
rm -f /tmp/perf-"$("$fxtrace" dump --json code.fxt | sed -n 's/.*"pid":\([0-9]*\).*/\1/p' | head -n 1)".map

# Files of jitdump: names and lines of the code that was there at that time.
build jit jit.c -O1
mkdir dumps
record ./jit
want='first at page.src:11
second at page.src:21
second at page.src:21'
# made OPTION...: what made the calls. Of what is before main only the libc of
# the machine knows names, if its debugging information is installed.
made() { names jit "$@" | sed '/^main /,/^_start /d; s/ (.*//'; }
is "$(made)" "$want" \
	'code that was made and moved has the name and the line that it had then'
is "$("$fxtrace" report --by caller jit.fxt |
	sed -n 's/^ *\([0-9]*\) .* \(first\|second\)\b.*/\2 \1/p' | sort)" \
	'first 1
second 2' 'calls are counted for each of them'
is "$("$fxtrace" query --no-heading jit.fxt "select caller, line, sum(calls)
	from callers group by 1, 2 order by 1" | sed 's/\t/ /g')" \
	'first 11 1
second 21 2' 'SQL has them'
mv jit-*.dump dumps/
is "$(made | sort -u)" '??' 'without their file they have none'
is "$(made --debug-path dumps)" "$want" 'a copy is found in a folder'
mkdir -p home/.debug/jit/agent-1 && cp dumps/jit-*.dump home/.debug/jit/agent-1/
is "$(HOME=$tmp/x/home made)" "$want" 'or where agents of runtimes write it'
truncate -s -1 dumps/jit-*.dump
is "$(made --debug-path dumps 2>err)" "$(sed '3s/.*/??/' <<<"$want")" \
	'a file that is cut off names what it still has'
is "$(wc -l <err) $(grep -c 'dumps/jit-.*: it ends in the record at byte' err)" \
	'1 1' 'and that is said once'
