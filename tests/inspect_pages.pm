# SPDX-License-Identifier: MIT
# Writes pages of `fxtrace inspect` whose data a test chooses: the format as
# section.h, stock.h, tiles.h and states.h have it, written a second time.
package inspect_pages;
use strict;
use warnings;
use Compress::Zlib qw(compress);
use JSON::PP;
use MIME::Base64;

my $json = JSON::PP->new->utf8->canonical;
my %sizes = (u8 => 1, i8 => 1, u16 => 2, i16 => 2, u32 => 4, i32 => 4,
	f32 => 4);
my $SIDE = 64;

sub new {
	my ($class) = @_;
	return bless { contents => [], attachments => [], tiles => [], of => {},
		states => [], sections => [] }, $class;
}

sub form {
	my ($channels, $number, %more) = @_;
	return { channels => $channels, number => $number,
		normalized => $more{normalized} ? JSON::PP::true : JSON::PP::false,
		srgb => $more{srgb} ? JSON::PP::true : JSON::PP::false };
}

sub pixel_bytes { return length($_[0]{channels}) * $sizes{ $_[0]{number} } }

# The number of a content with these bytes.
sub content {
	my ($self, $form, $width, $height, $depth, $bytes) = @_;
	push @{ $self->{contents} }, { json => { %$form, width => $width,
		height => $height, depth => $depth, bytes => length $bytes },
		bytes => $bytes };
	return $#{ $self->{contents} };
}

sub attachment {
	my ($self, $form, $width, $height) = @_;
	push @{ $self->{attachments} }, { form => $form, width => $width,
		height => $height, versions => [], now => undef, last => 0 };
	return $#{ $self->{attachments} };
}

# The whole picture of an attachment, from version `at` on.
sub put {
	my ($self, $number, $at, $bytes) = @_;
	my $a = $self->{attachments}[$number];
	my ($i, $size) = (0, pixel_bytes($a->{form}));
	for (my $y = 0; $y < $a->{height}; $y += $SIDE) {
		for (my $x = 0; $x < $a->{width}; $x += $SIDE, $i++) {
			my $tile = tile_of($a, $bytes, $x, $y, $size);
			my $item = $self->{of}{$tile} //= do {
				push @{ $self->{tiles} }, $tile;
				$#{ $self->{tiles} };
			};
			my $list = $a->{versions}[$i] //= [];
			push @$list, [$at, $item]
				unless @$list && $list->[-1][1] == $item;
		}
	}
	$a->{now} = $bytes;
	$a->{last} = $at;
}

sub tile_of {
	my ($a, $bytes, $x, $y, $size) = @_;
	my ($w, $h) = map { $_ > $SIDE ? $SIDE : $_ }
		($a->{width} - $x, $a->{height} - $y);
	return join '', map {
		substr $bytes, (($y + $_) * $a->{width} + $x) * $size, $w * $size
	} 0 .. $h - 1;
}

# The state of the next draw: a hash of paths and values.
sub state { push @{ $_[0]{states} }, { %{ $_[1] } } }

sub number {
	my ($n) = @_;
	my $bytes = '';
	for (; $n >= 128; $n >>= 7) {
		$bytes .= chr($n & 127 | 128);
	}
	return $bytes . chr $n;
}

sub zigzag { return number($_[0] < 0 ? -2 * $_[0] - 1 : 2 * $_[0]) }

sub section {
	my ($self, $class, $name, $bytes) = @_;
	push @{ $self->{sections} }, sprintf '<script type="text/plain" class="%s"'
		. " data-name=\"%s\" data-bytes=\"%d\">%s</script>\n", $class,
		$name, length $bytes, encode_base64(compress($bytes), '');
}

# JSON, or bytes that are wrong on purpose.
sub inspect {
	my ($self, $name, $what) = @_;
	$self->section('inspect', $name, ref $what ? $json->encode($what) : $what);
}

# Items in chunks of some each.
sub stock {
	my ($self, $class, @items) = @_;
	for (my $first = 0; $first < @items; $first += 50) {
		my $last = $first + 49 < $#items ? $first + 49 : $#items;
		my @some = @items[$first .. $last];
		$self->section($class, $first, join '', number(scalar @some),
			(map { number(length) } @some), @some);
	}
}

sub write_tiles {
	my ($self, $every) = @_;
	my $i = 0;
	for my $a (@{ $self->{attachments} }) {
		my $bytes = '';
		for my $list (@{ $a->{versions} }) {
			my ($at, $item) = (0, 0);
			$bytes .= number(scalar @$list);
			for (@$list) {
				$bytes .= number($_->[0] - $at) . zigzag($_->[1] - $item);
				($at, $item) = @$_;
			}
		}
		$self->section('versions', $i++, $bytes);
	}
	$self->stock('tile', @{ $self->{tiles} });
	$self->inspect('tiles', { every => $every, tiles => scalar
		@{ $self->{tiles} }, attachments => [map { { %{ $_->{form} },
			width => $_->{width}, height => $_->{height},
			last => $_->{last}, (map { $_ // () }
				%{ $_->{more} // {} }) } }
			@{ $self->{attachments} }] });
}

sub write_states {
	my ($self) = @_;
	my (%paths, %values, @paths, @values, %now);
	my $of = sub {
		my ($map, $list, $text) = @_;
		return $map->{$text} //= push(@$list, $text) - 1;
	};
	$of->(\%paths, \@paths, $_) for sort map { keys %$_ } @{ $self->{states} };
	my $block = number(scalar @{ $self->{states} });
	for my $draw (0 .. $#{ $self->{states} }) {
		my $state = $self->{states}[$draw];
		my @changed = grep { ($now{$_} // "\1") ne ($state->{$_} // "\1") }
			@paths;
		my $next = 0;
		$block .= number($draw ? 1 : 0) . number(scalar @changed);
		for (@changed) {
			my $value = $state->{$_};
			$block .= number($paths{$_} - $next) . number(defined $value
				? 1 + $of->(\%values, \@values, $value) : 0);
			$next = $paths{$_} + 1;
		}
		%now = %$state;
	}
	$self->stock('path', @paths);
	$self->stock('value', @values);
	$self->stock('state', $block);
	$self->inspect('states', { firsts => [0], last => $#{ $self->{states} },
		paths => scalar @paths, values => scalar @values });
}

# Puts all into a template; parts are further JSON: about, calls, draws.
sub write_page {
	my ($self, $template, $path, %parts) = @_;
	my $every = delete $parts{every} // 1;
	$self->{sections} = [];
	$self->stock('content', map { $_->{bytes} } @{ $self->{contents} });
	$self->inspect('contents', [map { $_->{json} } @{ $self->{contents} }]);
	$self->write_tiles($every);
	$self->write_states;
	$self->inspect($_, $parts{$_}) for sort keys %parts;
	open my $in, '<', $template or die "$template: $!\n";
	open my $out, '>', $path or die "$path: $!\n";
	while (<$in>) {
		print $out /^<!--DATA-->$/ ? @{ $self->{sections} } : $_;
	}
	close $out or die "$path: $!\n";
}

1;
