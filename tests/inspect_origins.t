#!/bin/bash
# SPDX-License-Identifier: MIT
# Which calls wrote to a texture, in a page of `fxtrace inspect`.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay/lib.sh"

"$b/tests/replay/origins" egl >/dev/null 2>&1
[ $? = 77 ] && {
	skip 'no OpenGL here' 'the calls that wrote to a texture are known'
	plan 1
	exit
}
"$fxtrace" record -q -o a.fxt -c '%gl,%egl' "$b/tests/replay/origins" egl
"$fxtrace" inspect -f 0- -o a.html a.fxt >said 2>&1

# writers PAGE: of each image, once: label, level, face, number of calls: the last
# ones, with their first arguments. Then the first byte of its picture.
writers() {
	perl -I "$tests" -Minspect_data -e '
		my $p = inspect_data->new(@ARGV);
		my $calls = $p->{calls};
		my %row = map { $calls->{numbers}[$_] => $_ }
			0 .. $#{$calls->{numbers}};
		my %seen;
		for my $set (@{$p->{draws}{textureSets}}) {
			for my $texture (@$set) {
				for my $image (@{$texture->{images}}) {
					my @by = map {
						my $row = $row{$_->[0]};
						my $text = $calls->{texts}[$row];
						$text =~ s/^\((.*)\).*/$1/s;
						my $name = $calls->{functions}
							[$calls->{function}[$row]];
						print "other function\n" if $name ne $_->[1];
						($_->[2] ? "drawn:" : "") . "$name(" . join(
							",", grep { defined } (split /, /, $text)[0 .. 2]) . ")"
					} @{$image->{writers}};
					my $n = $image->{writes} // 0;
					my $line = "$texture->{label} $image->{level} " .
						"$image->{face} $n: @by\n";
					print $line unless $seen{$line}++;
				}
			}
		}' "$1" | sed 's/[a-z0-9]*=//g; s/_ARB\([,)]\)/\1/g'
}
writers a.html >got

# wrote LABEL LEVEL FACE: what is known of it
wrote() { grep "^$1 $2 $3 " got | sed 's/^[^:]*[a-z ]* \([0-9]*\): /\1: /'; }

is "$(wrote parts 0 0)" "8: $(for x in 6 5 4 3; do
	printf 'glTexSubImage2D(GL_TEXTURE_2D,0,%d) ' $x
done | sed 's/ $//')" 'the last calls are known, and how many wrote since all of it was written'
is "$(wrote parts 1 0)" '1: glTexImage2D(GL_TEXTURE_2D,1,GL_RGBA8)' \
	'a call with an error wrote nothing'
is "$(wrote mipmap 0 0)" '1: glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA8)' \
	'the first level of mipmaps is an upload'
is "$(wrote mipmap 1 0)" '1: glGenerateMipmap(GL_TEXTURE_2D)' \
	'the others come from glGenerateMipmap'
is "$(wrote mipmap 2 0)" \
	'2: glTexSubImage2D(GL_TEXTURE_2D,2,0) glGenerateMipmap(GL_TEXTURE_2D)' \
	'or from an upload behind it'
is "$(wrote cube 0 0)" \
	'1: glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X,0,GL_RGBA8)' \
	'faces have calls of their own'
is "$(wrote cube 0 3)" "2: glTexSubImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,0,2) $(
	)glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,0,GL_RGBA8)" \
	'and each its last one'
is "$(wrote again 0 0)" '1: glTexStorage2D(GL_TEXTURE_2D,2,GL_RGBA8)' \
	'what a deleted texture of that name had is forgotten'
is "$(wrote again 1 0)" "2: glTexSubImage2D(GL_TEXTURE_2D,1,0) $(
	)glTexStorage2D(GL_TEXTURE_2D,2,GL_RGBA8)" 'storage is of all levels'
is "$(wrote 'by name' 0 0 | cut -d '(' -f 1)" '2: glTextureSubImage2D' \
	'a texture that the call names need not be bound'
is "$(wrote 'by name' 1 0 | cut -d '(' -f 1)" '2: glCopyImageSubData' \
	'a copy is of the level that it names'
is "$(wrote drawn 0 0 | cut -d ' ' -f 1,2)" '3: drawn:glRectf(-1,-1,0)' \
	'a draw wrote to what is attached'
is "$(wrote depth 0 0)" "3: drawn:glClear(GL_DEPTH_BUFFER_BIT) $(
	)drawn:glClear(GL_DEPTH_BUFFER_BIT|GL_COLOR_BUFFER_BIT) $(
	)glTexStorage2D(GL_TEXTURE_2D,1,GL_DEPTH_COMPONENT24)" \
	'a clear only to what it names'
is "$(wrote empty 0 0 | tail -n 1)" '1: glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA8)' \
	'contexts that share nothing have textures of their own'
# shellcheck disable=SC2016 # perl
is "$(perl -I "$tests" -Minspect_data -e '
	my $p = inspect_data->new("a.html");
	for my $draw (@{$p->{draws}{draws}}[-2, -1]) {
		my ($texture) = grep { $_->{unit} == 0 }
			@{$p->{draws}{textureSets}[$draw->{textures}]};
		my $bytes = $p->items("content")->[
			$texture->{images}[0]{content}];
		print "$texture->{name} $texture->{label} ", ord $bytes, "\n";
	}')" "1 empty 42
1 parts 10" 'and each has its own picture'

# Frames before those in detail count, too.
"$fxtrace" inspect --calls "$(perl -I "$tests" -Minspect_data -e '
	my $p = inspect_data->new("a.html");
	print $p->{calls}{numbers}[$p->{draws}{draws}[-1]{call}]' )-" -o b.html a.fxt \
	>said 2>&1
is "$(perl -I "$tests" -Minspect_data -e '
	my $p = inspect_data->new("b.html");
	my ($image) = @{$p->{draws}{textureSets}[0][0]{images}};
	print "$image->{writes} $image->{writers}[0][1]"')" '8 glTexSubImage2D' \
	'calls that the page has not are known'
plan 16
