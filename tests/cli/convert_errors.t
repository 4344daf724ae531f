#!/bin/bash
# SPDX-License-Identifier: MIT
# convert and query where something is wrong: each says with which file, where
# and what was expected, and leaves nothing behind. And what is no file: pipes,
# and the progress that a terminal shows.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
seeds=$tests/fuzz
plan 36

: >empty
echo 'no format at all' >text
mkdir folder made
cp "$seeds/reader/everything.fxt" a.fxt
cp "$seeds/xray/v5.fdr" "$seeds/chrome/object.json" .
perl "$tests/convert/mktrace.pl" part=kinds >a.trace
"$fxtrace" record -q --mode streaming -o big.fxt "$b/tests/bench/kinds" 20000

# refused IN FORMAT ERROR: to whatever it is converted, that is all that is
# said, and nothing is left
refused() {
	local to wrong=
	for to in fxt jsonl csv folded chrome sqlite fxt-compat fdr apitrace; do
		run "$fxtrace" convert ${2:+--from "$2"} --to $to "$1" made/out
		[ "$status" = 1 ] && [[ $err = "fxtrace: $1: "$3 ]] ||
			wrong+=" $to: $status $err"
		[ "$(ls -A made)" = '' ] || wrong+=" $to leaves $(ls -A made)"
		rm -f made/* made/.f*
	done
	is "$wrong" '' "$1${2:+ as $2} becomes nothing, and it is said why"
}
archive='offset 0: a Fuchsia trace archive expected'
refused empty '' "$archive, the file is empty"
refused empty fxt "$archive, the file is empty"
refused empty apitrace 'offset 0 (unpacked): expected the head of a file of'\
' apitrace, and it ends here'
refused empty fdr 'offset 0: expected a header of 32 bytes'
refused empty chrome 'offset 0: JSON expected: *'
refused text '' "$archive"
refused text fxt "$archive"
refused text apitrace 'offset 0 (unpacked): neither packed as apitrace does it*'
refused text fdr 'offset 0: expected a header of 32 bytes'
refused text chrome 'offset 0: JSON expected: a list of events, or *'
for format in '' fxt apitrace fdr chrome; do
	refused folder "$format" 'Is a directory'
done
refused /dev/null '' "$archive, the file is empty"
head -c 300 a.fxt >begun
refused begun fxt 'offset [0-9]*'
perl "$tests/convert/mkfxt.pl" go | head -c 300 >begun.fxt
run "$fxtrace" convert begun.fxt begun.json
[ "$status" = 1 ] && says 'begun.fxt: offset ' && grep -q '"ph":"i"' begun.json
ok $? 'events before a fault are something, too'
gzip -c object.json | head -c 60 >cut.json.gz
refused cut.json.gz chrome 'offset 60 of what is packed: the compressed data'*
for json in '{}' '{"traceEvents":{"ph":"X"}}' '{"other":[{"ph":"X"}]}'; do
	printf %s "$json" >no_list.json
	refused no_list.json chrome \
		"offset ${#json}: expected a list of events, or *"
done
echo '[1,{"ph":"X","name":"f"},[{"ph":"X"}],null]' >odd.json
run "$fxtrace" convert odd.json odd.fxt
ends 0 'left out 3 of 4 events' 'what is in the list and no event is counted'

for file in empty text folder begun; do
	run "$fxtrace" query "$file" 'select 1'
	[ "$out" ] && echo "$file: $out"
	[ "$status" = 1 ] && says "^fxtrace: $file: [oI]" ||
		echo "$file: $status $err"
done >wrong
ok "$([ ! -s wrong ]; echo $?)" 'where there is no terminal, no row is shown'

# A disk that is full, or a limit.
for to in fxt jsonl csv chrome sqlite fxt-compat fdr; do
	run bash -c "ulimit -f 400; exec '$fxtrace' convert --to $to big.fxt made/o"
	[ "$status" = 1 ] && says 'made/o: .*File too large$' &&
		[ "$(ls -A made)" = '' ] || echo "$to: $status $err $(ls -A made)"
done >wrong
ok "$([ ! -s wrong ]; echo $?)" 'a file that may not grow is named' ||
	note <wrong
run bash -c "ulimit -f 400; exec '$fxtrace' query big.fxt 'select 1'"
ends 1 'big.fxt: .*File too large' 'also by a query'
run bash -c "ulimit -f 400; TMPDIR=$PWD/made exec '$fxtrace' convert --to csv - o \
	<big.fxt"
ends 1 'a temporary file: File too large' 'and of a copy of a pipe'

# Pipes: what a name leads to is read once.
made() { "$fxtrace" dump --raw "$1" | cut -d ' ' -f 2-; }
for file in a.fxt a.trace v5.fdr object.json; do
	"$fxtrace" convert "$file" want.fxt 2>err
	made want.fxt >want
	"$fxtrace" convert <(cat "$file") got.fxt 2>err
	made got.fxt | cmp - want
	"$fxtrace" convert --from "$([ "$file" = a.fxt ] && echo fxt ||
		case $file in *.trace) echo apitrace ;; *.fdr) echo fdr ;;
		*) echo chrome ;; esac)" <(cat "$file") got.fxt 2>err
	made got.fxt | cmp - want
	cat "$file" | "$fxtrace" convert - got.fxt 2>err
	made got.fxt | cmp - want
	[ "$(wc -l <want)" -gt 5 ] || echo "$file is not converted"
done >wrong 2>&1
ok "$([ ! -s wrong ]; echo $?)" 'a pipe is recognised by its first bytes, too' ||
	note <wrong
"$fxtrace" convert --to chrome a.fxt want.json
"$fxtrace" convert --from fxt --to chrome <(cat a.fxt) - | cmp -s - want.json
ok $? 'a format that goes over an archive twice takes a pipe'
is "$("$fxtrace" query --no-heading <(cat a.fxt) 'select count(*) from call')" \
	"$("$fxtrace" dump a.fxt | wc -l)" 'as does a query'
"$fxtrace" convert a.fxt a.sqlite
run "$fxtrace" query - 'select 1' <a.sqlite
ends 1 'a database has to be a file' 'but a database is no pipe'

# shown COMMAND: the units in which a terminal shows the progress on stderr, MiB
# or parts. That begins after a second, so the data comes or goes in small pieces
# until it has begun, however busy the machine is.
shown() {
	rm -f seen
	TERM=xterm timeout 120 script -fqec "$1" seen </dev/null >/dev/null
	tr '\r' '\n' <seen |
		sed -n 's/^fxtrace: reading, *[0-9]* \(%\|MiB\)$/\1/p' | sort -u
}
# slow [FILE]: passes on half of it, or a million bytes of standard input, then
# pieces until the terminal shows progress, and then the rest
cat >slow <<'END'
use strict;
my $half = @ARGV ? (-s $ARGV[0]) / 2 : 1e6;
my $in = \*STDIN;
@ARGV and (open $in, '<', $ARGV[0] or die);
binmode $in;
sub pass { my $piece; read $in, $piece, $_[0] and print $piece }
sub is_seen { open my $f, '<', 'seen' or return; local $/; <$f> =~ /reading/ }
$| = 1;
pass($half);
for (1 .. 100) {
	last if is_seen();
	select undef, undef, undef, 0.1;
	pass(@ARGV ? $half / 100 : 40000);
}
1 while pass(1 << 16);
END
command -v script >/dev/null || {
	for what in writing reading apitrace fdr chrome; do
		skip 'no script' "progress of $what is shown"
	done
	exit
}
is "$(shown "'$fxtrace' convert --to jsonl big.fxt - | perl slow >out")" % \
	'a terminal shows how far writing is'
is "$(shown "perl slow big.fxt | '$fxtrace' convert --to csv - out" |
	grep MiB)" MiB \
	'and how far a pipe has been read'
perl "$tests/convert/mktrace.pl" chunk=1000 >big.trace
"$fxtrace" convert big.fxt big.fdr
"$fxtrace" convert big.fxt big.json
for format in apitrace:trace fdr:fdr chrome:json; do
	is "$(shown "perl slow big.${format#*:} |
		'$fxtrace' convert --from ${format%:*} - out.fxt")" MiB \
		"as ${format%:*}, too"
done
