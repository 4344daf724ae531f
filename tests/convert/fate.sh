# SPDX-License-Identifier: MIT
# Sourced by tests of damaged files, on top of lib.sh.
# shellcheck shell=bash

# fate CODE FILE FORMAT: how often each fate befell it, with perl's CODE having
# changed $_ at $n, of every 16 bytes
fate() {
	local n
	for ((n = 0; n < $(stat -c %s "$2"); n += 16)); do
		perl -0777 -pe "\$n = $n; $1" "$2" >bad
		rm -f bad.fxt
		run "$fxtrace" convert --from "$3" bad bad.fxt
		if [ "$status" = 0 ] && "$fxtrace" dump bad.fxt >/dev/null 2>&1
		then
			if [ "$err" ]; then
				echo reported
			elif tail -c 16 bad | grep -qaP '[^\0]'; then
				echo silent
			else
				echo padding # of a buffer, nothing is lost
			fi
		elif [ "$status" = 1 ] && says 'bad: .*offset [0-9]' &&
			! [ -e bad.fxt ]; then
			echo error
		else
			echo "status $status at $n: $err"
		fi
	done | sort | uniq -c | sed 's/^ *//'
}

# cuts FILE FORMAT: cut off every 16 bytes; flips: a bit changed every 16 bytes
cuts() { fate '$_ = substr $_, 0, $n + 3' "$@"; }
flips() {
	fate 'substr($_, $n + $n / 16 % 16, 1) ^= chr(1 << $n / 16 % 8)
		if $n + 16 < length' "$@"
}
