#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares lines of JSON, on standard input, with the table of their keys and
# types in fxtrace-formats(7). Prints what is of another type, or value, than
# the table says, what is not in it, and "never KEY" for what no line has.
#	schema.pl formats.md
use strict;
use warnings;
use B ();
use JSON::PP ();

# The table's row of each key, and the words that it lists as its values.
sub schema {
	open my $in, '<', $_[0] or die "$_[0]: $!";
	my %schema;

	while (<$in>) {
		next unless /^## Calls as rows/ .. /^## Databases/;
		my (undef, $names, $types, $about) = split /\s*\|\s*/ or next;
		my @names = ($names // '') =~ /`(\w+)`/g or next;
		my @types = split /, /, $types;

		for my $i (0 .. $#names) {
			$schema{$names[$i]} = {
				type => $types[$i] // $types[0],
				words => { map { $_ => 1 } $about =~ /`(\w+)`/g },
			};
		}
	}
	return %schema;
}

sub is_text { !ref $_[0] && B::svref_2object(\$_[0])->FLAGS & B::SVf_POK() }
sub is_count { !ref $_[0] && !is_text($_[0]) && $_[0] =~ /^\d+$/ }

my %is = (
	UBIGINT => \&is_count,
	VARCHAR => \&is_text,
	'VARCHAR[]' => sub { ref $_[0] eq 'ARRAY' && @{$_[0]} &&
		!grep { !is_text($_) } @{$_[0]} },
	BOOLEAN => sub { JSON::PP::is_bool($_[0]) },
	JSON => sub { 1 },
);
my %schema = schema($ARGV[0]);
my (%seen, %wrong);
my $json = JSON::PP->new->utf8;

while (<STDIN>) {
	my $call = eval { $json->decode($_) };

	if (ref $call ne 'HASH') {
		$wrong{'a line that is no object'}++;
		next;
	}
	for my $key (keys %$call) {
		my $value = $call->{$key};

		$seen{$key}++;
		if (!$schema{$key}) {
			$wrong{"$key is not in the table"}++;
		} elsif (!$is{$schema{$key}{type}}->($value)) {
			$wrong{"$key is no $schema{$key}{type}"}++;
		} elsif ($key =~ /^(?:state|marks)$/) {
			$schema{$key}{words}{$_} or $wrong{"$key=$_"}++
				for ref $value ? @$value : $value;
		} elsif ($key eq 'args' && ref $value ne 'HASH') {
			$wrong{'args is no object'}++;
		}
	}
	for (qw(number begin_ns pid tid name state args)) {
		$wrong{"$_ is not there"}++ if !exists $call->{$_};
	}
}
print "$_\n" for sort keys %wrong;
print "never $_\n" for grep { !$seen{$_} } sort keys %schema;
