#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What a page of inspect has, compared with what `replay` shows of the same
# archive. Prints what differs, and then how much was compared.
#	inspect_frames.pl pictures PAGE FOLDER
#	inspect_frames.pl state PAGE|FOLDER DRAW... < JSON of replay --state
#	inspect_frames.pl same PAGE PAGE
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Compress::Raw::Zlib;
use JSON::PP;
use inspect_data;
use inspect_folder;

# What changes by itself, and where the replay has arrays.
my $volatile = qr/DEBUG_|GPU_|_FREE_MEMORY|VBO_FREE|ARRAY_POINTER/;

my ($what, $path, @more) = @ARGV;
my $page = -d $path ? inspect_folder->new($path) : inspect_data->new($path);
my $draws = -d $path ? $page->{draws} : $page->{draws}{draws};

# The picture after each draw is the PNG after its call.
sub pictures {
	my ($folder) = @_;
	my ($n, $none) = (0, 0);
	for my $i (0 .. $#$draws) {
		my $call = $page->{calls}{numbers}[$draws->[$i]{call}];
		my $png = sprintf '%s/call-%07d.png', $folder, $call;
		my $set = $page->{draws}{attachmentSets}[$draws->[$i]{attachments}];
		# it shows the first buffer that is drawn to
		my @rgb = map { $page->rgb($_, 2 * $i + 1) }
			grep { defined } map { $_->{attachment} }
			grep { $_->{name} =~ /^color/ } @$set;
		if (!@rgb || !-e $png || grep { !defined } @rgb) {
			$none++;
			next;
		}
		my @crcs = map { sprintf "%08x\n", crc32($_) } @rgb;
		my $want = `perl $FindBin::Bin/replay/png_crc.pl $png`;
		print "call $call: not $want" unless grep { $_ eq $want } @crcs;
		$n++;
	}
	print "$n pictures compared, $none not\n";
}

# Paths and values of what replay prints, by our own rules (flat.h).
sub flatten {
	my ($value, $path, $to) = @_;
	if (ref $value eq 'HASH') {
		flatten($value->{$_}, length $path ? "$path.$_" : $_, $to)
			for keys %$value;
	} elsif (ref $value eq 'ARRAY' && grep { ref $_ eq 'HASH' } @$value) {
		for my $i (0 .. $#$value) {
			my $item = $value->[$i];
			my $at = $item->{unit} // $item->{index} // $i;
			my $is_name = defined $item->{name} &&
				$item->{name} !~ /^\d+$/;
			flatten($item, $is_name ? "$path.$item->{name}"
				: "${path}[$at]", $to);
		}
	} else {
		$to->{$path} = $value;
	}
}

sub state_is {
	my @wanted = @_;
	my $json = JSON::PP->new->allow_nonref;
	my ($n, $n_states) = (0, 0);
	local $/;
	$json->incr_parse(scalar <STDIN>);
	while (my $want = $json->incr_parse) {
		my ($i, %paths) = shift @wanted;
		delete $want->{call};
		flatten($want, '', \%paths);
		my $got = $page->state_of($i);
		for my $path (sort keys %paths) {
			next if $path =~ $volatile || $path eq "textures"; # empty
			$n++;
			print "draw $i: no $path\n" unless exists $got->{$path};
			next unless exists $got->{$path};
			my $value = $paths{$path};
			my $is = ref $value || JSON::PP::is_bool($value)
				? decode_it($got->{$path}) eq $json->canonical->encode($value)
				: $got->{$path} eq $value || $got->{$path} == $value;
			print "draw $i: $path is $got->{$path}\n" unless $is;
		}
		for (sort keys %$got) {
			print "draw $i: $_ is more\n"
				unless exists $paths{$_} || /$volatile/;
		}
		$n_states++;
	}
	print "$n values of $n_states states compared\n" if $n > 100;
}

sub decode_it {
	my $json = JSON::PP->new->allow_nonref->canonical;
	return $json->encode($json->decode($_[0]));
}

if ($what eq 'pictures') {
	pictures(@more);
} elsif ($what eq 'state') {
	no warnings 'numeric';
	state_is(@more);
} elsif ($what eq 'same') {
	my $other = inspect_data->new(@more);
	my $n = 0;
	for my $class (sort keys %{$page->{sections}}) {
		for my $name (sort keys %{$page->{sections}{$class}}) {
			next if "$class $name" =~ /^(state|value) |^inspect states/;
			$n++;
			print "$class $name differs\n" if $page->{sections}{$class}
				{$name} ne ($other->{sections}{$class}{$name} // '');
		}
	}
	for my $i (0 .. $#$draws) {
		my ($a, $b) = map { $_->state_of($i) } $page, $other;
		for (grep { !/$volatile/ } keys %{{%$a, %$b}}) {
			print "draw $i: $_ differs\n"
				if ($a->{$_} // '') ne ($b->{$_} // '');
		}
	}
	print "$n sections compared\n";
}
