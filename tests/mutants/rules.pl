#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The faults that can be planted in C sources: one line of output each,
#	FILE LINE OFFSET LENGTH RULE REPLACEMENT
# with tabs between. OFFSET and LENGTH are bytes of the file, which become
# REPLACEMENT (\n as is: no replacement has one).
#	rules.pl FILE...
use strict;
use warnings;

our $file; # the one that is read
my ($text, @tokens);

# Tokens of C: [kind, text, offset, line]; comments and white space go.
sub tokens {
	my ($source) = @_;
	my @found;
	my $line = 1;
	pos($source) = 0;
	while (pos($source) < length $source) {
		my $at = pos $source;
		my $kind;
		if ($source =~ /\G(?:\s+|\/\*.*?\*\/|\/\/[^\n]*)/gcs) {
			$kind = '';
		} elsif ($source =~ /\G[ \t]*#(?:[^\n\\]|\\.)*/gcs) {
			$kind = 'directive';
		} elsif ($source =~ /\G"(?:[^"\\]|\\.)*"|\G'(?:[^'\\]|\\.)*'/gcs) {
			$kind = 'text';
		} elsif ($source =~ /\G[A-Za-z_]\w*/gc) {
			$kind = 'word';
		} elsif ($source =~ /\G\.?\d[\w.]*/gc) {
			$kind = 'number';
		} elsif ($source =~ /\G(?:<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*\/%&|^]=|.)/gcs) {
			$kind = 'sign';
		}
		my $got = substr $source, $at, pos($source) - $at;
		push @found, [$kind, $got, $at, $line] if $kind;
		$line += $got =~ tr/\n//;
	}
	return @found;
}

sub emit {
	my ($at, $to, $rule, $replacement) = @_;
	my $length = $to - $at;
	return if substr($text, $at, $length) eq $replacement;
	my $line = 1 + (substr($text, 0, $at) =~ tr/\n//);
	print join("\t", $file, $line, $at, $length, $rule, $replacement), "\n";
}

sub begin_of { return $tokens[$_[0]][2] }
sub end_of { return $tokens[$_[0]][2] + length $tokens[$_[0]][1] }
sub text_of { return $_[0] >= 0 && $_[0] < @tokens ? $tokens[$_[0]][1] : '' }
sub kind_of { return $_[0] >= 0 && $_[0] < @tokens ? $tokens[$_[0]][0] : '' }

# The token that closes the bracket at this one.
sub closing {
	my ($at) = @_;
	my $depth = 0;
	for (; $at < @tokens; $at++) {
		my $t = text_of($at);
		$depth++ if $t =~ /^[(\[{]$/;
		$depth-- if $t =~ /^[)\]}]$/;
		return $at unless $depth;
	}
	return -1;
}

sub slice { # text of tokens, white space made single
	my ($from, $to) = @_;
	my $got = substr $text, begin_of($from), end_of($to) - begin_of($from);
	$got =~ s/\s+/ /g;
	return $got;
}

my %relation = ('<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>',
	'==' => '!=', '!=' => '==');
my %operator = ('&&' => '||', '||' => '&&', '+' => '-', '-' => '+',
	'&' => '|', '|' => '&', '<<' => '>>', '>>' => '<<', '+=' => '-=',
	'-=' => '+=', '|=' => '&=', '&=' => '|=');

sub is_binary { # an operator between two operands
	my ($at) = @_;
	return text_of($at - 1) =~ /^(?:\w.*|\)|\])$/ &&
		text_of($at - 1) !~ /^(?:return|case|sizeof|const|else|[a-z]\w*_t|char|int|void|long|struct|unsigned)$/ &&
		text_of($at + 1) !~ /^[)\],;]$/ &&
		substr($text, end_of($at - 1), 1) eq ' ' &&
		substr($text, end_of($at), 1) =~ /\s/;
}

sub conditions {
	my ($at) = @_;
	return unless text_of($at) =~ /^(?:if|while)$/ && text_of($at + 1) eq '(';
	my $to = closing($at + 1);
	return if $to < 0 || $to == $at + 2;
	my $all = slice($at + 2, $to - 1);
	emit(begin_of($at + 2), end_of($to - 1), 'negated condition',
		"!($all)");
	return if text_of($at) ne 'if';
	my $body = $to + 1 + (text_of($to + 1) eq '{');
	emit(begin_of($at + 2), end_of($to - 1), 'ignored error', "0 && ($all)")
		if text_of($body) =~ /^(?:return|goto|break|continue)$/;
}

