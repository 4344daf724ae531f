#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs the packages of `make deb` on a bare Debian, runs their test, removes
# them and says what they have left behind.
#	scripts/try-deb.sh FOLDER [SUITE]
# FOLDER has the packages, which were built for SUITE (this machine's). As root.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
debs=${1:?folder}
suite=${2:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
root=$(mktemp -d /var/tmp/fxtrace-deb.XXXXXX)
trap 'rm -rf --one-file-system "$root"' EXIT

# shellcheck disable=SC2016 # apt's own variable
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' |
	grep -m 1 debian || echo http://deb.debian.org/debian)
eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
export http_proxy=${http_proxy-}
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" || {
	tail -n 5 "$root.log" >&2
	exit 1
}
rm -f "$root.log"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
mkdir "$root/debs"
cp "$debs"/*.deb scripts/debian/tests/records "$root/debs/"
rm -f "$root"/debs/*-dbgsym_*
cat >"$root/debs/try" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
quietly() { "$@" >/debs/log 2>&1 || { tail -n 20 /debs/log >&2; exit 1; }; }
files() { find / -xdev -path '*fxtrace*' ! -path '/debs*' ! -path '/proc/*' | sort; }
quietly apt-get update
quietly apt-get install -qy --no-install-recommends gcc libc6-dev pkg-config python3
files >/debs/before
quietly apt-get install -qy --no-install-recommends /debs/*.deb
AUTOPKGTEST_TMP=$(mktemp -d) sh /debs/records
quietly apt-get purge -qy fxtrace libfxtrace-reader0 libfxtrace-dev python3-fxtrace
files | diff /debs/before - || { echo 'the packages have left files' >&2; exit 1; }
echo 'installed, tried and purged'
END
# shellcheck disable=SC2016 # for the inner shell
unshare --mount --pid --fork --kill-child bash -c '
	mount --bind "$0" "$0" && mount -t proc proc "$0/proc" &&
		mount --rbind /dev "$0/dev" && cd "$0" && pivot_root . . &&
		umount -l . || exit 1
	exec env -i HOME=/root LC_ALL=C.UTF-8 \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		http_proxy="$http_proxy" bash /debs/try' "$root"
