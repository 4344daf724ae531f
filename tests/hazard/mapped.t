#!/bin/bash
# SPDX-License-Identifier: MIT
# Files that are read and written through memory, recorded for a replay. The
# recorded bytes make the file that the program left, whatever it did to its
# mapping. The program notices nothing.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/mapped
unset FXTRACE_MODE

# recorded WAY: leaves the file as data, its calls as lines of JSON in json
recorded() {
	rm -f data a.fxt json
	timeout 60 "$fxtrace" record -q --for-replay -o a.fxt \
		"$program" "$1" data || return
	"$fxtrace" dump --json a.fxt >json
	sed -n '/mapping was being changed/p' json >>changed.out
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

# recorded_calls NAME [PATTERN]: how many such calls, whose line has the pattern
recorded_calls() {
	[ -s json ] && grep "\"name\":\"$1" json | grep -c -- "${2:-}"
}

plan 33
same 'a program that maps files does not notice' "$program" sync data
is "$("$fxtrace" dump fxt/*.fxt | grep -c fxtrace_)" 0 \
	'without --for-replay nothing of it is recorded'
for way in sync unmap cut fork many; do
	(FXTRACE_FOR_REPLAY=yes && export FXTRACE_FOR_REPLAY &&
		unseen "$program" "$way" data) >said
	ok $? "nor one that does it with --for-replay: $way" || note <said
done

whole sync 'what msync writes is recorded'
is "$(recorded_calls fxtrace_written '"offset":4096,')" 2 'and again what munmap leaves'
whole unmap 'what a part holds that is unmapped, and what the rest at the end'
whole closed 'the descriptor may be closed by then'
whole remap 'what was written before and behind mremap'
is "$(recorded_calls fxtrace_mapped '"fd":-1,"offset":4096,')" 1 \
	'what mremap has added is recorded as found there'
whole fixed 'what is covered by another mapping, and what is left next to it'
whole protect 'a mapping that could only be read at first'
whole cut 'a file that is cut under its mapping'
whole exec 'what is there when another program takes the place'
whole fork 'what a child has written, and its parent after it'
whole vfork 'a child that has the same memory and runs another program'
whole zeros 'zeros over what was there'
is "$(recorded_calls fxtrace_written '"data":null,"n":16384')" 1 \
	'they are recorded by their number'
whole private 'a private mapping changes no file'
is "$(recorded_calls fxtrace_written)" 0 'so none is recorded'

recorded read
is "$(recorded_calls fxtrace_mapped) $(recorded_calls fxtrace_mapped '"n":4096')" '1 1' \
	'what a program finds in a mapped file is recorded up to the page'"'"'s end'
is "$(sed -n 's/.*"data":{"base64":"\([^"]*\)".*/\1/p' json | base64 -d |
	md5sum)" "$(head -c 4096 data | md5sum)" 'with its bytes'
recorded code
is "$(recorded_calls fxtrace_mapped)" 0 'but not what is mapped to be executed'
recorded anonymous
is "$(recorded_calls fxtrace_)" 0 'nor memory without a file'
if recorded shm; then
	is "$(recorded_calls fxtrace_written '"n":16384')" 1 'shared memory is a file, too'
else
	skip 'no shared memory here' 'shared memory is a file, too'
fi

# More mappings at once than are tracked: what is missing is reported.
recorded many
written=$(recorded_calls fxtrace_written)
unknown=$(recorded_calls fxtrace_mapping_unknown 'too many files are mapped at once')
is "$((written + unknown))" 600 'each mapping is recorded or missed'
ok $((!(written >= 500 && unknown > 0))) \
	'of too many the first ones, and of the others that they are not' ||
	echo "$written written, $unknown unknown" | note

is "$(wc -l <changed.out)" 0 'none is missed because others change'

# What it costs where no setting turns it on: none of its system calls
# pieces OPTION...: how often space for a piece was mapped
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
	'an empty variable turns nothing on'
