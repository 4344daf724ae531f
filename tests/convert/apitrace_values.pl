#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Every value of every call as a line, whichever program printed them, from
# standard input, in the order of the calls' numbers:
#	apitrace_values.pl json		what `fxtrace dump --json` prints
#	apitrace_values.pl text		what `apitrace dump -v` prints
#
# With `real` as another argument, calls that are marked as fake are left out. The
# others have numbers from 0 then.
#
# A line is NUMBER NAME PARAMETER=VALUE, "ret" for the result. Only that is left
# out which a file of apitrace has no place for, or apitrace does not show. That
# is the true size of what was cut, and the earlier value where a call changed
# one. It is also the address of what is there itself, and what is in memory,
# whose size is there instead. What both show in their own form is made one
# form.
use strict;
use warnings;
no warnings 'portable';
use JSON::PP ();
use FindBin ();
require "$FindBin::Bin/forms.pl";

my $json = JSON::PP->new->utf8->allow_nonref
	# addresses and NaN, as text
	->filter_json_single_key_object(address => sub { $_[0] })
	->filter_json_single_key_object(float => sub { $_[0] });
$json->boolean_values('<no>', '<yes>');

# Bytes as apitrace shows them: of three octal digits two are the same one, and
# there is no carriage return. A string with a NUL is memory.
sub escaped {
	my ($text) = @_;

	utf8::encode($text);
	return 'blob(' . length($text) . ')' if $text =~ /\0/;
	$text =~ s{([^\n\x20-\x7e]|["\\])}{
		my ($c, $high, $low) = ($1, ord($1) >> 3 & 7, ord($1) & 7);
		$c eq "\t" ? "\t" : $c eq "\r" ? '' :
			$c eq '"' || $c eq '\\' ? "\\$c" :
			'\\' . ($high ? "$high$high" : '') . $low }ge;
	return $text;
}

sub from_json {
	my ($value) = @_;

	return 'NULL' unless defined $value;
	if (ref $value eq 'ARRAY') {
		# attributes, which are pairs here and a row there
		return list(map {
			ref $_ eq 'HASH' && exists $_->{key}
				? map { from_json($_) } grep { defined }
					@$_{qw(key value)}
				: from_json($_)
		} @$value);
	}
	if (ref $value eq 'HASH') {
		return "blob($value->{bytes})" if exists $value->{base64};
		my %members = map { $_ => from_json($value->{$_}) }
			keys %$value;
		return struct(members(%members));
	}
	return text(escaped($value));
}

sub show {
	my ($number, $name, $args) = @_;

	return join '', "$number $name\n",
		map { "$number $name $_=$args->{$_}\n" } sort keys %$args;
}

# Arguments by their names in apitrace's file.
sub plain {
	my ($args) = @_;
	my %plain = map { $_ => $args->{$_} } grep { !/\.size$|['\@]$/ }
		keys %$args;

	for (grep { /\@$/ } keys %$args) {
		my $base = s/\@$//r;
		my $there = $plain{$base};

		# memory that is not the program's
		$plain{$base} = $args->{$_} if !exists $plain{$base} ||
			(ref $there eq 'HASH' && exists $there->{base64} &&
				!$there->{bytes});
	}
	$plain{s/'$//r} = $args->{$_} for grep { /'$/ } keys %$args;
	return \%plain;
}

# A frame of a backtrace, as apitrace shows it.
sub frame {
	my ($frame) = @_;

	return ($frame->{module} || '?') . ": $frame->{function}" .
		($frame->{offset} ? sprintf '+0x%x', $frame->{offset} : '') .
		($frame->{file} ? ": $frame->{file}:$frame->{line}" : '');
}

sub json_lines {
	my ($is_real) = @_;
	my $n = 0;

	while (<STDIN>) {
		# perl has no negative zero that is an integer
		my $call = $json->decode(s/:-0\.0\b/:"-0"/gr);
		next if $is_real && grep { $_ eq 'fake' } @{$call->{marks}};
		my $args = plain($call->{args});
		my %all = map { $_ => from_json($args->{$_}) } keys %$args;

		$all{'@stack'} = join '', map { frame($_) . "\n" }
			@{$call->{stack}} if $call->{stack};
		$all{errno} = $call->{errno} if exists $call->{errno};
		$all{ret} = from_json($call->{ret}) if exists $call->{ret};
		print show($is_real ? $n++ : $call->{number}, $call->{name},
			\%all);
	}
}

# A value at the position in $_.
sub from_text {
	return from_text() if /\G&/gc;
	if (/\G\{/gc) {
		my (@items, @members);

		until (/\G\}/gc) {
			/\G, /gc;
			my @name = /\G([\w.]+) = /gc;
			push @items, from_text();
			push @members, $name[0], $items[-1] if @name;
		}
		return @members ? struct(@members) : list(@items);
	}
	return text($1) if /\GL?"((?:[^"\\]|\\.)*)"/gcs;
	return $1 if /\G(blob\(\d+\))/gc;
	return text($1) if /\G(-?(?:nan|inf))\b/gc;
	return number($1) if /\G(0x[0-9a-f]+|-?[\d.]+(?:e[-+]?\d+)?)/gc;
	return $1 eq 'true' ? '<yes>' : '<no>' if /\G(true|false)\b/gc;
	return text($1 =~ s/ \| /|/gr) if /\G(\w+(?: \| \w+)*)/gc;
	die 'no value: ' . substr $_, pos || 0, 60;
}

sub text_lines {
	my ($is_real) = @_;
	local $/;
	my ($n, @calls) = 0;

	$_ = <STDIN>;
	1 while m{\G//[^\n"]*(?:"(?:[^"\\]|\\.)*")?\n}gcs; # properties
	while (/\G(\d+) /gc) {
		my ($number, %args) = $1;

		1 while /\G(?:@\d+|\[.*?\]) /gc;
		/\G([^\s(]+)\(/gc or die 'no call: ' . substr $_, pos, 60;
		my $name = $1;
		until (/\G\)/gc) {
			/\G, /gc;
			/\G([^\s=]+) = /gc or die 'no argument: ' .
				substr $_, pos, 60;
			my $param = $1;
			my $value = /\G\?/gc ? undef : from_text();
			$args{$param} = $value if defined $value;
		}
		$args{ret} = from_text() if /\G = /gc;
		/\G([^\n]*)\n/gc;
		my $is_fake = $1 =~ m{ // .*\bfake\b};
		$args{'@stack'} = $1 if /\GBacktrace:\n((?:(?!\d+ ).+\n)*)/gc;
		/\G\n+/gc;
		$calls[$number] = [$name, \%args] unless $is_real && $is_fake;
	}
	die 'no call: ' . substr $_, pos || 0, 60 if (pos || 0) < length;
	for my $number (grep { $calls[$_] } 0 .. $#calls) {
		print show($is_real ? $n++ : $number, @{$calls[$number]});
	}
}

binmode STDIN, ':raw';
binmode STDOUT, ':utf8';
my ($form, $real) = (@ARGV, '', '');
$form eq 'json' ? json_lines($real eq 'real') : text_lines($real eq 'real');
