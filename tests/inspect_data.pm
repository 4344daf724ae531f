# SPDX-License-Identifier: MIT
# The data of a page of `fxtrace inspect`, read without a browser and without the
# page's scripts: tools/page/section.h, tools/inspect/{stock,tiles,states}.h.
package inspect_data;
use strict;
use warnings;
use Compress::Zlib qw(uncompress);
use JSON::PP;
use MIME::Base64;

use constant SIDE => 64;

sub new {
	my ($class, $path) = @_;
	open my $in, '<:raw', $path or die "$path: $!\n";
	my $page = do { local $/; <$in> };
	my $self = bless { sections => {} }, $class;
	while ($page =~ m{<script\ type="text/plain"\ class="(\w+)"
			\s+data-name="([^"]*)"\s+data-bytes="(\d+)">
			([^<]*)</script>}gx) {
		my ($kind, $name, $bytes) = ($1, $2, uncompress(decode_base64($4)));
		die "$kind $name: not $3 bytes\n" if length $bytes != $3;
		$self->{sections}{$kind}{$name} = $bytes;
	}
	$self->{$_} = decode_json($self->{sections}{inspect}{$_})
		for keys %{$self->{sections}{inspect}};
	return $self;
}

sub number {
	my ($at) = @_;
	my ($value, $shift, $byte) = (0, 0);
	do {
		$byte = ord substr ${$at->{bytes}}, $at->{at}++, 1;
		$value |= ($byte & 127) << $shift;
		$shift += 7;
	} while $byte > 127;
	return $value;
}

sub signed {
	my $n = number(@_);
	return $n % 2 ? -($n + 1) / 2 : $n / 2;
}

# All items of a class, by their number.
sub items {
	my ($self, $class) = @_;
	return $self->{items}{$class} //= do {
		my @list;
		my $chunks = $self->{sections}{$class} || {};
		for my $first (sort { $a <=> $b } keys %$chunks) {
			my $at = { bytes => \$chunks->{$first}, at => 0 };
			my @sizes = map { number($at) } 1 .. number($at);
			for my $i (0 .. $#sizes) {
				$list[$first + $i] = substr $chunks->{$first},
					$at->{at}, $sizes[$i];
				$at->{at} += $sizes[$i];
			}
		}
		\@list;
	};
}

my %bytes = (u8 => 1, i8 => 1, u16 => 2, i16 => 2, u32 => 4, i32 => 4, f32 => 4);

sub pixel_bytes {
	my ($form) = @_;
	return length($form->{channels}) * $bytes{$form->{number}};
}

sub versions {
	my ($self, $attachment) = @_;
	return $self->{versions}[$attachment] //= do {
		my $bytes = $self->{sections}{versions}{$attachment};
		my $at = { bytes => \$bytes, at => 0 };
		my @tiles;
		while ($at->{at} < length $bytes) {
			my ($draw, $item, @list) = (0, 0);
			for (1 .. number($at)) {
				$draw += number($at);
				$item += signed($at);
				push @list, [$draw, $item];
			}
			push @tiles, \@list;
		}
		\@tiles;
	};
}

# The bytes of an attachment's picture of that number; undef: before its first.
sub picture {
	my ($self, $number, $at) = @_;
	my $attachment = $self->{tiles}{attachments}[$number];
	my ($width, $height) = @$attachment{qw(width height)};
	my ($pixel, $nx) = (pixel_bytes($attachment),
		int(($width + SIDE - 1) / SIDE));
	my $picture = "\0" x ($width * $height * $pixel);
	my $tiles = $self->versions($number);
	for my $i (0 .. $#$tiles) {
		my ($seen) = grep { $_->[0] <= $at } reverse @{$tiles->[$i]};
		return undef unless $seen;
		my ($x, $y) = ($i % $nx * SIDE, int($i / $nx) * SIDE);
		my $columns = $width - $x < SIDE ? $width - $x : SIDE;
		my $rows = $height - $y < SIDE ? $height - $y : SIDE;
		my $tile = $self->items('tile')->[$seen->[1]];
		substr($picture, (($y + $_) * $width + $x) * $pixel,
			$columns * $pixel) = substr $tile, $_ * $columns * $pixel,
			$columns * $pixel for 0 .. $rows - 1;
	}
	return $picture;
}

# Red, green and blue of 8 bits, as OpenGL's tools show them; undef: other forms.
sub rgb {
	my ($self, $number, $at) = @_;
	my $form = $self->{tiles}{attachments}[$number];
	return undef if $form->{number} ne 'u8' || $form->{channels} !~ /^RGBA?$/;
	my $picture = $self->picture($number, $at) // return undef;
	$picture =~ s/(...)./$1/gs if $form->{channels} eq 'RGBA';
	return $picture;
}

# The state after a draw: path => value.
sub state_of {
	my ($self, $draw) = @_;
	my ($firsts, %state) = $self->{states}{firsts};
	my ($block) = grep { $firsts->[$_] <= $draw } reverse 0 .. $#$firsts;
	my $at = { bytes => \$self->items('state')->[$block], at => 0 };
	my ($paths, $values) = ($self->items('path'), $self->items('value'));
	my $now = 0;
	for (1 .. number($at)) {
		$now += number($at);
		my $path = 0;
		for (1 .. number($at)) {
			$path += number($at);
			my $value = number($at);
			if ($now <= $draw) {
				$state{$paths->[$path]} = $values->[$value - 1];
				delete $state{$paths->[$path]} unless $value;
			}
			$path++;
		}
	}
	return \%state;
}

1;
