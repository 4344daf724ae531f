#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares a recorded program with what strace saw of the same run:
#	compare-strace.pl DUMP STRACE...
#
# DUMP is `fxtrace dump --json` of the run. STRACE are the files of `strace -ff
# -yy -k -xx -v -s 100000`, one per thread. Each system call has a stack, which
# says who made it. It may be a wrapper of the recorder, of a function that this
# script knows. That call must be recorded with the same arguments and result.
# Other callers are counted and printed.
# Prints what differs, then a summary. Status 1 if a call is missing in either
# or differs.
use strict;
use warnings;
use JSON::PP;

# System calls, and the functions that are nothing but them.
my %family = (
	open => [qw(open openat creat)], openat => [qw(open openat creat)],
	creat => [qw(creat)], read => [qw(read)], write => [qw(write)],
	close => [qw(close)], socket => [qw(socket)],
	connect => [qw(connect)], execve => [qw(execve execv fexecve)],
	newfstatat => [qw(stat lstat fstat fstatat __xstat __lstat __fxstat
		__fxstatat)],
);
$family{$_} = $family{newfstatat} for qw(stat lstat fstat);
# The name that a function is compared under.
sub plain {
	my $name = $_[0] // "";
	$name =~ s/^fxp_(?:on|tail|wrap)_//;
	$name =~ s/^_+(read|write|open|openat|close|connect)(64|_2|_chk)*$/$1/;
	$name =~ s/^__(open|openat)(64)?_2$/$1/;
	$name =~ s/^__read_chk$/read/;
	$name =~ s/64$//;
	return $name;
}
my %group = (open => "open", openat => "open", creat => "open",
	execv => "execve", fexecve => "execve");
$group{$_} = "stat" for qw(stat lstat fstat fstatat __xstat __lstat __fxstat
	__fxstatat);
sub group { my ($name) = @_; return $group{$name} // $name }

# "\x2f\x65" as bytes
sub bytes { my ($s) = @_; $s =~ s/\\x(..)/chr hex $1/ge; return $s }

# Arguments at the commas that are in nothing else.
sub split_args {
	my ($text) = @_;
	my @args = ("");
	my $depth = 0;
	for my $piece ($text =~ /"[^"]*"(?:\.\.\.)?|->|[(\[{<]|[)\]}>]|,|[^"(\[{<)\]}>,-]+|./gs) {
		$depth++ if $piece =~ /^[(\[{<]$/;
		$depth-- if $piece =~ /^[)\]}>]$/;
		if ($piece eq "," && !$depth) { push @args, "" }
		else { $args[-1] .= $piece }
	}
	s/^\s+|\s+$//g for @args;
	return @args;
}

