#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives as apitrace's files: apitrace shows the same calls, and its replay
# draws the same pictures as from its own recording.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
lines=$tests/convert/apitrace_lines.pl
wrappers=/usr/lib/x86_64-linux-gnu/apitrace/wrappers

plan 42

# with an X server, if there has to be one
x() { timeout 120 xvfb-run -a -s '-screen 0 640x480x24 -noreset' "$@"; }
has() { command -v "$1" >/dev/null; }

# same ARCHIVE NAME: apitrace shows of it what we do, as far as we look
same() {
	if ! "$fxtrace" convert "$1.fxt" "$1.trace" 2>"$1.err"; then
		ok 1 "$2"
		note <"$1.err"
		return
	fi
	"$fxtrace" dump --json --calls '%gl,%glx,%egl' "$1.fxt" |
		head -n 5000 | perl "$lines" json >"$1.ours"
	apitrace dump -v --color=never "$1.trace" | perl "$lines" text |
		head -n "$(wc -l <"$1.ours")" >"$1.theirs"
	[ -s "$1.ours" ] && cmp -s "$1.ours" "$1.theirs"
	ok $? "$2" || diff "$1.ours" "$1.theirs" | cut -c1-200 | note
}

# shown NAME [x] COMMAND...: records it for some seconds
shown() {
	local name=$1 by=
	local what="apitrace shows the calls of $name as we do"
	shift
	[ "$1" = x ] && shift && by=x
	has "$1" || { skip "no $1" "$what"; return; }
	FXTRACE_MODE=streaming $by "$fxtrace" record -q -o "$name.fxt" -c '%gl,%glx,%egl' \
		timeout "$(scaled 3)" "$@" >"$name.out" 2>&1
	if "$fxtrace" dump --calls %gl "$name.fxt" 2>/dev/null | grep -q .; then
		same "$name" "$what"
	else
		skip 'no OpenGL here' "$what"
	fi
}

# pictures NAME: a checksum of each, without the first
pictures() {
	rm -rf "$1.images" && mkdir "$1.images" &&
		x apitrace dump-images -o "$1.images/" "$1.trace" \
			>"$1.log" 2>&1
	for i in "$1.images"/*.png; do md5sum <"$i"; done | sed 1d
}

# said NAME: what the replay that made them had to say, without what differs
# from run to run. apitrace 9 has a number for a platform, and no NULL for a list.
said() {
	grep -v '^Wrote \|^Rendered \|^/' "$1.log" |
		sed 's/^[0-9]*\( @[0-9]*\)\?//;s/0x[0-9a-f]*/ADDRESS/g
			s/platform = 12765,/platform = EGL_PLATFORM_SURFACELESS_MESA,/
			s/attrib_list = {}/attrib_list = NULL/'
}

cp "$tests/fuzz/reader/everything.fxt" all.fxt
run "$fxtrace" convert -c '*' all.fxt all.trace
is "$status" 0 'an archive becomes an apitrace file'
is "$(head -c 2 all.trace)" at 'its container is that of apitrace'
run "$fxtrace" convert all.fxt none.trace
[ "$status" = 1 ] && [ ! -e none.trace ]
ok $? 'calls of libc are in it only if --calls says so'
run "$fxtrace" convert -c '+%libc' all.fxt all3.trace
cmp -s all.trace all3.trace
ok $? 'a choice of changes changes that'
run "$fxtrace" convert -c '-open' all.fxt less.trace
is "$status $out$err" "0 fxtrace: all.fxt: none of the $(
	"$fxtrace" dump all.fxt | grep -c '^[0-9]') calls is one of these" \
	'what is only taken away is taken from what a file of apitrace has'
perl "$tests/convert/mktrace.pl" part=strings >mini.trace
"$fxtrace" convert mini.trace mini.fxt
"$fxtrace" convert -c '-one' mini.fxt few.trace && "$fxtrace" convert few.trace few.fxt
is "$("$fxtrace" dump few.fxt | grep '^[0-9]' | cut -d ' ' -f 4 | cut -d '(' -f 1 | sort -u | tr '\n' ' ')" \
	'glObjectLabel glStringMarkerGREMEDY ' 'and what remains of that is there'
