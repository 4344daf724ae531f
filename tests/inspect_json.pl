#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Folders of `inspect --json`. Prints what is wrong, and then how much was
# compared.
#	inspect_json.pl valid FOLDER		the list has all files, and they fit
#	inspect_json.pl same FOLDER PAGE	what the page of the same archive has
#	inspect_json.pl shots FOLDER SHOTS	colors that replay writes as PNG
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Compress::Raw::Zlib;
use inspect_data;
use inspect_folder;

my ($what, $path, @more) = @ARGV;
my $folder = inspect_folder->new($path);
my $draws = $folder->{draws};
my $files = $folder->{files};

# Names of all files to which the list leads, but for those of "files".
sub led_to {
	my ($value, $to) = @_;
	if (ref $value eq 'ARRAY') {
		led_to($_, $to) for @$value;
	} elsif (ref $value eq 'HASH') {
		for my $key (keys %$value) {
			$to->{$value->{$key}} = 1 if defined $value->{$key} &&
				$key =~ /^(before|after|file|thumbnail)$/;
			led_to($value->{$key}, $to) if $key !~ /^(state|labels)$/;
		}
	}
}

sub valid {
	my (%there, %led, %sums, $n_png);
	opendir my $list, $path or die "$path: $!\n";
	$there{$_} = 1 for grep { !/^\.\.?$/ && $_ ne 'inspect.json' } readdir $list;
	for my $name (sort keys %$files) {
		my $file = $files->{$name};
		my $raw = $folder->raw($name);
		my $shape = join ' ', map { $file->{$_} }
			qw(channels number normalized srgb width height depth);
		print "$name: ${\length $raw} bytes\n" if length $raw != $file->{bytes}
			|| $file->{width} * $file->{height} * $file->{depth} *
				inspect_data::pixel_bytes($file) != $file->{bytes};
		print "$name is $sums{$shape}{$raw}\n" if $sums{$shape}{$raw};
		$sums{$shape}{$raw} = $name;
		delete $there{$name} or print "$name is missing\n";
		next if !$file->{png};
		$n_png++;
		delete $there{$file->{png}} or print "$file->{png} is missing\n";
		print "$file->{png} differs\n" if $folder->png($name) ne $raw;
	}
	led_to([$draws, $folder->{frames}], \%led);
	print "$_ is more\n" for sort keys %there;
	print "no file $_\n" for grep { !$files->{$_} } sort keys %led;
	my @unused = grep { !$led{$_} } grep { /^draw/ } sort keys %$files;
	print "nothing has @unused\n" if @unused;
	printf "%d files, %d png\n", scalar keys %$files, $n_png;
}

