#!/bin/bash
# SPDX-License-Identifier: MIT
# Files that are read and written through memory, recorded for a replay: the
# bytes that the archive has make the file that the program left, whatever it did
# to its mapping; and the program notices nothing.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/mapped
unset FXTRACE_MODE

# recorded WAY: leaves the file as data, its calls as lines of JSON in json
recorded() {
	rm -f data a.fxt json
	timeout 60 "$fxtrace" record -q --for-replay -o a.fxt \
		"$program" "$1" data || return
	"$fxtrace" dump --json a.fxt >json
}

# made: the file as the calls in json make it
made() {
	perl -MMIME::Base64 -ne '
		BEGIN { $file = "" }
		($name) = /"name":"(\w+)"/;
		($data) = /"(?:data|buf)":\{"base64":"([^"]*)"/;
		$data = decode_base64($data // "");
		if ($name eq "write") {
			$file .= $data;
		} elsif ($name eq "ftruncate" && /"length":(\d+)/) {
			$file = substr($file . "\0" x $1, 0, $1);
		} elsif ($name eq "fxtrace_written") {
			($at) = /"offset":(\d+)/;
			($n) = /"n":(\d+)/;
			$data = "\0" x $n if /"data":null/;
			$n = length($file) - $at if $at + $n > length($file);
			substr($file, $at, $n, substr($data, 0, $n)) if $n > 0;
		}
		END { print $file }' json
}

# whole WAY NAME
whole() {
	recorded "$1" && made >made.data && cmp data made.data >difference 2>&1
	ok $? "$2" || note <difference
}

# told NAME [PATTERN]: how many such calls, whose line has the pattern
told() {
	[ -s json ] && grep "\"name\":\"$1" json | grep -c -- "${2:-}"
}

plan 32
same 'a program that maps files does not notice' "$program" sync data
is "$("$fxtrace" dump fxt/*.fxt | grep -c fxtrace_)" 0 \
	'without --for-replay nothing of it is told'
for way in sync unmap cut fork many; do
	(FXTRACE_FOR_REPLAY=yes && export FXTRACE_FOR_REPLAY &&
		unseen "$program" "$way" data) >said
	ok $? "nor one that does it with --for-replay: $way" || note <said
done

whole sync 'what msync writes is told'
is "$(told fxtrace_written '"offset":4096,')" 2 'and again what munmap leaves'
whole unmap 'what a part holds that is unmapped, and what the rest at the end'
whole closed 'the descriptor may be closed by then'
whole remap 'what was written before and behind mremap'
is "$(told fxtrace_mapped '"fd":-1,"offset":4096,')" 1 \
	'what mremap has added is told as found there'
whole fixed 'what is covered by another mapping, and what is left beside it'
whole protect 'a mapping that could only be read at first'
whole cut 'a file that is cut under its mapping'
whole exec 'what is there when another program takes the place'
whole fork 'what a child has written, and its parent after it'
whole vfork 'a child that has the same memory and runs another program'
whole zeros 'zeros over what was there'
is "$(told fxtrace_written '"data":null,"n":16384')" 1 \
	'they are told by their number'
whole private 'a private mapping changes no file'
is "$(told fxtrace_written)" 0 'so none is told'

recorded read
is "$(told fxtrace_mapped) $(told fxtrace_mapped '"n":4096')" '1 1' \
	'what a program finds in a mapped file is told up to the page'"'"'s end'
is "$(sed -n 's/.*"data":{"base64":"\([^"]*\)".*/\1/p' json | base64 -d |
	md5sum)" "$(head -c 4096 data | md5sum)" 'with its bytes'
recorded code
is "$(told fxtrace_mapped)" 0 'but not what is mapped to be executed'
recorded anonymous
is "$(told fxtrace_)" 0 'nor memory without a file'
if recorded shm; then
	is "$(told fxtrace_written '"n":16384')" 1 'shared memory is a file, too'
else
	skip 'no shared memory here' 'shared memory is a file, too'
fi

# More mappings at once than are followed: what is missing is told.
recorded many
written=$(told fxtrace_written)
unknown=$(told fxtrace_mapping_unknown 'too many files are mapped at once')
is "$((written + unknown))" 600 'each mapping is told or missed'
ok $((!(written >= 500 && unknown > 0))) \
	'of too many the first ones, and of the others that they are not' ||
	echo "$written written, $unknown unknown" | note

# What it costs where it is not asked for: none of its system calls
# pieces OPTION...: how often room for a piece was asked for
pieces() {
	FXTRACE_MODE='' strace -f -o calls.out -E "LD_PRELOAD=$lib" \
		-E FXTRACE_OUTPUT=c.fxt "$@" "$program" fork data
	grep -c 'mmap(NULL, 262144,' calls.out
}
name='it is only with --for-replay that memory and descriptors are read'
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
	is "$(pieces) $(pieces -E FXTRACE_FOR_REPLAY=1)" '0 4' "$name"
else
	skip 'no strace' "$name"
fi
FXTRACE_FOR_REPLAY='' traced "$program" sync data
is "$("$fxtrace" info fxt/*.fxt | grep -c 'for replay')" 0 \
	'an empty variable asks for nothing'
