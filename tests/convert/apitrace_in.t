#!/bin/bash
# SPDX-License-Identifier: MIT
# Files of apitrace as archives, and back: all versions, containers and kinds
# of values, damaged and hostile ones. Also what is lost on the way to apitrace.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
make=$tests/convert/mktrace.pl
plan 47

has() { command -v "$1" >/dev/null; }

# calls ARCHIVE: without what says where it is from
calls() { "$fxtrace" dump --stable "$1" | grep -v '^#'; }

# there_and_back NAME: NAME.trace to NAME.fxt to NAME.back to
# NAME.again.fxt
there_and_back() {
	"$fxtrace" convert "$1.trace" "$1.fxt" &&
		"$fxtrace" convert -c '*' -t apitrace "$1.fxt" "$1.back" &&
		"$fxtrace" convert "$1.back" "$1.again.fxt"
}

for version in 6 5 4 3 2 1 0; do
	name=v$version
	perl "$make" version=$version >$name.trace
	there_and_back $name 2>back.err && ! [ -s back.err ] && calls $name.fxt >$name.calls &&
		[ "$(wc -l <$name.calls)" -gt 1000 ] &&
		calls $name.again.fxt | cmp -s - $name.calls
	ok $? "version $version comes back from apitrace's format as it was" ||
		note <back.err
	if has apitrace; then
		apitrace dump -v --color=never $name.trace 2>apitrace.err >want
		apitrace dump -v --color=never $name.back >got
		[ -s want ] && cmp -s want got
		ok $? "apitrace shows the same calls of version $version" ||
			diff want got | cut -c1-200 | note
	else
		skip 'no apitrace' \
			"apitrace shows the same calls of version $version"
	fi
done

perl "$make" part=strings >strings.trace
there_and_back strings 2>back.err && ! [ -s back.err ]
ok $? 'strings of any length come back' || note <back.err
calls strings.fxt | grep -c 'label="word word \|string="word word \|a="word word ' |
	grep -qx 9
ok $? 'they are shown as they were' || calls strings.fxt | cut -c1-150 | note
if has apitrace; then
	apitrace dump -v --color=never strings.trace >want 2>/dev/null
	apitrace dump -v --color=never strings.back >got
	[ "$(wc -l <want)" -ge 18 ] && cmp -s want got
	ok $? 'apitrace shows the same strings' ||
		diff want got | cut -c1-150 | note
else
	skip 'no apitrace' 'apitrace shows the same strings'
fi

grep -q '^0 one0(p0=NULL) = NULL' v6.calls &&
	grep -q '^6 one6(p0=0.1) = 0.1' v6.calls &&
	grep -q '^16 one16(p0=RED) = RED' v6.calls &&
	grep -q '^18 one18(p0=ONE|BIG) = ONE|BIG' v6.calls &&
	grep -q '^26 one26(p0=\[1, 0.1, GREEN, 0.3, "z", {x=3, y=0.7}\]' \
		v6.calls &&
	grep -q '^34 one34(p0="A€😀") = "A€😀"' v6.calls
ok $? 'values of all kinds are shown'
grep -q 'memcpy(.*) = void <fake>' v6.calls
ok $? 'fake calls are fake ones'
grep -q 'glMany(p0=1, .*, p24=25) = 0' v6.calls
ok $? 'a call may have more arguments than a record'
is "$("$fxtrace" dump --stacks v6.fxt | grep -A1 '^    #0 f(int)' | grep -v ^-- |
	sort | uniq -c | sed 's/^ *//')" '2     #0 f(int) at f.c:12 (lib.so+0x12c)
2     #1 main' 'backtraces are there'
"$fxtrace" info v6.fxt | grep -q 'no times'
ok $? 'info says that the file had no times'
"$fxtrace" info v6.fxt | grep -q '/usr/bin/made'
ok $? 'its program is named'

for chunk in 1 7 1000000; do
	perl "$make" part=kinds chunk=$chunk >chunk$chunk.trace
	"$fxtrace" convert chunk$chunk.trace chunk$chunk.fxt
