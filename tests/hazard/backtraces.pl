#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Reads archives of backtraces.cc with its own parser. Says for each mark
# whether the recorded stack is what backtrace() said. Prints one line "LABEL:
# same" or what differs, with the end if that is not the thread's first
# function. Calls after a mark called kinds must come from the same function.
# Then it prints "ids: N" and "modules: NAME..." in the recorded order.
use strict;
use warnings;

my (%strings, %entries, %marks, @modules, %open, $last);

sub varint {
	my ($bytes, $at) = @_;
	my ($value, $shift) = (0, 0);
	while (1) {
		my $byte = ord substr $$bytes, $$at++, 1;
		$value |= ($byte & 127) << $shift;
		return $value unless $byte & 128;
		$shift += 7;
	}
}

# [end, addresses...] of a body
sub parse_stack {
	my ($body) = @_;
	my $at = 8;
	my $end = varint(\$body, \$at);
	my $n = varint(\$body, \$at);
	return [$end, unpack "x$at Q<$n", $body];
}

sub take_entries {
	my ($provider, $bytes) = @_;
	my $at = 0;
	while ($at < length $bytes) {
		my $kind = varint(\$bytes, \$at);
		my $id = varint(\$bytes, \$at);
		my $n = varint(\$bytes, \$at);
		my $body = substr $bytes, $at, $n;
		$at += $n;
		if ($kind == 4) {
			print "id $id twice\n" if $entries{$provider}{$id};
			$entries{$provider}{$id} = parse_stack($body);
		} elsif ($kind == 5) {
			my $path_at = 8;
			my $n_path = varint(\$body, \$path_at);
			push @modules, substr $body, $path_at, $n_path;
		}
	}
}

sub differs {
	my ($got, $want) = @_;
	return 'has ' . @$got . ' of ' . @$want if @$got != @$want;
	for my $i (0 .. $#$got) {
		return sprintf "%d: %x, not %x", $i, $got->[$i], $want->[$i]
			if ($got->[$i] & ~(1 << 63)) != $want->[$i];
	}
	return '';
}

# label, stack and what backtrace() said, without the function that called it
sub compare {
	my ($label, $stack, $want) = @_;
	my ($end, @got) = @$stack;
	my @want = @$want;
	@want = @want[0 .. $#got] if $end == 1;
	shift @got;
	shift @want;
	my $wrong = differs(\@got, \@want);
	my $exact = grep { $_ >> 63 } @got;
	printf "%s: %s%s%s\n", $label, $wrong || 'same',
		$end ? ' end ' . $end . ' of ' . (@got + 1) : '',
		$exact ? ", $exact interrupted" : '';
}

sub end_call {
	my ($name, $args, $provider) = @_;
	return unless defined $args->{'@stack'};
	my $recorded = $args->{'@stack'};
	my $stack = ref $recorded ? parse_stack($$recorded) : $entries{$provider}{$recorded};
	my $buf = $args->{buf};
	if ($name eq 'write' && ref $buf && $$buf =~ /^fxmark:1/) {
		my ($label, @want) = unpack 'x8Z24Q<*', $$buf;
		print "$label: no entry $recorded\n" and return unless $stack;
		$label .= ' inline' if ref $recorded;
		compare($label, $stack, \@want);
		$last = [$label, @want];
	} elsif ($last && $last->[0] eq 'kinds' && $name ne 'write') {
		my ($label, undef, @want) = @$last;
		compare("$name behind it", $stack, \@want);
	}
}

sub take_event {
	my ($strings, $provider, $h, $record) = @_;
	my $at = 16;
	my ($pid, $tid) = ($provider, $h >> 24 & 255);
	my $text = sub {
		my ($ref) = @_;
		return $strings->{$ref} // '' unless $ref & 0x8000;
		my $n = $ref & 0x7fff;
		my $bytes = substr $record, $at, $n;
		$at += ($n + 7) & ~7;
		return $bytes;
	};
	if (!$tid) {
		($pid, $tid) = unpack "x$at Q<2", $record;
		$at += 16;
	}
	$text->($h >> 32 & 0xffff);
	my $name = $text->($h >> 48);
	my %args;
	for (1 .. ($h >> 20 & 15)) {
		my $arg = unpack "x$at Q<", $record;
		my $next = $at + ($arg >> 4 & 0xfff) * 8;
		$at += 8;
		my $key = $text->($arg >> 16 & 0xffff);
		my $type = $arg & 15;
		my $bytes = substr $record, $at, $arg >> 32 if $type == 10;
		$args{$key} = $type == 10 ? \$bytes : $arg >> 32
			if $type == 10 || $type == 2;
		$at = $next;
	}
	my $type = $h >> 16 & 15;
	take_entries($provider, ${ $args{entry} }) if ref $args{entry};
	push @{ $open{$pid}{$tid} }, [$name, \%args] if $type == 2;
	if ($type == 3) {
		my $call = pop @{ $open{$pid}{$tid} } or return;
		end_call($name, { %{ $call->[1] }, %args }, $provider);
	}
	end_call($name, \%args, $provider) if $type == 4;
}

for my $path (@ARGV) {
	open my $file, '<:raw', $path or die "$path: $!";
	local $/;
	my $bytes = <$file>;
	my ($at, $provider) = (0, 0);
	while ($at + 8 <= length $bytes) {
		my $h = unpack "x$at Q<", $bytes;
		my $n = ($h & 15) == 15 ? $h >> 4 & 0xffffffff : $h >> 4 & 0xfff;
		last unless $n;
		my $record = substr $bytes, $at, $n * 8;
		$at += $n * 8;
		if (($h & 15) == 0 && ($h >> 16 & 15) >= 1) {
			$provider = "$path " . ($h >> 20 & 0xffffffff)
				if ($h >> 16 & 15) <= 2;
		} elsif (($h & 15) == 2) {
			$strings{$provider}{ $h >> 16 & 0x7fff } =
				substr $record, 8, $h >> 32 & 0x7fff;
		} elsif (($h & 15) == 4) {
			take_event($strings{$provider} //= {}, $provider, $h,
				   $record);
		}
	}
}
print "ids: $_\n" for sort map { scalar keys %$_ } values %entries;
print "modules: ", join(' ', map { m{([^/]*)$} } grep { /marker/ } @modules),
	"\n" if grep { /marker/ } @modules;
