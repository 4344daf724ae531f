#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Every value of every call as a line, NUMBER NAME VALUE, whatever it comes
# from, on standard input:
#	values.pl json		what `fxtrace dump --json` prints
#	values.pl sqlite	rows number, name, value, data, true_size as JSON
#	values.pl chrome	trace event JSON
#
# Values are as a database has them. What is neither a number nor memory is
# text, true and false are 1 and 0, what is no number is null.
use strict;
use warnings;
use JSON::PP ();

my $json = JSON::PP->new->canonical->allow_nonref->allow_bignum
	# addresses and NaN, as text
	->filter_json_single_key_object(address => sub { $_[0] })
	->filter_json_single_key_object(float => sub { $_[0] });
$json->boolean_values('0', '1');

# NUMBER NAME VALUE; members of a struct are values of their own.
sub shown {
	my ($number, $name, $value) = @_;

	if (ref $value eq 'HASH' && exists $value->{base64}) {
		$value = "memory $value->{bytes} $value->{base64}";
	} elsif (ref $value eq 'HASH' && %$value) {
		shown($number, "$name.$_", $value->{$_}) for sort keys %$value;
		return;
	} elsif (ref $value eq 'ARRAY' || ref $value eq 'HASH') {
		$value = $json->encode($value);
	} elsif (($value // 'NaN') eq 'NaN') {
		$value = 'null';
	} elsif ($value =~ /^-?\d*\.\d+(e.*)?$|^-?\d+e.*$/) {
		$value = sprintf '%.6g', "$value"; # of a float
	}
	print "$number $name $value\n";
}

sub values_of {
	my ($number, $args) = @_;

	for (sort keys %$args) {
		if (/(.*)\.size$/) {
			print "$number $1 size $args->{$_}\n";
		} else {
			shown($number, $_, $args->{$_});
		}
	}
}

sub from_json {
	while (<STDIN>) {
		my $call = $json->decode($_);

		values_of($call->{number}, $call->{args});
		values_of($call->{number}, { map { $_ => $call->{$_} }
			grep { exists $call->{$_} } qw(ret errno) });
	}
}

sub from_chrome {
	local $/;
	my $n = 0;

	values_of($n++, $_->{args}) for grep { $_->{ph} =~ /[XB]/ }
		@{$json->decode(<STDIN>)->{traceEvents}};
}

# Structs and arrays are JSON there; text that looks like it is not.
sub from_sqlite {
	while (<STDIN>) {
		my $row = $json->decode($_);
		my ($value, $list) = $row->{value};

		$value = $row->{data} if defined $row->{data};
		$list = eval { $json->decode($value) }
			if !ref $value && ($value // '') =~ /^[\[{]/;
		shown($row->{number}, $row->{name}, ref $list ? $list : $value);
		print "$row->{number} $row->{name} size $row->{true_size}\n"
			if defined $row->{true_size};
	}
}

binmode STDIN, ':raw';
binmode STDOUT, ':utf8';
{json => \&from_json, sqlite => \&from_sqlite, chrome => \&from_chrome}
	->{$ARGV[0]}->();
