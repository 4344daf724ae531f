# SPDX-License-Identifier: MIT
# Archives with large numbers: numbers.pl KIND [N] [FILE], to standard output or
# to FILE.
#	ticks RATE	calls at the ticks that are on standard input
#	gap BYTES FILE	calls before and behind so many bytes, which are a hole
#	modules N	N modules in each other's place, and a stack in each
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/..";
use records;
no warnings 'portable'; # numbers of 64 bits

my ($kind, $n, $file) = @ARGV;

# Of a category, a name and a thread by index.
sub event {
	my ($type, $category, $name, $n_args, $body) = @_;

	return record(4, $type << 16 | $n_args << 20 | 1 << 24 |
		$category << 32 | $name << 48, $body);
}
sub call {
	my ($begin, $end, $ret) = @_;

	return event(4, 1, 2, 1, words($begin, 1 | 1 << 4 | 3 << 16 |
		$ret << 32, $end));
}
sub start {
	my ($rate) = @_;

	return words(0x0016547846040010) .
		record(0, 1 << 16 | 1 << 20 | 4 << 52, padded('test')) .
		record(1, 0, words($rate)) . string(1, 'libc:fs') .
		string(2, 'access') . string(3, 'ret') .
		record(3, 1 << 16, words(10, 11));
}
sub varint {
	my ($n) = @_;
	my $bytes = '';

	for (; $n >= 128; $n >>= 7) { $bytes .= chr($n & 127 | 128) }
	return $bytes . chr $n;
}
sub text { return varint(length $_[0]) . $_[0] }
sub entry {
	my ($kind_number, $id, $body) = @_;
	my $bytes = varint($kind_number) . varint($id) . text($body);

	return event(0, 4, 5, 1, words(0,
		10 | (1 + (length($bytes) + 7 >> 3)) << 4 | 5 << 16 |
		length($bytes) << 32) . padded($bytes) . words(1));
}

binmode STDOUT;
if ($file) { open STDOUT, '>:raw', $file or die "$file: $!" }
if ($kind eq 'ticks') {
	print start($n);
	my $i = 0;
	print call($_, $_ + 1, $i++) for map { 0 + $_ } <STDIN>;
} elsif ($kind eq 'gap') {
	# a large blob record without metadata
	print start(1_000_000_000), map({ call($_, $_ + 5, $_) } 10, 20),
		event(2, 1, 2, 0, words(30)),
		words(15 | ($n / 8 + 3) << 4 | 1 << 40, 0, $n);
	$| = 1;
	seek STDOUT, $n, 1 or die $!;
	print string(4, 'behind the gap'),
		event(3, 1, 2, 1, words(40, 6 | 1 << 4 | 3 << 16 | 4 << 32)),
		map { call($_, $_ + 5, $_) } 50, 60;
} else {
	my $base = 0x7f0000000000;

	print start(1_000_000_000), string(4, 'fxtrace:sig'),
		string(5, 'entry'), string(6, '@stack');
	for my $i (0 .. $n - 1) {
		my $at = 100 + 100 * $i;

		# every other one is above it, and stays for the next one
		my $place = $base + $i % 2 * 0x10000;
		print entry(5, $i, words($place) . text("/no/lib$i.so") .
			text('') . words($at, 0x10000));
		print entry(4, $i + 1, words($at + 10) . "\0" . "\1" .
			words($place + 0x100));
		print event(4, 1, 2, 2, words($at + 20, 1 | 1 << 4 | 3 << 16 |
			$i << 32, 2 | 1 << 4 | 6 << 16 | $i + 1 << 32,
			$at + 21));
	}
}
