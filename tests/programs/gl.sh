# SPDX-License-Identifier: MIT
# Sourced by the tests of OpenGL programs. These run as programs.sh says, on an
# X server that shows nothing, with hazard/lib/pictures.c in front of the
# tracer. It prints the checksum of each picture that the program shows, ends
# the program after some, and holds the clocks.
# shellcheck shell=bash disable=SC1091,SC2034,SC2154
. "$(dirname "${BASH_SOURCE[0]}")/programs.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../x_server.sh"
pictures=$b/tests/hazard/lib/libpictures.so
wrappers=/usr/lib/x86_64-linux-gnu/apitrace/wrappers
export PICTURES PICTURES_CLOCK

# shown: checksums of the pictures that the recorded program has shown, by
# itself and by what the archive has of glReadPixels: nothing if they agree
shown() {
	sed -n 's/^picture [0-9x]* //p' got.err >printed
	[ -s printed ] || echo 'no picture'
	"$fxtrace" dump --json --calls glReadPixels "$fxt"/*.fxt |
		perl -MMIME::Base64 -MCompress::Raw::Zlib -ne 'printf "%08x\n",
		adler32(decode_base64($1)) if /"pixels":\{"base64":"([^"]*)/' >recorded
	diff printed recorded | head -n 5
}

# gl PICTURES NAME COMMAND...: two tests, of `program`; the program is ended
# with the picture of this number, without one (-) it ends itself
gl() {
	PICTURES=$1 PICTURES_CLOCK=1
	before=$pictures
	[ "$1" != - ] || before=
	shift
	program "$@"
	before=
}

# window NAME PACKAGE SOURCE HEADER FLAGS...: builds $in/NAME of stress/window's
# SOURCE and what it draws, by the names of OpenGL that HEADER has. It is one
# more test if that fails. `needs` says which package is missing.
window() {
	local name=$1 source=$tests/stress/window/$3 header=$4 has
	case $2 in
	libglfw3-dev) has=GLFW/glfw3.h ;;
	libepoxy-dev) has=epoxy/glx.h ;;
	libgtk-4-dev) has=gtk-4.0/gtk/gtk.h ;;
	esac
	needs=$2
	[ -e "/usr/include/$has" ] || return
	needs=
	shift 4
	"${CC:-cc}" -std=gnu11 -O1 -Wall -Werror -I"$tests/.." -include "$header" \
		-o "$in/$name" "$source" "${source%/*}/scene.c" "$@" \
		>cc.out 2>&1 && return
	ok 1 "$name builds"
	note <cc.out
}
