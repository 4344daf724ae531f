#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Every command of Khronos' registries of OpenGL, GLX and EGL is known to the
# built library. This test reads the registries itself. `fxtrace list` says of
# which only the values of pointers are recorded.
use strict;
use warnings;
use File::Basename;
use JSON::PP;
use Test::More;

my $b = $ENV{FXTRACE_B} || dirname(__FILE__) . '/../build';
my $library = $ENV{FXTRACE_LIB} || "$b/libfxtrace.so";
my @folders = ($ENV{REGISTRY} || '/usr/lib/python3/dist-packages/glad/files',
	$ENV{KHRONOS} || '/usr/share/khronos-api');
# What the registries have, by the number of OpenGL's commands. That of 2022 is
# Debian's khronos-api.
# python3-glad's has the four of EXT_fragment_shading_rate,
# too. The one before them is that of Debian 11.
# Commands of extensions that are no longer in use, or do not say how much memory
# it is: 136 once, 81 by now. An older registry says it of fewer.
my $of_2022 = { glx => 134, egl => 157, all => 3578, addresses => 81, odd => [] };
my %editions = (3287 => $of_2022, 3291 => $of_2022, 3259 => { glx => 134,
	egl => 144, all => 3537, addresses => 93,
	odd => ['glXSet3DfxModeMESA mode'] }); # no enum there

# The file of the build: the first folder that has it.
sub registry {
	my ($api) = @_;
	my ($file) = grep { -e } map { "$_/$api.xml" } @folders;

	return $file;
}

# The names of a registry's commands, and those of their pointers.
sub commands {
	my ($file) = @_;
	my %found;

	open my $xml, '<', $file or die "$file: $!";
	my $text = do { local $/; <$xml> };
	$text =~ s/<!--.*?-->//gs;
	while ($text =~ m{<command\b[^>/]*>(.*?)</command>}gs) {
		my $command = $1;
		my ($name) = $command =~
			m{<proto\b.*?<name>\s*(\w+)\s*</name>}s or next;
		my @pointers = map { /[*\[]/ && m{<name>\s*(\w+)} ? $1 : () }
			$command =~ m{<param\b(.*?)</param>}gs;

		$found{$name} = \@pointers;
	}
	return \%found;
}

for my $api (qw(gl glx egl)) {
	plan skip_all => "no registry of $api here" unless registry($api);
}
my $n_gl = keys %{commands(registry('gl'))};
my $edition = $editions{$n_gl} // $of_2022;
my $n_addresses = $edition->{addresses};
my (%all, %listed);
open my $list, '-|', "$b/fxtrace", 'list', '--json', '%gl', '%glx', '%egl'
	or die;
while (<$list>) {
	my $function = decode_json($_);
	$listed{$function->{name}} = $function;
}
my %exported = map { /^\S+ T (\w+)/ ? ($1 => 1) : () }
	`nm -D --defined-only $library`;
for my $api (qw(gl glx egl)) {
	my $found = commands(registry($api));
	my $n = keys %$found;

	ok($api eq 'gl' ? $editions{$n} : $edition->{$api} == $n,
		"$api: $n commands are read, as many as there are");
	is_deeply([grep { !$exported{$_} } sort keys %$found], [],
		"$api: the library exports each");
	is_deeply([grep { !$listed{$_} } sort keys %$found], [],
		"$api: fxtrace list knows each");
	%all = (%all, %$found);
}
cmp_ok(scalar keys %all, '>=', $edition->{all},
	"they are $edition->{all} or more");
is_deeply([grep { !$all{$_} } sort keys %listed], [],
	'nothing is called one that is none');

my @addresses = grep { $_->{typed} eq 'prototype' } values %listed;
is(scalar @addresses, $n_addresses,
	"fxtrace list says of $n_addresses that only addresses are recorded");
my @odd;
for my $function (@addresses) {
	my %pointers = map { $_ => 1 } 'ret', @{$all{$function->{name}}};

	push @odd, map { "$function->{name} $_" }
		grep { !$pointers{$_} } @{$function->{untyped}};
}
is_deeply(\@odd, $edition->{odd}, 'and these are pointers');
my $shown = grep / prototype /, `$b/fxtrace list %gl %glx %egl`;
is($shown, $n_addresses, 'the text says the same');
done_testing;
