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

plan 9
"$fxregistry" -o . "$here/registry.overlay" gl="$here/registry.xml" 2>err
ok $? 'a registry and an overlay are understood' || note <err
golden gl.api registry_api
golden gl_registry.h registry_header
refused '*absent.xml: cannot open*' 'a registry that is not there is reported' \
	gl=absent.xml
sed 's/<\/commands>//' "$here/registry.xml" >broken.xml
refused '*broken.xml: line *: mismatched tag' 'broken XML is reported, with its line' \
	gl=broken.xml
echo 'glNoSuch*' >function.overlay
refused '*function.overlay: line 1: *no function glNoSuch\*' \
	'an overlay about an unknown function is reported' \
	gl="$here/registry.xml" function.overlay
printf 'glClear\n\tcolour: hex\n' >parameter.overlay
refused '*parameter.overlay: line 2: *parameter colour' \
	'and one about an unknown parameter' \
	gl="$here/registry.xml" parameter.overlay
printf 'newer glNoSuch\nglNoSuch\n\tcolour: hex\nglClear\n\tmask: hex\n' >newer.overlay
"$fxregistry" -o . gl="$here/registry.xml" newer.overlay 2>err
ok $? 'but not about one that only newer registries have' || note <err
printf '\tmask: hex\n' >alone.overlay
refused '*alone.overlay: line 1: no function comes before*' \
	'and an annotation of nothing' \
	gl="$here/registry.xml" alone.overlay
