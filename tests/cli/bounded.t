#!/bin/bash
# SPDX-License-Identifier: MIT
# What a reader does is bounded by what it reads. A damaged or hostile archive
# costs no more time, disk or memory than its bytes up to the damage.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

commands=(info dump leaks slow report graph flame timeline)
kinds=('texts 200' 'longargs 200' 'longname 3000' 'types 100' 'onestack 1000'
	'flags 3000' 'paths 3000' 'manypaths 3000' 'forks 2000' 'chainforks 2000'
	'blobs 300' 'threads 4000' 'processes 3000' 'providers 1000' 'numbers 3000'
	'mallocs 3000' 'times 3000' 'stacks 40' 'enums 3000' 'overlaps 4000'
	'nested 10' 'objects 5000' 'deep 20000' 'causes 6000')
plan $((${#commands[@]} + 17 + ${#kinds[@]}))

# One record, a hole of zeros, and 400 MB more of them that no reader may
# unpack.
{
	printf '\x10\x00\x04\x46\x78\x54\x16\x00'
	head -c 400000000 /dev/zero
} | gzip -1 >bomb.fxt.gz

# Temporary files of more than 16 MB are an error that ends the command.
for command in "${commands[@]}"; do
	args=()
	[ "$command" = timeline ] && args=(-o page.html)
	[ "$command" = flame ] && args=(-o flame.svg)
	(
		ulimit -f 16384
		exec "$fxtrace" "$command" "${args[@]}" bomb.fxt.gz
	) >out 2>err
	status=$?
	[ $status = 1 ] && grep -q 'bomb.fxt.gz: offset 8: a record expected' err
	ok $? "$command unpacks no more than it reads" || {
		echo "status $status"
		cat err
	} | note
done

# A call whose event has an empty name.
printf '%b' '\x10\x00\x04\x46\x78\x54\x16\x00\x64\x00\x04\x00\x07\x80\x00\x00' \
	'\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00' \
	'\x01\x00\x00\x00\x00\x00\x00\x00libc:io\x00' \
	'\x09\x00\x00\x00\x00\x00\x00\x00' >empty.fxt
timeout 20 "$fxtrace" leaks empty.fxt >out 2>err
[ $? -le 1 ]
ok $? 'a function without a name is none that opens or closes' || note <err

# What ends in the middle of a compressed stream is said where it ends.
"$fxtrace" info bomb.fxt.gz >/dev/null 2>err
is "$(wc -l <err)" 1 'one line says where and what'

# A view that never ends, and one that builds ever longer text.
sqlite3 hostile.sqlite "
	create view calls as with recursive n(i) as
		(select 1 union all select i + 1 from n) select count(*) from n;
	create view args as with recursive n(t) as
		(select 'x' union all select t || t from n) select max(t) from n"
timeout 60 "$fxtrace" query --max-seconds 1 hostile.sqlite \
	'select * from calls' >out 2>err
is "$? $(grep -c -- '--max-seconds raises that limit' err)" '1 1' \
	'a query that never ends is stopped, and says how to raise the limit'
timeout 60 "$fxtrace" query --max-memory 64M hostile.sqlite \
	'select * from args' >out 2>err
is "$? $(grep -c -- '--max-memory raises that limit' err)" '1 1' \
	'so is one that takes ever more memory'
timeout 60 "$fxtrace" query hostile.sqlite \
	"attach 'new.sqlite' as new; create table new.t (a)" >out 2>err
is "$? $(ls new.sqlite 2>/dev/null)" '1 ' 'a query makes no files'
(
	trap - INT
	exec timeout --foreground -s INT 1 "$fxtrace" query hostile.sqlite \
		'select * from calls'
) >out 2>err
is $? 124 'an interrupt ends a query at once'

# Small archives that say much with few bytes: references to long texts and
# values, members over one another, long stacks, inherited descriptors, deep
# nesting. Each is of a few 100 KB at most.
limit=500000
nm -D "$fxtrace" 2>/dev/null | grep -q __asan && limit=unlimited
readers=(info dump 'dump --json' 'dump --stacks' report 'report --by file'
	'report --by thread' graph 'graph --by stack' leaks slow
	'flame -o OUT.svg' 'timeline -o OUT.html' 'diff base.fxt'
	'convert --to csv IN OUT.csv' 'convert --to jsonl IN OUT.jsonl'
	'convert --to chrome IN OUT.json')
perl "$tests/cli/hostile.pl" deep 5 >base.fxt
n_kinds=0
for kind in "${kinds[@]}"; do
	n_kinds=$((n_kinds + 1))
	n_readers=0
	read -ra words <<<"$kind"
	perl "$tests/cli/hostile.pl" "${words[@]}" >IN
	: >why
	for reader in "${readers[@]}"; do
		# all of them take the first few; of the others, each takes some
		n_readers=$((n_readers + 1))
		[ $n_kinds -le 5 ] || [ $(((n_kinds + n_readers) % 4)) = 0 ] || continue
		read -ra words <<<"$reader"
		[[ $reader = *IN* ]] || words+=(IN)
		rm -f OUT*
		(
			ulimit -v $limit -f 49152 -c 0
			exec timeout 30 "$fxtrace" "${words[@]}"
		) >out 2>err
		status=$?
		# 3: diff, of what it could not read completely; a file that is too
		# large is a signal
		[ $status -le 1 ] || [ "${reader% *} $status" = 'diff 3' ] || echo "$reader: status $status" >>why
	done
	[ ! -s why ]
	ok $? "an archive of $(($(wc -c <IN) / 1000)) KB with ${kind% *} takes little" ||
		note <why
done

perl "$tests/cli/hostile.pl" texts 200 >texts.fxt
"$fxtrace" dump texts.fxt 2>err >out
is "$? $(grep -c 'texts.fxt: .* references to long texts are shortened' err)" \
	'1 1' 'what is shortened is said'
# of the processor's time
perl "$tests/cli/hostile.pl" causes 100000 >causes.fxt
(ulimit -t 5; exec "$fxtrace" info causes.fxt) >out 2>err
is "$? $(grep -c ': call [0-9]' out)" '0 75000' \
	'the calls that made snapshots are found without looking at all for each'
rm -f causes.fxt
perl "$tests/cli/hostile.pl" deep 8000 >deep.fxt
"$fxtrace" convert --to folded deep.fxt deep.folded 2>err
is "$? $(grep -c 'nested so deeply' err) $(ls deep.folded 2>/dev/null)" '1 1 ' \
	'stacks of deep calls do not grow with the square of the archive'
perl "$tests/cli/hostile.pl" deep 16000 >deep.fxt
"$fxtrace" convert deep.fxt deep.pb 2>err
is "$? $(grep -c 'nested so deeply' err) $(ls deep.pb 2>/dev/null)" '1 1 ' \
	'nor do profiles'
# fits KIB N COMMAND: whether that is enough for N calls. It is memory of its
# own, not the file, which is mapped.
fits() {
	perl "$tests/cli/hostile.pl" plain "$2" >plain.fxt
	(ulimit -d "$1"; exec "$fxtrace" "$3" plain.fxt) >out 2>err
}
for command in report graph; do
	least=0 most=65536
	while [ $((most - least)) -gt 250 ] && [ $limit != unlimited ]; do
		middle=$(((least + most) / 2))
		if fits $middle 10 $command; then most=$middle; else least=$middle; fi
	done
	most=$((most + 1000))
	[ $limit = unlimited ] && most=unlimited
	fits $most 200000 $command
	is "$? $(grep -c open out)" '0 1' \
		"$command takes no more memory for 200,000 calls than for ten" ||
		note <err
done
rm -f plain.fxt
# unpacks MAX: what info says of 16 MB that are packed
unpacks() {
	FXTRACE_UNPACK_MAX=$1 timeout 60 "$fxtrace" info filler.fxt.gz >out 2>err
	echo "$? $(grep -c "$2" err)"
}
perl "$tests/cli/hostile.pl" filler 500 | gzip -9 >filler.fxt.gz
is "$(unpacks 8M 'more than FXTRACE_UNPACK_MAX: set that to more')" '1 1' \
	'a packed archive is unpacked to a limit that the user sets' || note <err
is "$(unpacks 100M .)" '0 0' 'which can be raised' || note <err
is "$(unpacks all .)" '0 0' 'or taken away' || note <err
is "$(unpacks 8X 'neither a size, such as 100G, nor all')" '1 1' \
	'what is no limit is reported' || note <err
if command -v zstd >/dev/null; then
	perl "$tests/cli/hostile.pl" filler 70000 | zstd -q -1 >filler.fxt.zst
	"$fxtrace" info filler.fxt.zst >/dev/null 2>err
	is "$? $(grep -c 'filler.fxt.zst: .*1,000 times its size' err)" '1 1' \
		'what unpacks to far more than most do is not unpacked' || note <err
else
	skip 'no zstd' 'what unpacks to far more than most do is not unpacked'
fi
