#!/bin/bash
# SPDX-License-Identifier: MIT
# What `fxtrace inspect` has of a replay, compared with what `replay` shows of the
# same archive, and its options.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
. "$tests/replay/lib.sh"
unset DISPLAY
x_server

recorded es2 es2
[ -e es2.fxt ] || {
	plan 1
	exit
}

# inspect OPTION...: what it says is in said
inspect() {
	timeout "$(scaled 100)" "$fxtrace" inspect "$@" >said 2>&1
}
# like GOT PATTERN NAME
like() {
	[[ $1 =~ $2 ]]
	ok $? "$3" || note <<<"$1"
}
page() { perl "$tests/inspect_frames.pl" "$@" 2>&1; }

# draws PAGE: number of the draw, number of its call, and its frame
draws() {
	perl -I "$tests" -Minspect_data -e '
		my $p = inspect_data->new(@ARGV);
		my $i = 0;
		printf "%d %d %d\n", $i++, $p->{calls}{numbers}[$_->{call}],
			$_->{frame} for @{$p->{draws}{draws}}' "$1"
}

# compared NAME LEAST: four tests of an archive, all frames in detail, of which so
# many pictures can be compared
compared() {
	local name=$1 least=$2 list
	[ -e "$name.fxt" ] || {
		for i in 1 2 3 4; do skip 'nothing was recorded' "$name $i"; done
		return
	}
	inspect -f 0- -o "$name.html" "$name.fxt"
	is "$(grep -c 'something else' said)" 0 \
		"$name: no call returns something else while it is looked at"
	rm -rf shots
	replay --headless --snapshot shots --every draw "$name.fxt"
	page pictures "$name.html" shots >result
	[ "$(wc -l <result)" = 1 ] && [ "$(cut -d ' ' -f 1 result)" -ge "$least" ]
	ok $? "$name: the picture after each draw is the one that replay writes" ||
		tail -n 5 result | note
	inspect -f 0- --read-always -o always.html "$name.fxt"
	page same "$name.html" always.html >result
	[ "$(wc -l <result)" = 1 ]
	ok $? "$name: it has what is there if all textures are read each time" ||
		tail -n 5 result | note
	mapfile -t list < <(draws "$name.html" | sed -n '3p;$p')
	: >result
	for i in "${list[@]}"; do
		# shellcheck disable=SC2086 # three numbers
		set -- $i
		timeout "$(scaled 100)" "$fxtrace" replay --headless --state "$2" \
			"$name.fxt" 2>/dev/null | page state "$name.html" "$1" >>result
	done
	[ "$(grep -c '^[0-9]* values of 1 states compared$' result)" = 2 ] &&
		[ "$(wc -l <result)" = 2 ]
	ok $? "$name: the state of a draw is the one that replay prints" ||
		tail -n 5 result | note
}

compared es2 200
recorded targets targets egl
compared targets 400
recorded lists lists glx
compared lists 300

# Whatever the state, no draw changes more than is read after it.
for seed in 1 2 3; do
	"$fxtrace" record -q -o reach.fxt -c '%gl,%egl' \
		"$b/tests/replay/reach" egl "$seed" >/dev/null 2>&1
	inspect -f 0- -o reach.html reach.fxt
	inspect -f 0- --read-always -o always.html reach.fxt
	page same reach.html always.html
	draws reach.html | wc -l
done >result
[ "$(grep -cE '^[0-9]+ sections compared$|^3[0-9][0-9]$' result)" = 6 ] &&
	[ "$(wc -l <result)" = 6 ]
ok $? 'what a draw cannot have changed is as if it was read' || tail -n 9 result | note

inspect es2.fxt
is "$?/$(ls es2.inspect.html)/$(cat said)" "0/es2.inspect.html/$(
	sed 's/, [^,]*$//' said), $(grep -o '[^,]*$' said | sed 's/^ //')" \
	'the page has a name of its own'
like "$(cat said)" 'es2.inspect.html: 10 frames, 1 in detail, 28 draws' \
	'one frame is in detail if none is chosen'
slowest=$(perl -I "$tests" -Minspect_data -e '
	my @f = @{inspect_data->new("es2.inspect.html")->{about}{frames}};
	my ($most) = sort { $b->{ms} <=> $a->{ms} } @f[1 .. $#f];
	print join " ", map { $_->{frame} } grep { $_->{detail} } @f;
	print $most->{detail} ? "" : " instead of $most->{frame}"')
like "$slowest" '^[1-9]$' 'it is the one that took longest, but for the first'
inspect -f 3-4 -o two.html es2.fxt
is "$(draws two.html | cut -d ' ' -f 3 | sort | uniq -c | xargs)" '28 3 28 4' \
	'frames can be chosen'
call=$(draws two.html | sed -n 5p | cut -d ' ' -f 2)
inspect --calls "$call-$((call + 1))" -o one.html es2.fxt
is "$(draws one.html | cut -d ' ' -f 2,3)" "$call 3" 'or what is between two calls'
inspect -f 3-4 --max-size 1K -o small.html es2.fxt
like "$(cat said)" 'larger than --max-size: pictures of every [0-9]*. draw only' \
	'a page that becomes too large has fewer pictures, and says so'
inspect -f 77 -o none.html es2.fxt
like "$?/$(cat said)" '^0/.*no draw is in detail: --frames or --calls' \
	'without a draw, it says what to do'
head -c $(($(stat -c %s es2.fxt) / 4 * 3 / 8 * 8 + 4)) es2.fxt >cut.fxt
inspect -f 0- cut.fxt
like "$?/$(perl -I "$tests" -Minspect_data -e '
	print inspect_data->new("cut.inspect.html")->{about}{fault}')" \
	'^1/damaged at offset [0-9]+: ' 'a damaged archive is shown up to the damage'
"$fxtrace" record -q -o other.fxt -c getpid true
inspect other.fxt
like "$?/$(cat said)" '^1/.*no calls of OpenGL' 'an archive without OpenGL is an error'
[ ! -e other.inspect.html ]
ok $? 'and makes no page'
inspect - <es2.fxt
is $? 2 'standard input is refused'
inspect -o - es2.fxt
is "$(grep -c '^</html>' said)" 1 'standard output gets the page'
plan 28
