#!/bin/bash
# SPDX-License-Identifier: MIT
# fxtrace leaks: finds what tests/cli/leaky.c leaves open, and nothing else.
# shellcheck disable=SC1091
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program leaky
cd "$tmp" || exit 1
unset FXTRACE_MODE

# leaks_of ARCHIVE [OPTION...]: a line for each place, without addresses
leaks_of() {
	"$fxtrace" leaks --json "$@" 2>leaks.err | perl -MJSON::PP -ne '
		my $leak = decode_json($_);
		printf "%s x%d %d %s\n", $leak->{kind}, $leak->{count},
			$leak->{bytes}, $leak->{call}{name}' | sort
}

record() { "$fxtrace" record -q --overwrite "$@" >/dev/null 2>record.err; }

plan 16
name=$(leaky name) # what realpath allocates, by release of libc

record -o all.fxt --calls '+%alloc,+pthread_attr*' leaky
is "$(leaks_of all.fxt | grep -v ' iconv_open')" \
	"$(sort <<<"allocation x1 128 posix_memalign
allocation x1 $name malloc
allocation x1 300 calloc
allocation x1 500 realloc
allocation x3 51 malloc
descriptor x1 0 open
descriptor x1 0 socketpair
descriptor x1 0 socketpair
folder stream x1 0 opendir
mapping x1 4096 mmap
semaphore x1 0 sem_open
stream x1 0 fdopen
stream x1 0 fopen
thread x1 0 pthread_create
timer x1 0 timer_create")" 'all that is left open is found, once, and no more'

"$fxtrace" leaks all.fxt >text 2>text.err
is "$(sed -n '1s/ character.*//p' text | sed 's/, 1 semaphore//')" \
	'3 descriptors, 2 streams, 1 folder stream, 1 mapping (4096 bytes), 7 allocations ('$((979 + name))' bytes), 1 thread, 1 timer, 1' \
	'the sums are first'
is "$(grep -A1 '^mapping' text | sed 's/0x[0-9a-f]*/PTR/g; s/^[0-9]* .*mmap/mmap/; s/ <.*//')" \
	'mapping PTR, 4096 bytes
mmap(addr=NULL, length=8192, prot=PROT_READ, flags=MAP_PRIVATE|MAP_ANONYMOUS, fd=-1, offset=0) = PTR' \
	'what is left of a mapping is reported with the call that made it'
is "$(grep -c '^3 allocations from here, 51 bytes' text)" 1 \
	'what one place left open several times is one entry'
[ ! -s text.err ]
ok $? 'nothing is said about what was not recorded when all was'

script -qec "stty cols 60; '$fxtrace' leaks all.fxt" /dev/null </dev/null |
	tr -d '\r' >narrow
! grep -q '^.\{61\}' narrow && grep -q ', 1 timer' narrow &&
	[ "$(sed '1,/^$/d' narrow | wc -l)" = "$(sed '1,/^$/d' text | wc -l)" ] &&
	diff <(grep -o '^[0-9]* [0-9./ ]* [a-z_]*(' narrow) \
		<(grep -o '^[0-9]* [0-9./ ]* [a-z_]*(' text)
ok $? 'a narrow terminal gets each line, and each name' || note <narrow

record -o clean.fxt --calls '+%alloc,+pthread_attr*' leaky closes
is "$(leaks_of clean.fxt)" '' 'a program that closes everything has no leaks'
is "$("$fxtrace" leaks clean.fxt 2>&1)" 'nothing was left open' \
	'which is said in words'

record -o some.fxt leaky
is "$(leaks_of some.fxt | grep -c allocation) $(grep -c 'allocations are not looked for.*+%alloc' leaks.err)" \
	'0 1' 'allocations that were not recorded are named as such'
record -o less.fxt --calls '*,-close' leaky
is "$(leaks_of less.fxt | grep -c descriptor) $(grep -c 'descriptors are not looked for.*+close' leaks.err)" \
	'0 1' 'and descriptors if nothing that closes them was recorded'

run "$fxtrace" leaks --exit-code all.fxt
a=$status
run "$fxtrace" leaks --exit-code clean.fxt
is "$a $status" '3 0' '--exit-code says whether there are any'
is "$(leaks_of all.fxt --calls fopen)" 'stream x1 0 fopen' \
	'--calls chooses by the call that opened'
is "$("$fxtrace" leaks --top 1 all.fxt | grep -c '^descriptor \|^stream \|^[0-9]* more places')" 2 \
	'--top shows the first places and says that there are more' ||
	"$fxtrace" leaks --top 1 all.fxt | note
# Records are of whole words: half a word is never between two of them.
head -c "$(($(stat -c %s all.fxt) / 16 * 8 + 4))" all.fxt >half.fxt
run "$fxtrace" leaks half.fxt
ends 1 'half.fxt: offset [0-9]*: .* expected' 'a cut archive is an error with its offset'

# gl_leaks ARCHIVE ARGUMENT...: which objects of OpenGL and EGL the program
# leaves
gl_leaks() {
	"$fxtrace" record -q --overwrite -o "$1" "$b/tests/gl/left" "${@:2}" \
		>left.out 2>record.err
	"$fxtrace" leaks --json --calls %gl,%egl "$1" 2>leaks.err |
		perl -MJSON::PP -ne 'my $leak = decode_json($_);
			printf "%s %s\n", $leak->{key} =~ s/ 0x.*//r,
				$leak->{call}{name}' | sort
}
what='objects of OpenGL are left but for those deleted, and of destroyed contexts'
if "$b/tests/gl/left" >/dev/null 2>&1; then
	gl_leaks gl.fxt >got.leaks
	is "$(cat got.leaks)" 'egl:context eglCreateContext
egl:surface eglCreatePbufferSurface
egl:surface eglCreatePbufferSurface
gl:buffer 1 glGenBuffers
gl:list '"$(sed -n '1s/^list //p' left.out)"' glGenLists
gl:shader 1 glCreateShader
gl:texture 1 glGenTextures
gl:texture 3 glGenTextures' "$what"
	is "$(gl_leaks gl2.fxt all | sort -u)" \
		'egl:surface eglCreatePbufferSurface' \
		'the last context takes what is its own along'
else
	skip 'no context of OpenGL' "$what"
	skip 'no context of OpenGL' 'the last context takes what is its own along'
fi
