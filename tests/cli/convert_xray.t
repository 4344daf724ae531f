#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives as logs of LLVM's XRay. Its own tool reads them without complaint,
# whatever the calls are like, and finds the same in them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
. "$tests/cli/xray.sh"
[ "$xray" ] || without_xray

# records LOG: thread, what, function, time since the first one and arguments
records() {
	"$xray" convert -f yaml -symbolize -instr_map="$1.elf" "$1" |
		perl -ne '/function:\ \W?(\w+)\W?,\ (?:args:\ \[\ ([^]]*)\ )?.*
			thread:\ (\d+).*function-([\w-]+),\ tsc:\ (\d+)/x and
			print join(" ", $3, $4, $1, $5, $2 // ()), "\n"'
}

# taken LOG: whether all that llvm-xray does with logs goes well
taken() {
	"$xray" fdr-dump "$1" && "$xray" account -instr_map="$1.elf" "$1" &&
		"$xray" stack -instr_map="$1.elf" "$1" &&
		"$xray" stack -per-thread-stacks -instr_map="$1.elf" "$1" &&
		"$xray" stack -all-stacks -stack-format=flame \
			-aggregation-type=time -instr_map="$1.elf" "$1" &&
		"$xray" graph -instr_map="$1.elf" "$1" &&
		"$xray" convert -f yaml -instr_map="$1.elf" "$1" &&
		"$xray" convert -f trace_event -instr_map="$1.elf" "$1"
} >"$tmp/taken" 2>&1

# counts LOG: calls of each function, as account finds them
counts() {
	"$xray" account -format=csv -instr_map="$1.elf" "$1" |
		sed 1d | awk -F, '{print $2, $NF}' | tr -d '"' | sort -k2
}

# dumped ARCHIVE: the same of ours
dumped() {
	"$fxtrace" convert --to csv "$1" - | sed 1d |
		perl -ne '/^(?:\d*,){5}(?:[^,]*,){3}([^,]*)/ && $n{$1}++;
			END { print "$n{$_} $_\n" for sort keys %n }' |
		sort -k2
}

program nested
program threads
plan 29

for kind in nested threads; do
	"$fxtrace" record -q -o $kind.fxt -c '+*' $kind
done
"$fxtrace" record -q -o shell.fxt --mode streaming -c '+*' bash -c \
	'for i in 1 2 3; do ls / | sort; (exec true); done; kill -9 $$' \
	>/dev/null 2>&1
for kind in nested threads shell; do
	"$fxtrace" convert $kind.fxt $kind.fdr 2>$kind.said
	taken $kind.fdr
	ok $? "llvm-xray takes a recording of $kind" ||
		tail -n 3 "$tmp/taken" | note
	is "$(counts $kind.fdr)" "$(dumped $kind.fxt)" \
		"it counts the calls of $kind that there are"
done
is "$(cat nested.said threads.said)" '' 'whole recordings need no word'
grep -q 'calls\? ended with the one around' shell.said
ok $? 'calls that never ended are reported'
"$fxtrace" record -q -o ends.fxt sh -c 'exec true'
"$fxtrace" convert ends.fxt ends.fdr 2>err
is "$(cat err)" '' 'exit and a successful exec need no end'
library=libc.so.6
[[ $("$xray" --version) != *' version 11.'* ]] || library='<invalid>' # it shows none
"$xray" account -instr_map=nested.fdr.elf nested.fdr |
	grep -q "$library:0:0: strcmp"
ok $? 'a function has its name and library'
"$xray" stack -stack-format=flame -aggregation-type=count -all-stacks \
	-instr_map=nested.fdr.elf nested.fdr | grep -q 'qsort;strcmp;'
ok $? 'calls are inside the calls that made them'

archive a.fxt <<'END'
7 7 1000 1900 outer
7 7 1100 1300 inner
7 7 1200 1400 late
7 7 1300 - open
7 7 1350 1360 leaf
7 7 9000000000 9000000010 after
7 8 500 600 early x=5 y=6
7 8 600 600 none
7 8 650 - last
9 8 700 800 other
END
run "$fxtrace" convert a.fxt a.fdr
is "$err" "fxtrace: a.fdr: 2 unfinished calls ended with the one around it, \
or with its process; 1 call cut where the one around it ends; \
1 thread with another number, since its own was used twice" \
	'what is not as it was is reported'
taken a.fdr
ok $? 'llvm-xray takes calls that do not nest' || tail -n 3 "$tmp/taken" | note
is "$(records a.fdr | grep '^7 ')" '7 enter outer 1000
7 enter inner 1100
7 enter late 1200
7 exit late 1300
7 exit inner 1300
7 enter open 1300
7 enter leaf 1350
7 exit leaf 1360
7 exit open 1900
7 exit outer 1900
7 enter after 9000000000
7 exit after 9000000010' 'calls end no later than the one around them'
is "$(records a.fdr | grep '^8 ')" '8 enter-arg early 500 5, 6
8 exit early 600
8 enter none 600
8 exit none 600
8 enter last 650
8 exit last 9000000010' 'one without an end lasts as long as its process'
is "$(records a.fdr | grep -v '^[78] ')" '4194304 enter other 700
4194304 exit other 800' 'two threads never have one number'

perl "$tests/convert/mkfxt.pl" fuchsia >marks.fxt
"$fxtrace" convert marks.fxt marks.fdr 2>err && taken marks.fdr
ok $? 'llvm-xray takes what is no call' || tail -n 3 "$tmp/taken" | note
is "$("$xray" fdr-dump marks.fdr | grep -a -A 99 'ID: 1001' |
	sed -n "/ID: 5>/q;s/.*\(Enter\|Exit\).*/\1/p;s/.*data = '\(.*\)'>/\1/p" |
	grep -av ', thread ')" \
	'Enter
