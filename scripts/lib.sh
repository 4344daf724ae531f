# SPDX-License-Identifier: MIT
# shellcheck disable=SC2034
# Sourced by scripts/check-*.sh, each of which is called as
#   check-NAME.sh [TOP [B]]
# and prints what breaks its rule and how to mend it; exit 1 if anything does.
# shellcheck shell=bash
set -u
top=${1-$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)}
b=${2-build}
cd "$top" || exit 2
n_bad=0

# bad FILE WHAT: one finding
bad() {
	printf '%s: %s\n' "$1" "$2"
	n_bad=$((n_bad + 1))
}

# files GLOB...: the project's own files that match, whether committed or not
files() {
	{
		git -c safe.directory='*' ls-files -co --exclude-standard \
			2>/dev/null ||
			find . -type f -not -path "./${b#./}/*" |
			sed 's,^\./,,' | sort
	} | while IFS= read -r file; do
		[ -f "$file" ] || continue
		for glob; do
			# shellcheck disable=SC2254
			case $file in $glob)
				printf '%s\n' "$file"
				break
				;;
			esac
		done
	done
}

# need FILE: a product that this check looks into
need() {
	[ -f "$1" ] && return
	echo "$1: is not there; run make first"
	exit 1
}

finish() {
	[ "$n_bad" = 0 ]
	exit
}
