#!/bin/bash
# SPDX-License-Identifier: MIT
# What options of `fxtrace replay` do, with a program of replay/ that needs no X
# server. What it says of archives that it cannot play, or only in part.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay/lib.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY
spoiled=$b/tests/hazard/lib/libspoiled.so

recorded es2 es2
[ -e es2.fxt ] || {
	plan 1
	exit
}
mapfile -t readbacks < <("$fxtrace" dump --calls glReadPixels es2.fxt |
	cut -d ' ' -f 1)

# said REGEX...: nothing if replay.out has lines with all of these, else what is
# missing
said() {
	local regex
	for regex; do
		grep -qE "$regex" replay.out || echo "it does not say: $regex"
	done
}

# replays NAME STATUS OPTIONS REGEX...: one test, of es2.fxt or $archive
replays() {
	local name=$1 wanted=$2 status
	# shellcheck disable=SC2086
	replay --headless $3 "${archive-es2.fxt}"
	status=$?
	shift 3
	{
		[ "$status" = "$wanted" ] || echo "status $status, not $wanted"
		said "$@"
	} >why
	[ ! -s why ]
	ok $? "$name" || note < <(cat why replay.out)
}

replays 'results are compared only if it is wanted' 0 '' '10 frames$'
grep -q compared replay.out
[ $? = 1 ]
ok $? 'and nothing is said of them otherwise'
replays 'what is the same is no difference' 0 --check \
	' [1-9][0-9]* results compared, 0 differ'

# A replay that reads something else, and a recording that has something else.
export SPOILED=4
LD_PRELOAD=$spoiled replays 'the call that reads something else is named' 1 \
	--check "call ${readbacks[3]}, glReadPixels: pixels: 1 of [0-9]* bytes" \
	'compared, 1 differ'
unset SPOILED
# spoil ARCHIVE N: alters one byte of its N-th readback
spoil() {
	"$fxtrace" dump --json --calls glReadPixels "$1" | sed -n "$2p" |
		perl -MMIME::Base64 -0777 -e '
		my ($text) = <STDIN> =~ /"pixels":\{"base64":"([^"]*)/ or exit 1;
		my $pixels = substr decode_base64($text), 0, 15000;
		open my $in, "+<:raw", $ARGV[0] or exit 1;
		my $at = index <$in>, $pixels;
		exit 1 if $at < 0;
		seek $in, $at + 1000, 0;
		print $in chr(1 ^ ord substr $pixels, 1000, 1)' "$1"
}
cp es2.fxt other.fxt
spoil other.fxt 6
archive=other.fxt replays 'the call whose recording was altered is found, too' 1 \
	--check "call ${readbacks[5]}, glReadPixels: pixels: 1 of 49152 bytes differ, the first at 1000" \
	'compared, 1 differ'

# pictures: names of those that there are, without .png
pictures() { (cd shots && ls) | sed 's/-0*\([0-9]\)/-\1/; s/\.png$//' | xargs; }
# shot NAME FILES OPTIONS: one test
shot() {
	rm -rf shots
	# shellcheck disable=SC2086
	replay --headless --snapshot shots $3 es2.fxt
	is "$(pictures)" "$2" "$1"
}
shot 'pictures are of all frames' \
	"$(printf 'frame-%s ' 0 1 2 3 4 5 6 7 8 9 | sed 's/ $//')" ''
shot 'or of some' 'frame-3 frame-4 frame-5' '--frames 3-5'
is "$(perl "$tests/replay/png_crc.pl" shots/*.png)" \
	"$(sed -n 4,6p es2.rgb)" 'which are the same as if all were drawn'
shot 'or of every third one' 'frame-0 frame-3 frame-6 frame-9' '--every 3'
shot 'or of every third one of some' 'frame-6 frame-9' '--every 3 -f 5-'
shot 'up to a frame' 'frame-0 frame-1' '--frames -1'
rm -rf shots
replay --headless --snapshot shots --every draw --frames 2-2 es2.fxt
is "$(pictures | tr ' ' '\n' | sed 's/call-//')" \
	"$("$fxtrace" dump --json --calls 'glDraw*,glClear' es2.fxt |
		sed -n 's/^{"number":\([0-9]*\),.*"frame":2,.*/\1/p')" \
	'or of every draw, by the number of its call'

