#!/bin/bash
# SPDX-License-Identifier: MIT
# Files of a folder of yours, made by the real tools. What lies in the folder
# that SAMPLES names, and can be converted, becomes an archive. It has
# what those tools show of it, also if it is cut or changed. Without the
# variable nothing is done; files made here are what the other tests are about.
#	*.trace			of apitrace
#	*.fdr, *.xray		of XRay; next to it instr_map.elf, the program
#	*.json, *.json.gz	trace events
#	*.fxt			archives
# shellcheck disable=SC1091,SC2154
samples=$(realpath "${SAMPLES:-/none}" 2>/dev/null)
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
. "$tests/cli/xray.sh"
. "$tests/convert/fate.sh"
[ -d "$samples" ] || {
	echo '1..0 # SKIP SAMPLES names no folder'
	exit
}

has() { command -v "$1" >/dev/null; }

# dumped FILE: what apitrace shows
dumped() { apitrace dump -v --color=never "$1"; }

# counted FILE: how many calls that have ended there are of each function
counted() {
	"$fxtrace" query --no-heading "$1" 'select name, count(end_ns) from calls
		group by name having count(end_ns) > 0 order by name'
}

# whole NAME FILE: it becomes a.fxt, and how much that is
whole() {
	run "$fxtrace" convert --binary "${2%/*}/instr_map.elf" "$2" a.fxt
	[ "$status" = 2 ] && run "$fxtrace" convert "$2" a.fxt
	ok "$status" "$1 becomes an archive"
	note <<<"$("$fxtrace" dump a.fxt | wc -l) calls. $err"
}

# as_apitrace NAME FILE: what has become of it shows the same as itself
as_apitrace() {
	local what="apitrace shows of $1 what it did before"
	has apitrace || { skip 'no apitrace' "$what"; return; }
	dumped "$2" >want
	"$fxtrace" convert -c '*' a.fxt back.trace && dumped back.trace >got
	[ -s want ] && cmp -s want got
	ok $? "$what" || diff want got | note
}

# as_xray NAME FILE
as_xray() {
	local what="$1 has what llvm-xray finds"
	[ "$xray" ] || { skip 'no llvm-xray' "$what"; return; }
	"$fxtrace" convert --binary /dev/null "$2" b.fxt 2>err ||
		"$fxtrace" convert "$2" b.fxt 2>err
	is "$(ours b.fxt)" "$(theirs "$2")" "$what"
	note <<<"$(theirs "$2" | wc -l) entries and exits"
	what="llvm-xray counts in $1 what we do"
	[ -e "${2%/*}/instr_map.elf" ] || { skip 'no program' "$what"; return; }
	is "$(counted a.fxt)" "$("$xray" account -format=csv \
		-instr_map="${2%/*}/instr_map.elf" "$2" | sed 1d |
		awk -F, '{ gsub(/"| /, ""); print $NF "\t" $2 }' | sort)" "$what"
}

# damaged NAME FILE FORMAT
damaged() {
	local got
	got=$(cuts "$2" "$3")
	! grep -q status <<<"$got"
	ok $? "$1, cut every 16 bytes: an error, or reported"
	note <<<"$got"
	got=$(flips "$2" "$3")
	! grep -q status <<<"$got"
	ok $? "$1, changed every 16 bytes: an error, reported, or another file"
	note <<<"$got"
}

while IFS= read -r -d '' file; do
	name=${file#"$samples/"}
	whole "$name" "$file"
	case $file in
	*.trace) as_apitrace "$name" "$file" && damaged "$name" "$file" apitrace ;;
	*.fdr | *.xray) as_xray "$name" "$file" && damaged "$name" "$file" fdr ;;
	*.json) damaged "$name" "$file" chrome ;;
	esac
done < <(find "$samples" -type f \( -name '*.trace' -o -name '*.fdr' -o \
	-name '*.xray' -o -name '*.json' -o -name '*.json.gz' -o \
	-name '*.fxt' \) -print0 | sort -z)
[ $n_tests != 0 ]
ok $? 'there are samples'
plan $n_tests
