#!/bin/bash
# SPDX-License-Identifier: MIT
# fxregistry: the description and the header that it makes of a small registry
# and an overlay, and what it refuses. GOLDEN=1 rewrites the expected outputs.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
here=$tests/gen
fxregistry=${FXREGISTRY:-$b/fxregistry}

# golden FILE NAME: it is NAME.out
golden() {
	[ -z "${GOLDEN:-}" ] || cp "$1" "$here/$2.out"
	is "$(cat "$1")" "$(cat "$here/$2.out")" "output $2 is as expected"
}

# refused PATTERN NAME ARGUMENT...: with such a message, and no output
refused() {
	rm -rf none && mkdir none
	got=$("$fxregistry" -o none "${@:3}" 2>&1)
	# shellcheck disable=SC2254
	[ $? = 1 ] && [ -z "$(ls none)" ] && case $got in $1) ;; *) false ;; esac
	ok $? "$2" || note <<<"$got"
}

plan 14
"$fxregistry" -o . "$here/registry.overlay" gl="$here/registry.xml" 2>err
ok $? 'a registry and an overlay are understood' || note <err
golden gl.api registry_api
golden gl_registry.h registry_header
# Before 2020 a registry lists the constants of each group.
perl -0pe 'while (/<enum [^>]*name="(\w+)" group="([\w,]+)"/g) {
		$of{$_} .= "<enum name=\"$1\"/>" for split /,/, $2;
	}
	s/(<enum [^>]*) group="[^"]*"/$1/g;
	$groups = join "", map "<group name=\"$_\">$of{$_}</group>", sort keys %of;
	s{<enums}{<groups>$groups</groups>\n<enums};
' "$here/registry.xml" >older.xml
mkdir older
"$fxregistry" -o older "$here/registry.overlay" gl=older.xml >said 2>&1 &&
	grep -q '<group name="Shape"><enum name="GL_POINTS"/>' older.xml &&
	diff gl.api older/gl.api >>said
ok $? 'a registry that lists constants by group says the same' || note <said
# Parameters had other names.
echo 'rename size bufSize glGet*' >renames.overlay
sed 's/bufSize/size/g' "$here/registry.xml" >renamed.xml
mkdir renamed
"$fxregistry" -o renamed renames.overlay "$here/registry.overlay" gl=renamed.xml \
	>said 2>&1 && grep -q '<param len="size">' renamed.xml &&
	diff gl.api renamed/gl.api >>said && ! [ -s renamed/absent_registry.txt ]
ok $? 'a registry in which parameters have earlier names says the same' || note <said
"$fxregistry" -o renamed renames.overlay "$here/registry.overlay" \
	gl="$here/registry.xml" >said 2>&1 &&
	diff gl.api renamed/gl.api >>said && ! [ -s renamed/absent_registry.txt ]
ok $? 'as does one in which they have the names of now' || note <said
# Nor does it say then which number is a texture: names do.
name='without classes of objects nearly all are known by their names'
whole=${REGISTRY:-/usr/lib/python3/dist-packages/glad/files}/gl.xml
if grep -q ' class="texture"' "$whole" 2>/dev/null; then
	sed 's/ class="[^"]*"//' "$whole" >nameless.xml
	mkdir named nameless
	"$fxregistry" -o named gl="$whole" >said 2>&1 &&
		"$fxregistry" -o nameless gl=nameless.xml >>said 2>&1
	[ "$(grep -c 'handle gl_' named/gl.api)" -gt 800 ] &&
		[ "$(diff named/gl.api nameless/gl.api | grep -c '^[<>]')" -lt 40 ]
	ok $? "$name" || diff named/gl.api nameless/gl.api | note
else
	skip 'this registry has no classes of objects' "$name"
fi
refused '*absent.xml: cannot open*' 'a registry that is not there is reported' \
	gl=absent.xml
sed 's/<\/commands>//' "$here/registry.xml" >broken.xml
refused '*broken.xml: line *: mismatched tag' 'broken XML is reported, with its line' \
	gl=broken.xml
printf 'glNoSuch*\n\tcolour: hex\nglClear\n\tcolour: hex\n\tmask: hex\n' >newer.overlay
"$fxregistry" -o . gl="$here/registry.xml" newer.overlay >said 2>err
ok $? 'an overlay may speak of what only other registries have' || note <err
is "$(cat absent_registry.txt; grep -c 'mask: hex' gl.api)" \
	'function glNoSuch* (newer.overlay:1)
parameter colour (newer.overlay:4)
1' 'such names are listed, and the others are described'
is "$(cat said)" 'fxregistry: these registries lack 2 names that are described: ./absent_registry.txt' \
	'one line says so'
printf '\tmask: hex\n' >alone.overlay
refused '*alone.overlay: line 1: no function comes before*' \
	'an annotation of nothing is refused' \
	gl="$here/registry.xml" alone.overlay
# The release whose registries the overlays were written for.
if grep -q VERSION_CODENAME=bookworm /etc/os-release; then
	is "$(cat "$b"/gen/absent_*.txt)" '' \
		'all that is described is in these registries and headers'
else
	skip 'the descriptions are of what Debian 12 has' \
		'all that is described is in these registries and headers'
fi
