# SPDX-License-Identifier: MIT
# A folder of `fxtrace inspect --json`: what inspect.json says, and its files.
package inspect_folder;
use strict;
use warnings;
use Compress::Zlib ();
use JSON::PP;

sub slurp {
	my ($path) = @_;
	open my $in, '<:raw', $path or die "$path: $!\n";
	local $/;
	return scalar <$in>;
}

sub new {
	my ($class, $path) = @_;
	my $self = decode_json(slurp("$path/inspect.json"));
	$self->{path} = $path;
	return bless $self, $class;
}

sub raw {
	my ($self, $name) = @_;
	return slurp("$self->{path}/$name");
}

# Its values, as the raw file has them: the lowest row first, the lower byte
# first. Dies if it is not the PNG of such a file.
sub png {
	my ($self, $name) = @_;
	my $file = $self->{files}{$name};
	my $png = slurp("$self->{path}/$file->{png}");
	my ($width, $height, $bits, $kind) = unpack 'x16NNCC', $png;
	my ($data, $at, @rows) = ('', 8);
	my $channels = { 0 => 1, 2 => 3, 4 => 2, 6 => 4 }->{$kind};
	die "$file->{png}: size or kind\n" if $width != $file->{width} ||
		$height != $file->{height} || $channels != length $file->{channels};
	while ($at < length $png) {
		my ($n, $what) = unpack 'Na4', substr $png, $at, 8;
		$data .= substr $png, $at + 8, $n if $what eq 'IDAT';
		$at += 12 + $n;
	}
	$data = Compress::Zlib::uncompress($data);
	my $n_row = $width * $channels * $bits / 8 + 1;
	for my $y (0 .. $height - 1) {
		my $row = substr $data, $y * $n_row, $n_row;
		die "$file->{png}: a filter\n" if substr($row, 0, 1) ne "\0";
		$row = substr $row, 1;
		$row = pack 'v*', unpack 'n*', $row if $bits == 16;
		unshift @rows, $row;
	}
	return join '', @rows;
}

sub state_of {
	my ($self, $draw) = @_;
	return $self->{draws}[$draw]{state};
}

1;
