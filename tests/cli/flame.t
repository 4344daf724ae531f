#!/bin/bash
# SPDX-License-Identifier: MIT
# flame: the picture is sound XML whatever names there are. Frames are as wide
# as the graph says, and in a browser they zoom and are found.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
chromium=$(command -v chromium || command -v chromium-browser)

# sound NAME FILE: xmllint has nothing to say of it
sound() {
	if ! command -v xmllint >/dev/null; then
		skip 'no xmllint' "$1"
		return
	fi
	xmllint --noout --nonet "$2" 2>lint.err
	ok $? "$1" || note <lint.err
}

# page SCRIPT: what the script, in a page with b.svg, writes to `said`, and
# errors of any script
page() {
	{
		echo '<!DOCTYPE html><meta charset="utf-8"><pre id="said"></pre>'
		echo '<script>window.onerror = function (m) {
			document.getElementById("said").textContent += m; };
			window.prompt = function () { return "inner"; };</script>'
		tail -n +2 b.svg
		echo "<script>
			var said = document.getElementById('said');
			function say(t) { said.textContent += t + ' '; }
			function click(e) { e.dispatchEvent(new MouseEvent('click',
				{bubbles: true})); }
			function frame(n, i) { return document.querySelectorAll(
				'.f[data-n=\"' + n + '\"]')[i || 0]; }
			function width(n, i) { var f = frame(n, i);
				return f.getAttribute('display') === 'none' ? 'none' :
				Math.round(f.querySelector('rect')
					.getAttribute('width')); }
			function text(c) { return document.querySelector('.' + c)
				.textContent; }
			$1</script>"
	} >page.html
	dom page.html | sed -n 's/.*<pre id="said">\(.*\)<\/pre>.*/\1/p'
}

# dom FILE[#...]: what the page is once its scripts have run
dom() {
	HOME=$tmp timeout 60 "$chromium" --headless --no-sandbox --disable-gpu \
		--user-data-dir="$tmp/browser" --dump-dom \
		"file://$tmp/$1" 2>/dev/null
}

# browsed WANT SCRIPT NAME
browsed() {
	if [ -z "$chromium" ]; then
		skip 'no chromium' "$3"
		return
	fi
	is "$(page "$2")" "$1" "$3"
}

plan 40

cat >b.json <<'END'
[{"ph":"X","pid":1,"tid":1,"cat":"x","name":"outer","ts":0,"dur":100},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":10,"dur":20},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"deep_inner","ts":11,"dur":10},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":30,"dur":50},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"tiny","ts":90,"dur":0.001},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"other","ts":50,"dur":300}]
END
"$fxtrace" convert b.json b.fxt
run "$fxtrace" flame -o b.svg b.fxt
is "$status $out" '0 ' 'a flame graph is drawn'
is "$err" 'fxtrace: 1 call path below 0.01% left out, with what they called' \
	'what is too narrow is reported'
grep -q '>1 narrower than 0.01% left out<' b.svg
ok $? 'in the picture, too'
sound 'the picture is sound XML' b.svg
! grep -q 'https\?://' <(grep -v 'http://www.w3.org/2000/svg' b.svg)
ok $? 'and needs nothing else'
# of 1180, for 400 us in all
is "$(tr '\n' ' ' <b.svg | grep -o 'data-n="[^"]*"\|<rect x="[0-9.]*" y="[0-9]*" width="[0-9.]*"' |
	sed 's/data-n=//; s/<rect x=//; s/y=//; s/width=//; s/"//g' | paste - - |
	awk '{ printf "%s %.1f %s %.1f\n", $1, $2, $3, $4 }')" 'all 10.0 129 1180.0
1 10.0 112 1180.0
1 10.0 95 295.0
outer 10.0 78 295.0
inner 10.0 61 206.5
deep_inner 10.0 44 29.5
2 305.0 95 885.0
other 305.0 78 885.0' 'frames are as wide as their time, and are where it was spent'

# What no name has that is meant well; both names are in each picture.
perl -CO -e 'printf q([{"ph":"X","pid":1,"tid":1,"cat":"x","name":"%s","ts":0,
	"dur":9}]), join "", map { sprintf "\\u%04x", ord } split //,
	"<&>\"\x27]]>--\$`{\n\0\x1b\x7f\x{85}\x{fffe}\x{ffff}\x{202e}</title>" .
	"<script>alert(1)</script>"' >h.json
"$fxtrace" convert h.json h.fxt
run "$fxtrace" flame --title '</title><&"' -o h.svg h.fxt
sound 'names and titles from elsewhere are sound XML, too' h.svg
! grep -q '<script>alert' h.svg
ok $? 'and no script'
perl -pe 's/outer/\xff\xc0\x80\xed\xa0/g' b.fxt >u.fxt
run "$fxtrace" flame -o u.svg u.fxt
grep -qF 'data-n="\377\300\200\355\240"' u.svg
ok $? 'what is no UTF-8 is shown by its bytes' || grep -a data-n u.svg | note
sound 'and is sound XML' u.svg

browsed '1180 295 ' "say(width('1')); say(width('outer'));" \
	'all is shown at first'
browsed '1180 826 none 1180 1180 inline ' "click(frame('outer').firstChild);
	say(width('outer')); say(width('inner')); say(width('other')); say(width('all')); say(width('1', 0));
	say(document.querySelector('.reset').getAttribute('display'));" \
	'a click on a frame shows it as wide as the picture'
browsed '295 885 none ' "click(frame('outer')); click(document.querySelector(
	'.reset')); say(width('outer')); say(width('other'));
	say(document.querySelector('.reset').getAttribute('display'));" \
	'and the button shows all again'