# One system call: name, args, ret, error, and its stack as [module, symbol].
sub read_strace {
	my ($file) = @_;
	my ($tid) = $file =~ /\.(\d+)$/ or die "$file: no thread's name\n";
	my @calls;
	open my $in, "<", $file or die "$file: $!\n";
	while (my $line = <$in>) {
		chomp $line;
		if ($line =~ m{^ > (.+?)\((.*?)(?:\+0x[0-9a-f]+)?\) \[}) {
			my ($module, $symbol) = ($1, $2);
			$module =~ s{.*/}{};
			# before glibc 2.34: files named after its version
			$module =~ s/^ld-2\.\d+\.so$/ld-linux-x86-64.so.2/;
			$module =~ s/^lib(?:c|pthread|rt|dl|util)-2\.\d+\.so$/libc.so.6/;
			push @{$calls[-1]{stack}}, [$module, $symbol] if @calls;
		} elsif ($line =~ /^(\w+)\((.*)\)\s+= (.*)$/) {
			my ($name, $args, $end) = ($1, $2, $3);
			my ($ret, $error) = $end =~ /^(-?\w+|\?)(?:<.*>)?(?: (E\w+))?/;
			push @calls, {tid => $tid, name => $name,
				args => [split_args $args], line => $line,
				ret => $ret, ret_text => $end,
				error => $ret =~ /^-1/ ? $error // "" : "",
				stack => []};
		} elsif ($line !~ /^(?:---|\+\+\+) /) {
			# an unfinished one: its stack is not the one before's
			push @calls, {tid => $tid, name => "", stack => []};
		}
	}
	return @calls;
}

# Who made it: the wrapped function, or words in [].
sub maker {
	my ($call) = @_;
	my @stack = @{$call->{stack}};
	return "[unknown]" unless @stack;
	my $first = $stack[0][0];
	return "[the dynamic linker]" if $first =~ /^ld-linux/;
	return "[the recorder]" if $first eq "libfxtrace.so";
	return "[the program's own system call]" if $first !~ /^libc\.so/;
	shift @stack while @stack && $stack[0][0] =~ /^libc\.so/;
	return "[libc's own]" unless @stack;
	return plain $stack[0][1] if $stack[0][0] eq "libfxtrace.so";
	return "[libc, by a function that is not recorded]";
}

sub number {
	my ($text) = @_;
	return undef unless defined $text;
	return $1 if $text =~ /^(-?\d+)/;
	return -100 if $text =~ /^AT_FDCWD/;
	return $text;
}

# A set of flags in one order, zero ones out.
sub flags {
	my ($text) = @_;
	return join "|", sort grep { !/^(?:0|O_RDONLY|O_LARGEFILE)$/ }
		split /\|/, "$text";
}

sub text_of {
	my ($value) = @_;
	return undef unless defined $value;
	if (ref $value eq "HASH" && exists $value->{base64}) {
		require MIME::Base64;
		return MIME::Base64::decode_base64($value->{base64});
	}
	utf8::encode($value) if utf8::is_utf8($value);
	return $value;
}

my @wrong;
sub differ {
	my ($strace, $ours, $what, $theirs, $mine) = @_;
	return if !defined $theirs && !defined $mine;
	return if defined $theirs && defined $mine && $theirs eq $mine;
	push @wrong, sprintf "%s of %s %d: strace has %s, the archive %s\n  %s",
		$what, $ours->{name}, $ours->{number}, $theirs // "none",
		$mine // "none", substr $strace->{line}, 0, 200;
}

# "\x41..." of an argument; undef if it is an address
sub string_arg {
	my ($arg) = @_;
	return defined $arg && $arg =~ /^"(.*)"(\.\.\.)?$/s ? bytes $1 : undef;
}

sub compare_open {
	my ($s, $o) = @_;
	my @a = @{$s->{args}};
	unshift @a, "AT_FDCWD" unless $s->{name} eq "openat";
	my $path = string_arg $a[1];
	differ $s, $o, "path", $path, text_of($o->{args}{pathname} // $o->{args}{path})
		if defined $path;
	return if plain($o->{name}) eq "creat";
	differ $s, $o, "flags", flags($a[2]), flags($o->{args}{flags});
	differ $s, $o, "mode", defined $a[3] ? oct $a[3] : undef,
		$o->{args}{mode};
	differ $s, $o, "folder", number($a[0]), number($o->{args}{dirfd})
		if defined $o->{args}{dirfd};
}

sub compare_io {
	my ($s, $o) = @_;
	my @a = @{$s->{args}};
	my $theirs = string_arg $a[1];
	my $mine = text_of $o->{args}{buf};
	differ $s, $o, "fd", number($a[0]), $o->{args}{fd};
	differ $s, $o, "count", $a[2], $o->{args}{count} // $o->{args}{nbytes};
	return unless defined $theirs && defined $mine && !$s->{error};
	# the archive keeps as much as its settings say
	differ $s, $o, "data", unpack("H*", substr $theirs, 0, length $mine),
		unpack("H*", $mine);
}

sub compare_close {
	my ($s, $o) = @_;
	differ $s, $o, "fd", number($s->{args}[0]), $o->{args}{fd};
}

sub compare_stat {
	my ($s, $o) = @_;
	my @a = @{$s->{args}};
	my $name = plain $o->{name};
	my $path = string_arg $a[1];
	my $buf = $o->{args}{statbuf} // $o->{args}{buf};
	if ($name eq "fstat") {
		differ $s, $o, "fd", number($a[0]), $o->{args}{fd};
	} else {
		differ $s, $o, "path", $path,
			text_of($o->{args}{pathname} // $o->{args}{path} //
				$o->{args}{file})
			if defined $path;
	}
	return if $s->{error} || ref $buf ne "HASH";
	for my $field (qw(st_ino st_size st_uid st_nlink)) {
		my ($theirs) = $s->{line} =~ /\b$field=(\d+)/;
		differ $s, $o, $field, $theirs, $buf->{$field}
			if defined $buf->{$field} && defined $theirs;
	}
}

my %protocol = (IPPROTO_IP => 0, IPPROTO_TCP => 6, IPPROTO_UDP => 17,
	IPPROTO_ICMP => 1, IPPROTO_IPV6 => 41, NETLINK_ROUTE => 0);
sub compare_socket {
	my ($s, $o) = @_;
	my @a = @{$s->{args}};
	differ $s, $o, "domain", $a[0], $o->{args}{domain};
	differ $s, $o, "type", flags($a[1]), flags($o->{args}{type});
	differ $s, $o, "protocol", $protocol{$a[2]} // $a[2],
		$protocol{$o->{args}{protocol}} // $o->{args}{protocol};
}

# An address as "10.0.0.1 80", "/run/x" or "" if it is another kind.
sub address {
	my ($text) = @_;
	return unless defined $text;
	my ($path) = $text =~ /sun_path=\@?"([^"]*)"/;
	return bytes $path if defined $path;
	my ($port) = $text =~ /port=htons\((\d+)\)/;
	my ($host) = $text =~ /(?:inet_addr\(|AF_INET6?, )"([^"]*)"/;
	return defined $host && defined $port ? bytes($host) . " $port" : "";
}

