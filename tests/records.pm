# SPDX-License-Identifier: MIT
# FXT records for archives that tests make by themselves.
package records;
use strict;
use warnings;
no warnings 'portable'; # numbers of 64 bits
use Exporter qw(import);
our @EXPORT = qw(padded words record string);

sub padded { return $_[0] . "\0" x (-length($_[0]) % 8) }
sub words { return pack 'Q<*', @_ }

# A record of that type and body, whose header has these other bits.
sub record {
	my ($type, $bits, $body) = @_;

	return words($type | (1 + length($body) / 8) << 4 | $bits) . $body;
}
sub string {
	my ($index, $text) = @_;

	return record(2, $index << 16 | length($text) << 32, padded($text));
}

1;
