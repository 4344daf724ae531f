# SPDX-License-Identifier: MIT
# Sourced by tests of damaged files, on top of lib.sh.
# shellcheck shell=bash

# fate CODE FILE FORMAT: how often each fate befell it, after perl's CODE has
# changed $_ at $n. That is done every 16 bytes, or at some hundred places.
fate() {
	local n size
	size=$(stat -c %s "$2")
	for ((n = 0; n < size; n += 16 * (size / 1600 + 1))); do
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

# cuts FILE FORMAT: cut off there; flips: a bit changed there
cuts() { fate '$_ = substr $_, 0, $n + 3' "$@"; }
flips() {
	fate 'substr($_, $n + $n / 16 % 16, 1) ^= chr(1 << $n / 16 % 8)
		if $n + 16 < length' "$@"
}
