#!/bin/bash
# SPDX-License-Identifier: MIT
# What reads files that come from elsewhere is fuzzed, from its seeds and from
# what other programs write. Each reader takes two minutes or FUZZ_SECONDS. No
# input makes it fail, or makes an archive that our own reader does not take. No
# archive makes what writes other formats fail.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
top=$(cd "$tests/.." && pwd)
b=$(realpath "$b")
seconds=${FUZZ_SECONDS:-120}
unset MAKEFLAGS MFLAGS MAKELEVEL

plan 5
for name in reader apitrace xray chrome outputs; do
	what="$name takes any bytes for $seconds s"
	command -v clang >/dev/null || { skip 'no clang' "$what"; continue; }
	# under the name that `make fuzz` has for it, or its flags were others
	fuzzer=${b#"$top/"}/clang/fuzz/$name
	if ! make -s -C "$top" B="${b#"$top/"}/clang" CC=clang CFLAGS='-O1 -g' \
		SAN=fuzzer-no-link,address,undefined "$fuzzer" >"$tmp/make" 2>&1; then
		ok 1 "$what"
		note <"$tmp/make"
		continue
	fi
	mkdir -p "$top/$fuzzer.corpus"
	if [ $name = reader ]; then
		for writer in fuchsia magic go ocaml; do
			perl "$tests/convert/mkfxt.pl" $writer \
				>"$top/$fuzzer.corpus/$writer.fxt"
		done
	fi
	(cd "$top" && scripts/fuzz.sh "$seconds" "$fuzzer") >"$tmp/out" 2>&1
	ok $? "$what"
	tail -n 40 "$tmp/out" | note
done
