#!/bin/bash
# SPDX-License-Identifier: MIT
# make install: the command, the library, the manual and two scripts below
# PREFIX, which work where they are.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
export PREFIX=/opt/tracer

# install TARGET NAME=VALUE...: as the user would, without building all again
install() {
	local flags=()
	[[ " ${MAKEFLAGS-}" == *' B='* ]] ||
		flags=(B="$([ "$b" -ef "$tests/../build" ] && echo build ||
			echo "$b")")
	make -s -C "$tests/.." "${flags[@]}" "$@" DESTDIR="$tmp/root" \
		>install.out 2>&1
}

plan 15
install install PREFIX=$PREFIX
ok $? 'make install works' || note <install.out
is "$(cd root && find . -type f ! -path '*/share/fxtrace/*' \
	! -path '*/share/man/*' | sed 's,/python3[.0-9]*/,/python3/,' |
	LC_ALL=C sort | xargs)" \
	"./opt/tracer/bin/fxtrace \
./opt/tracer/include/fxtrace/reader.h \
./opt/tracer/lib/fxtrace/libfxtrace.so \
./opt/tracer/lib/fxtrace/tools/fxtrace \
./opt/tracer/lib/libfxtrace-reader.a \
./opt/tracer/lib/libfxtrace-reader.so.0 \
./opt/tracer/lib/pkgconfig/fxtrace-reader.pc \
./opt/tracer/lib/pkgconfig/fxtrace.pc \
./opt/tracer/lib/python3/dist-packages/fxtrace.py \
./opt/tracer/share/bash-completion/completions/fxtrace \
./opt/tracer/share/doc/fxtrace/API.md \
./opt/tracer/share/doc/fxtrace/LICENSE \
./opt/tracer/share/doc/fxtrace/changelog \
./opt/tracer/share/fish/vendor_completions.d/fxtrace.fish \
./opt/tracer/share/zsh/site-functions/_fxtrace" \
	'it installs the command, two libraries, the module, the manual and what shim needs'
is "$(cd root/opt/tracer/share/man && find . -type f | sort)" \
	"$("$fxtrace" help --list | sed 's,.*\(.\)$,./man\1/&,' | sort)" \
	'the manual has a page for every command and topic'
installed=$tmp/root$PREFIX
"$installed/bin/fxtrace" record -q -o a.fxt env >env.out 2>record.err
ok $? 'the installed command records' || note <record.err
grep -qx "LD_PRELOAD=$installed/lib/fxtrace/libfxtrace.so" env.out
ok $? 'with the library that was installed with it' || note <env.out
"$installed/bin/fxtrace" info a.fxt | grep -q '^calls: '
ok $? 'and reads archives, which the executable of all commands does'
"$installed/lib/fxtrace/tools/fxtrace" record -q -o b.fxt true 2>record.err
ok $? 'that one records, too' || note <record.err
mv "$installed/lib/fxtrace/tools/fxtrace" moved
is "$("$installed/bin/fxtrace" dump a.fxt 2>&1 >/dev/null; echo "status $?")" \
	'fxtrace: the executable of this command, lib/fxtrace/tools/fxtrace, is missing: install fxtrace again
status 1' 'without it, the command says what is missing'
mv moved "$installed/lib/fxtrace/tools/fxtrace"
(cd "$installed/share/man" && for page in man?/*; do
	section=${page##*.} name=$(basename "$page" ."$section")
	head -n 3 "$page" | grep -q "^\.TH $(sed 's/-/\\\\-/g' <<<"${name^^}") $section" ||
		echo "$page"
done) >not_a_page
[ ! -s not_a_page ]
ok $? 'each is a man page of its name' || note <not_a_page
bash -c '. "$0" && complete -p fxtrace' \
	"$installed/share/bash-completion/completions/fxtrace" >complete.out
ok $? 'bash completes the command by the script' || note <complete.out
for file in "$installed"/bin/fxtrace "$installed"/lib/fxtrace/tools/fxtrace; do
	grep -aqz '^/usr/local/.*/fxtrace/' "$file" && echo "$file: /usr/local"
	grep -aqz "^$PREFIX/lib/fxtrace/$" "$file" || echo "$file: not its own"
done >places.out
[ ! -s places.out ]
ok $? 'the executables know no other place than their own' || note <places.out
touch root/opt/tracer/lib/other
install uninstall PREFIX=$PREFIX
is "$(find root ! -type d) $(find root -name '*fxtrace*')" \
	'root/opt/tracer/lib/other ' 'make uninstall takes it away, and nothing else' ||
	note <install.out
triplet=$(gcc -print-multiarch 2>/dev/null || echo any-linux-gnu)
install install-strip PREFIX=/usr LIBDIR="/usr/lib/$triplet"
env -i PATH=/usr/bin:/bin LD_PRELOAD="$tmp/root/usr/lib/$triplet/fxtrace/libfxtrace.so" \
	FXTRACE_OUTPUT="$tmp/bare.fxt" sh -c 'readlink /proc/*/exe' >running.out 2>&1
"$tmp/root/usr/bin/fxtrace" record -q -o strip.fxt true &&
	grep -qx "$tmp/root/usr/bin/fxtrace" running.out
ok $? 'with a LIBDIR of its own, command and recorder find each other' ||
	note <running.out
is "$(cd root/usr && find . -type f -exec file {} + | grep -c 'not stripped')" 0 \
	'install-strip leaves no symbols'
# flags NAME=VALUE...: the file that says how objects were compiled
flags() {
	make -s -C "$tests/.." B="$tmp/flags" "$@" "$tmp/flags/flags" &&
		grep -c ' DEV$' flags/flags
}
is "$(unset DEV MAKEFLAGS; flags; flags DEV=1; flags)" '0
1
1' 'what was compiled without DEV=1 is compiled again with it, and not back'