# Texts of one kind of value: undef, numbers and texts alike.
sub differ {
	my ($got, $want, $of) = @_;
	return 0 if ($got // 'none') eq ($want // 'none');
	print "$of: ", $got // 'none', " for ", $want // 'none', "\n";
	return 1;
}

sub same_attachments {
	my ($page, $i) = @_;
	my $set = $page->{draws}{attachmentSets}
		[$page->{draws}{draws}[$i]{attachments}];
	my $got = $draws->[$i]{attachments};
	my $n = 0;
	differ(scalar @$got, scalar @$set, "draw $i: attachments");
	for my $k (0 .. $#$set) {
		differ($got->[$k]{name}, $set->[$k]{name}, "draw $i: name");
		differ($got->[$k]{why}, $set->[$k]{why}, "draw $i: why");
		next unless defined $set->[$k]{attachment};
		for my $after (0, 1) {
			my $name = $got->[$k]{$after ? 'after' : 'before'};
			my $want = $page->picture($set->[$k]{attachment}, 2 * $i + $after);
			my $is_same = defined $want ? defined $name &&
				$folder->raw($name) eq $want : !defined $name;
			print "draw $i: $set->[$k]{name} $after differs\n"
				unless $is_same;
			$n++ if defined $want;
		}
	}
	return $n;
}

sub same_textures {
	my ($page, $i) = @_;
	my $set = $page->{draws}{textureSets}[$page->{draws}{draws}[$i]{textures}];
	my $got = $draws->[$i]{textures};
	my $n = 0;
	differ(scalar @$got, scalar @$set, "draw $i: textures");
	for my $k (0 .. $#$set) {
		my ($a, $b) = ($got->[$k], $set->[$k]);
		differ($a->{$_}, $b->{$_}, "draw $i: texture's $_")
			for qw(unit target name label);
		differ(scalar @{$a->{images}}, scalar @{$b->{images}}, 'images');
		for my $m (0 .. $#{$b->{images}}) {
			my ($x, $y) = ($a->{images}[$m], $b->{images}[$m]);
			differ($x->{$_}, $y->{$_}, "draw $i: image's $_")
				for qw(level face aspect why);
			next unless defined $y->{content};
			print "draw $i: texture $k image $m differs\n" if
				$folder->raw($x->{file}) ne $page->items('content')
					->[$y->{content}];
			differ($files->{$x->{file}}{$_},
				$page->{contents}[$y->{content}]{$_}, "draw $i: $_")
				for qw(channels number width height depth);
			$n++;
		}
	}
	return $n;
}

sub same_calls {
	my ($page) = @_;
	my $want = $page->{calls};
	my $got = $folder->{calls};
	differ(scalar @$got, scalar @{$want->{numbers}}, 'calls');
	for my $i (0 .. $#$got) {
		my $call = $got->[$i];
		my $kind = $want->{kinds}[$i];
		differ($call->{number}, $want->{numbers}[$i], "call $i: number");
		differ($call->{frame}, $want->{frames}[$i], "call $i: frame");
		differ($call->{text}, $want->{texts}[$i], "call $i: text");
		differ($call->{function}, $want->{functions}[$want->{function}[$i]],
			"call $i: function");
		differ($call->{draw} // -1, $want->{draws}[$i], "call $i: draw");
		differ($call->{kind}, $kind & 1 ? 'draw' : $kind & 2 ? 'work'
			: $kind & 4 ? 'query' : 'other', "call $i: kind");
		differ($call->{error} ? 8 : 0, $kind & 8, "call $i: error");
		differ($call->{made} ? 0 : 16, $kind & 16, "call $i: made");
	}
	return scalar @$got;
}

sub same_frames {
	my ($page) = @_;
	my ($got, $want) = ($folder->{frames}, $page->{about}{frames});
	differ(scalar @$got, scalar @$want, 'frames');
	for my $i (0 .. $#$want) {
		differ($got->[$i]{$_}, $want->[$i]{$_}, "frame $i: $_")
			for qw(frame first calls draws ms errors detail);
		my $content = $want->[$i]{thumbnail};
		print "frame $i: thumbnail\n" if defined $content &&
			$folder->raw($got->[$i]{thumbnail}) ne
				$page->items('content')->[$content];
	}
	my $json = JSON::PP->new->canonical;
	my %about = %{$page->{about}};
	delete $about{frames};
	differ($json->encode($folder->{about}), $json->encode(\%about), 'about');
}

# What the driver counts by itself.
my $volatile = qr/DEBUG_|GPU_|_FREE_MEMORY|VBO_FREE|ARRAY_POINTER/;

sub same {
	my $page = inspect_data->new(@_);
	my ($n_pictures, $n_images, $n_values) = (0, 0, 0);
	differ(scalar @$draws, scalar @{$page->{draws}{draws}}, 'draws');
	for my $i (0 .. $#$draws) {
		my $draw = $page->{draws}{draws}[$i];
		$n_pictures += same_attachments($page, $i);
		$n_images += same_textures($page, $i);
		differ($draws->[$i]{frame}, $draw->{frame}, "draw $i: frame");
		differ($draws->[$i]{call}, $page->{calls}{numbers}[$draw->{call}],
			"draw $i: call");
		differ($draws->[$i]{function}, $page->{calls}{functions}
			[$page->{calls}{function}[$draw->{call}]],
			"draw $i: function");
		my ($got, $want) = ($folder->state_of($i), $page->state_of($i));
		for (grep { !/$volatile/ } sort keys %{{%$got, %$want}}) {
			# the page has bytes
			my $text = $want->{$_};
			utf8::decode($text) if defined $text;
			differ($got->{$_}, $text, "draw $i: $_");
			$n_values++;
			print "draw $i: no label of $_\n" if s/\.label$// && length $text
				&& ($draws->[$i]{labels}{$_} // '') ne $text;
		}
	}
	same_frames($page);
	printf "%d pictures, %d images, %d values, %d calls are the same\n",
		$n_pictures, $n_images, $n_values, same_calls($page);
}

# The colors after each draw are the PNG after its call.
sub shots {
	my ($shots) = @_;
	my ($n, $none) = (0, 0);
	for my $i (0 .. $#$draws) {
		my $shot = sprintf '%s/call-%07d.png', $shots, $draws->[$i]{call};
		# it shows the first buffer that is drawn to
		my @names = grep { defined } map { $_->{after} }
			grep { $_->{name} =~ /^color/ } @{$draws->[$i]{attachments}};
		if (!@names || !-e $shot || grep { $files->{$_}{number} ne 'u8' ||
			$files->{$_}{channels} !~ /^RGBA?$/ } @names) {
			$none++;
			next;
		}
		my $want = `perl $FindBin::Bin/replay/png_crc.pl $shot`;
		print "draw $i: not $want" unless grep { rgb_crc($_) eq $want } @names;
		$n++;
	}
	print "$n pictures compared, $none not\n";
}

sub rgb_crc {
	my ($name) = @_;
	my $rgb = $folder->png($name);
	$rgb =~ s/(...)./$1/gs if $files->{$name}{channels} eq 'RGBA';
	return sprintf "%08x\n", crc32($rgb);
}

if ($what eq 'valid') {
	valid();
} elsif ($what eq 'same') {
	same(@more);
} elsif ($what eq 'shots') {
	shots(@more);
}
