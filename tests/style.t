#!/bin/bash
# SPDX-License-Identifier: MIT
# The checks of the house rules find what they are for. Each is run on a small
# good tree, which passes, and on the same tree with one thing broken.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
scripts=$(cd "$tests/../scripts" && pwd)

# tree: a fresh good tree in $tmp/t, made current
tree() {
	cd "$tmp" && rm -rf t && mkdir t && cd t || exit 1
	mkdir -p writer preload tools tests scripts build/gen build/lib
	cp "$scripts/../.clang-format" .
	cp "$scripts/imports.txt" scripts/
	printf '%s\n' '# part: library' writer preload preload/low preload/high \
		'# part: command' tools >scripts/floors.txt
	echo tools/client/ >scripts/clients.txt
	echo '/* SPDX-License-Identifier: MIT */' | tee writer/a.h writer/a.c \
		preload/b.c >tools/c.c
	printf '#ifndef WRITER_A_H\n#define WRITER_A_H\n\nint a(void);\n\n#endif\n' >>writer/a.h
	printf '#include "writer/a.h"\n\nint a(void)\n{\n\treturn 1;\n}\n' \
		>>writer/a.c
	printf 'int %s;\n' fxtrace_register read glClear >preload/b.c
	sed -i '1i/* SPDX-License-Identifier: MIT */' preload/b.c
	echo read >build/gen/exports_libc.txt
	echo glClear >build/gen/exports_gl.txt
}

# library [FLAGS]: builds the tree's library, by the rules but for FLAGS
library() {
	cc -fPIC -shared -nostdlib -Wl,-z,now,--no-as-needed -o \
		build/libfxtrace.so preload/b.c "$@" -lc
}

