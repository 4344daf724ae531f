#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the README's pictures from recordings: pages of `fxtrace timeline` and
# `fxtrace inspect`, and a flame graph, as Chromium shows them. Needs chromium,
# chromium-driver, xvfb and mesa-utils.
#   scripts/pictures.sh [FOLDER]
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
folder=$(readlink -f "${1-$top/scripts/pictures}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
PATH=${FXTRACE_B:-$top/build}:$PATH
cd "$top"

fxtrace record -q -c '+%alloc' -o "$tmp/git.fxt" git --no-optional-locks \
	status >"$tmp/out"
fxtrace timeline -o "$tmp/timeline.html" "$tmp/git.fxt"
cd "$tmp"
fxtrace record -q --stack '%libc' -c '+%alloc,+%memstr' -o report.fxt \
	fxtrace report git.fxt >out
fxtrace flame --by stack -c '-exec*' -o flame.svg report.fxt 2>left_out
# it goes on until it is killed, which status 124 says
LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a fxtrace record -q -o gears.fxt \
	timeout 2 glxgears >out 2>&1 || [ $? = 124 ]
fxtrace inspect -f 20 -o inspect.html gears.fxt 2>out
number=$(fxtrace dump -c '*stat*' git.fxt | sed -n 's/ .* = 0 .*//p;T;q')
perl -I"$top/tests" "$top/scripts/pictures.pl" "$tmp" "$folder" "$number"
