# SPDX-License-Identifier: MIT
# Sourced by the tests of XRay's logs, on top of lib.sh: LLVM's own tool, and
# small archives.
# shellcheck shell=bash

# llvm-xray, of whatever version there is; empty: of none
xray=$(compgen -c llvm-xray | sort -rV | head -n 1)

# without_xray: skips all tests of the file
without_xray() {
	echo '1..0 # SKIP no llvm-xray'
	exit 0
}

# archive FILE: made of standard input, a call a line: PID TID BEGIN END NAME
# [ARG=NUMBER]...; END - is a call without one
archive() {
	perl -e 'sub text { my $t = shift; $t . "\0" x (-length($t) % 8) }
	print pack("Q<", 0x0016547846040010), pack("Q<", 0x21),
		pack("Q<", 1000000000);
	while (<STDIN>) {
		my ($pid, $tid, $begin, $end, $name, @args) = split;
		my $body = text("api") . text($name);
		for (@args) {
			my ($arg, $value) = split "=";
			my $n = 2 + length(text($arg)) / 8;
			$body .= pack("Q<", 4 | $n << 4 |
				(0x8000 | length $arg) << 16) . text($arg) .
				pack("Q<", $value);
		}
		$body .= pack("Q<", $end) if $end ne "-";
		print pack("Q<", 4 | (4 + length($body) / 8) << 4 |
			($end eq "-" ? 2 : 4) << 16 | @args << 20 |
			(0x8000 | 3) << 32 | (0x8000 | length $name) << 48),
			pack("Q<3", $begin, $pid, $tid), $body;
	}' >"$1"
}
