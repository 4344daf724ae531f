#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# CRC-32 of PNGs' red, green and blue, the lowest row first, one a line: what
# glReadPixels would have read.
#	png_crc.pl FILE...
use strict;
use warnings;
use Compress::Raw::Zlib;
use Compress::Zlib ();

# The byte that a filter of PNG foretells from those on its left, above it, and
# above on the left.
sub foretold {
	my ($filter, $left, $above, $both) = @_;
	return 0 if $filter == 0;
	return $left if $filter == 1;
	return $above if $filter == 2;
	return $left + $above >> 1 if $filter == 3;
	my ($a, $b, $c) = (abs($above - $both), abs($left - $both),
		abs($left + $above - 2 * $both));
	return $a <= $b && $a <= $c ? $left : $b <= $c ? $above : $both;
}

sub rows {
	my ($all, $width, $height) = @_;
	my @above = (0) x (3 * $width);
	my @rows;
	for my $y (0 .. $height - 1) {
		my ($filter, @row) = unpack 'C*',
			substr $all, $y * (3 * $width + 1), 3 * $width + 1;
		for my $x (0 .. ($filter ? $#row : -1)) {
			my ($left, $both) = $x < 3 ? (0, 0)
				: ($row[$x - 3], $above[$x - 3]);
			$row[$x] += foretold($filter, $left, $above[$x], $both);
			$row[$x] &= 255;
		}
		@above = @row;
		unshift @rows, pack 'C*', @row;
	}
	return @rows;
}

for my $path (@ARGV) {
	open my $in, '<:raw', $path or die "$path: $!\n";
	my $png = do { local $/; <$in> };
	my ($width, $height, $depth, $kind) = unpack 'x16NNCC', $png;
	my ($data, $at) = ('', 8);
	die "$path: not 8 bits of red, green and blue\n"
		if $depth != 8 || $kind != 2;
	while ($at < length $png) {
		my ($n, $name) = unpack 'Na4', substr $png, $at, 8;
		$data .= substr $png, $at + 8, $n if $name eq 'IDAT';
		$at += 12 + $n;
	}
	printf "%08x\n", crc32(join '',
		rows(Compress::Zlib::uncompress($data), $width, $height));
}
