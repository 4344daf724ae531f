#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What an archive still has when it has been a file of apitrace. Reads what
# `fxtrace dump --json` prints of it, on standard input. Prints one line per
# call, with its thread and all of its values.
#	apitrace_back.pl want	of the archive: what must come back
#	apitrace_back.pl got	of what has come back
#	apitrace_back.pl lost	a list of what does not, or in another form
#
# With `want` all that is in the list is taken away or put into its form.
# Nothing else may differ.
use strict;
use warnings;
use JSON::PP ();
use MIME::Base64 qw(decode_base64 encode_base64);
use FindBin ();
require "$FindBin::Bin/forms.pl";

my @lost = (
	'times', 'ids and names of processes and threads', 'frames, `seq`',
	'what is no call', 'marks but `fake`, true sizes of what was cut',
	'how an open call ended', 'addresses beside memory',
	'which values are results', 'whether one value is an array',
	'pairs of attributes', 'forms of numbers', 'text that has a NUL',
	"`printf`'s text, names of descriptors and objects",
	'`fxtrace_client_array`', '`fxtrace_client_indices`',
	'`fxtrace_string`', 'addresses of texts that were not read',
	'the first viewport',
	'`glPolygonStipple`, `glSelectBuffer`, `glFeedbackBuffer`',
);
my $json = JSON::PP->new->utf8->allow_nonref
	# addresses and NaN, as text
	->filter_json_single_key_object(address => sub { $_[0] })
	->filter_json_single_key_object(float => sub { $_[0] });
$json->boolean_values('<no>', '<yes>');

sub is_memory { ref $_[0] eq 'HASH' && exists $_[0]{base64} }

sub memory {
	my ($bytes) = @_;

	utf8::encode($bytes) if utf8::is_utf8($bytes);
	return { base64 => encode_base64($bytes, ''), bytes => length $bytes };
}

# A value of either side as text. One element is itself, and pairs of attributes
# are in a row. Numbers have no other form, and text ends at a NUL.
sub plain {
	my ($value) = @_;

	return 'NULL' unless defined $value;
	return list(map { plain($_) } map {
		ref $_ eq 'HASH' && exists $_->{key} ? ($_->{key},
			exists $_->{value} ? $_->{value} : ()) : $_
	} @$value) if ref $value eq 'ARRAY';
	return "memory($value->{base64})" if is_memory($value);
	return struct(map { $_ => plain($value->{$_}) } keys %$value)
		if ref $value eq 'HASH';
	return plain(memory($value)) if $value =~ /\0/;
	return text($value);
}

my %threads; # by number, as they come

sub thread_of {
	my ($call) = @_;
	my $id = "$call->{pid} $call->{tid}";

	$threads{$id} = keys %threads if !exists $threads{$id};
	return $threads{$id};
}

my $thread;