sub operators {
	my ($at) = @_;
	my $t = text_of($at);
	return unless kind_of($at) eq 'sign' && is_binary($at);
	emit(begin_of($at), end_of($at), 'off by one', $relation{$t})
		if $relation{$t};
	emit(begin_of($at), end_of($at), 'other operator', $operator{$t})
		if $operator{$t};
}

sub constants {
	my ($at) = @_;
	my ($t, $before) = (text_of($at), text_of($at - 1));
	my $is_index = $before eq '[' && text_of($at + 1) eq ']';
	return unless kind_of($at) eq 'number' && !$is_index;
	return if $t =~ /\./ || $before eq 'case';
	my ($digits, $suffix) = $t =~ /^(0x[0-9a-fA-F]+|\d+)([uUlL]*)$/;
	return unless defined $digits && length $digits < 10;
	my $value = $digits =~ /^0x/ ? hex $digits : $digits;
	emit(begin_of($at), end_of($at), 'changed constant',
		$value + 1 . $suffix);
}

# NAME(...); alone, or behind (void).
sub calls {
	my ($at) = @_;
	return unless kind_of($at) eq 'word' && text_of($at + 1) eq '(';
	return if text_of($at) =~ /^(?:if|while|for|switch|return|sizeof|__asm__|asm|volatile|_Static_assert|va_\w+|__attribute__|offsetof)$/;
	my $to = closing($at + 1);
	return if $to < 0;
	swap($at + 2, $to - 1) if text_of($at) !~ /^__/;
	return if text_of($to + 1) ne ';';
	my $from = text_of($at - 1) eq ')' && text_of($at - 2) eq 'void'
		? $at - 3 : $at;
	my $before = text_of($from - 1);
	my $is_body = $before eq ')' && text_of($from - 2) ne 'void' ||
		$before eq 'else';
	return unless $before =~ /^[;{}]$/ || $is_body;
	my $rule = text_of($at) =~ /fence|barrier/ ? 'dropped fence'
		: 'dropped call';
	emit(begin_of($from), end_of($to), $rule, '(void)0');
}

# Two neighbours of a call's arguments: the compiler refuses other types.
sub swap {
	my ($from, $to) = @_;
	my (@args, $depth);
	my $begin = $from;
	$depth = 0;
	for my $at ($from .. $to) {
		my $t = text_of($at);
		$depth++ if $t =~ /^[(\[{]$/;
		$depth-- if $t =~ /^[)\]}]$/;
		if ($t eq ',' && !$depth) {
			push @args, [$begin, $at - 1];
			$begin = $at + 1;
		}
	}
	push @args, [$begin, $to];
	for my $i (1 .. $#args) {
		my ($one, $two) = @args[$i - 1, $i];
		next if $one->[1] < $one->[0] || $two->[1] < $two->[0];
		emit(begin_of($one->[0]), end_of($two->[1]),
			'swapped arguments',
			slice(@$two) . ', ' . slice(@$one));
	}
}

sub orders {
	my ($at) = @_;
	emit(begin_of($at), end_of($at), 'weakened order', '__ATOMIC_RELAXED')
		if text_of($at) =~ /^__ATOMIC_(?:ACQUIRE|RELEASE|ACQ_REL|SEQ_CST)$/
		&& text_of($at - 1) eq ',';
}

sub results {
	my ($at) = @_;
	return unless text_of($at) eq 'return' && text_of($at + 2) eq ';';
	my $t = text_of($at + 1);
	emit(begin_of($at + 1), end_of($at + 1), 'other result',
		$t eq 'true' ? 'false' : 'true') if $t =~ /^(?:true|false)$/;
}

# #define NAME 12u
sub defined_constant {
	my (undef, $directive, $at) = @_;
	return unless $directive =~ /^(\s*#\s*define\s+\w+\s+)(\d{1,9})([uUlL]*)$/;
	emit($at + length $1, $at + length $directive, 'changed constant',
		$2 + 1 . $3);
}

for $file (@ARGV) {
	open my $in, '<', $file or die "$file: $!\n";
	local $/;
	$text = <$in>;
	my @all = tokens($text);
	@tokens = grep { $_->[0] ne 'directive' } @all;
	defined_constant(@$_) for grep { $_->[0] eq 'directive' } @all;
	my $depth = 0;
	for my $at (0 .. $#tokens) {
		$depth++ if text_of($at) eq '{';
		$depth-- if text_of($at) eq '}';
		constants($at) if text_of($at - 2) ne '_Static_assert';
		next unless $depth; # the rest is code
		conditions($at);
		operators($at);
		calls($at);
		orders($at);
		results($at);
	}
}
