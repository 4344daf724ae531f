#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian packages of this tree, without root, into a folder.
#	scripts/deb.sh FOLDER
# Their version is the change log's. Behind a commit that has no tag of it, the
# number of commits and the commit's own follow: 0.1.0+12.g1a2b3c4.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
mkdir -p "${1:?folder}"
out=$(readlink -f "$1")

command -v dpkg-checkbuilddeps >/dev/null || {
	echo "deb.sh: first run scripts/setup.sh --deb, or install dpkg-dev" >&2
	exit 1
}
missing=$(dpkg-checkbuilddeps scripts/debian/control 2>&1) || {
	echo "deb.sh: first run scripts/setup.sh --deb, or install:" \
		"${missing#*dependencies: }" >&2
	exit 1
}

version=$(sed -n '1s/.*(\(.*\)).*/\1/p' scripts/debian/changelog)
if [ -e .git ] && ! git describe --exact-match --match "v$version" >/dev/null 2>&1; then
	since=$(git describe --match "v$version" --abbrev=0 2>/dev/null || true)
	version="$version+$(git rev-list --count ${since:+"$since.."}HEAD).g$(git rev-parse --short HEAD)"
fi
tree=$out/fxtrace-$version
rm -rf "$tree"
mkdir -p "$tree"
files() {
	if [ -e .git ]; then
		git ls-files -z --cached --others --exclude-standard
	else
		find . -type f ! -path './build/*' -print0
	fi
}
# shellcheck disable=SC2016 # for the inner shell
files | xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh |
	tar -c --null -T - | tar -x -C "$tree"
cp -r "$tree/scripts/debian" "$tree/debian"
sed -i "1s/(.*)/($version)/" "$tree/debian/changelog"
(cd "$tree" && dpkg-buildpackage -us -uc -b >"$out/build.log" 2>&1) || {
	tail -n 20 "$out/build.log" >&2
	echo "deb.sh: see $out/build.log" >&2
	exit 1
}
rm -rf "$tree"
if command -v lintian >/dev/null; then
	lintian --fail-on error,warning "$out"/*"_${version}_"*.changes >&2
fi
ls "$out"/*"_${version}_"*.deb