# objects [FOLDER/FILE TEXT]...: the library's objects, of these sources, too
objects() {
	local file
	while [ $# -gt 0 ]; do
		mkdir -p "${1%/*}"
		{
			echo '/* SPDX-License-Identifier: MIT */'
			echo "$2"
		} >"$1"
		shift 2
	done
	for file in $(find preload writer -name '*.c'); do
		mkdir -p "build/lib/${file%/*}"
		cc -I. -c -o "build/lib/${file%.c}.o" "$file"
	done
}

# passes CHECK NAME; fails CHECK WORDS NAME: fails, and says WORDS
passes() {
	local out
	out=$("$scripts/check-$1.sh" "$PWD" build 2>&1)
	ok $? "$2" || note <<<"$out"
}
fails() {
	local out status
	out=$("$scripts/check-$1.sh" "$PWD" build 2>&1)
	status=$?
	[ $status = 1 ] && [[ $out == *"$2"* ]]
	ok $? "$3"
}

plan 31
tree && library
objects
for check in circles exports format headers imports includes layout sizes tree; do
	passes $check "$check passes a good tree"
done

tree && echo '#include "tools/c.h"' >>writer/a.c
fails includes 'writer/a.c: includes "tools/c.h"' \
	'includes finds a header of a later stage in writer'

tree && mkdir preload/low preload/high && touch preload/high/h.h &&
	echo '#include "preload/high/h.h"' >preload/low/l.c
fails includes 'preload/low/l.c: includes "preload/high/h.h"' \
	'includes finds a header of a higher floor'
tree && mkdir preload/new && touch preload/new/n.c
fails includes 'preload/new/n.c: its folder has no floor' \
	'includes finds a folder that the table of floors does not have'

up='int up(void); int down(void) { return up(); }'
tree && library && objects preload/low/l.c "$up" \
	preload/high/h.c 'int up(void) { return 1; }'
fails circles 'preload/low/l.c: calls up to preload/high/h.c: up' \
	'circles finds a call to a higher floor'
tree && library && objects preload/low/l.c "$up" \
	preload/high/h.c 'int down(void); int up(void) { return down(); }'
fails circles 'folders in a circle: preload/high preload/low; cut' \
	'circles finds folders that call each other'
tree && library && objects \
	preload/x.c 'int y(void); int x(void) { return y(); }' \
	preload/y.c 'int z(void); int y(void) { return z(); }' \
	preload/z.c '#include "preload/x.h"
int z(void) { return x_inline(); }' \
	preload/x.h 'static inline int x_inline(void) { return 0; }'
fails circles '3 files in a circle, at most 2: preload/x.c preload/y.c' \
	'circles finds files that need each other, also by inline functions'

# a client of the library for others, and what is below that
below() {
	tree && mkdir -p tools/reader tools/client && library || exit 1
	echo 'tools/reader tools/client' | tr ' ' '\n' >>scripts/floors.txt
}
below && touch tools/reader/calls.h tools/reader/memory.h &&
	printf '#include "tools/reader/%s.h"\n' memory calls >tools/client/c.c
fails includes 'tools/client/c.c: includes "tools/reader/calls.h", but' \
	'includes finds a client of the library that sees what is below it'
below && mkdir -p build/tools/reader build/tools/client && objects &&
	echo 'int next(void) { return 1; }' >tools/reader/calls.c &&
	echo 'int next(void); int c(void) { return next(); }' >tools/client/c.c &&
	for file in tools/reader/calls tools/client/c; do
		cc -c -o build/$file.o $file.c
	done
fails circles "tools/client/c.c: uses more than the library's header, see clients.txt: tools/reader/calls.c: next" \
	'circles finds one that calls it'

tree && echo 'size_t b(void);' >>writer/a.h
fails headers 'writer/a.h: does not compile alone' \
	'headers finds a header that needs another before it'

tree && yes '// x' | head -n 801 >>writer/a.c
fails sizes 'writer/a.c: 808 lines' 'sizes finds a file of over 800 lines'

tree && {
	printf 'int b(void)\n{\n'
	yes ';' | head -n 58
	echo '}'
} >>writer/a.c
fails sizes 'b has 61 lines' 'sizes finds a function of 61 lines'

tree && echo '  int   b;' >>writer/a.c
if clang-format --version | grep -q 'version 14\.' ||
	command -v clang-format-14 >/dev/null; then
	fails format 'is not formatted' \
		'format finds what clang-format would change'
else
	skip 'no clang-format 14' 'format finds what it would change'
fi

tree && mkdir src && touch src/x
fails tree 'src: is no top-level name' 'tree finds a new top-level name'

tree && sed -i 1d writer/a.c
fails tree 'writer/a.c: lacks its SPDX' 'tree finds a source without licence'

tree && sed -i '1a/* Made by fxgen, do not edit */' writer/a.c
fails tree 'writer/a.c: is generated' 'tree finds committed generated code'

tree && library -DX -x c - <<<'int stray;'
fails exports 'defines stray' 'exports finds a stray name'

tree && echo write >>build/gen/exports_libc.txt && library
fails exports 'does not define write' 'exports finds a missing wrapper'

tree && library -x c - <<<'int puts(const char *);
	void go(void); void go(void) { puts(""); }'
fails imports 'needs puts from outside' 'imports finds a call of libc'

tree && library && cc -c -o build/lib/a.o -x c - <<<'int read(void);
	int go(void); int go(void) { return read(); }'
fails imports 'build/lib/a.o: calls read' \
	'imports finds the recorder in its own wrapper'

tree && library && cc -fno-builtin -c -o build/lib/a.o -x c - <<<'
	int memcmp(void); int memcmp(void) { return 1; }
	int go(void); int go(void) { return memcmp(); }'
fails imports 'build/lib/a.o: calls memcmp in go' \
	'imports finds it also where the wrapper is'

tree && library -x c - <<<'__thread char big[200];'
fails layout '200 bytes of TLS' 'layout finds too much TLS'

tree && for i in {1..40}; do echo "char x$i, *p$i = &x$i;"; done >x.c &&
	library x.c
fails layout 'relocations, at most' 'layout finds many relocations'