# Whatever draws, clears or copies pixels. Of what is between glBegin and glEnd
# that is glEnd. None of the pictures changes what is drawn later.
draws='glDrawArrays*,glDrawElements*,glDrawRange*,glDrawTransform*,glDrawPixels
glMultiDraw*,glEnd,glRect*,glClear,glClearBuffer*,glClearNamedFramebuffer*,glBlit*
glEvalMesh*,glBitmap,glCopyPixels,glAccum'
# every_draw PROGRAM SCENE...: one test
every_draw() {
	local what="each draw of $* has a picture"
	rm -rf shots
	if ! FXTRACE_OUTPUT=$tmp/drawn.fxt LD_PRELOAD=$lib "$b/tests/replay/$1" \
		egl "${@:2}" >/dev/null; then
		skip 'no OpenGL here' "$what"
		return
	fi
	replay --headless --check --snapshot shots --every draw --frames 2-2 \
		drawn.fxt || note <replay.out
	"$fxtrace" dump --json --calls "${draws//$'\n'/,}" --frames 2 drawn.fxt |
		sed 's/^{"number":\([0-9]*\),.*/\1/' >want
	pictures | tr ' ' '\n' | sed 's/call-//' | sort -n | diff want - >why &&
		[ -s want ] && grep -q 'compared, 0 differ' replay.out
	ok $? "$what" || note <why
}
every_draw targets
every_draw pixels
every_draw fixed 8
every_draw fixed 11
every_draw wrong 3

replays 'it stops behind a call, by its number' 0 \
	"--check --until ${readbacks[3]}" ' 1 frame$'
n=$(sed -n 's/.* \([0-9]*\) calls of OpenGL made.*/\1/p' replay.out)
replays 'or the call before' 0 "--until $((readbacks[3] - 1))" \
	" $((n - 1)) calls of OpenGL made"
replays 'or by the name of its function' 0 '--check --until glReadPixels' \
	' 0 frames'

# frames OPTIONS: how many it says
frames() {
	# shellcheck disable=SC2086
	replay --headless $1 es2.fxt
	sed -n 's/.* \([0-9]*\) frames$/\1/p' replay.out
}
is "$(frames '--loop 3')" 30 'all of it is repeated'
replays 'and is the same each time' 0 '--check --loop 3' 'compared, 0 differ'
replay --headless --frames 2-4 --loop 4 es2.fxt
is "$(said ' 14 frames$')" '' 'some frames are repeated'

replays 'a function that is ignored is not called' 1 '--check --ignore glClear' \
	'glReadPixels: pixels: [0-9]* of 49152 bytes differ'
replays 'nor are those of a pattern' 0 '--strict --ignore gl*' \
	' 0 calls of OpenGL made'

# A function that no OpenGL has.
perl -pe 's/glClearColor/glClearSomes/g' es2.fxt >unknown.fxt
archive=unknown.fxt
calls=$("$fxtrace" dump --calls glClearColor es2.fxt | wc -l)
first=$("$fxtrace" dump --calls glClearColor es2.fxt | sed -n '1s/ .*//p')
replays 'an unknown function is named, and its calls counted' 1 '' \
	"call $first, glClearSomes: not made: " "$calls calls not made" \
	"missing is what these do: glClearSomes \\($calls, the first is $first\\)" \
	'10 frames$'
is "$(grep -c 'glClearSomes: not made' replay.out)" 1 'once'
replays 'which is no fault if it is not to be made' 0 '--ignore glClearSomes' \
	' 10 frames'
perl -pe 's/glReadPixels/glGetSomesho/g' es2.fxt >unread.fxt
archive=unread.fxt
replays 'one that only reads is no fault' 0 '' 'glGetSomesho: not made' \
	'20 calls not made'
