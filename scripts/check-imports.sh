#!/bin/bash
# SPDX-License-Identifier: MIT
# libfxtrace.so calls nobody: a library call from the recorder could be one it
# records, could allocate, lock or change errno. scripts/imports.txt has the
# exceptions.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
lib=$b/libfxtrace.so
need "$lib"

for name in $(nm -D --undefined-only "$lib" | awk '{sub(/@.*/, "", $2);
	print $2}' | sort -u); do
	grep -q "^${name}[[:blank:]]" scripts/imports.txt && continue
	where=$(find "$b/lib" -name '*.o' -exec nm -A --undefined-only {} + |
		grep -w "$name" | cut -d: -f1 | sort -u | head -n 3 | xargs)
	bad "$lib" "needs $name from outside (${where:-?}): use what is in \
writer/sys.h, or add it to scripts/imports.txt with its reason"
done
# A wrapper called from another object: the compiler may invent memcpy and
# memset, and they bind to what we export.
while read -r object name; do
	bad "$object" "calls $name, which libfxtrace.so exports: the recorder \
would record itself"
done < <(find "$b/lib" -name '*.o' -exec nm -A --undefined-only {} + |
	sed 's/:  *[Uvw] / /' | sort -k 2 | join -1 2 -o 1.1,1.2 - <(
	nm -D --defined-only "$lib" | sed 's/.* //; s/@.*//' |
		grep -v fxtrace_register | sort -u))
# In the object of a wrapper they bind to it without a name. What a wrapper
# itself calls so is its selection, once it is known whether it is recorded.
while read -r object name where; do
	[[ $where =~ ^(fxp_rare_)?$name(\.|$) ]] ||
		bad "$object" "calls $name in $where: the recorder would record \
itself"
done < <(find "$b/lib" -name '*.o' -exec nm -A --defined-only {} + |
	sed -nE 's/^([^:]*):[^ ]* T (mem(cpy|set|move|cmp)|bcmp|strlen)$/\1/p' |
	sort -u | while read -r object; do
		"${OBJDUMP:-objdump}" -dr "$object" | awk -v object="$object" '
			/>:$/ { where = $2; gsub(/[<>:]/, "", where) }
			$2 ~ /^R_/ && match($3,
				/^(mem(cpy|set|move|cmp)|bcmp|strlen)([-+]|$)/) {
				sub(/[-+].*/, "", $3)
				print object, $3, where }'
	done)
needed=$(readelf -dW "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | xargs)
[ "$needed" = libc.so.6 ] ||
	bad "$lib" "needs the libraries [$needed], should be [libc.so.6]"
finish