sub raw_address {
	my ($bytes) = @_;
	my $family = unpack "S", $bytes;
	return unpack "Z*", substr $bytes, 2 if $family == 1;
	return join(".", unpack "x4 C4", $bytes) . " " . unpack "x2 n", $bytes
		if $family == 2;
	return "";
}

sub compare_connect {
	my ($s, $o) = @_;
	my $theirs = address $s->{args}[1];
	my $mine = $o->{args}{addr};
	differ $s, $o, "fd", number($s->{args}[0]), $o->{args}{sockfd};
	return unless $theirs;
	if (ref $mine eq "HASH" && exists $mine->{base64}) {
		my $raw = raw_address text_of $mine;
		differ $s, $o, "address", $theirs, $raw if $raw;
	} elsif (defined $mine) {
		# a struct: all of its words must be in it
		my $text = encode_json([$mine]);
		for my $word (split / /, $theirs) {
			differ $s, $o, "address", $word, $text
				if index($text, $word) < 0;
		}
	}
}

sub compare_exec {
	my ($s, $o) = @_;
	my $path = string_arg $s->{args}[0];
	my ($argv) = $s->{args}[1] =~ /^\[(.*)\]$/s;
	differ $s, $o, "path", $path, text_of($o->{args}{pathname} // $o->{args}{path});
	differ $s, $o, "argv", join("\n", map { string_arg $_ } split_args $argv),
		join "\n", map { text_of $_ } @{$o->{args}{argv} // []}
		if defined $argv && length $argv;
}

my %compare = (open => \&compare_open, read => \&compare_io,
	write => \&compare_io, close => \&compare_close, stat => \&compare_stat,
	socket => \&compare_socket, connect => \&compare_connect,
	execve => \&compare_exec);

my %n_names = (same => 0, other => 0, ours_only => 0, none => 0);
# What both say that a descriptor is.
sub compare_name {
	my ($s, $o, $arg, $fd) = @_;
	my ($theirs) = $arg =~ /^\d+<(.*)>$/ or return;
	$theirs = bytes $theirs;
	my $mine = text_of $o->{fd_names}{$fd};
	if (!defined $mine) {
		$n_names{none}++;
		return;
	}
	# what follows a device is its number
	$theirs =~ s/<char [0-9:]+>$|<block [0-9:]+>$//;
	if ($theirs eq $mine || same_file($theirs, $mine, $s->{tid})) {
		$n_names{same}++;
	} else {
		$n_names{other}++;
		differ $s, $o, "what fd $fd is", $theirs, $mine;
	}
}

# strace shows sockets and pipes by other numbers, and paths without links.
sub same_file {
	my ($theirs, $mine, $tid) = @_;
	return 1 if $theirs =~ /^pipe:/ && $mine =~ /^pipe:/;
	return 1 if $theirs =~ /^anon_inode:\[(\w+?)\d?\]/ && index($mine, $1) >= 0
		|| $theirs =~ /^anon_inode:/ && $mine =~ /^epoll|^eventfd|^inotify/;
	# strace 5.10 has "(null):[19187128->...]" where it knows no protocol
	return 1 if $theirs =~ /^(TCP|UDP|UNIX|NETLINK|socket|\(null\):\[\d)/
		&& $mine =~ /^(TCP|UDP|UNIX|NETLINK|socket)/;
	my ($resolved) = eval { require Cwd; Cwd::realpath($mine) };
	return 1 if defined $resolved && $resolved eq $theirs;
	$mine =~ s{^/proc/self/}{/proc/$tid/};
	$theirs =~ s/ ?\(deleted\)$//;
	$mine =~ s/ \(deleted\)$//;
	$mine =~ s{[^/]+/\.\./}{}g;
	return $theirs eq $mine;
}

my ($dump, @files) = @ARGV;
die "usage: $0 DUMP STRACE...\n" unless @files;
my (%ours, %tids, %elsewhere, %n);
for (@files) { $tids{$1} = 1 if /\.(\d+)$/ }
open my $in, "<", $dump or die "$dump: $!\n";
while (<$in>) {
	my $call = decode_json $_;
	my $name = plain $call->{name};
	next unless $tids{$call->{tid}} && $compare{group $name};
	push @{$ours{$call->{tid}}{group $name}}, $call;
}

for my $file (@files) {
	my %queue;
	for my $s (read_strace $file) {
		my $of = $family{$s->{name}} or next;
		my $maker = maker $s;
		if (!grep { $_ eq $maker } @$of) {
			$elsewhere{$maker}++ unless $maker =~ /^\[the rec/;
			next;
		}
		push @{$queue{group $maker}}, $s;
	}
	my ($tid) = $file =~ /\.(\d+)$/;
	for my $group (sort keys %compare) {
		my @theirs = @{$queue{$group} // []};
		my @mine = @{$ours{$tid}{$group} // []};
		while (@theirs && @mine) {
			my ($s, $o) = (shift @theirs, shift @mine);
			my $n_before = @wrong;
			$n{$group}++;
			$compare{$group}($s, $o);
			differ $s, $o, "error", $s->{error}, $o->{errno} // "";
			differ $s, $o, "result", number($s->{ret}), $o->{ret}
				if defined $o->{ret} && !$s->{error};
			compare_name($s, $o, $s->{args}[0], $o->{args}{fd})
				if $group =~ /^(read|write|close)$/ && !$s->{error};
			compare_name($s, $o, $s->{ret_text}, $o->{ret})
				if $group eq "open" && !$s->{error};
			# further ones would differ only for being shifted
			last if @wrong > 20;
		}
		push @wrong, map { "not recorded: $_->{line}" } @theirs;
		push @wrong, map { "not seen by strace: $_->{name} $_->{number}" .
			" of thread $tid ($_->{state})" }
			grep { $_->{state} eq "done" } @mine;
	}
}
print "$_\n" for @wrong > 20 ? (@wrong[0 .. 19], "... and more") : @wrong;
printf "alike: %s\n", join ", ", map { "$n{$_} $_" } sort keys %n;
printf "descriptors: %d of the same name, %d of another, %d without\n",
	@n_names{qw(same other none)};
print "not made by the program through a recorded function that is only this call:\n"
	if %elsewhere;
printf "  %5d %s\n", $elsewhere{$_}, /^\[(.*)\]$/ ? $1 : "inside $_"
	for sort { $elsewhere{$b} <=> $elsewhere{$a} || $a cmp $b } keys %elsewhere;
exit !!@wrong;
