#!/bin/bash
# SPDX-License-Identifier: MIT
# convert as a command: which format it takes for what, and what becomes of
# files that are there. The simple formats hold what the archive does.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
sample=$tests/fuzz/reader/everything.fxt

program nested
plan 39

cp "$sample" a.fxt
run "$fxtrace" convert a.fxt b.jsonl
is "$status $err" '0 ' 'an archive is converted without a word'
is "$(cat b.jsonl)" "$("$fxtrace" dump --json a.fxt)" \
	'JSON lines are what dump --json prints'
run "$fxtrace" convert --to jsonl a.fxt -
is "$out" "$(cat b.jsonl)" 'a dash is standard output'
run "$fxtrace" convert --to jsonl - c <a.fxt
is "$(cat c)" "$(cat b.jsonl)" 'a dash is standard input'

run "$fxtrace" convert a.fxt b.thing
ends 2 'the name has no known format' 'a name of no format is refused'
run "$fxtrace" convert --to thing a.fxt b.thing
ends 2 'there are fxt, .*jsonl' 'a format that is none is answered with all'
run "$fxtrace" convert a.fxt
ends 2 'IN and OUT' 'one name is not enough'
run "$fxtrace" convert a.fxt b.fxt
raw() { "$fxtrace" dump --raw "$1" | cut -d ' ' -f 2-; }
[ "$status$err" = 0 ] && raw b.fxt | cmp -s - <(raw a.fxt | grep -v ^filler)
ok $? 'an archive becomes an archive of the same records'
gzip -c a.fxt >packed.fxt
"$fxtrace" convert packed.fxt - --to fxt | cmp -s - b.fxt
ok $? 'one that is packed is unpacked'
"$fxtrace" record -q --mode streaming -o pieces.fxt --blob-max all \
	-c read,write,pause dd if=/dev/zero of=/dev/null bs=100000 count=2 2>err
"$fxtrace" convert -c write pieces.fxt b.fxt
is "$("$fxtrace" dump b.fxt | sed 's/^[0-9]* //')" \
	"$("$fxtrace" dump pieces.fxt | grep ' write(' | sed 's/^[0-9]* //')" \
	'of an archive some calls may be wanted, with all that they had'
n_pieces() { "$fxtrace" dump --raw "$1" | grep -c 'name="fxtrace:b/'; }
n=$(n_pieces b.fxt)
is "$((n > 6)) $(n_pieces pieces.fxt)" "1 $((2 * n))" \
	'what memory other calls had is not copied'
"$fxtrace" record -q --mode oneshot -o padded.fxt ls / >out
"$fxtrace" convert padded.fxt b.fxt
"$fxtrace" dump --json b.fxt >b.jsonl
"$fxtrace" dump --json padded.fxt | cmp -s - b.jsonl &&
	! "$fxtrace" dump --raw b.fxt | grep -q ' filler ' && [ -s b.jsonl ]
ok $? 'padding is left out'
"$fxtrace" convert "$tests/format/1/unfinished-circular.fxt" b.fxt
"$fxtrace" dump --json b.fxt >b.jsonl
"$fxtrace" dump --json "$tests/format/1/unfinished-circular.fxt" | cmp -s - b.jsonl &&
	[ -s b.jsonl ]
ok $? 'of a circular archive that its process has not finished all calls are copied'
"$fxtrace" convert "$tests/format/1/circular.fxt" b.fxt
head -c 203 b.fxt >tiny.fxt
run "$fxtrace" convert tiny.fxt tiny-copy.fxt
[ ! -e tiny-copy.fxt ] && ends 1 'tiny.fxt: offset [0-9]*: ' \
	'a fault before all calls and events is reported, and nothing is written'
"$fxtrace" convert a.fxt b.jsonl
run "$fxtrace" convert --from csv a.fxt b.fxt
ends 2 'csv is only written' 'what is only written is not read'
run "$fxtrace" convert none.fxt b.csv
ends 1 'none.fxt: No such file' 'a file that is not there is reported'