Exit
instant category old
counter category count id=5 n=9
async begin category async id=6
async instant category async id=6
async end category async id=6
Enter
flow begin category flow id=7
flow step category flow id=7
flow end category flow id=7
Exit
log a message' 'it is events, in order of time among the calls'

archive zero.fxt <<<'1 1 0 3000000000 f'
"$fxtrace" convert zero.fxt zero.fdr
is "$(records zero.fdr)" $'1 enter f 1\n1 exit f 3000000001' \
	'time 0 is a time, and long calls are as long as they were'
for i in {1..3000}; do echo "1 $i $((5 + i % 7)) 99 f"; done | archive many.fxt
"$fxtrace" convert many.fxt many.fdr && taken many.fdr
ok $? 'llvm-xray takes thousands of threads'

for seed in 1 2 3 4; do
	awk -v seed=$seed 'BEGIN {
		srand(seed)
		for (i = 0; i < 500; i++) {
			pid = 1 + int(rand() * 2)
			begin = int(rand() * 2000) * (rand() < .1 ? 3000000 : 1)
			print pid, pid * 10 + int(rand() * 3), begin,
				rand() < .05 ? "-" : begin + int(exp(rand() * 8)),
				"f" int(rand() * 9)
		}
	}' | archive any.fxt
	"$fxtrace" convert any.fxt any.fdr 2>/dev/null && taken any.fdr &&
		[ "$(counts any.fdr)" = "$(dumped any.fxt)" ]
	ok $? "llvm-xray takes all of any calls, $seed"
done

archive empty.fxt </dev/null
run "$fxtrace" convert empty.fxt empty.fdr
ends 1 'no call to write' 'of no calls there is no log'
run "$fxtrace" convert --to fdr a.fxt -
ends 2 'cannot go to standard output' 'two files are not one stream'
head -c $(($(stat -c %s a.fxt) - 4)) a.fxt >cut.fxt
echo mine >mine.fdr
echo mine >mine.fdr.elf
run "$fxtrace" convert cut.fxt mine.fdr
is "$status $(cat mine.fdr mine.fdr.elf) $(echo .*xtrace-* *xtrace-*)" \
	$'1 mine\nmine .*xtrace-* *xtrace-*' \
	'of a damaged archive neither file takes the place of another'
is "$("$fxtrace" convert -c 'l*' a.fxt l.fdr 2>/dev/null; counts l.fdr)" \
	$'1 last\n1 late\n1 leaf' 'the calls that are wanted are there alone'

echo 'void glReadBuffer(unsigned mode) { (void)mode; }' >gl.c
echo 'void glReadBuffer(unsigned mode); int main(void) {
	glReadBuffer(0x408); glReadBuffer(0x8ce0); }' >reads.c
cc -shared -fPIC -Wl,-soname,libGL.so.1 gl.c -o libGL.so.1 &&
	cc reads.c -o reads ./libGL.so.1 &&
	LD_LIBRARY_PATH=$tmp "$fxtrace" record -q -c glReadBuffer -o gl.fxt ./reads
"$fxtrace" convert gl.fxt gl.fdr
is "$(records gl.fdr | sed -n 's/.* enter-arg glReadBuffer [0-9]* //p')" $'1032\n36064' \
	'constants of an enum that stands for others, too, have their numbers'
