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
"$fxtrace" report --json --by errno git.fxt >git.errors 2>/dev/null

if command -v sqlite3 >/dev/null; then
	"$fxtrace" record -q -o sqlite.fxt sqlite3 new.db \
		'create table t (a, b); insert into t values (1, x'"'00ff41'"');
		insert into t select a + 1, b from t; select count(*) from t;' \
		>/dev/null
	"$fxtrace" timeline --blob-max 64K sqlite.fxt
	"$fxtrace" dump --json sqlite.fxt >sqlite.jsonl
fi

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
