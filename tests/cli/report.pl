#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# report.pl BY CALLS: what `report --by BY --json` has to print, computed again
# from what `dump --json --stacks` prints. That is in the file CALLS. A line for
# each group, sorted. report.pl BY --rows ROWS: the same of what report itself
# has printed to ROWS.
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8
	->filter_json_single_key_object(address => sub { $_[0] });
binmode STDOUT, ':utf8';

my ($by, @rest) = @ARGV;
my @values = qw(count total_ns self_ns min_ns avg_ns p50_ns p99_ns max_ns
	errors bytes untimed);
my %keys = (function => [qw(category name class)],
	thread => [qw(pid tid process thread)], process => [qw(pid process)],
	file => ['file'], fd => [qw(pid process fd file)], errno => ['errno'],
	frame => [qw(pid process frame)], caller => [qw(caller module)]);

push @values, qw(waiting_ns program_ns) if $by =~ /^(thread|process)$/;
push @values, 'lasted_ns' if $by eq 'function';

sub show {
	my ($row) = @_;
	return join ' ', map { "$_=" . ($row->{$_} // '-') } @{$keys{$by}},
		@values;
}

if ($rest[0] eq '--rows') {
	open my $in, '<', $rest[1] or die;
	print map { "$_\n" } sort map { show(decode_json($_)) } <$in>;
	exit;
}

# What is known of the C library: results that are bytes, memory that is passed,
# descriptors, streams and paths, and what does not come back.
my %returns = map { $_ => 1 } qw(read write pread pwrite readv writev
	getrandom);
my %memory = (fwrite => 'ptr', fread => 'ptr', qsort => 'base',
	arc4random_buf => 'buf');
my %handle = (read => 'fd', write => 'fd', pread => 'fd', pwrite => 'fd',
	readv => 'fd', writev => 'fd', close => 'fd', lseek => 'fd',
	fstat => 'fd', dup => 'oldfd', fwrite => 'stream', fread => 'stream',
	rewind => 'stream', fclose => 'stream');
my %opens = map { $_ => 1 } qw(open fopen);
my %path = map { $_ => 'pathname' } qw(open stat access mkdir fopen);
@path{qw(chdir execv __xstat)} = qw(path pathname path); # glibc before 2.33
my %waits = map { $_ => 1 } qw(nanosleep poll waitpid pthread_join);
my %jumps = map { $_ => 1 } qw(_exit exit vfork longjmp setjmp);

my (%rows, %stacks, %folder, %lives);

sub bytes_of {
	my ($call) = @_;
	my $name = $memory{$call->{name}};
	my $ret = $call->{ret} // 0;
	return $ret > 0 ? $ret : 0 if $returns{$call->{name}};
	return 0 unless $name;
	my $value = $call->{args}{$name};
	my $size = $call->{args}{"$name.size"};
	return $size if defined $size;
	return $value->{bytes} if ref $value;
	return length Encode::encode('UTF-8', $value);
}

# The number or address, and what it is.
sub handled {
	my ($call) = @_;
	my $name = $handle{$call->{name}};
	my $names = $call->{fd_names} // {};
	my $number = $name ? $call->{args}{$name}
		: $opens{$call->{name}} ? $call->{ret} : undef;
	return ($number, $names->{$number})
		if defined $number && ($number =~ /^0x/ || $number >= 0);
	my $file = $call->{args}{$path{$call->{name}} // ''};
	return (undef, undef) unless defined $file;
	$file = ($folder{$call->{pid}} // $ENV{PWD}) . "/$file"
		if $file !~ m{^/};
	return (undef, $file);
}

sub group {
	my ($call) = @_;
	return {%$call, class => $waits{$call->{name}} ? 'waiting' : 'call'}
		if $by eq 'function';
	return $call if $by =~ /^(thread|process|errno|frame)$/;
	if ($by eq 'caller') {
		my $frame = ($call->{stack} // [{}])->[0];
		my $name = $frame->{function};
		$name //= sprintf '%s+0x%x', @$frame{qw(module offset)}
			if $frame->{module};
		return {caller => $name, module => $frame->{module}};
	}
	my ($number, $file) = handled($call);
	return {file => $file} if $by eq 'file';
	return {} unless defined $number;
	return {pid => $call->{pid}, process => $call->{process},
		fd => $number, file => $file};
}

# Ends those calls of a thread that ended by then.
sub end_calls {
	my ($stack, $ns) = @_;
	while (@$stack && $stack->[-1]{end_ns} <= $ns) {
		my $call = pop @$stack;
		my $own = $call->{duration_ns} - $call->{inner};
		$rows{$call->{key}}{self_ns} += $own;
		$rows{$call->{key}}{waiting_ns} += $own
			if $waits{$call->{name}};
		$call->{life}{calls_ns} += $call->{duration_ns} unless @$stack;
		# inside of one of the same group: that has its time already
		$rows{$call->{key}}{nested_ns} += $call->{duration_ns}
			if $by ne 'errno' &&
			grep { $_->{key} eq $call->{key} } @$stack;
		$stack->[-1]{inner} += $call->{duration_ns} if @$stack;
	}
}

open my $in, '<', $rest[0] or die;
while (<$in>) {
	my $call = $json->decode($_);
	my $group = group($call);
	my $key = join "\0", map { $group->{$_} // '' } @{$keys{$by}};
	my $row = $rows{$key} //= {count => 0, errors => 0, bytes => 0,
		untimed => 0, self_ns => 0, nested_ns => 0, times => [],
		waiting_ns => 0, program_ns => 0,
		map { $_ => $group->{$_} } @{$keys{$by}}};
	$row->{count}++;
	$row->{errors}++ if defined $call->{errno};
	$row->{bytes} += bytes_of($call);
	$folder{$call->{pid}} = "$ENV{PWD}/$call->{args}{path}"
		if $call->{name} eq 'chdir';
	# the thread's time, from its first event to its last one
	my $thread = join ' ', map { $_ // '' } @$call{qw(pid tid process)};
	my $life = $lives{$thread} //= {first => $call->{begin_ns}, last => 0,
		calls_ns => 0, row => $row};
	for my $ns ($call->{begin_ns}, $call->{end_ns} // 0) {
		$life->{last} = $ns if $ns > $life->{last};
	}
	$call->{life} = $life;
	if (!exists $call->{duration_ns} || $jumps{$call->{name}}) {
		$row->{untimed}++;
		next;
	}
	push @{$row->{times}}, $call->{duration_ns};
	my $stack = $stacks{$thread} //= [];
	end_calls($stack, $call->{begin_ns});
	@$call{qw(key inner)} = ($key, 0);
	push @$stack, $call;
}
end_calls($_, 9e18) for values %stacks;

sub percentile {
	my ($times, $percent) = @_;
	my $rank = int((@$times * $percent + 99) / 100);
	return $times->[$rank - 1];
}

my ($lasted_ns, $program_ns) = (0, 0);
for my $life (values %lives) {
	my $ns = $life->{last} - $life->{first};
	$lasted_ns += $ns;
	$ns -= $life->{calls_ns};
	$program_ns += $ns;
	$life->{row}{program_ns} += $ns;
}
$rows{program} = {times => [], class => 'program', total_ns => $program_ns,
	program => $program_ns, lasted_ns => $lasted_ns} if $by eq 'function';

for my $row (values %rows) {
	my @times = sort { $a <=> $b } @{$row->{times}};
	delete $row->{self_ns} unless @times;
	$row->{self_ns} = $row->{program} if exists $row->{program};
	next unless @times;
	$row->{total_ns} += $_ for @times;
	@$row{qw(min_ns max_ns)} = @times[0, -1];
	$row->{p50_ns} = percentile(\@times, 50);
	$row->{p99_ns} = percentile(\@times, 99);
	$row->{avg_ns} = int($row->{total_ns} / @times + 0.5);
	$row->{total_ns} -= $row->{nested_ns} // 0;
}
print map { "$_\n" } sort map { show($_) } values %rows;
