#!/bin/bash
# SPDX-License-Identifier: MIT
# What trim and convert write as gzip or zstd. Once gzip and zstd have unpacked
# it, it is the same bytes. Every command reads it as it is.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
plan 26

mkdir in made
FXTRACE_MODE=streaming "$fxtrace" record -q --for-replay -o a.fxt sh -c \
	'cd in && head -c 3000000 /dev/urandom >random && cat random >copy' \
	>out 2>&1
packers=(gzip)
if command -v zstd >/dev/null; then packers+=(zstd); fi
declare -A suffix=([gzip]=gz [zstd]=zst)

# The same without and with the name's end, by trim and by convert.
for how in "${packers[@]}"; do
	for to in fxt jsonl csv folded json pb speedscope firefox; do
		"$fxtrace" convert --overwrite a.fxt made/a.$to &&
			"$fxtrace" convert --overwrite a.fxt "made/a.$to.${suffix[$how]}" &&
			$how -tq "made/a.$to.${suffix[$how]}" &&
			$how -dc "made/a.$to.${suffix[$how]}" |
			cmp - made/a.$to || echo "$how $to"
	done
	"$fxtrace" trim a.fxt t.fxt 2>err &&
		"$fxtrace" trim a.fxt "t.fxt.${suffix[$how]}" 2>err &&
		$how -tq "t.fxt.${suffix[$how]}" &&
		$how -dc "t.fxt.${suffix[$how]}" | cmp - t.fxt || cat err
done >wrong 2>&1
ok "$([ ! -s wrong ] && [ -s made/a.csv ]; echo $?)" \
	'names that go on with .gz and .zst are of files that unpack to the same' ||
	note <wrong
what='as zstd, it has a table of pieces to seek in'
if [ "${packers[1]-}" ]; then
	n=$(zstd -l made/a.fxt.zst | awk 'END { print $1 + $2 }')
	[ "$(tail -c 4 made/a.fxt.zst | od -An -tx4 | tr -d ' ')" = 8f92eab1 ] &&
		[ "$n" -ge 4 ]
	ok $? "$what"
else
	skip 'no zstd' "$what"
fi
size=$(stat -c %s made/a.jsonl.gz)
[ $((size * 5)) -lt $((4 * $(stat -c %s made/a.jsonl))) ]
ok $? 'and is smaller'

for to in fxt jsonl csv folded chrome pprof speedscope firefox fxt-compat; do
	"$fxtrace" convert --to $to --compress gzip a.fxt - | gzip -dc |
		cmp - <("$fxtrace" convert --to $to a.fxt -) || echo $to
done >wrong 2>&1
ok "$([ ! -s wrong ]; echo $?)" \
	'--compress packs standard output, in each format that is packed' ||
	note <wrong
"$fxtrace" trim --compress gzip --calls 'open*' - - <a.fxt 2>err | gzip -dc |
	cmp - <("$fxtrace" trim --calls 'open*' a.fxt - 2>err2)
ok $? 'and what trim writes there'
"$fxtrace" trim --compress none a.fxt plain.gz 2>err
cmp -s plain.gz t.fxt && "$fxtrace" convert --compress none --to csv a.fxt n.gz &&
	cmp -s n.gz made/a.csv
ok $? '--compress none goes before a name that ends in .gz'
"$fxtrace" trim --compress gzip a.fxt packed.fxt 2>err
gzip -dc <packed.fxt | cmp - t.fxt
ok $? 'and gzip before one that does not'
"$fxtrace" convert made/a.json.gz c.fxt.gz
gzip -dc c.fxt.gz | cmp - <("$fxtrace" convert made/a.json - --to fxt)
ok $? 'what was another format becomes a packed archive'
for command in trim convert; do
	run "$fxtrace" $command --compress lzma a.fxt made/b.fxt
	ends 2 'none.* gzip.* zstd' "$command packs as nothing else"
done
for name in a.sqlite.gz a.fdr.zst a.trace.gz; do
	run "$fxtrace" convert a.fxt $name
	[ "$status" = 2 ] && says 'cannot be packed' && [ ! -e $name ] ||
		echo "$name: $status $err"
done >wrong
ok "$([ ! -s wrong ]; echo $?)" 'a format that is not packed is refused' ||
	note <wrong