done
cmp -s chunk1.fxt chunk7.fxt && cmp -s chunk1.fxt chunk1000000.fxt
ok $? 'chunks may be of any size'
for pack in gzip zstd; do
	has $pack || { skip "no $pack" "$pack is unpacked"; continue; }
	perl "$make" part=kinds pack=$pack >a.$pack
	run "$fxtrace" convert a.$pack a.fxt
	cmp -s a.fxt chunk1.fxt
	ok $? "$pack is unpacked"
done
if has brotli; then
	perl "$make" part=kinds pack=brotli >a.br
	run "$fxtrace" convert --from apitrace a.br a.fxt
	cmp -s a.fxt chunk1.fxt
	ok $? 'brotli is unpacked, if it is said to be apitrace'
	cp a.br br.trace
	"$fxtrace" convert br.trace a.fxt && cmp -s a.fxt chunk1.fxt
	ok $? 'or if its name says so'
else
	skip 'no brotli' 'brotli is unpacked, if it is said to be apitrace'
	skip 'no brotli' 'or if its name says so'
fi
"$fxtrace" convert -f apitrace -t fxt - - <chunk1.trace | cmp -s - chunk1.fxt
ok $? 'it may come from a pipe and go to one'

perl "$make" part=odd >odd.trace
run "$fxtrace" convert odd.trace odd.fxt
says '1 call without a beginning or an end'
ok $? 'an end of a call that is not there is reported'
is "$(calls odd.fxt)" \
	"0 I::Method(int)(this=0, _arg1=1, _arg2=2, a_b=3, c_=4, d_=5) = \"x\"
1 open(file=\"/x\") = -1 ENOENT" 'names that mean something are others'
perl "$make" part=threads >threads.trace
"$fxtrace" convert threads.trace threads.fxt 2>/dev/null
is "$("$fxtrace" dump threads.fxt | grep -v '^#' |
	sed 's/^[0-9]* [0-9.]* //;s/ <[0-9.]*us>//')" \
	"1/1 glA() = void
1/6 glB(x=1) = 1
1/1 glC() = void
1/2 glOuter() = void
1/2 glInner() = ? <abandoned>
1/3 glNever(x=7) = ? <unfinished>" \
	'calls within others, of several threads, that never end'

if has apitrace; then
	"$fxtrace" convert threads.fxt threads.back.trace
	ended() {
		apitrace dump -v --color=never "$1" | grep -v 'glInner\|^//'
	}
	is "$(ended threads.back.trace)" "$(ended threads.trace)" \
		'calls of several threads end in their order'
else
	skip 'no apitrace' 'calls of several threads end in their order'
fi

# Damaged files.
n=0
n_bad=0
perl "$make" part=kinds chunk=60 >whole.trace
for ((at = 3; at < $(stat -c %s whole.trace); at += 16)); do
	head -c $at whole.trace >cut.trace
	run "$fxtrace" convert --from apitrace cut.trace cut.fxt
	n=$((n + 1))
	[ "$status" -le 1 ] && says 'cut.trace: .*offset [0-9]' ||
		n_bad=$((n_bad + 1))
done
is "$((n > 20)) $n_bad" '1 0' 'a cut is reported, wherever it is'
perl "$make" part=mini chunk=100000 literal=65536 >mini.trace
for ((at = 2; at <= 479; at += 3)); do
	head -c $at mini.trace >cut.trace
	"$fxtrace" convert --from apitrace cut.trace cut.fxt 2>err &&
		calls cut.fxt | grep -vc unfinished
done | uniq >counts
is "$(xargs <counts)" '0 1 2 3 4 5 6 7 8' \
	'of a cut chunk there are the calls up to the cut'
calls chunk1.fxt >want
perl "$make" part=threads chunk=20 | head -c -4 >cut.trace
run "$fxtrace" convert cut.trace cut.fxt
[ "$status" = 0 ] && says 'cut off at offset' &&
	[ "$(calls cut.fxt | wc -l)" = 5 ]