"$fxtrace" convert -c '*' -t apitrace all.fxt - | cmp -s - all.trace
ok $? 'it may go to standard output'

# The raw sizes of its chunks: a length, and packed bytes, which a size begins.
"$fxtrace" record -q --mode streaming -o much.fxt "$b/tests/bench/kinds" 30000
"$fxtrace" convert -c '*' much.fxt - --to apitrace | perl -0777 -ne '
	for (my $at = 2; $at < length; ) {
		my $n = unpack "V", substr $_, $at, 4;
		my ($raw, $shift) = (0, 0);
		for (my $i = $at + 4; ; $i++) {
			my $byte = ord substr $_, $i, 1;
			$raw |= ($byte & 127) << $shift;
			$shift += 7;
			last if $byte < 128;
		}
		print "$raw\n";
		$at += 4 + $n;
	}' >chunks
is "$(sed '$d' chunks | sort -u) $(awk '$1 > 1048576' chunks)" '1048576 ' \
	'its chunks are of 1 MiB, but for the last'

n=34
has apitrace || {
	for ((i = 0; i < n; i++)); do skip 'no apitrace' 'what apitrace says'; done
	exit
}
run apitrace dump -v --color=never all.trace
is "$status $(grep -c '^[0-9]' <<<"$out")" \
	"0 $("$fxtrace" dump all.fxt | wc -l)" \
	'apitrace reads calls of every kind'
# valued NAME: NAME.fxt has the values that apitrace shows of what it becomes
valued() {
	local values=$tests/convert/apitrace_values.pl
	"$fxtrace" convert -c '*' "$1.fxt" "$1.trace" 2>"$1.err"
	"$fxtrace" dump --json --stacks "$1.fxt" | perl "$values" json >"$1.want"
	apitrace dump -v --color=never "$1.trace" | perl "$values" text >"$1.got"
	[ "$(wc -l <"$1.want")" -gt 20 ]
}
for name in kinds numbers sockets signals addresses machines requests \
	terminals; do
	"$fxtrace" record -q -o $name.fxt -c '+*' "$b/tests/app/$name" \
		>out 2>err </dev/null
	valued $name && cmp -s $name.want $name.got
	ok $? "apitrace shows the values of all calls of $name as we do" ||
		diff $name.want $name.got | cut -c1-200 | note
done
valued all && cmp -s all.want all.got
ok $? 'and of cut, late and unfinished calls'
# It shows of two forms the first one, and of wide characters their last byte;
# text that is not UTF-8 is memory in JSON.
perl "$tests/convert/mktrace.pl" >every.trace
"$fxtrace" convert every.trace every.fxt
valued every && sed 's/={human:\(human\),.*/=\1/;s/blob(2)/\\777\\776/
	s/A\\442.*/A\\554\\0/' every.want | cmp -s - every.got