is "$(grep -c 'missing is' replay.out)" 0 'since nothing is missing'
replays 'unless that is wanted' 1 --strict '20 calls not made'
unset archive
export MESA_SHADER_CACHE_DIR=$tmp/cache
FXTRACE_OUTPUT=warned.fxt LD_PRELOAD=$lib "$b/tests/replay/wrong" egl 5 >out 2>&1
if grep -q '^log of' out; then
	archive=warned.fxt
	replays 'what a compiler says is not compared' 0 --check 'compared, 0 differ'
	unset archive
else
	skip 'the compiler says nothing' 'what a compiler says is not compared'
fi
unset MESA_SHADER_CACHE_DIR
replays 'to have compared nothing is a fault' 1 '--check --until glCreateShader' \
	' 0 results compared'

replays 'frames are timed' 0 --benchmark '^fps [0-9.]+' '^frames 10' \
	'^frame-ms-median [0-9.]+' '^cpu-seconds '

replays 'and loops, if there are several' 0 '--benchmark --loop 3' '^loops 3' \
	'^loop-seconds-median [0-9.]+' '^frames 30'

draws=$("$fxtrace" dump --calls 'glDrawArrays' es2.fxt | wc -l)
replays 'and functions, by how often they were called' 0 --profile \
	"^ *$draws .* glDrawArrays$" '^ *9  *[1-9]' ' gpu gl| cpu gl'

replays 'of some frames by their numbers' 0 '--profile --frames 4-5' \
	'^ *4  *[1-9]' '^ *5  *[1-9]'
grep -qE '^ *[01236789]  *[0-9]+  *[0-9.]+  *[0-9.]+  *[0-9.]+$' replay.out
[ $? = 1 ]
ok $? 'and of no others'

# state CALL: what is current then, as JSON
state() {
	timeout 100 "$fxtrace" replay --headless --state "$1" es2.fxt 2>/dev/null |
		perl -MJSON::PP -0777 -ne '$s = decode_json($_);
			print $s->{program}{GL_LINK_STATUS}, " ",
			join ",", @{$s->{values}{GL_VIEWPORT}}'
}
draw=$("$fxtrace" dump --calls glDrawArrays es2.fxt | sed -n '20s/ .*//p')
box='x=\(.*\), y=\(.*\), width=\(.*\), height=\(.*\)) .*'
viewport=$("$fxtrace" dump --calls glViewport,glDrawArrays es2.fxt |
	sed -n "/^$draw /q; s/.*glViewport($box/\1,\2,\3,\4/p" | tail -n 1)
is "$(state "$draw")" "GL_TRUE $viewport" \
	'the state after a call is what the calls before have set, as JSON'
replays 'and may be printed with --check' 0 "--check --state $draw" \
	'GL_LINK_STATUS' 'compared, 0 differ'
replays 'there is none after a call that is not there' 1 '--state 99999999' \
	'no state: call 99999999 is not there'

# No archive makes it crash: cut ones, and such with bytes of other values, with
# which drivers may crash: then that is said.
damaged() {
	local i name
	for ((i = 1; i <= 24; i++)); do
		name=cut-$i
		head -c $((size * i / 25)) es2.fxt >damaged.fxt
		[ $((i % 2)) = 0 ] && {
			name=altered-$i
			perl -0777 -pe 'srand '$i'; for my $i (1 .. 40) {
				substr($_, 32 + rand(length($_) - 32), 1) =
					chr rand 256;
			}' es2.fxt >damaged.fxt
		}
		replay --headless --check damaged.fxt
		[ $? -lt 124 ] && ! grep -q 'no OpenGL; was it' replay.out &&
			continue
		echo "$name: $(tail -n 1 replay.out)"
	done
}
size=$(stat -c %s es2.fxt)
damaged >why
[ ! -s why ]
ok $? 'damaged archives are played as far as they go' || note <why

