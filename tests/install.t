#!/bin/bash
# SPDX-License-Identifier: MIT
# make install: the command, the library, the manual and two scripts below
# PREFIX, which work where they are.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
export PREFIX=/opt/tracer

# install: as the user would, without building anything again
install() {
	local flags=()
	[[ " ${MAKEFLAGS-}" == *' B='* ]] ||
		flags=(B="$([ "$b" -ef "$tests/../build" ] && echo build ||
			echo "$b")")
	make -s -C "$tests/.." "${flags[@]}" install DESTDIR="$tmp/root" \
		PREFIX=$PREFIX >install.out 2>&1
}

plan 8
install
ok $? 'make install works' || note <install.out
is "$(cd root && find . -type f ! -path '*/share/fxtrace/*' \
	! -path '*/share/man/*' | sed 's,/python3[.0-9]*/,/python3/,' |
	LC_ALL=C sort | xargs)" \
	"./opt/tracer/bin/fxtrace \
./opt/tracer/include/fxtrace/reader.h \
./opt/tracer/lib/fxtrace/libfxtrace.so \
./opt/tracer/lib/libfxtrace-reader.a \
./opt/tracer/lib/libfxtrace-reader.so.0 \
./opt/tracer/lib/pkgconfig/fxtrace-reader.pc \
./opt/tracer/lib/pkgconfig/fxtrace.pc \
./opt/tracer/lib/python3/dist-packages/fxtrace.py \
./opt/tracer/share/bash-completion/completions/fxtrace \
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
# flags NAME=VALUE...: the file that says how objects were compiled
flags() {
	make -s -C "$tests/.." B="$tmp/flags" "$@" "$tmp/flags/flags" &&
		grep -c ' DEV$' flags/flags
}
is "$(unset DEV MAKEFLAGS; flags; flags DEV=1; flags)" '0
1
1' 'what was compiled without DEV=1 is compiled again with it, and not back'
