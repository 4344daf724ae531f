#!/bin/bash
# SPDX-License-Identifier: MIT
# What libfxtrace.so costs the program before its first call. Relocations: an
# IFUNC resolver may call us before they are done. Static TLS: taken from every
# thread's stack. Writable code, an executable stack.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
lib=$b/libfxtrace.so
max_tls_bytes=128
need "$lib"
# The linker of arm64 leaves addresses in the table of addresses (GOT) that the
# one of x86-64 puts into the code.
max_relocs=32
! readelf -h "$lib" | grep -q AArch64 || max_relocs=44

readelf -dW "$lib" | grep -q TEXTREL &&
	bad "$lib" 'has text relocations: some object is not -fPIC'
n=$(readelf -rW "$lib" | grep -c ' R_')
[ "$n" -le "$max_relocs" ] ||
	bad "$lib" "has $n relocations, at most $max_relocs: store offsets or \
indexes instead of pointers"
tls=$(($(readelf -lW "$lib" | awk '$1 == "TLS" {print $6}' | head -n 1)))
[ "$tls" -le "$max_tls_bytes" ] ||
	bad "$lib" "has $tls bytes of TLS, at most $max_tls_bytes: put them \
into the thread's mapped state"
readelf -dW "$lib" | grep -qw NOW ||
	bad "$lib" 'binds lazily, which takes 3 KB of stack: link with -z now'
readelf -lW "$lib" | grep -q 'GNU_STACK.* RW ' ||
	bad "$lib" 'asks for an executable stack: an .S file lacks its \
.note.GNU-stack section'
finish
