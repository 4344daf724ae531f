#!/bin/bash
# SPDX-License-Identifier: MIT
# Nothing that an archive or the name of a file contains acts on a terminal.
# Every command is run on one, and what arrives there is checked.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
plan 26

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
	for ((i = 0; i < 26; i++)); do skip 'no script' 'a terminal'; done
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
safe 'an error about a file that is none is safe' info "text$name"
safe 'an error about a file that is not there is safe' info "none$name"
safe 'an error about an option is safe' info "--$name"
safe 'an error about a command is safe' "$name"

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