"$fxtrace" convert --compress none --to sqlite a.fxt s.gz &&
	[ "$("$fxtrace" query --no-heading s.gz 'select count(*) from call')" = \
		"$("$fxtrace" dump a.fxt | wc -l)" ]
ok $? 'unless its name only looks so'
run "$fxtrace" convert a.fxt b.thing.gz
ends 2 'the name has no known format' 'a name that only says how is refused'

# Each command on the packed file and on the plain one.
cp made/a.fxt.gz p.fxt.gz
cp made/a.fxt p.fxt
for command in 'dump --json' 'dump --raw' report graph flame leaks slow \
	'query --no-heading'; do
	words=()
	[[ $command != query* ]] || words=('select * from call')
	# shellcheck disable=SC2086
	cmp <("$fxtrace" $command p.fxt.gz "${words[@]}" 2>&1 |
		sed 's/p\.fxt\.gz/p.fxt/') \
		<("$fxtrace" $command p.fxt "${words[@]}" 2>&1) || echo "$command"
done >wrong 2>&1
ok "$([ ! -s wrong ]; echo $?)" 'commands print the same of both' || note <wrong
diff <("$fxtrace" info --top 0 p.fxt.gz | sed 's/p\.fxt\.gz/p.fxt/') \
	<("$fxtrace" info --top 0 p.fxt) >wrong
ok $? 'as does info' || note <wrong
run "$fxtrace" diff p.fxt.gz p.fxt
is "$status" 0 'diff finds nothing'
cmp <("$fxtrace" trim --calls read p.fxt.gz - 2>err) \
	<("$fxtrace" trim --calls read p.fxt - 2>err2)
ok $? 'a part of both is the same'
cmp <("$fxtrace" convert p.fxt.gz - --to fxt) p.fxt
ok $? 'convert unpacks it'
for file in p.fxt.gz p.fxt; do
	mkdir "box.$file"
	timeout 60 "$fxtrace" replay --io "box.$file" --prepare $file >out 2>&1
	echo $?
	(cd "box.$file$PWD/in" && sha1sum *)
done >boxes
is "$(head -n 3 boxes)$(sort -u <boxes | wc -l)" \
	"0
$(cd in && sha1sum *)3" 'and a replay does the same again'
cp p.fxt.gz self.fxt.gz
"$fxtrace" trim --calls write self.fxt.gz self.fxt.gz 2>err
gzip -dc self.fxt.gz | cmp - <("$fxtrace" trim --calls write p.fxt - 2>err)
ok $? 'OUT may be IN'

head -c 2500000 made/a.fxt.gz >cut.fxt.gz
head -c "$(gzip -dc cut.fxt.gz 2>err | wc -c)" made/a.fxt >cut.fxt
run "$fxtrace" trim cut.fxt.gz begun.fxt.gz
[ "$status" = 1 ] && says 'cut.fxt.gz: offset' && gzip -t begun.fxt.gz &&
	"$fxtrace" dump --json begun.fxt.gz >got && [ -s got ] &&
	cmp -s got <("$fxtrace" dump --json cut.fxt.gz 2>err)
ok $? 'of a damaged archive, what is before the fault is packed'

rm -rf made/*
for command in 'trim' 'convert --to fxt' 'convert --to jsonl'; do
	for how in gzip zstd; do
		run bash -c "ulimit -f 400; exec '$fxtrace' $command \
			--compress $how a.fxt made/o"
		[ "$status" = 1 ] && says 'made/o: File too large$' &&
			[ "$(ls -A made)" = '' ] ||
			echo "$command $how: $status $err $(ls -A made)"
	done
done >wrong
ok "$([ ! -s wrong ]; echo $?)" \
	'a file that may not grow is named, and nothing is left' || note <wrong
run bash -c "'$fxtrace' trim --compress gzip a.fxt - >/dev/full"
ends 1 'standard output: No space left' 'a full disk behind a pipe is reported'
run "$fxtrace" convert --to csv --compress zstd a.fxt /dev/full
ends 1 '/dev/full: No space left' 'one whose name is known is named'
run bash -c "'$fxtrace' trim --compress gzip a.fxt - | head -c 1 >out"
is "$status $(grep -v kept <<<"$err")" '0 ' 'a reader who has seen enough is none'
printf 'no archive at all' >bad.fxt
run "$fxtrace" trim bad.fxt made/none.fxt.gz
[ "$status" = 1 ] && [ "$(ls -A made)" = '' ]
ok $? 'of what is no archive nothing is made'