"$fxtrace" record -q -o plain.fxt ls / >out
run "$fxtrace" convert plain.fxt plain.trace
ends 1 'none of the [0-9]* calls is for this format; --calls' \
	'calls that a format has no place for are no empty file'
[ ! -e plain.trace ]
ok $? 'there is none then'
run "$fxtrace" convert -c glBegin plain.fxt plain.jsonl
[ -e plain.jsonl ] && ends 0 'none of the [0-9]* calls is one of these' \
	'that there are none of the chosen calls is said'

head -c $(($(stat -c %s a.fxt) - 4)) a.fxt >cut.fxt
n_whole=$("$fxtrace" dump cut.fxt 2>/dev/null | wc -l)
run "$fxtrace" convert cut.fxt cut.jsonl
[ "$status" = 1 ] && says 'cut.fxt: offset ' &&
	[ "$(wc -l <cut.jsonl)" = "$n_whole" ]
ok $? 'of a damaged archive what is before the fault is converted'
echo mine >mine.jsonl
run "$fxtrace" convert cut.fxt mine.jsonl
[ "$status" = 1 ] && says 'kept as it was' && [ "$(cat mine.jsonl)" = mine ]
ok $? 'it takes no file from its place'
is "$(echo .*fxtrace-*)$(echo *fxtrace-*)" '.*fxtrace-**fxtrace-*' \
	'nothing is left of what was not finished'
mkdir folder
run "$fxtrace" convert a.fxt folder/none/b.csv
ends 1 'No such file' 'a folder that is not there is reported'

run "$fxtrace" convert --from fxt --to csv folder folder/b.csv
[ "$status" = 1 ] && [ "$(ls -A folder)" = '' ]
ok $? 'where nothing can be read, nothing is left'
mkfifo folder/pipe
timeout 60 cat folder/pipe >piped &
timeout 60 "$fxtrace" convert --to jsonl a.fxt folder/pipe
wait
is "$(stat -c %F folder/pipe) $(ls -A folder)" 'fifo pipe' \
	'a pipe that has a name stays a pipe'
"$fxtrace" dump --json a.fxt | cmp -s - piped
ok $? 'and takes what is made'
rm folder/pipe
mkfifo pipe
exec 3<>pipe
"$fxtrace" convert --from chrome - folder/a.fxt <pipe 3>&- &
# it has no name yet, where the file system can do that
until ls -l /proc/$!/fd | grep -q "/folder/" || ! kill -0 $! 2>err; do sleep .02; done
kill $!
wait $! 2>err
is "$? $(ls -A folder)" '143 ' 'one that is ended takes what it made with it'
exec 3>&-
run bash -c "ulimit -f 1; exec '$fxtrace' convert --to chrome padded.fxt folder/b"
[ "$status" = 1 ] && says 'File too large' && [ "$(ls -A folder)" = '' ]
ok $? 'a file that grows too large is an error, and goes away'
echo mine >folder/file
ln -s folder/file link.jsonl
"$fxtrace" convert a.fxt link.jsonl
[ ! -L link.jsonl ] && cmp -s piped link.jsonl && grep -qx mine folder/file
ok $? 'a link is replaced, and what it led to stays'

run "$fxtrace" convert a.fxt b.csv
is "$(head -n 1 b.csv)" \
	"$(printf 'number,begin_ns,duration_ns,pid,tid,process,thread,'\
'category,name,args,ret,errno,state,time,host\r')" 'CSV begins with a heading'
run perl -ne 's/\r\n$/,/ or die; my @f;
	push @f, $1 // $2 while /\G(?:"((?:[^"]|"")*)"|([^",]*)),/g;
	print scalar(@f), " $f[8] $f[9]\n"' b.csv
