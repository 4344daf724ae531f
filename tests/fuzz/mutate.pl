#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Damages an archive by its structure, where random bytes would only meet the
# first check: sizes, references, counts, times, order and nesting.
#	mutate.pl SEED N <ARCHIVE >DAMAGED
# The same SEED makes the same archive. N is how many changes it gets.
use strict;
use warnings;
no warnings 'portable';

my ($seed, $n_changes) = @ARGV;
my @odd = (0, 1, 2, 7, 8, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fffffff,
	0xffffffff, 0x7fffffffffffffff, 0xffffffffffffffff);

# A generator of its own: perl's differs between versions.
sub draw {
	my ($below) = @_;

	$seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
	return ($seed >> 8) % $below;
}
sub pick { return $_[draw(scalar @_)] }

# Records as lists of 64-bit words. What is no record ends the list.
sub records {
	my @words = unpack 'Q<*', $_[0];
	my (@records, $at);

	for ($at = 0; $at < @words;) {
		my $size = ($words[$at] & 15) == 15
			? $words[$at] >> 4 & 0xffffffff : $words[$at] >> 4 & 0xfff;
		last if !$size || $at + $size > @words;
		push @records, [@words[$at .. $at + $size - 1]];
		$at += $size;
	}
	return @records;
}

# Replaces n bits of a word at a place with an odd value.
sub set_bits {
	my ($record, $word, $shift, $n) = @_;
	my $mask = $n == 64 ? ~0 : (1 << $n) - 1;

	return if $word >= @$record;
	$record->[$word] &= ~($mask << $shift);
	$record->[$word] |= (pick(@odd) & $mask) << $shift;
}

# Of an event: type, counts, thread, category, name; times; arguments.
my @fields = ([0, 4, 12], [0, 16, 4], [0, 20, 4], [0, 24, 8], [0, 32, 16],
	[0, 48, 16], [0, 16, 15], [0, 32, 15], [1, 0, 64], [2, 0, 64], [2, 0, 4],
	[2, 4, 12], [2, 16, 16], [2, 32, 32], [3, 0, 64], [4, 0, 64]);

my %change = (
	field => sub { my ($r, $i) = @_; set_bits($r->[$i], @{pick(@fields)}) },
	word => sub {
		my ($r, $i) = @_;
		set_bits($r->[$i], draw(scalar @{$r->[$i]}), 0, 64);
	},
	half => sub {
		my ($r, $i) = @_;
		set_bits($r->[$i], draw(scalar @{$r->[$i]}), 32 * draw(2), 32);
	},
	byte => sub {
		my ($r, $i) = @_;
		set_bits($r->[$i], draw(scalar @{$r->[$i]}), 8 * draw(8), 8);
	},
	type => sub {
		my ($r, $i) = @_;
		$r->[$i][0] = $r->[$i][0] & ~15 | draw(16);
	},
	event => sub {
		my ($r, $i) = @_;
		$r->[$i][0] = $r->[$i][0] & ~(15 << 16) | draw(13) << 16;
	},
	drop => sub { my ($r, $i) = @_; splice @$r, $i, 1 if @$r > 1 },
	swap => sub {
		my ($r, $i) = @_;
		my $k = draw(scalar @$r);
		@$r[$i, $k] = @$r[$k, $i];
	},
	repeat => sub {
		my ($r, $i) = @_;
		my $n = pick(2, 3, 200);
		splice @$r, $i, 0, map { [@{$r->[$i]}] } 2 .. $n;
	},
	other => sub { # the words of another record, under this header
		my ($r, $i) = @_;
		my $from = $r->[draw(scalar @$r)];
		my $n = @{$r->[$i]};
		$r->[$i] = [$r->[$i][0], map { $from->[$_] // 0 } 1 .. $n - 1];
	},
	cut => sub {
		my ($r, $i) = @_;
		$r->[$i] = [@{$r->[$i]}[0 .. draw(scalar @{$r->[$i]})]];
		pop @{$r->[$i]} while @{$r->[$i]} && !defined $r->[$i][-1];
	},
	time => sub {
		my ($r, $i) = @_;
		$r->[$i][1] = pick(@odd, $r->[draw(scalar @$r)][1] // 0)
			if @{$r->[$i]} > 1;
	},
);

binmode STDIN;
binmode STDOUT;
my $archive = do { local $/; <STDIN> };
my @records = records($archive);
my @names = sort keys %change;
draw(2) for 1 .. 8;
for (1 .. $n_changes) {
	# the first records are few and matter most
	my $i = draw(3) ? draw(scalar @records)
		: draw(@records < 40 ? scalar @records : 40);
	$change{pick(@names)}->(\@records, $i);
}
print pack 'Q<*', map { @$_ } @records;
