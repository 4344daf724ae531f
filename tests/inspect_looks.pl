#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What a page of inspect says of the lower left pixel, a line for each draw:
#	color ATTACHMENT BEFORE AFTER ... NAME/LEVEL of textures PIXEL ...
# or why there is no pixel.
#	inspect_looks.pl PAGE
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use inspect_data;

my $page = inspect_data->new(@ARGV);
my $draws = $page->{draws};

sub pixel {
	my ($form, $bytes) = @_;
	return '-' unless defined $bytes;
	return unpack 'H*', substr $bytes, 0, inspect_data::pixel_bytes($form);
}

for my $i (0 .. $#{$draws->{draws}}) {
	my ($draw, @line) = $draws->{draws}[$i];
	for my $it (@{$draws->{attachmentSets}[$draw->{attachments}]}) {
		my $n = $it->{attachment};
		next unless $it->{name} =~ /^color/;
		push @line, "$it->{name} " . (defined $n ? join ' ', $n, map {
			pixel($page->{tiles}{attachments}[$n],
				$page->picture($n, 2 * $i + $_))
		} 0, 1 : $it->{why});
	}
	for my $it (@{$draws->{textureSets}[$draw->{textures}]}) {
		push @line, "$it->{name}/none" unless @{$it->{images}};
		push @line, "$it->{name}/$_->{level} " . ($_->{why} // pixel(
			$page->{contents}[$_->{content}],
			$page->items('content')->[$_->{content}]))
			for @{$it->{images}};
	}
	print join(' ', @line), "\n";
}