sub show {
	my ($call) = @_;
	my $args = $call->{args};

	# results that nothing was there before
	for (grep { /'$/ } keys %$args) {
		my $base = s/'$//r;

		$args->{$base} = delete $args->{$_} if !exists $args->{$base};
	}
	my %shown = map { $_ => plain($args->{$_}) } keys %$args;
	$shown{$_} = plain($call->{$_})
		for grep { exists $call->{$_} } qw(ret errno);
	my $is_fake = grep { $_ eq 'fake' } @{$call->{marks} // []};
	# its format does not know of jumps, that end with the thread's next call
	my $has_end = exists $call->{end_ns} ||
		($call->{state} // '') eq 'jumped';
	print join(' ', $thread, $call->{name}, $is_fake ? '<fake>' : (),
		$has_end || $is_fake ? () : '<unfinished>',
		map { "$_=$shown{$_}" } sort keys %shown), "\n";
}

# Addresses next to memory, except for memory that OpenGL writes; and true
# sizes.
sub take_away {
	my ($name, $args) = @_;

	delete @$args{grep { /\.size$/ } keys %$args};
	for (grep { /\@$/ } keys %$args) {
		my $base = s/\@$//r;
		my $there = $args->{$base} // $args->{"$base'"};
		my $is_empty = is_memory($there) && !$there->{bytes};

		# there is nothing where a buffer is written to
		if ($name =~ /^gl(?:Get|Read|SelectB|FeedbackB)/) {
			delete $args->{$base} if $is_empty;
			next;
		}
		# memory that is not the program's has nothing but that
		$args->{$base} = $args->{$_}
			if !exists $args->{$base} && !exists $args->{"$base'"}
			|| $is_empty;
		delete $args->{$_};
	}
}

# Hosts and ports as the network has them.
sub hosts {
	my ($value) = @_;

	return [map { hosts($_) } @$value] if ref $value eq 'ARRAY';
	return $value if ref $value ne 'HASH' || is_memory($value);
	return { members(map { $_ => hosts($value->{$_}) } keys %$value) };
}

# What apitrace has of memory that OpenGL reads with no call of its own: fake
# calls with it, or the call that it belongs to.
my %pointers = (GL_VERTEX_ARRAY => 'glVertexPointer',
	GL_COLOR_ARRAY => 'glColorPointer', GL_NORMAL_ARRAY => 'glNormalPointer',
	GL_EDGE_FLAG_ARRAY => 'glEdgeFlagPointer',
	GL_FOG_COORD_ARRAY => 'glFogCoordPointer',
	GL_INDEX_ARRAY => 'glIndexPointer',
	GL_SECONDARY_COLOR_ARRAY => 'glSecondaryColorPointer',
	GL_TEXTURE_COORD_ARRAY => 'glTexCoordPointer',
	GL_VERTEX_ATTRIB_ARRAY_POINTER => 'glVertexAttribPointer');
my (%given, %attribs, @strings, %indices, @pushed, $is_new);
my $buffer = 0;

sub fake {
	my ($name, %args) = @_;

	show({ name => $name, args => \%args, marks => ['fake'] });
}

sub bind_buffer {
	fake('glBindBuffer', target => 'GL_ARRAY_BUFFER', buffer => $_[0]);
}

# The array from its beginning, as its program has passed it to OpenGL.
sub client_array {
	my ($args) = @_;
	my $index = $args->{index} // 0;
	my $name = $pointers{$args->{array}} or die "$args->{array} is new";

	$name = $attribs{$index} // $name if $name =~ /Attrib/;
	my %args = %{$given{"$name$index"} // {}};
	$args{pointer} = memory("\0" x ($args->{first} * $args->{stride}) .
		decode_base64($args->{data}{base64}));
	$args{$_} = $args->{$_} for qw(size type stride);
	delete $args{size} if $name =~ /Normal|EdgeFlag|FogCoord|Index/;
	delete $args{type} if $name =~ /EdgeFlag/;
	bind_buffer(0) if $buffer;
	fake($name, %args);
	bind_buffer($buffer) if $buffer;
}

# The first viewport, as large as what is drawn to.
sub first_viewport {
	my ($name, $args) = @_;
	my %size = (x => 0, y => 0, map { $_ => $args->{$_} } qw(width height));

	($is_new, $buffer) = (1, 0) if $name eq 'fxtrace_context';
	return if !$is_new || $name !~ /^fxtrace_(?:egl_surface|glx_drawable)$/;
	fake($_, %size) for qw(glViewport glScissor);
	$is_new = 0;
}

# Whether it is part of another call, or calls.
sub is_part {
	my ($name, $args) = @_;

	if ($name eq 'fxtrace_client_array') {
		client_array($args);
	} elsif ($name eq 'fxtrace_string') {
		push @strings, decode_base64($args->{string}{base64});
	} elsif ($name eq 'fxtrace_client_indices') {
		$indices{$args->{draw}} = $args->{indices};
	} else {
		return 0;
	}
	return 1;
}

# With those.
sub complete {
	my ($name, $args) = @_;

	if (@strings) {
		my ($list) = grep { exists $args->{$_} }
			qw(string strings varyings uniformNames)
			or die "$name is new";
		$args->{$list} = [splice @strings];
	}
	# an address of texts that nobody read, of a call that failed
	for (grep { $name =~ $_->[0] } ([qr/^glShaderSource/, 'string'],
			[qr/^glCompileShaderInclude/, 'path'],
			[qr/^glCreateShaderProgramv/, 'strings'],
			[qr/^glTransformFeedbackVaryings/, 'varyings'])) {
		my $texts = $args->{$_->[1]};

		$args->{$_->[1]} = [(undef) x $args->{count}]
			if defined $texts && !ref $texts;
	}
	if (%indices) {
		$args->{indices} = [map { $indices{$_} }
			sort { $a <=> $b } keys %indices];
		%indices = ();
	}
}

# What its replay wants in another form.
sub change {
	my ($name, $args) = @_;

	# space for what is written there later
	@$args{'buffer@', 'buffer'} = ($args->{buffer}, [(0) x $args->{size}])
		if $name =~ /^gl(?:Select|Feedback)Buffer$/;
	$args->{mask} = [unpack 'C*', decode_base64($args->{mask}{base64})]
		if $name eq 'glPolygonStipple' && is_memory($args->{mask});
}

# What later calls refer to.
sub remember {
	my ($name, $args) = @_;
	my $index = $args->{index} // 0;

	$given{"$name$index"} = { %$args } if $name =~ /Pointer$/;
	$attribs{$index} = $name if $name =~ /Attrib.*Pointer$/;
	$buffer = $args->{buffer} if $name eq 'glBindBuffer' &&
		$args->{target} eq 'GL_ARRAY_BUFFER';
	push @pushed, $buffer if $name eq 'glPushClientAttrib';
	$buffer = pop @pushed if $name eq 'glPopClientAttrib' && @pushed;
	$buffer = 0 if $name eq 'glDeleteBuffers' &&
		grep { $_ eq $buffer } @{$args->{buffers} // []};
}

sub want {
	my ($call) = @_;
	my ($name, $args) = @$call{qw(name args)};

	take_away($name, $args);
	return if is_part($name, $args);
	first_viewport($name, $args);
	remember($name, $args);
	complete($name, $args);
	change($name, $args);
	$call->{args} = hosts($args);
	show($call);
}

my $mode = $ARGV[0] // '';
if ($mode eq 'lost') {
	print "$_\n" for @lost;
	exit;
}
binmode STDOUT, ':utf8';
while (<STDIN>) {
	my $call = $json->decode(s/:-0\.0\b/:"-0"/gr);

	$thread = thread_of($call);
	$mode eq 'want' ? want($call) : show($call);
}
