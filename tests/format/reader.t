#!/bin/bash
# SPDX-License-Identifier: MIT
# writer/FORMAT.md is enough to read an archive. A reader that was written from
# it alone finds the same calls as fxtrace, in golden and in fresh archives.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
unset FXTRACE_MODE
here=$tests/format
if ! command -v python3 >/dev/null; then
	echo '1..0 # SKIP no python3'
	exit
fi
program threads
"$fxtrace" record -q -o 1.fxt ls -l / >/dev/null
"$fxtrace" record -q -o 2.fxt -c '+*' sh -c 'echo a | cat; kill -9 $$' >/dev/null 2>&1
"$fxtrace" record -q -o 3.fxt threads >/dev/null
"$fxtrace" record -q --mode oneshot -o 4.fxt -c '+*' git --version >/dev/null
"$fxtrace" record -q -o 5.fxt -c '+*' /usr/bin/python3 -c 'import fcntl
fcntl.lockf(open("locked", "w+"), fcntl.LOCK_SH)' >/dev/null
"$fxtrace" record -q -o 6.fxt -c '+*' "$b/tests/app/numbers" >/dev/null
archives=("$here"/[0-9]*/*.fxt [1-6].fxt)

plan $((${#archives[@]} + 8))
for archive in "${archives[@]}"; do
	name=$(basename "$archive")
	case $name in
	unfinished-circular.fxt) # laps, which recover puts into order
		cp "$archive" whole.fxt
		"$fxtrace" recover whole.fxt >/dev/null 2>&1
		archive=whole.fxt
		;;
	zstd.fxt) # Python's library has no zstd
		"$fxtrace" convert "$archive" whole.fxt 2>/dev/null
		archive=whole.fxt
		;;
	esac
	python3 "$here/reader.py" "$archive" >ours 2>errors
	"$fxtrace" dump --json "$archive" >theirs 2>/dev/null
	python3 "$here/compare.py" ours theirs 2>>errors && [ -s ours ]
	ok $? "$name has the same calls for a reader of the page alone" ||
		note <errors
	rm -f whole.fxt
done

perl "$tests/cli/mkwall.pl" host=alpha,b007 clock=0,50s,1795706400s \
	clock=2000000000,52s,1795706403s clock=9000000000,59s,1795706410s \
	call=1000000000,1000000001,read call=2000000000,2000000001,read \
	call=8000000000,8000000001,read >5.fxt
for archive in [1-5].fxt; do
	"$fxtrace" dump --json "$archive" >theirs
	python3 "$here/clocks.py" "$archive" theirs 2>errors
	ok $? "$archive has the same times of day and host" || note <errors
done

# the comparison can fail
sed -i '2s/"number": 1,/"number": 1, "errno": "EPERM",/' ours
python3 "$here/compare.py" ours theirs 2>/dev/null
is $? 1 'another error is a difference'
[ "$(wc -l <"$here/reader.py")" -le 310 ]
ok $? 'the reader has at most 310 lines'
# the bytes of the page's example, in the archive that it names
bytes=$(sed -n '/<!-- example -->/,/^## /s/^\t\(\([0-9a-f][0-9a-f] \)*[0-9a-f][0-9a-f]\) .*/\1/p' \
	"$root/writer/FORMAT.md" | tr -d ' \n')
[ ${#bytes} -ge 20 ] && od -An -v -tx1 "$here/1/values.fxt" | tr -d ' \n' |
	grep -q "$bytes"
ok $? "the page's example is in the archive that it names" || note <<<"$bytes"