browsed 'deep_inner ' "click(frame('deep_inner'));
	say(frame('deep_inner').querySelector('text').textContent);" \
	'a name that had no space is shown once it has'
browsed '2 Matched: 17.5% ' "click(document.querySelector('.search'));
	say(document.querySelectorAll('.m').length); say(text('matched'));" \
	'what is searched for is marked, and its share reported, inner ones once'
browsed '0  ' "click(document.querySelector('.search'));
	click(document.querySelector('.search'));
	say(document.querySelectorAll('.m').length); say(text('matched'));" \
	'and the same button takes the marks away'
browsed 'outer: 1 call, 100.0us (25.00 %), in itself 30.0us ' \
	"frame('outer').dispatchEvent(new MouseEvent('mouseover',
	{bubbles: true})); say(text('info'));" 'the mouse shows what a frame is'
if [ -n "$chromium" ]; then
	dom 'b.svg#q=^inner&z=3' >dom.svg
	is "$(grep -c 'class="f m"' dom.svg) $(grep -o 'Matched: [0-9.]*%' dom.svg)" \
		'1 Matched: 17.5%' 'a link leads to what was marked'
	cp h.svg b.svg
	is "$(page 'say(document.querySelectorAll(".f").length);')" '4 ' \
		'names from elsewhere do not reach the script'
else
	skip 'no chromium' 'a link leads to what was marked'
	skip 'no chromium' 'names from elsewhere do not reach the script'
fi

run "$fxtrace" flame -w count -o c.svg b.fxt
grep -q '<title>tiny: 1 call, 1ns (16.67 %)</title>' c.svg
ok $? 'frames can be as wide as their number of calls' ||
	grep title c.svg | note
grep -q program c.svg
ok "$((! $?))" 'where the time outside of calls has none'
cat >g.json <<'END'
[{"ph":"X","pid":1,"tid":1,"cat":"libc:time","name":"nanosleep","ts":0,"dur":100},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"outer","ts":130,"dur":50},
{"ph":"X","pid":1,"tid":1,"cat":"libc:time","name":"nanosleep","ts":140,"dur":20}]
END
"$fxtrace" convert g.json g.fxt
# frames [OPTION...]: names and tips
frames() {
	run "$fxtrace" flame --svg -o - "$@" g.fxt
	grep -o '<title>[^<]*([^<]*' <<<"$out" | cut -c8- | tr '\n' ';'
}
for how in '' '--since 0'; do
	# shellcheck disable=SC2086
	is "$(frames $how)" 'all: 1 call, 80.0us (100.00 %);1: 1 call, 80.0us (100.00 %);1: 1 call, 80.0us (100.00 %);[program]: 30.0us (50.00 %);outer: 1 call, 50.0us (50.00 %), in itself 30.0us;' \
		"the time outside of calls is a frame, and what waits has none ${how:+($how)}"
done
frames >/dev/null
is "$err" 'fxtrace: 2 calls, 120.0us, of functions that wait left out: --wait shows them' \
	'what was left out is reported'
frames --wait | grep -q ';nanosleep: 1 call, 100.0us (55.56 %);outer'
ok $? 'an option shows it'
frames -c nanosleep | grep -q '1: 2 calls, 120.0us (100.00 %);nanosleep: '
ok $? 'as does a list that names the function' || frames -c nanosleep | note
frames -c '%libc' | grep -q nanosleep
ok "$((! $?))" 'but not one that includes it'
program reported
"$fxtrace" record -q -o s.fxt --stack 'read,pwrite' -c 'read,pwrite' reported
run "$fxtrace" flame --by stack -o s.svg s.fxt
sound 'a picture may be of stacks' s.svg
is "$(grep -o 'data-n="\(work\|pwrite\)"' s.svg | sort -u | tr '\n' ' ')" \
	'data-n="pwrite" data-n="work" ' 'with the functions that led to calls'
run "$fxtrace" flame --svg -o - b.fxt
[ "$status$err" = 0"$(head -n 1 <<<"$err")" ] && [ "${out:0:5}" = '<?xml' ]
ok $? 'a picture may go to standard output'
echo old >old.svg
run "$fxtrace" flame -o /no/such/x.svg b.fxt
ends 1 'No such file' 'a file that cannot be is an error'
head -c 2000 "$tests/fuzz/reader/everything.fxt" >cut.fxt
run "$fxtrace" flame -o old.svg cut.fxt
ends 1 '^fxtrace: cut.fxt: offset [0-9]*: ' 'a damaged archive is an error'
sound 'but what is before it is drawn' old.svg
run "$fxtrace" flame --since 1h -o n.svg b.fxt
sound 'nothing is a picture, too' n.svg
run "$fxtrace" flame -w size b.fxt
ends 2 'width size: expected time or count' 'what has no width is refused'

# the page
run "$fxtrace" flame b.fxt
[ "$status$out" = 0 ] && says '; --svg -o - writes' &&
	grep -q '^<title>fxtrace timeline' b.html
ok $? 'without a name it is a page with that of the archive'
run "$fxtrace" flame --svg b.fxt
[ "$status$out" = 0 ] && cmp -s <(sed 1,9d b.svg) <("$fxtrace" flame -so - b.fxt 2>/dev/null | sed 1,9d)
ok $? 'as is a picture'
"$fxtrace" flame --svg -o page.html b.fxt 2>err
[ "$(head -c 5 page.html)" = '<?xml' ]
ok $? 'a picture may have any name'
run "$fxtrace" flame --by stack s.fxt
ends 2 'needs --svg, or FILE.svg' 'what a page cannot have is an error'
run "$fxtrace" flame - <b.fxt
ends 2 'needs --output' 'standard input has no name for a page'
