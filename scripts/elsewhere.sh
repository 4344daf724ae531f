#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the README's first two commands on another release of Debian. The folder
# has a bare system, by debootstrap, and a copy of this tree.
#	scripts/elsewhere.sh SUITE [ARCH [COMMAND]]
# SUITE as bullseye, bookworm, trixie or sid; ARCH as dpkg's (this machine's).
# COMMAND runs in the copy: by default scripts/demo.sh && scripts/check.sh. The system
# stays in $ELSEWHERE (/var/tmp/fxtrace-elsewhere) and is used again. Mirror and
# proxy are those of apt. As root.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
suite=${1:?suite}
arch=${2:-$(dpkg --print-architecture)}
command=${3:-scripts/demo.sh && scripts/check.sh}
root=${ELSEWHERE:-/var/tmp/fxtrace-elsewhere}/$suite-$arch

[ "$(id -u)" = 0 ] || {
	echo 'elsewhere.sh: must be root, to change the root folder' >&2
	exit 2
}

# Where apt gets Debian's packages from.
# shellcheck disable=SC2016 # apt's own variable
mirror() {
	apt-get indextargets --format '$(SITE)' 'Created-By: Packages' |
		grep -m 1 debian || echo http://deb.debian.org/debian
}

eval "$(apt-config shell http_proxy Acquire::http::Proxy \
	https_proxy Acquire::https::Proxy)"
export http_proxy=${http_proxy-} https_proxy=${https_proxy-}

if [ ! -e "$root/made" ]; then
	command -v debootstrap >/dev/null ||
		apt-get install -qy --no-install-recommends debootstrap >&2
	mkdir -p "$root"
	debootstrap --variant=minbase --arch="$arch" --include=git,ca-certificates \
		"$suite" "$root" "$(mirror)" >"$root.log" || {
		tail -n 5 "$root.log" >&2
		echo "elsewhere.sh: no $suite: see $root.log" >&2
		exit 1
	}
	cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
	touch "$root/made"
fi
for file in resolv.conf hosts; do
	cp -L "/etc/$file" "$root/etc/$file" 2>/dev/null || true
done

# Ids of processes begin with 1 again, and names made of them are not to be there.
find "$root/tmp" -mindepth 1 -delete

# The copy keeps what it has built. A file that has gone is not tested.
mkdir -p "$root/fxtrace"
find "$root/fxtrace" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z | tar -c --null -T - | tar -x -C "$root/fxtrace"
git clone -q --bare . "$root/fxtrace/.git" # a test looks at the history
git -C "$root/fxtrace" config core.bare false

# shellcheck disable=SC2016
exec unshare --mount --pid --fork --kill-child bash -c '
	# Behind chroot no namespace of users can be made, which tests do.
	mount --bind "$0" "$0" && mount -t proc proc "$0/proc" &&
		mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys" &&
		cd "$0" && pivot_root . . && umount -l . || exit 1
	exec env --default-signal=INT,TERM -i HOME=/root TERM="${TERM:-dumb}" LC_ALL=C.UTF-8 \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		http_proxy="$http_proxy" https_proxy="$https_proxy" \
		CI="${CI-}" bash -c "cd /fxtrace && $1"' "$root" "$command"
