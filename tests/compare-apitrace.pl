#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares the recorded OpenGL calls of a program with those that apitrace
# recorded in another run, bounded alike:
#	compare-apitrace.pl DUMP TRACE WRAPPER
#
# DUMP is `fxtrace dump` of the archive. TRACE is `apitrace dump -v --thread-ids
# --multiline=no` of the trace. WRAPPER is apitrace's library, for the names
# that it knows. Each thread must have made the same calls in the same order.
# Taken out before are calls that one of the two makes up itself, marked as
# fake. So are those for which there is a rule below, each by itself and with
# its reason. Prints where the threads diverge, then how many calls are alike,
# and how many were taken out by which rule. Status 1 if they diverge.
use strict;
use warnings;

my ($dump, $trace, $wrapper) = @ARGV;
my %rule; # how often each one was needed
my $n_alike = 0;

# What apitrace has a wrapper for: its library has the name, be it as the end of
# a longer one.
my %knows = do {
	open my $file, '<:raw', $wrapper or die "$wrapper: $!\n";
	local $/;
	map { $_ => 1, substr($_, 1) => 1 }
		<$file> =~ /(e?gl[A-Z]\w*)(?=\0)/g;
};

# What takes pointers to arrays, or offsets in a buffer.
my %pointer = map { $_ => 1 } qw(glVertexPointer glNormalPointer
	glColorPointer glIndexPointer glTexCoordPointer glEdgeFlagPointer
	glFogCoordPointer glSecondaryColorPointer glVertexAttribPointer
	glVertexAttribIPointer glVertexAttribLPointer glInterleavedArrays
	glVertexPointerEXT glNormalPointerEXT glColorPointerEXT
	glTexCoordPointerEXT glVertexAttribPointerARB);

# Which buffer is bound for vertices, of each context.
my (%context, %bound, %saved);

sub follow {
	my ($thread, $name, $args) = @_;

	if ($name =~ /^(?:glXMake|eglMake)\w*Current/) {
		($context{$thread}) = $args =~ /(?:ctx|context)=(\w+)/;
	}
	my $c = $context{$thread} // '';
	if ($name =~ /^glBindBuffer(?:ARB)?$/ && $args =~ /=GL_ARRAY_BUFFER/) {
		($bound{$c}) = $args =~ /buffer=(\d+)/;
	} elsif ($name =~ /^glDeleteBuffers(?:ARB)?$/) {
		my $b = $bound{$c} || 0;
		$bound{$c} = 0 if $b && $args =~ /[\[ ]$b[\],]/;
	} elsif ($name eq 'glPushClientAttrib') {
		push @{$saved{$c}}, $args =~ /VERTEX|ALL/ ? $bound{$c} // 0 : undef;
	} elsif ($name eq 'glPopClientAttrib') {
		my $b = pop @{$saved{$c}};
		$bound{$c} = $b if defined $b;
	}
	return $c;
}

# Functions of extensions that apitrace reports in addition to the library's,
# and the addresses that the recorded run has looked up.
my $of_apitrace = qr/gl\w*(?:GREMEDY|EventMarkerEXT|GroupMarkerEXT)|
	gl(?:Get)?DebugMessage\w+AMD/x;
my %looked_up;
my $n_extensions; # as many as the library itself has reported

# The rule that takes a recorded call out, if any.
sub not_in_trace {
	my ($thread, $name, $args) = @_;
	my $c = follow($thread, $name, $args);

	$n_extensions = $1
		if $args =~ /GL_NUM_EXTENSIONS, \w+=\[?(\d+)/;
	# apitrace puts it off until something is drawn, and makes up calls then
	return 'a pointer to arrays of the program itself'
		if $pointer{$name} && !$bound{$c};
	return 'no function of those that apitrace knows' if !$knows{$name};
	return undef;
}

# The same of a call in the trace.
sub not_in_archive {
	my ($name, $args) = @_;

	return 'a function of an extension that apitrace adds'
		if $name =~ /GetProcAddress/ && $args =~ /"($of_apitrace)"/
		&& !$looked_up{$1};
	# apitrace has some of its own, behind the library's: more are looked up
	return 'an extension that apitrace adds'
		if $name eq 'glGetStringi' && defined $n_extensions
		&& $args =~ /GL_EXTENSIONS, \w+ = (\d+)/ && $1 >= $n_extensions;
	return undef;
}

# keep CALLS THREAD NAME RULE: threads are numbered by their first calls
sub keep {
	my ($calls, $thread, $name, $rule) = @_;

	if ($rule) {
		$rule{$rule}++;
		return;
	}
	push @{$calls->{order}}, $thread if !$calls->{of}{$thread};
	push @{$calls->{of}{$thread}}, $name;
}

sub recorded {
	my %calls = (order => [], of => {});

	open my $file, '<', $dump or die "$dump: $!\n";
	while (<$file>) {
		my ($thread, $name, $args) =
			/^\d+ \S+ (\d+\/\d+) ((?:gl|egl|glX)[A-Z]\w*)\((.*)/
			or next;
		next if /<fake[ >]/;
		$looked_up{$1} = 1
			if $name =~ /GetProcAddress/ && $args =~ /"(\w+)"/;
		keep(\%calls, $thread, $name,
			not_in_trace($thread, $name, $args));
	}
	return \%calls;
}

sub traced {
	my %calls = (order => [], of => {});

	open my $file, '<', $trace or die "$trace: $!\n";
	while (<$file>) {
		my ($thread, $name, $args) =
			/^\d+ @(\w+) ((?:gl|egl|glX)[A-Z]\w*)\((.*)/ or next;
		next if m{// fake$};
		keep(\%calls, $thread, $name, not_in_archive($name, $args));
	}
	return \%calls;
}

# Where two lists part; -1: nowhere.
sub parting {
	my ($a, $b) = @_;
	my $n = @$a > @$b ? @$a : @$b;

	for my $i (0 .. $n - 1) {
		return $i if ($a->[$i] // '') ne ($b->[$i] // '');
		$n_alike++;
	}
	return -1;
}

my ($ours, $theirs) = (recorded(), traced());
my $status = @{$ours->{order}} != @{$theirs->{order}};
print 'threads: ', scalar @{$ours->{order}}, ', not ',
	scalar @{$theirs->{order}}, "\n" if $status;
for my $i (0 .. $#{$ours->{order}}) {
	my $a = $ours->{of}{$ours->{order}[$i]};
	my $b = $theirs->{of}{$theirs->{order}[$i] // ''} // [];
	my $at = parting($a, $b);

	next if $at < 0;
	$status = 1;
	print "thread $i, call $at of ", scalar @$a, '; ', scalar @$b, "\n";
	print "  recorded ", join(' ', grep { defined } @$a[$at .. $at + 4]),
		"\n  apitrace ", join(' ', grep { defined } @$b[$at .. $at + 4]),
		"\n";
}
print "alike: $n_alike\n";
print "taken out: $rule{$_}, $_\n" for sort keys %rule;
exit $status;
