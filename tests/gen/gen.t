#!/bin/bash
# SPDX-License-Identifier: MIT
# The generator: what it writes for small descriptions, what it refuses and
# where. The libc descriptions fit the headers of this machine.
# GOLDEN=1 rewrites the expected outputs.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
here=$tests/gen
root=$(cd "$tests/.." && pwd)
fxgen=${FXGEN:-$b/fxgen}
cc=${CC:-cc}
warn='-std=gnu11 -O2 -D_GNU_SOURCE -Wall -Wextra -Werror -Wshadow
	-Wmissing-prototypes -Wstrict-prototypes -Wvla -fno-builtin -fPIC
	-fvisibility=hidden'
libc=("$root"/gen/api/libc/*.api)
bad=("$here"/bad_*.api)

# generate FOLDER FILE...: into $tmp/FOLDER
generate() {
	mkdir -p "$1" && "$fxgen" -o "$@"
}

# golden NAME COMMAND...: its output is NAME.out
golden() {
	local name=$1
	shift
	"$@" >got
	[ -z "${GOLDEN:-}" ] || cp got "$here/$name.out"
	is "$(cat got)" "$(cat "$here/$name.out")" "output $name is as expected"
}

# rows FILE NAME...: the arrays of these names
rows() {
	for array in "${@:2}"; do
		sed -n "/ $array\[.*{\$/,/^};/p" "$1"
	done
}

# compiles FOLDER API: tables and wrappers, without a warning; libc's are many,
# and the build has optimised them already
compiles() {
	for part in table wrap; do
		# shellcheck disable=SC2046,SC2086
		$cc $warn $([ "$2" != libc ] || echo -O0) -I"$root" \
			-c "$1/${part}_$2.c" -o "$1/$part.o" \
			>err 2>&1 || return
	done
	$cc -c "$1/tail_$2.S" -o "$1/tail.o" >err 2>&1
}

# refused FILE: with the message that its first line has, and no output
refused() {
	rm -rf none && mkdir none
	got=$("$fxgen" -o none "$1" 2>&1)
	[ $? = 1 ] && [ -z "$(ls none)" ] &&
		[ "$got" = "$1:$(sed -n '1s/^# error //p' "$1" |
			sed 's/: /: error: /')" ]
}

plan $((24 + ${#bad[@]}))

generate tiny "$here/tiny.api"
generate shapes "$here/shapes.api"
generate values "$here/values.api"
generate versions "$here/versions.api"
# as the build does: the headers of other releases lack some
generate libc --cc "$cc" "${libc[@]}"

golden tiny_rows rows tiny/table_tiny.c enumerators types items functions
golden shapes_wrap sed -n '/FXP_EXPORT/,$p' shapes/wrap_shapes.c
golden shapes_tail cat shapes/tail_shapes.S
golden shapes_ids cat shapes/ids_shapes.h
golden shapes_map cat shapes/map_shapes.ld
golden shapes_exports cat shapes/exports_shapes.txt
# The version that a wrapper looks up, and those that it is exported as.
cat >versions/print.c <<-'C'
	#include <stdio.h>
	#include "table_versions.c"
	int main(void)
	{
		const struct fxg_table *t = &fxg_versions;

		for (unsigned i = 0; i < t->n_functions; i++)
			printf("%s %s\n", t->text + t->strings[functions[i].name],
				t->text + functions[i].symver);
	}
C
$cc -I"$root" -o versions/print versions/print.c
versions() {
	versions/print
	sed -n '/FXP_EXPORT/p' versions/wrap_versions.c
	sed -n '/^V/,$p' versions/map_versions.ld
}
golden versions versions

for api in tiny shapes values versions libc; do
	compiles $api $api
	ok $? "what is generated for $api compiles without a warning" ||
		note <err
done

generate again --cc "$cc" "${libc[@]}" && diff -r -x '*.o' libc again >err
ok $? 'the same descriptions give the same bytes' || note <err

mapfile -t reversed < <(printf '%s\n' "${libc[@]}" | sort -r)
generate reversed --cc "$cc" "${reversed[@]}" && diff -r -x '*.o' libc reversed >err
ok $? 'the order of the files does not matter' || note <err

generate parts --parts 3 "$here/shapes.api" &&
	cat parts/wrap_shapes.c parts/wrap_shapes_[12].c |
	sed -n '/^[^ *].*fxp_w_/,/^}/p' |
		diff <(sed -n '/^[^ *].*fxp_w_/,/^}/p' shapes/wrap_shapes.c) - >err
ok $? 'several parts hold the wrappers of one, in its order' || note <err

sed 's/MODE_BIT/MODE_BYTE/' "$here/tiny.api" >other.api
generate other other.api
! diff <(grep build_id tiny/table_tiny.c) <(grep build_id other/table_tiny.c) \
	>/dev/null
ok $? 'another constant is another build id'

for f in "${libc[@]}"; do
	awk '/^[A-Za-z_].*\(/ && $1 != "type" { if (name) print name
		sub(/\(.*/, ""); sub(/.*[ *]/, ""); name = $0 }
	/^\t/ && $1 !~ /:/ { for (i = 1; i < NF; i++) {
		if ($i == "since") i++
		if ($i == "alias" || $(i - 1) == "since")
			while (++i <= NF) print $i } }
	$1 == "target" || $1 == "fake" { name = "" }
	END { if (name) print name }' "$f"
