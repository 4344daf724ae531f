# SPDX-License-Identifier: MIT
# What a page of `fxtrace timeline` carries, without a browser: a call a line,
#   NUMBER BEGIN_NS DURATION_NS DEPTH PID/TID NAME(ARGUMENTS) = RESULT ERROR
# (with --stacks, instead, its frames, a line each: #N=FRAME)
# with - for a duration that is not known. With --about, the rest, as JSON; with
# --memory, NAME BYTES OF HEX of each piece of memory.
use strict;
use warnings;
use Compress::Zlib;
use JSON::PP;
use MIME::Base64;

my $what = $ARGV[0] =~ /^--/ ? shift : '';
my (%sections, @chunks);
while (<>) {
	next unless
		m{^<script\x20type="text/plain"\x20class="(\w+)"\x20
		data-name="(\w*)"\x20data-bytes="(\d+)">([A-Za-z0-9+/=]*)</script>$}x;
	my $bytes = uncompress(decode_base64($4));
	length $bytes == $3 or die "$1 $2 is not of $3 bytes\n";
	$1 eq 'words' ? push(@chunks, $bytes) : ($sections{$2} = $bytes);
}
my $about = decode_json($sections{about});
if ($what eq '--about') {
	print JSON::PP->new->canonical->encode($about), "\n";
	exit;
}

# LEB128, as Perl's own BER is not
sub numbers {
	my ($bytes) = @_;
	my ($value, $shift, @list) = (0, 0);
	for my $byte (unpack 'C*', $bytes) {
		$value += ($byte & 127) << $shift;
		$shift += 7;
		next if $byte > 127;
		push @list, $value;
		$value = $shift = 0;
	}
	return \@list;
}

my (@texts, @memory);
for my $chunk (@chunks) {
	my $size = unpack 'V', $chunk;
	push @texts, split /\0/, substr $chunk, 4, $size;
	my $rest = substr $chunk, 4 + $size;
	while (length $rest) {
		my @head;
		while (@head < 3) {
			$rest =~ s/^([\x80-\xff]*[\x00-\x7f])//s or die;
			push @head, numbers("$1")->[0];
		}
		my $name = substr $rest, 0, $head[2], '';
		push @memory, [$name, $head[1], substr $rest, 0, $head[0], ''];
	}
}
if ($what eq '--memory') {
	print "$_->[0] $_->[1] ", unpack('H*', $_->[2]), "\n" for @memory;
	exit;
}

my %column = map { $_ => numbers($sections{$_}) }
	qw(number begin time function thread depth state error);
my ($number, $begin) = (-1, 0);
for my $i (0 .. $about->{calls} - 1) {
	my %call = map { $_ => $column{$_}[$i] } keys %column;
	print map { "$_\n" } grep { /^#/ } map { split /\n/ } $texts[$i]
		if $what eq '--stacks';
	next if $what eq '--stacks';
	my $thread = $about->{threads}[$call{thread}];
	my @lines = map { s/\x01+$//r } split /\n/, $texts[$i];
	my ($result) = map { substr $_, 1 } grep { /^=/ } @lines;
	my $args = join ', ', grep { !/^[=#]/ } @lines;
	$number += 1 + $call{number};
	$begin += $call{begin};
	printf "%d %d %s %d %d/%d %s(%s)%s\n", $number, $begin,
		$call{time} ? $call{time} - 1 : '-', $call{depth},
		$about->{processes}[$thread->{process}]{pid}, $thread->{tid},
		$about->{functions}[$call{function}]{name}, $args, $result;
}
