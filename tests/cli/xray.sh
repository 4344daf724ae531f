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

# events ARCHIVE: thread, what, time, name and arguments
events() {
	"$fxtrace" dump --raw "$1" | grep -v fxtrace:fact | perl -ne '
		/ event (\w+) ticks=(\d+) thread=\d+\/(\d+) .* name="([^"]*)"(.*)/
			or next;
		my ($what, $ticks, $thread, $name, $rest) = ($1, $2, $3, $4, $5);
		$what =~ s/duration_//;
		$rest =~ s/ tail=0$//;
		$rest =~ s/:\w+ ?=/=/g;
		print "$thread $what $ticks $name$rest\n"'
}

# ours ARCHIVE, theirs LOG: the same of functions only, by number
ours() {
	events "$1" | perl -ne 's/complete (\d+)(.*) tail=\d+/end $1$2/;
		print if s/(begin|end) (\d+) #(\d+)/$2 $1 $3/' |
		sed 's/arg[0-9]*=//g;s/ tail_exit=true//;s/ @flags="[^"]*"//' |
		sort -s -k1,1n -k2,2n
}
theirs() {
	"$xray" convert -f yaml "$1" | perl -ne '
		/func-id:\ (\d+),.*?(?:args:\ \[\ ([^]]*)\ \].*?)?thread:\ (\d+)
			.*function-(\S+),\ tsc:\ (\d+)/x or next;
		my ($id, $args, $thread, $kind, $tsc) = ($1, $2, $3, $4, $5);
		print "$thread $tsc ", $kind =~ /enter/ ? "begin" : "end",
			" $id", $args ? " $args" : "", "\n"' |
		sort -s -k1,1n -k2,2n
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

# log VERSION HZ FILE: a log of XRay, made of standard input, one record per
# line. Buffers are of 512 bytes and, in version 1, filled up with zeros:
#	block TID PID CPU TSC US      in|out|tail FUNCTION DELTA
#	args FUNCTION DELTA VALUE...  custom DELTA TEXT
#	typed DELTA TYPE TEXT         wrap TSC    cpu CPU TSC
#	less N: N bytes of the block are cut off   raw HEX
log() {
	perl -e 'my ($version, $hz) = @ARGV;
	my ($block, $less, $tsc) = ("", 0);
	sub record { pack("C", $_[0] * 2 + 1) . substr($_[1] . "\0" x 15, 0, 15) }
	sub function { my ($action, $id, $delta) = @_;
		$tsc += $delta; pack("L<2", $id << 4 | $action << 1, $delta) }
	sub finish {
		$block ne "" or return;
		$block .= record(1, "") if $version == 1;
		$block = substr $block, 0, length($block) - $less;
		print record(7, pack("Q<", length $block)) if $version > 1;
		print $block;
		print "\0" x (512 - length $block) if $version == 1;
		($block, $less) = ("", 0);
	}
	sub block { my ($tid, $pid, $cpu, $now, $us) = @_;
		finish;
		$tsc = $now;
		record(0, pack("l<", $tid)) .
			record(4, pack("q<l<", $us / 1000000, $us % 1000000)) .
			($version > 2 ? record(9, pack("l<", $pid)) : "") .
			record(2, pack("S<Q<", $cpu, $tsc));
	}
	sub custom { my ($delta, $text) = @_;
		my $n = length $text;
		return record(5, pack("l<Q<", $n, $tsc + $delta)) . $text
			if $version < 5;
		$tsc += $delta;
		record(5, pack("l<l<", $n, $delta)) . $text;
	}
	my %made = (block => \&block,
		in => sub { function(0, @_) }, out => sub { function(1, @_) },
		tail => sub { function(2, @_) },
		args => sub { function(3, splice @_, 0, 2) .
			join "", map { record(6, pack("Q<", $_)) } @_ },
		custom => \&custom,
		typed => sub { my ($delta, $type, $text) = @_; $tsc += $delta;
			record(8, pack("l<l<S<", length $text, $delta, $type)) .
				$text },
		wrap => sub { $tsc = shift; record(3, pack("Q<", $tsc)) },
		cpu => sub { $tsc = $_[1]; record(2, pack("S<Q<", @_)) },
		less => sub { $less = shift; "" },
		raw => sub { pack "H*", @_ });
	print pack("S<2L<Q<3", $version, 1, 3, $hz, 512, 0);
	while (<STDIN>) {
		my ($what, @values) = split;
		$block .= $made{$what}->(@values);
	}
	finish' "$1" "$2" >"$3"
}
