#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares structs that a program recorded with those that strace saw, field by
# field:
#	compare-structs.pl DUMP STRACE...
#
# DUMP is `fxtrace dump --json` of the run. STRACE are the files of `strace -ff
# -k -v -s 100000`, one per thread. Each system call has a stack, which says
# which wrapped function made it. Calls of that function and those system calls
# are paired in order. What strace shows as name=value, the archive must have
# under that name. Fields that only one of them shows are not compared.
# Prints what differs, and "FIELD N" for each field that was compared.
use strict;
use warnings;
use JSON::PP;

# System calls, and functions that are nothing but them.
my %family = (
	newfstatat => [qw(stat lstat fstat fstatat)], stat => [qw(stat)],
	fstat => [qw(fstat)], lstat => [qw(lstat)], statx => [qw(statx)],
	statfs => [qw(statfs)], fstatfs => [qw(fstatfs)], uname => [qw(uname)],
	sysinfo => [qw(sysinfo)], getrusage => [qw(getrusage)],
	prlimit64 => [qw(getrlimit setrlimit prlimit)],
	poll => [qw(poll)], ppoll => [qw(ppoll)],
	ioctl => [qw(ioctl tcgetattr)], writev => [qw(writev)],
	readv => [qw(readv)], rt_sigaction => [qw(sigaction)],
	bind => [qw(bind)], connect => [qw(connect)], accept => [qw(accept)],
	accept4 => [qw(accept4)], getsockname => [qw(getsockname)],
	getpeername => [qw(getpeername)], sendto => [qw(sendto send)],
	recvfrom => [qw(recvfrom recv)], sendmsg => [qw(sendmsg)],
	recvmsg => [qw(recvmsg)], wait4 => [qw(wait4 wait3)],
	utimensat => [qw(utimensat futimens)], fcntl => [qw(fcntl)],
	epoll_ctl => [qw(epoll_ctl)], epoll_wait => [qw(epoll_wait)],
	clock_nanosleep => [qw(clock_nanosleep nanosleep)],
	setitimer => [qw(setitimer)], getitimer => [qw(getitimer)],
);
my %functions = map { $_ => 1 } map { @$_ } values %family;
# Of the same meaning: with libc's names, or more of them for the same number.
my %alias = (sin_family => "sa_family", sun_family => "sa_family",
	nl_family => "sa_family", sin6_family => "sa_family",
	RLIM_INFINITY => "RLIM64_INFINITY", EXT4_SUPER_MAGIC => "EXT2_SUPER_MAGIC",
	st_atim => "st_atime", st_mtim => "st_mtime", st_ctim => "st_ctime",
	N_TTY => 0, "0x4000000" => 0);
my %bits = (S_ISUID => 04000, S_ISGID => 02000, S_ISVTX => 01000,
	ST_VALID => 0x20,
	# of a terminal, for which strace before 5.15 has numbers
	B38400 => 017, CREAD => 0200, CS8 => 060, ICRNL => 0400, IXON => 02000,
	OPOST => 1, ONLCR => 4, ISIG => 1, ICANON => 2, ECHO => 010, ECHOE => 020,
	ECHOK => 040, ECHOCTL => 01000, ECHOKE => 04000, IEXTEN => 0100000);
# Bits that are 0, or that libc adds (the number of SA_RESTORER).
my %silent = map { $_ => 1 } qw(0 NL0 CR0 TAB0 BS0 VT0 FF0 SA_RESTORER 0x4000000);

