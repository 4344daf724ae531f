#!/bin/bash
# SPDX-License-Identifier: MIT
# Pages of `fxtrace timeline` in headless Chromium: recordings of git and
# sqlite3, and an archive whose names want to be markup. timeline.pl does what a
# user does.
# shellcheck disable=SC1091,SC2015,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
command -v chromium >/dev/null && command -v chromedriver >/dev/null || {
	echo '1..0 # SKIP chromium and chromium-driver are not installed'
	exit
}
export FXTRACE_MODE=streaming HOME=$tmp

git init -q tree && for n in 1 2 3; do
	echo "line $n" >>tree/file &&
		git -C tree add file &&
		git -C tree -c user.name=a -c user.email=b commit -qm "number $n"
done
"$fxtrace" record -q -o git.fxt git -C tree log --stat >/dev/null
"$fxtrace" timeline git.fxt
"$fxtrace" dump --json git.fxt >git.jsonl
"$fxtrace" dump git.fxt >git.txt
"$fxtrace" report --json git.fxt >git.functions 2>/dev/null
for by in errno:errors file:files thread:threads process:processes; do
	"$fxtrace" report --json --by ${by%:*} git.fxt >git.${by#*:} 2>/dev/null
done

if command -v sqlite3 >/dev/null; then
	"$fxtrace" record -q -o sqlite.fxt sqlite3 new.db \
		'create table t (a, b); insert into t values (1, x'"'00ff41'"');
		insert into t select a + 1, b from t; select count(*) from t;' \
		>/dev/null
	"$fxtrace" timeline --blob-max 64K sqlite.fxt
	"$fxtrace" dump --json sqlite.fxt >sqlite.jsonl
fi

# two programs and a thread, each of which something led to
"$fxtrace" record -q -o flows.fxt sh -c 'true; cat /dev/null | cat
	/usr/bin/python3 -c "import threading
t = threading.Thread(target=open, args=[\"/dev/null\"]); t.start(); t.join()"' &&
	"$fxtrace" timeline flows.fxt && "$fxtrace" convert flows.fxt flows.json
"$fxtrace" flame flows.fxt -o flame.html
"$fxtrace" dump --json flows.fxt >flows.jsonl

cat >between.json <<'X'
[{"ph":"X","pid":1,"tid":1,"cat":"x","name":"outer","ts":0,"dur":100},
{"ph":"X","pid":1,"tid":1,"cat":"libc:time","name":"nanosleep","ts":10,"dur":80},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"handler","ts":15,"dur":70},
{"ph":"B","pid":1,"tid":1,"cat":"x","name":"endless","ts":120},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":130,"dur":10},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"other","ts":0,"dur":500}]
X
"$fxtrace" convert between.json between.fxt && "$fxtrace" flame between.fxt &&
	"$fxtrace" flame -c outer -o some.html between.fxt

cat >requests.json <<'X'
{"traceEvents":[
{"ph":"X","pid":7,"tid":7,"cat":"x","name":"work","ts":1,"dur":900},
{"ph":"X","pid":7,"tid":7,"cat":"x","name":"ask","ts":40,"dur":30},
{"ph":"b","pid":7,"tid":7,"cat":"x","name":"fetch","id":1,"ts":50,"args":{"url":"a"}},
{"ph":"b","pid":7,"tid":7,"cat":"x","name":"fetch","id":2,"ts":100},
{"ph":"n","pid":7,"tid":7,"cat":"x","name":"fetch","id":1,"ts":200},
{"ph":"e","pid":7,"tid":7,"cat":"x","name":"fetch","id":1,"ts":300,"args":{"status":200}},
{"ph":"b","pid":7,"tid":7,"cat":"x","name":"fetch","id":1,"ts":400},
{"ph":"e","pid":7,"tid":7,"cat":"x","name":"fetch","id":2,"ts":600}
]}
X
"$fxtrace" convert requests.json requests.fxt && "$fxtrace" timeline requests.fxt
# more at a time than there are lanes, and one without a call before the others
perl -e 'my $e = q({"ph":"%s","pid":%d,"tid":%d,"cat":"a","name":"%s","id":%d,"ts":%d},);
	print q([{"ph":"X","pid":7,"tid":7,"cat":"x","name":"work","ts":100,"dur":900},);
	printf $e, "b", 9, 9, "early", 1, 10;
	printf $e, "e", 9, 9, "early", 1, 90;
	printf $e, "b", 7, 7, "open$_", 100 + $_, 100 + $_ for 1 .. 11;
	printf $e, "b", 7, 7, "long", 200, 200;
	printf $e, "e", 7, 7, "long", 200, 900;
	printf "$e$e", "b", 7, 7, "short", $_, $_, "e", 7, 7, "short", $_, $_ + 5
		for 210 .. 230;
	print q({"ph":"X","pid":7,"tid":7,"cat":"x","name":"x","ts":999,"dur":0}])' >many.json
"$fxtrace" convert many.json many.fxt && "$fxtrace" timeline many.fxt &&
	"$fxtrace" timeline -c work -o narrowed.html many.fxt

cat >counters.json <<'X'
{"traceEvents":[
{"ph":"M","pid":7,"tid":7,"name":"process_name","args":{"name":"web"}},
{"ph":"X","pid":7,"tid":7,"cat":"x","name":"work","ts":1,"dur":900},
{"ph":"C","pid":7,"tid":7,"cat":"x","name":"heap","ts":10,"args":{"bytes":100}},
{"ph":"C","pid":7,"tid":7,"cat":"x","name":"heap","ts":400,"args":{"bytes":5000000}},
{"ph":"C","pid":7,"tid":7,"cat":"x","name":"heap","ts":800,"args":{"bytes":250000}},
{"ph":"C","pid":7,"tid":7,"cat":"x","name":"load","id":2,"ts":100,"args":{"user":1.5,"system":-0.25}},
{"ph":"C","pid":7,"tid":7,"cat":"x","name":"load","id":2,"ts":500,"args":{"user":0.5,"system":0.75}},
{"ph":"C","pid":9,"tid":9,"cat":"x","name":"other","ts":500,"args":{"n":3}}
]}
X
"$fxtrace" convert counters.json counters.fxt && "$fxtrace" timeline counters.fxt
grep -v '"X"' counters.json >only.json && "$fxtrace" convert only.json only.fxt &&
	"$fxtrace" timeline -o counters_only.html only.fxt 2>/dev/null

# more than a page has of each kind: 3 requests, 4 values and 5 arrows
perl -e 'my $e = q(,{"ph":"%s","pid":7,"tid":%d,"cat":"a","name":"%s","id":%d,"ts":%d%s});
	print q([{"ph":"X","pid":7,"tid":7,"cat":"x","name":"work","ts":0,"dur":900},
		{"ph":"X","pid":7,"tid":8,"cat":"x","name":"work","ts":0,"dur":900});
	printf "$e$e", "b", 7, "r", $_, $_, "", "e", 7, "r", $_, $_ + 1, "" for 1 .. 100003;
	printf $e, "C", 7, "v", 0, $_, qq(,"args":{"n":$_}) for 1 .. 400004;
	printf "$e$e", "s", 7, "f", $_, $_, "", "f", 8, "f", $_, $_ + 1, "" for 1 .. 100005;
	print "]"' >limits.json
"$fxtrace" convert limits.json limits.fxt && "$fxtrace" timeline limits.fxt

cat >hostile.json <<'X'
{"traceEvents":[
{"ph":"M","pid":7,"tid":7,"name":"process_name","args":{"name":"</script><script>window.owned=1</script>"}},
{"ph":"M","pid":7,"tid":7,"name":"thread_name","args":{"name":"<img src=x onerror=window.owned=2>"}},
{"ph":"X","pid":7,"tid":7,"cat":"<b>","name":"</script><script>window.owned=3</script>","ts":1,"dur":5,
"args":{"<i>":"<img src=x onerror='window.owned=4'>","a\u2028b":"x\u2029y\u0000z\u0001","q":"\"'`${window.owned=5}\\","--><!--":"]]>&lt;"}},
{"ph":"X","pid":7,"tid":7,"cat":"__proto__","name":"__proto__","ts":3,"dur":1,"args":{"__proto__":"constructor"}}
]}
X
"$fxtrace" convert hostile.json hostile.fxt && "$fxtrace" timeline hostile.fxt
perl -e 'print "\xff</script><script>window.owned=6</script>\xe2\x80\xa8"' >bad
"$fxtrace" record -q -o bytes.fxt sh -c 'cat "$(cat bad)"' 2>/dev/null
"$fxtrace" timeline bytes.fxt
for size in 64K 32K 16K; do
	"$fxtrace" record -q --overwrite -o lost.fxt --on-full drop \
		--buffer $size perl -e '-e "/no/such/$_" for 1 .. 50000'
	"$fxtrace" info lost.fxt | grep '^lost:' >lost && break
done
"$fxtrace" timeline lost.fxt
perl -I "$tests" "$tests/timeline.pl" "$tmp"
