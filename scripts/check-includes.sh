#!/bin/bash
# SPDX-License-Identifier: MIT
# Which headers a file may include: those of its own folder, of lower floors
# (scripts/floors.txt), and public ones of the other parts.
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# The headers of the writer that preload may include, and those for the tools;
# its buffer.h is private.
library=' fxt wire bytes sys clock engine record thread loss utf8 alert '
library+='conversion redact setting callers glob path_globs line_table where duration memory '
library+='describe wall folder older plain large arch/bytes arch/order '
tools=' fxt wire lap alert callers conversion redact where setting utf8 glob path_globs '
tools+='line_table '
tools+='duration older plain arch/counter arch/order '

# The floor of each folder, and the part that it belongs to.
declare -A floor part
read_floors() {
	local line folder n=0 name=
	while IFS= read -r line; do
		case $line in
		'# part: '*) name=${line#\# part: } ;;
		'#'* | '') ;;
		*)
			n=$((n + 1))
			for folder in $line; do
				floor[$folder]=$n part[$folder]=$name
			done
			;;
		esac
	done <"$1"
}
read_floors scripts/floors.txt

# shown LIST HEADER: whether the writer shows it
shown() {
	local name=${2#writer/}
	[[ $2 == writer/*.h && $1 == *" ${name%.h} "* ]]
}

# is_below FILE HEADER: both are in folders of one part, the header's is the
# file's own or on a lower floor
is_below() {
	local from=${1%/*} to=${2%/*}
	[ "$from" = "$to" ] && return
	[ -n "${floor[$from]-}" ] && [ -n "${floor[$to]-}" ] &&
		[ "${part[$from]}" = "${part[$to]}" ] &&
		[ "${floor[$to]}" -lt "${floor[$from]}" ]
}

# The files that use the library for others, and what they may not see: all
# below it but memory, temporary files, progress and packing.
clients=$(grep -v '^#' scripts/clients.txt | sed 's/[.]/\\./g; s/^/^/')
inside='^tools/(reader|print|fd|leaks|sum|elf|archive)/'
outside='^tools/(reader/(memory|temporary)|archive/(archive|pack))\.h$'

# is_seen FILE HEADER: unless it is a client's, and below the library
is_seen() {
	[[ $2 =~ $inside ]] && ! [[ $2 =~ $outside ]] && grep -q "$clients" <<<"$1" &&
		return 1
	return 0
}

# may FILE HEADER
may() {
	case $1:$2 in
	writer/fxt.h:* | gen/gen.h:* | gen/api/*) return 1 ;;
	writer/*:writer/*.h) return ;;
	tests/*:*.h | tests/*:*.def | tests/*:*.inc) return ;;
	# a shim's fast path has no engine below it
	preload/call/hot.h:preload/shim/shim.h) return ;;
	preload/*:writer/*) shown "$library" "$2" ;;
	preload/*:gen/gen.h | preload/*:gen/place.h | preload/*:gen/api/*.def) ;;
	preload/*:ids_*.h | preload/*:gl_registry.h) ;;
	tools/*:writer/*) shown "$tools" "$2" ;;
	tools/shim/*:gen/*.h) ;;
	# how much memory OpenGL reads, as the recorder computes it
	tools/replay/gl/*:preload/gl/size/*.h | tools/replay/gl/*:ids_gl.h) ;;
	tools/*:gen/gen.h | tools/*:gen/place.h | tools/*:gen/api/*.def) ;;
	tools/*:gl_registry.h) ;;
	tools/*:*.def) is_below "$1" "$2" ;;
	*/gen/table_*:gen/api/*.h | */gen/wrap_*:gen/api/*.h) ;;
	*/gen/table_*:gen/gen.h | */gen/table_*:gl_registry.h) ;;
	*/gen/wrap_*:preload/call/hot.h | */gen/wrap_*:gl_registry.h) ;;
	*) is_below "$1" "$2" ;;
	esac
}

generated=$(find "$b/gen" -name 'wrap_*.c' -o -name 'table_*.c' 2>/dev/null)
for file in $(files '*.c' '*.h' '*.S' '*.cc') $generated; do
	folder=${file%/*}
	case $file in
	gen/api/*) ;;
	preload/* | writer/* | tools/* | gen/*)
		[ -n "${floor[$folder]-}" ] ||
			bad "$file" "its folder has no floor: add it to \
scripts/floors.txt"
		;;
	esac
	while read -r header; do
		may "$file" "$header" ||
			bad "$file" "includes \"$header\", which is not below \
it: scripts/floors.txt has the floors"
		is_seen "$file" "$header" ||
			bad "$file" "includes \"$header\", but scripts/clients.txt \
says that it has the library's header alone"
	done < <(sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file")
done
finish
