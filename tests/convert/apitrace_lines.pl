#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Calls as lines that are the same whichever program printed them, from standard
# input:
#	apitrace_lines.pl json	what `fxtrace dump --json` prints
#	apitrace_lines.pl text	what `apitrace dump -v` prints
#
# A line is NAME PARAMETER=VALUE ... RET. Numbers are decimal, one element is
# itself, memory is its size, lists of attributes are in one row. Left out is
# what has its own form in each: addresses next to memory, and fake calls that
# are not memcpy. Also calls that say where arrays of the program are, which
# apitrace puts off until they are drawn.
use strict;
use warnings;
no warnings 'portable';
use JSON::PP ();

# apitrace shows 7 digits of a float.
sub number {
	my ($n) = @_;

	$n = hex $n if $n =~ /^0x/;
	return $n + 0 if $n =~ /^-?\d+$/;
	$n = unpack 'f', pack 'f', $n if ($n =~ s/e.*//r =~ tr/0-9//) > 7;
	return sprintf '%.7g', $n;
}

sub list {
	my @items = @_;

	return @items == 1 ? $items[0] : '{' . join(',', @items) . '}';
}

# A set of flags, in any order.
sub names {
	return join '|', sort map { /^(?:0x)?\d/ ? number($_) : $_ } @_;
}

my $json = JSON::PP->new->allow_nonref
	# addresses and NaN, as text
	->filter_json_single_key_object(address => sub { $_[0] })
	->filter_json_single_key_object(float => sub { $_[0] });
$json->boolean_values('false', 'true');

sub from_json {
	my ($value) = @_;

	return 'NULL' unless defined $value;
	if (ref $value eq 'ARRAY') {
		return list(map {
			ref $_ eq 'HASH' && exists $_->{key}
				? map { from_json($_) } grep { defined }
					@$_{qw(key value)}
				: from_json($_)
		} @$value);
	}
	if (ref $value eq 'HASH') {
		return "blob($value->{bytes})" if exists $value->{base64};
		return '{' . join(',', map { "$_:" . from_json($value->{$_}) }
			sort keys %$value) . '}';
	}
	return number($value) if $value =~ /^(?:0x[0-9a-f]+|-?[\d.]+(?:e[-+]?\d+)?)$/;
	return names(split /\|/, $value)
		if $value =~ /^[A-Z]\w*(?:\|\w+)*$/;
	return $value =~ s/[\n\t"\\]/_/gr;
}

sub json_lines {
	my @strings;

	while (<STDIN>) {
		my $call = $json->decode($_);
		my $args = $call->{args};
		my $name = $call->{name};

		if ($name eq 'fxtrace_string') {
			push @strings, decode('string', $args);
			next;
		}
		next if $name =~ /^fxtrace_/;
		next if $name =~ /^gl(?!Get)\w*Pointer/ &&
			($args->{pointer} // '') =~ /^0x\w{8}/;
		$args->{string} = [splice @strings] if @strings;
		for (grep { /\@$/ } keys %$args) {
			my $plain = s/\@$//r;
			my $there = $args->{$plain};

			$args->{$plain} = $args->{$_}
				if ref $there eq 'HASH' &&
				exists $there->{base64} && !$there->{bytes};
			delete $args->{$_};
		}
		delete $args->{indices} if $name =~ /^glMulti(Mode)?Draw/;
		delete $args->{buffer} if $name =~ /^gl(Select|Feedback)Buffer/;
		line($name, { map { $_ => from_json($args->{$_}) } keys %$args },
			exists $call->{ret} ? from_json($call->{ret}) : '');
	}
}

sub decode {
	my ($name, $args) = @_;

	require MIME::Base64;
	return MIME::Base64::decode_base64($args->{$name}{base64});
}

# A value at the position in $_.
sub from_text {
	return from_text() if /\G&/gc;
	if (/\G\{/gc) {
		my (@items, $is_struct);

		until (/\G\}/gc) {
			/\G, /gc;
			my $member = /\G(\w+) = /gc ? "$1:" : '';

			$is_struct ||= $member;
			push @items, $member . from_text();
		}
		return $is_struct ? '{' . join(',', sort @items) . '}'
			: list(@items);
	}
	return $1 =~ s/\\?[\n\t"\\]/_/gr if /\G"((?:[^"\\]|\\.)*)"/gcs;
	return $1 if /\G(blob\(\d+\))/gc;
	return number($1) if /\G(0x[0-9a-f]+|-?[\d.]+(?:e[-+]?\d+)?)/gc;
	return names(split / \| /, $1) if /\G(\w+(?: \| \w+)*)/gc;
	die 'no value: ' . substr $_, pos || 0, 60;
}

sub text_lines {
	local $/;
	my $text = <STDIN>;

	$text =~ s/^\/\/.*\n//mg;
	for (split /\n(?=\d+ )/, $text) {
		my (%args, $name);

		/^\d+ /gc;
		/\G(\w+)\(/gc or next;
		$name = $1;
		until (/\G\)/gc) {
			/\G, /gc;
			/\G(\w+) = /gc or die "no argument: $_";
			my $param = $1;
			$args{$param} = /\G\?/gc ? '?' : from_text();
		}
		$args{mask} =~ s/^\{.*/blob(128)/ if $name eq 'glPolygonStipple';
		my $ret = /\G = /gc ? from_text() : '';
		next if /\G \/\/ fake/ && $name ne 'memcpy';
		delete $args{indices} if $name =~ /^glMulti(Mode)?Draw/;
		delete $args{buffer} if $name =~ /^gl(Select|Feedback)Buffer/;
		line($name, \%args, $ret);
	}
}

sub line {
	my ($name, $args, $ret) = @_;

	print join(' ', $name, (map { "$_=$args->{$_}" } sort keys %$args),
		"= $ret"), "\n";
}

binmode STDOUT, ':utf8';
($ARGV[0] // '') eq 'json' ? json_lines() : text_lines();