ok $? 'what is before a cut is converted'
perl "$make" part=kinds pack=none >raw
n=0
n_bad=0
for ((at = 0; at < $(stat -c %s raw); at += 16)); do
	perl -e 'local $/; my $all = <STDIN>;
		substr($all, $ARGV[0], 1) ^= chr(1 << $ARGV[0] / 16 % 8);
		print "at"; while ($all =~ /(.{1,60})/gs) {
			my $piece = chr(length $1) . chr(length($1) - 1 << 2) . $1;
			print pack("V", length $piece), $piece }' $at \
		<raw >flipped.trace
	run "$fxtrace" convert --from apitrace flipped.trace flipped.fxt
	n=$((n + 1))
	[ "$status" = 0 ] || { [ "$status" = 1 ] && says 'offset [0-9]'; } ||
		n_bad=$((n_bad + 1))
	[ "$status" = 1 ] || "$fxtrace" dump flipped.fxt >/dev/null 2>&1 ||
		n_bad=$((n_bad + 1))
done
is "$((n > 20)) $n_bad" '1 0' \
	'a flipped bit is an error with its offset, or another file'

# hostile NAME BYTES...: a file of these, behind a head, is an error
hostile() {
	perl -e 'my $raw = "\x06\x06\x00" . eval "qq{$ARGV[0]}";
		my $piece = chr(length $raw) . chr(length($raw) - 1 << 2) . $raw;
		print "at", pack("V", length $piece), $piece' "$2" >bad.trace
	run "$fxtrace" convert bad.trace bad.fxt
	[ "$status" = 1 ] && says "bad.trace: offset [0-9]* (unpacked): $3"
	ok $? "$1" || echo "$status $err" | note
}
hostile 'a string without end is an error' '\0\0\0\xff\xff\xff\xff\x7f' \
	'a name without end'
hostile 'parameters without end are an error' '\0\0\0\1f\xff\xff\xff\xff\x7f' \
	'a signature of more names'
hostile 'a blob without end is an error' \
	'\0\0\0\1f\1\1x\1\0\x08\xff\xff\xff\xff\x7f' 'close to 256 MiB or more'
hostile 'an event that is none is an error' '\7' 'an event that is none'
perl "$make" part=deep >deep.trace
run "$fxtrace" convert deep.trace deep.fxt
[ "$status" = 1 ] && says 'too deep' && ! [ -e deep.fxt ]
ok $? 'values that are too deep are an error, and leave no file'
perl "$make" part=many >many.trace
run "$fxtrace" convert many.trace many.fxt
[ "$status" = 0 ] && says 'elements\? of arrays left out'
ok $? 'elements that do not fit are reported'

# What apitrace's format has no place for, by way of an archive; all of it is in
# apitrace_back.t.
cp "$tests/fuzz/reader/everything.fxt" all.fxt
run "$fxtrace" convert -c '*' all.fxt all.trace
says 'calls of 2 processes' && says 'values shortened by the recorder'
ok $? 'processes that become one, and values that were cut, are reported'
"$fxtrace" convert all.trace back.fxt
is "$(calls back.fxt)" "$(calls all.fxt |
	sed "s/ <late>//;s/\"\.\.\.\[9\]/\"/;s/buf=/buf'=/;s/st=/st'=/")" \
	'lost are late ends, true sizes and which results are whose'
FXTRACE_MODE=streaming "$fxtrace" record -q -o drawn.fxt \
	-c '%gl,%glx,%egl' "$b/tests/gl/drawn" >drawn.out 2>&1
if "$fxtrace" dump --calls %gl drawn.fxt 2>/dev/null | grep -q .; then
	"$fxtrace" convert -c '*' drawn.fxt drawn.trace
	"$fxtrace" convert drawn.trace drawn2.fxt
	names() {
		"$fxtrace" query --no-heading "$1" "select name, count(*)
			from call join function on function.id = function
			group by name" | grep "$2"
	}
	ours='^fxtrace_\(context\|framebuffer\|.*_config\|.*_surface\)'
	names drawn.fxt "$ours" >want
	[ -s want ] && names drawn2.fxt "$ours" | cmp -s - want
	ok $? 'if calls are chosen, those that we make up are among them'
	"$fxtrace" convert drawn.fxt drawn.trace
	"$fxtrace" convert drawn.trace drawn2.fxt
	is "$(names drawn2.fxt fxtrace_)" '' 'if not, they are not'
else
	skip 'no OpenGL here' \
		'if calls are chosen, those that we make up are among them'
	skip 'no OpenGL here' 'if not, they are not'
fi
