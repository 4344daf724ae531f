#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The English of comments, messages and pages: words that WORDS replaces, and
# sentences of more than 25 words.
#   words.pl [-q] WORDS FILE ...
# Prints FILE:LINE: what is wrong; -q only counts, a line a file.
use strict;
use warnings;

my $MOST_WORDS = 25;
my $quiet = @ARGV && $ARGV[0] eq '-q' && shift;
my (@rules, $n_bad, %count);

sub read_rules {
	open my $in, '<', $_[0] or die "$_[0]: $!\n";
	while (<$in>) {
		next if /^#/ or /^\s*$/;
		chomp;
		my ($words, $say) = split /\t/;
		push @rules, [qr/(?<![\w-])($words)(?![\w-])/i, $say];
	}
}

sub complain {
	my ($file, $line, $text) = @_;
	print "$file:$line: $text\n" unless $quiet;
	$count{$file}++;
	$n_bad++;
}

# What is quoted or looks like code is a name, not prose.
sub prose {
	my $text = $_[0];
	$text =~ s/`[^`\n]*`/NAME/g;
	$text =~ s/"[^"\n]{1,40}"/NAME/g;
	$text =~ s/\b[\w.]+\([^()]*\)/NAME/g;
	$text =~ s/<[\w.-]+>/NAME/g;
	return $text;
}

sub check_words {
	my ($file, $line, $text) = @_;
	my $n = 0;
	for my $row (split /\n/, prose($text), -1) {
		for my $rule (@rules) {
			while ($row =~ /$rule->[0]/g) {
				complain($file, $line + $n,
					"\"$1\": say $rule->[1]");
			}
		}
		$n++;
	}
}

# A sentence ends at . ? ! or at a line that ends a paragraph or a list item.
sub check_sentences {
	my ($file, $line, $text) = @_;
	my ($n_words, $start, $n) = (0, 0, 0);
	$text = prose($text);
	for my $row (split /\n/, $text, -1) {
		$row =~ s{^\s*(?:/?\*+/?|#+|//)\s?}{};
		my $is_list = $row =~ /^\s*(?:[-*]|\d+\.|\w+:)\s|^\s{2,}|\t|\|/;
		($n_words, $start) = (0, $n) if $row !~ /\S/ or $is_list;
		next if $row =~ /^!|^SPDX-/ and ++$n;
		for my $word (split ' ', $row) {
			$start = $n if !$n_words;
			$n_words++ if $word =~ /\w/;
			complain($file, $line + $start,
				"a sentence of more than $MOST_WORDS words")
				if $n_words == $MOST_WORDS + 1;
			$n_words = 0 if $word =~ /[.?!]["')]*$/
				and $word !~ /^(?:e\.g|i\.e|etc|vs)\.$/;
		}
		$n++;
	}
}

sub check_text {
	check_words(@_);
	check_sentences(@_);
}

sub line_of { return 1 + (substr($_[0], 0, $_[1]) =~ tr/\n//) }

# Comments, and strings that hold a space: messages and help.
sub check_c {
	my ($file, $source) = @_;
	while ($source =~ m{(/\*.*?\*/)|(//[^\n]*)|("(?:\\.|[^"\\\n])*")|'(?:\\.|[^'\\\n])+'}gs) {
		my $line = line_of($source, $-[0]);
		if (defined $1 || defined $2) {
			my $text = $1 // $2;
			$text =~ s/\*\/$//;
			check_text($file, $line, $text);
		} elsif (defined(my $string = $3)) {
			my $text = substr $string, 1, -1;
			next if $text !~ /[a-z] | [a-z]/;
			$text =~ s/\\[a-z]/ /g;
			check_words($file, $line, $text);
		}
	}
}

sub check_script {
	my ($file, $source) = @_;
	while ($source =~ /((?:^[ \t]*#(?!include\b)[^\n]*\n)+)/gm) {
		check_text($file, line_of($source, $-[0]), $1);
	}
}

sub check_page {
	my ($file, $source) = @_;
	my $in_code = 0;
	my @rows = split /\n/, $source, -1;
	for (@rows) {
		$in_code = !$in_code, $_ = '' if /^\s*```/;
		$_ = '' if $in_code;
		s/^\|.*// if /^\|/;
	}
	check_text($file, 1, join "\n", @rows);
}

read_rules(shift);
for my $file (@ARGV) {
	open my $in, '<', $file or die "$file: $!\n";
	my $source = do { local $/; <$in> } // '';
	if ($file =~ /\.(?:[chS]|cc)$/) { check_c($file, $source) }
	elsif ($file =~ /\.md$/) { check_page($file, $source) }
	else { check_script($file, $source) }
}
if ($quiet) {
	printf "%4d %s\n", $count{$_}, $_
		for sort { $count{$b} <=> $count{$a} } keys %count;
}
exit($n_bad ? 1 : 0);
