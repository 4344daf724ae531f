#!/bin/bash
# SPDX-License-Identifier: MIT
# scripts/demo.sh, without what it installs and builds: what it shows is there,
# and its counts are right.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
unset FXTRACE_MODE
plan 4

# The script in a folder of its own, whose build is this one.
mkdir -p top/scripts top/build top/tests bin
cp "$tests/../scripts/demo.sh" top/scripts
cp -r "$tests/examples" top/tests
for file in "$fxtrace" "$lib" "$b/share"; do
	[ -e "$file" ] && ln -s "$(readlink -f "$file")" top/build
done
printf '#!/bin/sh\n' | tee top/scripts/setup.sh >bin/make
# The output of the dump is kept. grep reads its own memory map, so another run
# may make another number of calls.
rm -f top/build/fxtrace
printf '#!/bin/sh\n[ "$*" = "dump grep.fxt" ] && %s "$@" >%s/dumped\nexec %s "$@"\n' \
	"$fxtrace" "$tmp" "$fxtrace" >top/build/fxtrace
chmod +x top/scripts/setup.sh bin/make top/build/fxtrace
PATH=$tmp/bin:$PATH timeout 100 top/scripts/demo.sh >shown 2>&1
is $? 0 'the demonstration runs'

# Each command says how many lines it has not shown.
n=$(sed -n '/^\$ fxtrace dump grep.fxt/,/more$/s/^... and \([0-9]*\) .*/\1/p' shown | head -n 1)
is "$((n + 30))" "$(wc -l <dumped)" 'lines that are not shown are counted'
grep -q '<html' "$(sed -n 's,^the calls of grep.*file://,,p' shown)"
ok $? 'there is a page' || note <shown
picture=$(sed -n 's/^frame 1 as a picture: *//p' shown)
if [ -z "$picture" ]; then
	skip 'no OpenGL here' 'and a frame'
else
	[ "$(head -c 4 "$picture" | tail -c 3)" = PNG ]
	ok $? 'and a frame'
fi
