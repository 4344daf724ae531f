#!/bin/bash
# SPDX-License-Identifier: MIT
# What a page of `fxtrace timeline` costs in headless Chromium. It is compared
# with the same calls as trace event JSON, embedded in a page that does nothing
# but parse and search it. Needs chromium and chromium-driver.
#   tests/bench/timeline.sh [CALLS]
# SPEEDSCOPE=FOLDER: also with speedscope, whose npm package has FOLDER,
# dist/release. It is served here, since it loads files by requests only.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
n=${1:-1000000}
export FXTRACE_MODE=streaming
cat >many.pl <<'P'
for my $i (1 .. shift) {
	open my $f, '<', '/etc/hostname';
	my $line = <$f>;
	close $f;
	-e "/no/such/$i";
}
P
"$fxtrace" record -q -o many.fxt perl many.pl $((n / 7)) || exit
for format in page json; do
	[ $format = page ] && work=(timeline -o page.html many.fxt) ||
		work=(convert many.fxt many.json)
	began=$EPOCHREALTIME
	"$fxtrace" "${work[@]}" || exit
	echo "$format: written in $(awk -v a="$began" -v b="$EPOCHREALTIME" \
		'BEGIN { printf "%.2f s", b - a }')"
done
{
	echo '<!DOCTYPE html><meta charset=utf-8><title>json</title>'
	echo '<script type="application/json">'
	cat many.json
	echo '</script>'
} >json.html
kinds='page json'
if [ -n "${SPEEDSCOPE-}" ]; then
	kinds="$kinds speedscope"
	cp -r "$SPEEDSCOPE" www
	"$fxtrace" convert --to speedscope many.fxt www/many.json || exit
	python3 -m http.server --bind 127.0.0.1 --directory www 8124 >served 2>&1 &
	trap 'kill $!; rm -rf "$tmp"' EXIT
fi
# shellcheck disable=SC2086 # words
perl -I "$tests" "$tests/bench/timeline.pl" "$tmp" $kinds
