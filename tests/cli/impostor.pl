# SPDX-License-Identifier: MIT
# Sockets that look like those of sessions:
#   impostor.pl silent N     N of them, none of which replies
#   impostor.pl full N       N whose queues of connections are full
#   impostor.pl TEXT         one that replies with the text to everything; PID
#                            in it becomes its number
# Prints a line when they are there, and ends with its standard input.
use strict;
use warnings;
no warnings 'portable';
use Socket;

sub bound {
	my ($number, $queue) = @_;
	socket my $socket, AF_UNIX, SOCK_SEQPACKET, 0 or die "socket: $!";
	my $address = pack_sockaddr_un(sprintf "\0fxtrace-%08x%08x", $$, $number);
	bind $socket, $address or die "bind: $!";
	listen $socket, $queue or die "listen: $!";
	return ($socket, $address);
}

my ($what, $n) = @ARGV;
my (@all, @guests);
$| = 1;
if (defined $n) {
	for my $number (1 .. $n) {
		my ($socket, $address) = bound($number, $what eq 'full' ? 0 : 100);
		push @all, $socket;
		next if $what ne 'full';
		socket my $guest, AF_UNIX, SOCK_SEQPACKET, 0 or die "socket: $!";
		connect $guest, $address or die "connect: $!";
		push @guests, $guest;
	}
	print "ready\n";
	readline STDIN;
	exit;
}
my ($socket) = bound(0, 100);
$what =~ s/\bPID\b/$$/g;
print "ready\n";
my $reply = pack('Q<L<l<Q<', 0x726564726f747866, 1, 0, length $what) . $what;
while (1) {
	my $in = '';
	vec($in, fileno($socket), 1) = vec($in, fileno(STDIN), 1) = 1;
	select $in, undef, undef, undef;
	last if vec $in, fileno(STDIN), 1;
	accept my $guest, $socket or next;
	recv $guest, my $order, 8192, 0;
	send $guest, $reply, 0;
}