sub plain {
	my $name = $_[0] // "";
	$name =~ s/^fxp_(?:on|tail|wrap)_//;
	$name =~ s{^__([fl]?)xstat(at)?(?:64)?$}{$1 . 'stat' . ($2 // '')}e;
	$name =~ s/^__(poll|fstat|stat|lstat|fcntl|connect|send)$/$1/;
	$name =~ s/64$|_by$//;
	return $name;
}

# A set of flags in one order: names, and what has none as one number.
sub flags {
	my ($rest, @names) = (0);
	for my $name (split /\|/, $_[0]) {
		next if $silent{$name};
		if ($name =~ /^0(?:x[0-9a-f]+|[0-7]*)$/) { $rest |= oct $name }
		elsif ($bits{$name}) { $rest |= $bits{$name} }
		else { push @names, $name }
	}
	return join "|", sort(@names), $rest || !@names ? $rest : ();
}

# One form of a value of either side; undef: it has none that can be compared.
sub value {
	my ($text) = @_;
	return undef unless defined $text;
	$text =~ s{ ?/\*.*?\*/}{}g;
	return $alias{$text} // $text
		if defined $alias{$text} || $text =~ /^(?:0|-?[1-9]\d*)$/;
	return eval $text if $text =~ /^\d+(\*\d+)+$/;
	return length $text < 11 ? hex $text : undef
		if $text =~ /^0x[0-9a-f]+$/;
	return 0 + $1 if $text =~ /^hton[sl]\((\d+)\)$/;
	return $1 if $text =~ /^inet_addr\("([^"]*)"\)$/;
	return hex($1) . ":" . hex $2
		if $text =~ /^makedev\(0x([0-9a-f]+), 0x([0-9a-f]+)\)$/;
	return hex($1) . ":0" if $text =~ /^makedev\(0x([0-9a-f]+), 0\)$/;
	return "0:" . hex $1 if $text =~ /^makedev\(0, 0x([0-9a-f]+)\)$/;
	return "0:0" if $text eq "makedev(0, 0)";
	if ($text =~ /^"(.*)"$/s) {
		my $string = $1;
		return undef if $string =~ /\\/;
		return $string;
	}
	return undef if $text =~ /^[\[{]|^"/;
	return flags($text);
}

# name=value of one call, by name: all of its values in order.
sub strace_fields {
	my ($text) = @_;
	my %fields;

	# what the kernel made of it
	$text =~ s/\w+(?: => |->)(?=\w)//g;
	$text =~ s/\b(c_[iocl]flag)s=/$1=/g; # of strace before 5.15
	my $value = qr/"(?:[^"\\]|\\.)*"(?:\.\.\.)?|(?:htons|htonl|inet_addr|makedev)
		\([^)]*\)|[^\s,{}\[\]()"]+/x;
	while ($text =~ /\b([a-z]\w*)=($value)/g) {
		push @{$fields{$1}}, value $2;
	}
	return \%fields;
}

# The same of a recorded call.
sub recorded_fields {
	my ($value, $name, $fields) = @_;
	if (ref $value eq "HASH" && exists $value->{base64}) {
		require MIME::Base64;
		$value = MIME::Base64::decode_base64($value->{base64});
		# of struct epoll_event, which newer strace shows as a number
		$value = unpack "Q<", $value
			if $name eq "data" && length $value == 8;
	} elsif (ref $value eq "HASH") {
		for my $member (keys %$value) {
			my $full = $alias{$member} // $member;
			# times of a file have members, strace's have not
			$full = $name . ($member eq "tv_nsec" ? "_nsec" : "")
				if $name =~ /^st_.time$/ && $member =~ /^tv_/;
			recorded_fields($value->{$member}, $full, $fields);
		}
		return;
	} elsif ($name eq "c_cflag") {
		# tcgetattr of glibc 2.42 puts the input's speed there, too
		$value =~ s/\|0xf0000$//;
	} elsif (ref $value eq "ARRAY") {
		recorded_fields($_, $name, $fields) for @$value;
		return;
	}
	push @{$fields->{$name}}, value ref $value ? undef : $value;
}

my (@wrong, %n_compared);
sub compare_call {
	my ($s, $o) = @_;
	my $theirs = strace_fields $s->{line};
	# what an argument held before and after the call is two lists of values
	my @mine;
	for my $arg (sort keys %{$o->{args}}) {
		my $when = $arg =~ /'$/ ? 1 : 0;
		recorded_fields($o->{args}{$arg}, $arg, $mine[$when] //= {});
	}
	for my $field (sort keys %$theirs) {
		my @values = @{$theirs->{$field}};
		next if grep { !defined } @values;
		my @ways = map { $_ && $_->{$field} ? $_->{$field} : () } @mine;
		push @ways, [map { @$_ } @ways] if @ways > 1;
		@ways = grep { @$_ == @values && !grep { !defined } @$_ } @ways
			or next;
		$n_compared{$field}++;
		# the members of several structs have lost their order
		my $want = join ", ", sort @values;
		next if grep { join(", ", sort @$_) eq $want } @ways;
		push @wrong, sprintf "%s of %s %d: strace has %s, the archive %s\n  %s",
			$field, $o->{name}, $o->{number}, $want,
			join(", ", @{$ways[-1]}), substr $s->{line}, 0, 300;
	}
}

# The system calls of one thread: line, and the wrapped function that made it.
sub read_strace {
	my ($file) = @_;
	my @calls;
	open my $in, "<", $file or die "$file: $!\n";
	while (my $line = <$in>) {
		chomp $line;
		if ($line =~ m{^ > (.+?)\((.*?)(?:\+0x[0-9a-f]+)?\) \[}) {
			my ($module, $symbol) = ($1, $2);
			next unless @calls && !defined $calls[-1]{maker};
			next if $module =~ m{/lib(?:c|pthread)[.-]};
			$calls[-1]{maker} = $module =~ m{/libfxtrace\.so$} &&
				!$calls[-1]{is_own} ? plain $symbol : "";
		} elsif ($line =~ /^(\w+)\(.* = (-?\w+)/s) {
			push @calls, {name => $1, line => $line,
				failed => substr($2, 0, 1) eq "-"};
		} else {
			push @calls, {name => "", line => "", maker => ""};
		}
	}
	return @calls;
}

my ($dump, @files) = @ARGV;
die "usage: $0 DUMP STRACE...\n" unless @files;
my %ours;
open my $in, "<", $dump or die "$dump: $!\n";
while (<$in>) {
	my $call = decode_json $_;
	my $name = plain $call->{name};
	push @{$ours{$call->{tid}}{$name}}, $call if $functions{$name};
}
for my $file (@files) {
	my ($tid) = $file =~ /\.(\d+)$/ or die "$file: no thread's name\n";
	my %theirs;
	for my $s (read_strace $file) {
		my $of = $family{$s->{name}} or next;
		push @{$theirs{$s->{maker}}}, $s
			if grep { $_ eq ($s->{maker} // "") } @$of;
	}
	for my $name (sort keys %theirs) {
		my @mine = @{$ours{$tid}{$name} // []};
		# others could have made only some of them by system calls
		next if @mine != @{$theirs{$name}};
		for my $s (@{$theirs{$name}}) {
			my $o = shift @mine;
			compare_call($s, $o)
				unless $s->{failed} || defined $o->{errno};
		}
	}
}
print "$_\n" for @wrong > 20 ? (@wrong[0 .. 19], "... and more") : @wrong;
print "field $_ $n_compared{$_}\n" for sort keys %n_compared;
exit !!@wrong;
