#!/bin/bash
# SPDX-License-Identifier: MIT
# What it takes to convert archives of ten million calls, into every format and
# from those that can be read. It prints CPU seconds (of user and kernel), calls
# per second, peak memory, and the size of what is made. There are two programs:
# kinds.c, which makes libc calls with values of every kind, and gl.c, where
# there is OpenGL. Next to it is `apitrace dump`, where it is installed, of the
# same calls: of our export of kinds, and of apitrace's own recording of gl.
# These alternate, all to /dev/null, and the median of five is printed. Files
# are made in the script's temporary folder, so TMPDIR decides the disk. It
# takes 10 GB.
#   CALLS=n ROUNDS=n tests/bench/convert.sh
# With BEFORE, which is the `fxtrace` of another build, only databases are made.
# Both builds take turns, and what is in them is compared.
#   BEFORE=file CALLS=n ROUNDS=n tests/bench/convert.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
bench=$b/tests/bench
calls=${CALLS:-10000000}
rounds=${ROUNDS:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

has() { command -v "$1" >/dev/null; }

# row WHAT FILE: of the last line that `used` has written
row() {
	local size=0
	[ -e "$2" ] && size=$(du -cm --apparent-size "$2"* | tail -n 1 | cut -f 1)
	tail -n 1 used | awk -v what="$1" -v calls="$n_calls" -v size="$size" '{
		printf "  %-26s %8.2f s %12.0f calls/s %6.0f MiB memory", what, $1,
			calls / ($1 + 1e-9), $2 / 1024
		if (size > 0)
			printf " %7d MiB", size
		print ""
		if ($3 > 1)
			print "  " what " failed: " $3
	}'
}

# measured WHAT FILE COMMAND...
measured() {
	"$bench/used" used "${@:3}" >/dev/null 2>err
	row "$1" "$2"
}

# into FORMAT ARCHIVE: and removes the output
into() {
	measured "to $1" "out.$1" "$b/fxtrace" convert --to "$1" "$2" "out.$1"
	rm -f "out.$1"*
}

# there_and_back FORMAT NAME ARCHIVE
there_and_back() {
	measured "to $1" "$2" "$b/fxtrace" convert --to "$1" "$3" "$2"
	measured "from $1" back.fxt "$b/fxtrace" convert --from "$1" "$2" back.fxt
	rm -f "$2"* back.fxt
}

# turns ARCHIVE TRACE: the same calls, in turns
turns() {
	local i
	rm -f turn.*
	for ((i = 0; i < rounds; i++)); do
		"$bench/used" turn.1 apitrace dump --color=never "$2" >/dev/null 2>err
		"$bench/used" turn.2 "$b/fxtrace" convert --to jsonl "$1" - >/dev/null
		"$bench/used" turn.3 "$b/fxtrace" convert --to apitrace \
			--calls "$3" "$1" - >/dev/null 2>err
		"$bench/used" turn.4 "$b/fxtrace" dump --color=never "$1" >/dev/null
	done
	echo "  in turns, median of $rounds, to /dev/null:"
	for i in 1 2 3 4; do
		sort -n turn.$i | sed -n "$(((rounds + 1) / 2))p" >>used
		case $i in
		1) row 'apitrace dump' '' ;;
		2) row 'convert --to jsonl' '' ;;
		3) row 'convert --to apitrace' '' ;;
		4) row 'fxtrace dump' '' ;;
		esac
	done
}

# before_and_now ARCHIVE: databases by both builds, in turns
before_and_now() {
	local i which
	ln -s "$(readlink -f "$BEFORE")" before
	ln -s "$(readlink -f "$b/fxtrace")" now
	for ((i = 0; i < rounds; i++)); do
		for which in before now; do
			"$bench/used" turn.$which "$tmp/$which" convert \
				--overwrite "$1" $which.db
		done
	done
	for which in before now; do
		sort -n turn.$which | sed -n "$(((rounds + 1) / 2))p" >>used
		row "to sqlite, $which" $which.db
	done
	cmp <(sqlite3 before.db .dump) <(sqlite3 now.db .dump) &&
		echo '  the same rows'
}

# all ARCHIVE
all() {
	local format
	n_calls=$("$b/fxtrace" info "$1" | awk '/^calls:/ { print $2 }')
	echo "$1: $n_calls calls, $(du -m --apparent-size "$1" | cut -f 1) MiB"
	for format in jsonl csv folded fxt-compat sqlite; do
		into $format "$1"
	done
	there_and_back chrome out.json "$1"
	there_and_back fdr out.fdr "$1"
}

"$b/fxtrace" record -q -o kinds.fxt "$bench/kinds" "$calls"
if [ -n "${BEFORE:-}" ]; then
	n_calls=$calls
	before_and_now kinds.fxt
	exit
fi
all kinds.fxt
measured 'to apitrace' kinds.trace "$b/fxtrace" convert --calls '*' \
	kinds.fxt kinds.trace
measured 'from apitrace' back.fxt "$b/fxtrace" convert kinds.trace back.fxt
rm -f back.fxt
if has apitrace; then
	turns kinds.fxt kinds.trace '*'
fi
rm -f kinds.*

"$bench/gl" 1 0 >/dev/null || { echo 'gl: no OpenGL here'; exit; }
"$b/fxtrace" record -q -o gl.fxt "$bench/gl" $((calls / 6)) 0 >/dev/null
all gl.fxt
there_and_back apitrace out.trace gl.fxt
if has apitrace; then
	apitrace trace -a egl -o gl.trace "$bench/gl" $((calls / 6)) 0 \
		>/dev/null 2>err
	turns gl.fxt gl.trace %gl,%glx,%egl
fi