done | grep -vxF -f <(sed -n 's/^function //p' libc/absent_libc.txt) |
	LC_ALL=C sort >described
diff described libc/exports_libc.txt >err
ok $? 'the functions described are those exported' || note <err

# A definition of each for what the others have by hand.
cat >hand.c <<-'C'
	#define HAND(x) void x(void); void x(void) {}
	HAND(fxp_cold) HAND(fxp_begin) HAND(fxp_end) HAND(fxp_leaf_begin)
	HAND(fxp_leaf_end) HAND(fxp_tail_common) HAND(fxp_tail_exit)
	HAND(fxp_tail) HAND(fxp_decide)
	HAND(fxp_shapes_before) HAND(fxp_shapes_track)
	HAND(fxp_shapes_alongside)
	const unsigned *fxp_shim_generation;
	__attribute__((visibility("default"))) int shape_custom(void);
	int shape_custom(void) { return 0; }
C
# As in a shim: the recorder's state is elsewhere.
# shellcheck disable=SC2086
$cc $warn -DFXP_SHIM=shapes -I"$root" -c shapes/wrap_shapes.c \
	-o shapes/wrap.o >err 2>&1
$cc -I"$root" -fPIC -fvisibility=hidden -shared -nostdlib -o shapes.so hand.c \
	shapes/*.o -Wl,--version-script,shapes/map_shapes.ld >err 2>&1
ok $? 'tables, wrappers and trampolines make a library' || note <err
nm -D --defined-only shapes.so | sed 's/.* [A-Z] //' | grep -v ^SHAPES_2 |
	LC_ALL=C sort >got
is "$(cat got)" "$(sed 's/^shape_custom$/&@@SHAPES_2/' \
	shapes/exports_shapes.txt)" 'it exports the list, with versions'
is "$(readelf -rW shapes.so | grep -c R_X86_64_RELATIVE)" 18 \
	'nothing but the two tables of pointers needs relocation'

# Prototypes are as in the headers, where these declare the function plainly.
# The other names of a function may have types of another name. So may a
# parameter that is a pointer to any socket address. Or to struct sched_attr:
# only headers of newer libcs have it. Of some functions headers have the newer
# version.
sed -n 's/^\t\([a-z].*\)*alias //p' "${libc[@]}" | tr ' ' '\n' >aliases
sed -nE 's/.*[ *](u?fromfp.*)\(.*/\1/p' "${libc[@]}" >>aliases
"$fxgen" --cc "$cc" -o again --print-model "${libc[@]}" | sed -n '/^\(function\|param\) /q;p' \
	>model
{
	sed -n 's/^define \(.*\)/#ifndef \1\n#define \1\n#endif/p' model
	sed -n 's/^include \(.*\)/#include \1/p' model
	sed -n 's/^type \(struct .*\)/\1;/p' again/absent_libc.txt
	grep ');$' model | awk '
	FILENAME == "aliases" { skip[$1]; next }
	{ name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
	!(name in skip) && name !~ /^sched_[gs]etattr$/ && name !~ /f(32|64)x?$/ && !/[ *]__/ && !/const struct sockaddr \*/ &&
		!/struct sockaddr \*.*\*addrlen/ {
		print "#undef " name; print
	}' aliases -
} >prototypes.c
$cc -std=gnu11 -Werror -fno-builtin -fsyntax-only prototypes.c >err 2>&1
ok $? 'the prototypes are those of the headers' || note <err

sed -n '/^```$/,/^```$/{//!p;}' "$root/gen/API.md" |
	sed '/__read$/q' >example.api
generate example example.api 2>err && [ -s example/wrap_libc.c ]
ok $? 'the example of API.md is a description' || note <err

grep -ho -e '{"[a-z_]*",' -e 'fxg_accept(parser, "[a-z_]*"' \
	"$root"/gen/parse_{note,type,function}.c "$root/gen/parse.c" |
	sed 's/.*"\(.*\)".*/\1/' | sort -u | while read -r word; do
	grep -q "\`[^\`]*\b$word\b[^\`]*\`" "$root/gen/API.md" || echo "$word"
done >undocumented
[ ! -s undocumented ]
ok $? 'API.md explains every word of the language' || note <undocumented

"$fxgen" >err 2>&1
is $? 2 'no file is a usage error'

for f in "${bad[@]}"; do
	refused "$f"
	ok $? "$(basename "$f" .api) is refused where it is wrong" ||
		echo "$got" | note
done