ok $? 'and values of every kind that its format has'
grep -q ' errno = ' <<<"$out"
ok $? 'an error is behind the arguments'
grep -q '^1 ' <<<"$out"
ok $? 'calls have numbers'
"$fxtrace" record -q -o threads.fxt -c '+*' "$b/tests/app/threads" >out 2>err
"$fxtrace" convert -c '*' threads.fxt threads.trace
is "$(apitrace dump --thread-ids=yes --color=never threads.trace |
	sed -n 's/^[0-9]* @\([0-9]*\) .*/\1/p' | sort -nu | xargs)" \
	"$(seq 0 $(($("$fxtrace" query --no-heading threads.fxt 'select
		count(distinct tid) from calls') - 1)) | xargs)" \
	'threads have numbers from 0'

shown drawn "$b/tests/gl/drawn"
shown foreign "$b/tests/replay/foreign" egl
shown shapes "$b/tests/gl/shapes" gl
shown shapes_es "$b/tests/gl/shapes" es
has xvfb-run || {
	for ((i = 0; i < 16; i++)); do skip 'no xvfb-run' 'what a replay draws'; done
	exit
}
shown glxgears x glxgears
shown es2gears x es2gears_x11
shown drawn_glx x "$b/tests/gl/drawn" glx


# redrawn NAME API COMMAND...: the pictures of NAME.trace, which we have made,
# and of what apitrace records itself. A window has no old picture to keep: the
# first one is left out.
redrawn() {
	local name=$1 api=$2
	shift 2
	x apitrace trace -a "$api" -o "their_$name.trace" "$@" >"$name.log" 2>&1
	if ! [ -s "$name.trace" ] || ! apitrace dump "their_$name.trace" \
		2>/dev/null | grep -q SwapBuffers; then
		skip 'no OpenGL here' "every frame of $name is drawn"
		skip 'no OpenGL here' "the frames of $name are apitrace's own"
		skip 'no OpenGL here' "a replay of $name has no more to say"
		skip 'no OpenGL here' "the first viewport of $name is recorded"
		return
	fi
	pictures "$name" >"$name.ours"
	pictures "their_$name" >"$name.theirs"
	is "$(wc -l <"$name.ours")" 12 "every frame of $name is drawn"
	is "$(cat "$name.ours")" "$(cat "$name.theirs")" \
		"the frames of $name are apitrace's own"
	is "$(said "$name")" "$(said "their_$name")" \
		"a replay of $name has no more to say"
	viewport() {
		apitrace dump --color=never "$1" |
			sed -n 's/^[0-9]* \(gl[VS][a-z]*(x.*fake\)$/\1/p'
	}
	viewport "their_$name.trace" >"$name.viewport"
	[ "$(wc -l <"$name.viewport")" = 2 ] &&
		viewport "$name.trace" | cmp -s - "$name.viewport"
	ok $? "the first viewport of $name is recorded"
}
redrawn drawn egl "$b/tests/gl/drawn"
redrawn drawn_glx gl "$b/tests/gl/drawn" glx

# geared API COMMAND: the same of a program that draws by the time, which
# hazard/lib/pictures.c holds and ends, a dozen pictures of each
geared() {
	local api=$1 name=geared_$2 pictures=$b/tests/hazard/lib/libpictures.so
	shift
	if ! has "$1" || ! [ -e "$wrappers/${api}trace.so" ]; then
		skip "no $1" "the frames of $1 are apitrace's own"
		skip "no $1" "a replay of $1 has no more to say"
		return
	fi
	PICTURES=12 PICTURES_CLOCK=1 FXTRACE_CALLS='%gl,%glx,%egl' \
		FXTRACE_MODE=streaming FXTRACE_OUTPUT=$tmp/$name.fxt \
		x env LD_PRELOAD="$pictures:$lib" "$@" >"$name.log" 2>&1
	PICTURES=12 PICTURES_CLOCK=1 TRACE_FILE=$tmp/their_$name.trace \
		x env LD_PRELOAD="$pictures:$wrappers/${api}trace.so" "$@" \
		>"their_$name.log" 2>&1
	"$fxtrace" convert "$name.fxt" "$name.trace"
	pictures "$name" >"$name.ours"
	pictures "their_$name" >"$name.theirs"
	[ "$(wc -l <"$name.ours")" -ge 11 ] &&
		cmp -s "$name.ours" "$name.theirs"
	ok $? "the frames of $1 are apitrace's own" ||
		diff "$name.ours" "$name.theirs" | note
	is "$(said "$name")" "$(said "their_$name")" \
		"a replay of $1 has no more to say"
}
geared glx glxgears
geared egl es2gears_x11

# The least that can be drawn, and what it becomes by way of an archive.
perl "$tests/convert/mktrace.pl" part=mini chunk=100000 literal=65536 \
	>mini.trace
"$fxtrace" convert mini.trace mini.fxt &&
	"$fxtrace" convert mini.fxt their_mini.trace
for name in mini their_mini; do
	pictures $name >/dev/null
	md5sum <"$(echo $name.images/*)"
done >mini.sums 2>&1
is "$(stat -c %s mini.trace) $(uniq -c mini.sums | awk '{print $1}')" '479 2' \
	'a file of 479 bytes draws the same when it has been an archive'
