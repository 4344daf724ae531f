#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What a replay needs to know of contexts, drawables and configurations is in
# the archive. The programs tests/gl/facts.c and tests/gl/drawables.c said it or
# find it by queries, and the recorder's queries do them no harm.
use strict;
use warnings;
use File::Basename;
use File::Temp 'tempdir';
use IO::Handle;
use IPC::Open2;
use JSON::PP;
use MIME::Base64;
use Test::More;

# An address as its digits.
my $decoder = JSON::PP->new->utf8
	->filter_json_single_key_object(address => sub { $_[0] });

my $build = $ENV{FXTRACE_B} || dirname(__FILE__) . '/../build';
my $tmp = tempdir(CLEANUP => 1);
delete $ENV{$_} for grep { /^FXTRACE_(?!B$|LIB$)/ } keys %ENV;

# record(PROGRAM...): whether it ended well, what it printed, and the calls of
# the archive that these functions' are.
sub record {
	my ($functions, @command) = @_;
	my $archive = "$tmp/a.fxt";

	unlink $archive;
	local $ENV{FXTRACE_OUTPUT} = $archive;
	local $ENV{FXTRACE_MODE} = 'oneshot';
	my $library = $ENV{FXTRACE_LIB} || "$build/libfxtrace.so";
	open my $out, '-|', @command[0 .. $#command - 1],
		'env', "LD_PRELOAD=$library", split ' ', $command[-1] or die;
	my @printed = <$out>;
	close $out;
	my $status = $? >> 8;
	return ($status) if $status == 77;
	open my $json, '-|', "$build/fxtrace", 'dump', '--json', '--calls',
		$functions, $archive or die;
	my @calls = map { $decoder->decode($_) } <$json>;
	return ($status, \@printed, \@calls);
}

# A call as the program would print it: the parameters of that line.
sub shown {
	my ($call, $line) = @_;
	my %value = (%{$call->{args}}, %{$call->{args}{attributes} || {}});
	my $text = $call->{name};

	for my $name ($line =~ / (\w+)=/g) {
		my $value = $value{$name} // 'nothing';

		$value = '(nil)' if $value =~ /^0x0$|^nothing$/;
		$value = hex $value if $value =~ /^0x/ &&
			($name eq 'visual' || $name eq 'drawable');
		$text .= " $name=$value";
	}
	return $text;
}

sub compare {
	my ($name, @command) = @_;
	my ($status, $printed, $calls) = record('fxtrace_*', @command);

	SKIP: {
		skip "$name: no OpenGL here", 2 if $status == 77;
		is($status, 0, "$name: the program meets its own errors only");
		my @got = map { shown($calls->[$_], $printed->[$_] // '') }
			0 .. $#$calls;
		chomp @$printed;
		is_deeply([sort @got], [sort @$printed],
			"$name: what there is to know is recorded, once");
	}
}

# Bytes that glReadPixels has filled in with a state that was not seen, and what
# the context says of itself.
sub compare_pixels {
	my ($name, $how, $functions) = @_;
	my ($status, $printed, $calls) = record($functions,
		"$build/tests/gl/facts $how $build/tests/hazard/lib");

	SKIP: {
		skip "$name: no OpenGL here", 2 if $status == 77;
		is($status, 0, "$name: the program meets no error");
		is_deeply([map { $_->{name} eq 'glReadPixels'
				? 'glReadPixels pixels=' . length(bytes($_)) . "\n"
				: shown($_, $printed->[0]) . "\n" }
			@$calls], $printed, "$name: it is as GL has it");
	}
}

sub bytes {
	my $value = $_[0]{args}{pixels} // '';

	return ref $value ? decode_base64($value->{base64}) : $value;
}

# What is recorded from one line that the program is given to the next, by name.
sub late {
	my $archive = "$tmp/late.fxt";
	my ($from, $to);
	my $recorder = open2($from, $to, "$build/fxtrace", 'record', '-q', '-c',
		'-*', '-o', $archive, "$build/tests/gl/facts", 'late',
		"$build/tests/hazard/lib");
	my $step = sub {
		system "$build/fxtrace", 'ctl', $recorder, @_ if @_;
		print $to "\n";
		my $line = <$from> . <$from>;
	};

	if ((<$from> // '') ne "ready\n") {
		waitpid $recorder, 0;
		return;
	}
	$to->autoflush;
	$step->();
	$step->('calls', '%gl,%egl');
	$step->();
	$step->('stop');
	$step->('start');
	close $to;
	waitpid $recorder, 0;
	open my $json, '-|', "$build/fxtrace", 'dump', '--json', '--calls',
		'fxtrace_*,glReadPixels', $archive or die;
	return map { $decoder->decode($_) } <$json>;
}

for my $api ('es', 'gl') {
	compare("EGL, $api",
		"$build/tests/gl/facts $api $build/tests/hazard/lib");
}
compare_pixels('a context whose making was not seen', 'met',
	'glReadPixels,fxtrace_context');
compare_pixels('a context that no recorded call made current', 'unseen',
	'glReadPixels');
my @x = ();
@x = ('xvfb-run', '-a', '-s', '-screen 0 640x480x24 -noreset')
	if grep { -x "$_/xvfb-run" } split /:/, $ENV{PATH};
SKIP: {
	my @calls = late();
	my @facts = ('fxtrace_context', 'fxtrace_egl_config',
		'fxtrace_egl_surface');

	skip 'no OpenGL here', 2 unless @calls;
	is_deeply([map { $_->{name} } @calls],
		[@facts, 'glReadPixels', 'glReadPixels', @facts, 'glReadPixels'],
		'calls that are chosen late have the facts before them, and so '
		. 'have those after a stop');
	is_deeply([map { length bytes($_) }
			grep { $_->{name} eq 'glReadPixels' } @calls],
		[18, 18, 18], 'sizes are right whenever recording begins');
}
compare('GLX', @x, "$build/tests/gl/drawables");
done_testing;
