#!/bin/bash
# SPDX-License-Identifier: MIT
# Nothing that an archive or the name of a file contains acts on a terminal.
# Every command is run on one, and what arrives there is checked.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
plan 59

${CC:-cc} -O1 -D_GNU_SOURCE "$tests/cli/unclean.c" -o unclean -lpthread || exit 1
"$fxtrace" record -q -o a.fxt -c 'getenv,open,write,close,prctl,memfd_create,%alloc' \
	--stack 'open' ./unclean
name=$'n\033]0;t\007\302\233\342\200\256\r.fxt'
cp a.fxt "$name"
head -c 20001 a.fxt >"cut$name"
echo text >"text$name"

# on_terminal WORDS...: what fxtrace writes to a terminal is in $tmp/seen
on_terminal() {
	local words
	printf -v words '%q ' "$fxtrace" "$@"
	# bash must read its $'...'
	printf 'stty -opost\n%s\n' "$words" >word.sh
	timeout 60 script -qec 'bash word.sh' /dev/null </dev/null >seen 2>&1
}

# clean: shows what acts on a terminal, but for the colours of dump and diff
clean() {
	perl -0777 -ne '
		s/\e\[(0|1|2|31|32|33|36)?m//g;
		s/\r?\n/\n/g;
		print "acts: ", unpack("H*", $1), "\n"
			while /([\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xaf])/g;
		print "no UTF-8\n" unless utf8::decode($_);' seen | sort | uniq -c
}

# safe NAME WORDS...
safe() {
	local name=$1 found
	shift
	on_terminal "$@"
	found=$(clean)
	[ -s seen ] && [ -z "$found" ]
	ok $? "$name" || { echo "$found"; head -c 300 seen | cat -v; echo; } | note
}

command -v script >/dev/null || {
	for ((i = 0; i < 58; i++)); do skip 'no script' 'a terminal'; done
	exit
}
export TERM=xterm PAGER=cat
safe 'dump is safe' dump "$name"
safe 'dump without colour is safe' dump --color never "$name"
safe 'dump --json is safe' dump --json "$name"
safe 'dump --raw is safe' dump --raw "$name"
safe 'dump --stacks is safe' dump --stacks "$name"
safe 'info is safe' info "$name"
safe 'report is safe' report "$name"
safe 'report --by thread is safe' report --by thread "$name"
safe 'report --csv is safe' report --csv --by thread "$name"
safe 'report --json is safe' report --json --by thread "$name"
safe 'graph is safe' graph "$name"
safe 'slow is safe' slow "$name"
safe 'leaks is safe' leaks "$name"
safe 'diff is safe' diff "$name" "cut$name"
safe 'query is safe' query "$name" 'select * from call'
safe 'query with blobs and names is safe' query "$name" \
	'select process, thread, args from call'
safe 'convert to CSV is safe' convert --to csv "$name" -
safe 'convert to JSON lines is safe' convert --to jsonl "$name" -
safe 'convert to trace event JSON is safe' convert --to chrome "$name" -
safe 'convert to folded stacks is safe' convert --to folded "$name" -
safe 'convert to a speedscope profile is safe' convert --to speedscope "$name" -
safe 'an error about a file that is none is safe' info "text$name"
safe 'an error about a file that is not there is safe' info "none$name"
safe 'an error about an option is safe' info "--$name"
safe 'an error about a command is safe' "$name"

# A session whose program, archive and calls have such names.
hostile=$'p\033]0;t\007\302\233m'
cp "$(command -v sleep)" "$hostile"
cp unclean "u$hostile"
"$fxtrace" record -q -o "live$name" "./$hostile" 600 &
recorder=$!
until "$fxtrace" ps 2>/dev/null | grep -q " $recorder "; do sleep 0.05; done
safe 'ps is safe' ps
safe 'ps of a name is safe' ps "$hostile"
safe 'ctl is safe' ctl "$recorder" status
safe 'an error of ctl is safe' ctl "no$hostile" status
safe 'snapshot is safe' snapshot -o "snap$name" "$recorder"
safe 'top as a list is safe' top -d 0.1 -n 2 --batch "$recorder"
# until it has drawn something
printf '%q top -d 0.1 %q' "$fxtrace" "$recorder" >top.sh
{
	until grep -qs SLOWEST screen; do sleep 0.05; done
	printf q
} | TERM=xterm timeout 60 script -qefc 'bash top.sh' screen >/dev/null 2>&1
perl -0pe 's/\e\[\??\d*[HKJhlm]//g; s/\r//g' <screen |
	grep -v '^Script \(started\|done\) on ' >seen
grep -q SLOWEST seen && grep -q '"p.*0;t.*"' seen && [ -z "$(clean)" ]
ok $? "top's screen is safe" || { clean; cat -v seen | head -n 20; } | note
kill "$(program_of $recorder)"
wait $recorder

safe 'record is safe' record -o "r$name" "./u$hostile"
safe 'record --print is safe' record --print -o "p$name" -c open,getenv,prctl \
	"./u$hostile"
safe 'record of what is not there is safe' record -o "x$name" "./none$hostile"
safe 'record to where nothing can be is safe' record -o "/none$name/a.fxt" true
safe 'a wrong list of record is safe' record -c "a$hostile:" true
safe 'a wrong trigger is safe' record --trigger "x$hostile" true

# What each command says of a file that is none, or is not there
for command in dump report graph flame timeline leaks slow diff query replay \
	trim recover; do
	words=("none$name")
	[ $command != diff ] || words+=("$name")
	[ $command != query ] || words+=('select 1')
	[ $command != trim ] || words+=("t$name")
	[ $command != flame ] && [ $command != timeline ] || words=(-o "o$name" "${words[@]}")
	safe "an error of $command is safe" $command "${words[@]}"
done
safe 'an error of convert is safe' convert "text$name" "c$name"
safe 'an error of shim is safe' shim "text$name"
safe 'an error of doctor is safe' doctor "none$name"
safe 'doctor is safe' doctor "text$name"
safe 'a wrong option of dump is safe' dump --frames "a$hostile" "$name"
safe 'an error of list is safe' list "a$hostile["
safe 'an error of help is safe' help "a$hostile"

# Cells of a spreadsheet.
"$fxtrace" convert --to csv a.fxt exact.csv
"$fxtrace" convert --to csv --spreadsheet a.fxt safe.csv
"$fxtrace" report --csv --by thread a.fxt >exact.rows
"$fxtrace" report --csv --spreadsheet --by thread a.fxt >safe.rows
# cells: those that begin as a formula does and are no number
cells() {
	perl -0777 -ne 'while (/\G(?:"((?:[^"]|"")*)"|([^",\r]*))(,|\r\n|\z)/g) {
		my $cell = $1 // $2;
		last if !length($&);
		print "$cell\n" if $cell =~ /^[=+\-@\t\r]/ && $cell !~ /^-\d+$/;
	}' "$@"
}
[ "$(cells exact.csv)" ] && [ "$(cells exact.rows)" ] &&
	[ -z "$(cells safe.csv)" ] && [ -z "$(cells safe.rows)" ] &&
	grep -q ",'=1+1,\|\"'=1+1\"" safe.csv
ok $? 'with --spreadsheet no cell is a formula'
grep -q ',=1+1,' exact.csv && grep -q '=1+1,' exact.rows
ok $? 'without it cells are exact'
