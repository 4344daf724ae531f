#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What became of the sentences of a long README. moved.txt has, for each, where
# it is today. Prints what is wrong, one per line.
#	moved.pl found		words that are not where moved.txt says
#	moved.pl complete <OLD	sentences of that README that are not in moved.txt
# Run in the top folder; $FXTRACE is the command.
use strict;
use warnings;

my %text;

sub flat { return join ' ', split ' ', $_[0] }

# All of a file, or of what the command shows, with single blanks.
sub text_of {
	my ($place) = @_;
	return $text{$place} //= do {
		my @how = $place =~ /^help (.*)/ ? ('-|', $ENV{FXTRACE}, 'help', $1)
			: ('<', $place);
		my $mode = shift @how;
		local $/;
		open my $in, $mode, @how or die "$place: $!\n";
		flat(scalar <$in>);
	};
}

sub rows {
	open my $in, '<', 'tests/docs/moved.txt' or die "moved.txt: $!\n";
	my @rows;
	while (<$in>) {
		chomp;
		next if $. <= 4; # what the file is
		my @fields = split /\t/;
		print "moved.txt:$.: has not three fields\n" if @fields != 3;
		push @rows, [@fields];
	}
	return @rows;
}

sub found {
	for my $row (rows()) {
		my ($old, $place, $words) = @$row;
		next if $place eq '-';
		print "$place: \"$words\" is not there, for: $old\n"
			if index(text_of($place), $words) < 0;
	}
}

# Sentences of paragraphs and items, rows of tables, lines of code.
sub sentences {
	my ($is_code, $text, @found) = (0, '');
	my $end = sub {
		push @found, grep { length }
			split /(?<=[.!?])\)?\s+(?=[A-Z`(\[*])/, flat($text);
		$text = '';
	};
	while (<STDIN>) {
		if (/^(```|#|<!--|\||\s*$|- |\t)/ || $is_code) {
			$end->();
			$is_code = !$is_code, next if /^```/;
			push @found, flat($_)
				if $is_code ? /\S/ : /^\t/ || /^\|(?!---)/;
			$text = $1 if !$is_code && /^- (.*)/s;
		} else {
			$text .= " $_";
		}
	}
	$end->();
	return @found;
}

sub complete {
	my @rows = map { $_->[0] } rows();
	for my $sentence (sentences()) {
		my $n = 0;
		$n++ while $n < @rows && index($sentence, $rows[$n]) == 0;
		print "not in moved.txt: $sentence\n" if !$n;
		splice @rows, 0, $n;
	}
	print "not of that README: $_\n" for @rows;
}

if ($ARGV[0] eq 'found') { found() } else { complete() }
