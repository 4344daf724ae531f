#!/bin/bash
# SPDX-License-Identifier: MIT
# The constants that the recorder has of OpenGL, GLX and EGL are the registry's.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
root=$(cd "$tests/.." && pwd)
plan 2
# NAME VALUE, both decimal; a name that only an extension has is without its end
perl -ne '
	next unless /^\t((?:GL|GLX|EGL)_\w+) = (\w+),/;
	my ($name, $value) = ($1, $2);
	print "$name ", $value =~ /^0x/ ? hex $value : $value, "\n";
' "$root/preload/gl/driver/const.h" >ours
perl -ne '
	next unless /^#define ((?:GL|GLX|EGL)_\w+) (0x[0-9a-fA-F]+|[0-9]+)u?\b/;
	my ($name, $value) = ($1, $2);
	$value = hex $value if $value =~ /^0x/;
	print "$name $value\n";
	print "$1 $value\n" if $name =~ /^(\w+)_(?:ARB|EXT|OES|KHR)$/;
' "$b/gen/gl_registry.h" | sort -u >registry
[ "$(wc -l <ours)" -gt 300 ] && [ "$(wc -l <registry)" -gt 5000 ]
ok $? 'both have constants'
is "$(sort -u ours | comm -23 - registry)" '' 'each of ours is in the registry'