is "$(sed 1d <<<"$out")" "$("$fxtrace" dump a.fxt |
	sed -E 's/^[^ ]* [^ ]* [^ ]* ([a-z]+)\((.*)\) = .*/15 \1 \2/;s/"/""/g')" \
	'its lines have a field for each, and what dump shows in them'
run "$fxtrace" convert -c pause a.fxt b.csv
is "$(sed 1d b.csv | wc -l)" 1 '--calls chooses'

# What is loaded as rows: the manual's table of keys and types, both ways.
"$fxtrace" record -q -o keys.fxt sh -c 'printf "%d\n" 1 | cat; cat /none;
	sleep 9 & kill -9 $!; exec true' >out 2>err
"$fxtrace" record -q -o short.fxt --string-max 8 --stack '*:2' \
	"$b/tests/app/varargs" >out 2>err
perl "$tests/convert/mkfxt.pl" fuchsia >fuchsia.fxt
# two processes that see the same pid
"$fxtrace" record -q --mode streaming -o twins.fxt sh -c \
	'unshare -pf cat /dev/null; unshare -pf cat /dev/null' >out 2>err
seen=
unshare -pf true 2>err || seen=' never seen_pid'
never="never frame never labels$seen never seq"
! "$b/tests/gl/frames" 1 >out 2>&1 ||
	"$fxtrace" record -q --mode streaming -o frames.fxt \
		"$b/tests/gl/frames" 1 >out && never=${seen# }
for archive in a.fxt "$tests"/fuzz/reader/printf.fxt keys.fxt frames.fxt short.fxt \
	twins.fxt fuchsia.fxt; do
	[ -e "$archive" ] && "$fxtrace" convert --to jsonl "$archive" - 2>err
done >rows.jsonl
is "$(perl "$tests/cli/schema.pl" "$root/tools/man/formats.md" <rows.jsonl | xargs)" \
	"$never" 'JSON lines have the keys and types that the manual lists'

# Viewers count a flow's event that is in no call as an error.
for to in fxt fxt-compat chrome; do
	"$fxtrace" convert --to $to -c '-wait*' keys.fxt with
	"$fxtrace" convert --to $to -c '-*fork' keys.fxt without
	for i in with without; do
		"$fxtrace" convert -t fxt $i $i.fxt
		"$fxtrace" dump --raw $i.fxt | perl "$tests/flows.pl"
	done >flows.out 2>err
	perl -ane '$. == 1 ? $F[0] > 0 && $F[1] == 0 : $_ eq "0 0\n" or exit 1' \
		flows.out
	ok $? "flows are there with the calls that they are in, $to" ||
		cat flows.out err | note
done

if command -v jq >/dev/null; then
	is "$(jq -c 'select(type == "object") | .number' <rows.jsonl | wc -l)" \
		"$(wc -l <rows.jsonl)" 'jq reads each as an object'
else
	skip 'no jq' 'jq reads each as an object'
fi

"$fxtrace" record -q -o n.fxt -c '+%memstr' nested
"$fxtrace" convert n.fxt n.folded
sums=$("$fxtrace" dump --json n.fxt | perl -MJSON::PP -ne '
	my $call = decode_json($_);
	next unless exists $call->{end_ns};
	pop @open while @open && $open[-1][2] <= $call->{begin_ns};
	push @open, [join(";", (@open ? $open[-1][0] : "main"),
		$call->{name}), $call->{begin_ns}, $call->{end_ns}];
	my $ns = $call->{end_ns} - $call->{begin_ns};
	$self{$open[-1][0]} += $ns;
	$self{$open[-2][0]} -= $ns if @open > 1;
	END { $self{$_} && print "$_ $self{$_}\n" for sort keys %self }')
is "$(sed 's/^[^;]*;[^;]*/main/' n.folded | sort)" "$(sort <<<"$sums")" \
	'folded stacks have the time that each call took itself'
grep -q ';qsort;strcmp ' n.folded
ok $? 'calls of a callback are below their caller'
