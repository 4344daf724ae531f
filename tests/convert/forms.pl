# SPDX-License-Identifier: MIT
# Forms in which `fxtrace dump` shows numbers whose types say so, as numbers:
# what apitrace's files have of them. Required by the other scripts here.
use strict;
use warnings;
no warnings 'portable';
use Config;
use Socket ();

# Handlers are addresses.
my %addresses = (SIG_DFL => 'NULL', SIG_IGN => 1, SIG_ERR => ~0,
	NaN => 'nan', '-NaN' => 'nan', '-nan' => 'nan', Infinity => 'inf',
	'-Infinity' => '-inf');

# A float has the seven digits that apitrace shows of it. Eight or nine
# distinguish it from its neighbours, and are not its own: so are fewer of tiny ones.
sub number {
	my ($n) = @_;

	return sprintf '%u', oct $n if $n =~ /^0x|^0[0-7]+$/;
	return "$n" if $n =~ /^-?\d+$/;
	my $digits = $n =~ s/^[-0.]+|e.*//gr =~ tr/0-9//;
	$n = unpack 'f', pack 'f', $n if $digits == 8 || $digits == 9 ||
		abs $n < 1.2e-38;
	return sprintf '%.7g', $n;
}

sub is_number { $_[0] =~ /^(?:0x[0-9a-f]+|-?\d*\.?\d+(?:e[-+]?\d+)?)$/ }

my %signals = do {
	my $n = 0;
	map { ("SIG$_" => $n++) } split / /, $Config{sig_name};
};

# What wait() has said of a process; undef: it is something else.
sub wait_status {
	my ($text) = @_;

	return 0xffff if $text eq 'continued';
	return $1 << 8 if $text =~ /^exited (\d+)$/;
	return $signals{$1} | ($2 ? 0x80 : 0)
		if $text =~ /^killed (SIG\w+)( core)?$/ && $signals{$1};
	return ($2 // 0) << 16 | $signals{$1} << 8 | 0x7f
		if $text =~ /^stopped (SIG\w+)(?: event (\d+))?$/ &&
			$signals{$1};
	return undef;
}

# Text, or what JSON has as text: a number, the address of a host, a device, or
# names. Those of a set are in each one's own order, without the one for 0.
sub text {
	my ($text) = @_;

	return $addresses{$text} if exists $addresses{$text};
	return wait_status($text) if defined wait_status($text);
	return number($text) if is_number($text);
	return $1 << 8 | $2 if $text =~ /^(\d{1,3}):(\d{1,2})$/;
	return unpack 'V', Socket::inet_aton($text)
		if $text =~ /^\d+\.\d+\.\d+\.\d+$/;
	return $text if $text !~ /^(?:[A-Za-z_]\w*|0x[0-9a-f]+)(?:\|\w+)+$/;
	return join '|', sort map { is_number($_) ? number($_) : $_ }
		grep { $_ ne 'O_RDONLY' } split /\|/, $text;
}

# Members as text, of a struct that JSON shows: ports and hosts are there as
# people write them.
sub members {
	my (%members) = @_;

	for (keys %members) {
		$members{$_} = unpack 'v', pack 'n', $members{$_}
			if /^sin6?_port$/;
		$members{$_} = '{' . join(',', unpack 'C16', Socket::inet_pton(
			Socket::AF_INET6(), $members{$_})) . '}'
			if $_ eq 'sin6_addr' && $members{$_} =~ /:/;
	}
	return %members;
}

# Members as text, in their order; one that says nothing is left out.
sub struct {
	my (%members) = @_;

	return $members{s_addr} if "@{[keys %members]}" eq 's_addr';
	return $members{s6_addr} if "@{[keys %members]}" eq 's6_addr';
	return '{' . join(',', map { "$_:$members{$_}" } sort keys %members) .
		'}';
}

# One element is itself: apitrace shows what a pointer leads to as an array.
sub list { return @_ == 1 ? $_[0] : '{' . join(',', @_) . '}' }

1;