# odd PROGRAM API: its calls, many of which fail, made again
odd() {
	timeout 60 env FXTRACE_OUTPUT="$1-$2.fxt" LD_PRELOAD="$lib" \
		"$b/tests/gl/$1" "$2" >/dev/null 2>&1
	replay --headless "$1-$2.fxt"
	# the recorder does not know what one draw reads, and says so
	grep 'not made:' replay.out |
		grep -v 'it draws more than the archive has' >missed
	[ ! -s missed ] && grep -q '[1-9][0-9]* calls of OpenGL made' \
		replay.out || cat replay.out
}
is "$(odd shapes gl)$(odd shapes es)$(odd edges gl)$(odd edges es)" '' \
	'calls with odd sizes, addresses and objects are made'

replay --headless - <es2.fxt
is "$? $(said 'it cannot be standard input')" '2 ' \
	'an archive cannot come by a pipe'
FXTRACE_OUTPUT=$tmp/plain.fxt LD_PRELOAD=$lib /bin/true
archive=plain.fxt
replays 'an archive without OpenGL is reported' 1 '' 'no calls'
unset archive
# A .trace has no types: they are known by the function's name.
"$fxtrace" convert es2.fxt es2.trace && "$fxtrace" convert es2.trace untyped.fxt
archive=untyped.fxt
replays 'what a .trace has is made, and returns what it has returned' 0 \
	'--strict --check' ' [1-9][0-9]* results compared, 0 differ'
perl "$tests/convert/mktrace.pl" part=lie lie=image-address >lie.trace
"$fxtrace" convert lie.trace lie.fxt
archive=lie.fxt
replays 'calls whose memory a .trace does not have are reported, and not made' 1 \
	--strict 'glTexImage2D: not made: the memory that it is given is not in' \
	' 1 call of OpenGL made'
echo '[{"ph":"X","cat":"gl","name":"glEnable","args":{"cap":null},
	"pid":1,"tid":1,"ts":1,"dur":1}]' >enable.json
"$fxtrace" convert enable.json enable.fxt &&
	"$fxtrace" convert --calls '*' enable.fxt enable.trace &&
	"$fxtrace" convert enable.trace enable-untyped.fxt
archive=enable-untyped.fxt
replays 'calls of which the types are not known are reported, and not made' 1 \
	'' "glEnable: not made: a parameter's type is not known" \
	' 0 calls of OpenGL made' ' 1 calls? not made'
# A surface that is made again each time that its size changes. No driver has
# its configuration of 64 samples and 32 bits of stencil.
FXTRACE_OUTPUT=$tmp/sampled.fxt LD_PRELOAD=$lib "$b/tests/replay/resize" egl \
	>/dev/null
perl -0777 -e 'open my $io, "+<:raw", "sampled.fxt" or die;
	my $bytes = <$io>;
	$bytes =~ /\Q${\pack "V4", (8) x 4}\E....\Q${\pack "V3", 8, 0, 0}\E/s
		or die "no configuration\n";
	seek $io, $+[0] - 12, 0;
	print $io pack "V3", 32, 1, 64'
archive=sampled.fxt
replays 'a surface that is not as the recorded one is reported' 0 '' \
	'^fxtrace: not as it was recorded: no surface with 64 samples, but with [0-9]+; no surface with [0-9]+ bits of depth and 32 of stencil, but with'
is "$(grep -c 'not as it was' replay.out)" 1 'once, however often it is made'
gzip -k es2.fxt
archive=es2.fxt.gz
replays 'an archive may be compressed' 0 --check 'compared, 0 differ'
archive=$tests/replay/older.fxt.zst
replays 'one of an older version, with other types, is drawn again' 0 \
	'--check --strict' ' 2 results compared, 0 differ'
archive=es2.fxt
replays 'a call to stop after that is not there is reported' 1 \
	'--until glNoSuch' 'the call to stop after is not there'
replays 'and frames that are not there' 1 '--frames 50-60' 'frame 50 is not there'
archive=/etc/passwd
replays 'what is no archive is reported' 1 '' 'a Fuchsia trace archive expected'
plan $n_tests
