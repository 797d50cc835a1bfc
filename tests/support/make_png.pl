#!/usr/bin/perl
# A PNG of any kind, sound or broken: its samples come from standard input as
# decimal numbers, row by row; it goes to standard output.
#
#	make_png.pl WIDTH HEIGHT TYPE DEPTH [KEY=VALUE...]
#
# TYPE is that of the header: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
#	plte=R,G,B,...     the palette
#	trns=BYTE,...      the transparency
#	extra=NAME:TEXT    a chunk before the data
#	claim=WxH          the size in the header is that one
#	crc=NAME           that chunk has a wrong checksum
#	adler=wrong        the data have
use strict;
use warnings;
use Compress::Zlib qw(compress crc32);

my ($width, $height, $type, $depth, @options) = @ARGV;
my %is = map { split /=/, $_, 2 } @options;
my %channels = (0 => 1, 2 => 3, 3 => 1, 4 => 2, 6 => 4);

sub chunk {
	my ($name, $data) = @_;
	my $crc = crc32("$name$data") ^ (($is{crc} // '') eq $name ? 1 : 0);
	print pack('N', length $data), $name, $data, pack('N', $crc);
}

my @samples = split ' ', do { local $/; <STDIN> };
my $per_row = $width * $channels{$type};
die "make_png.pl: wrong number of samples\n" if @samples != $per_row * $height;

my $rows = '';
while (my @row = splice @samples, 0, $per_row) {
	my $bits = join '', map { sprintf "%0${depth}b", $_ } @row;
	$rows .= "\0" . pack('B*', $bits . '0' x (-length($bits) % 8));
}
my $data = compress($rows);
substr($data, -1) ^= "\1" if exists $is{adler};

binmode STDOUT;
print "\x89PNG\r\n\x1a\n";
chunk('IHDR', pack 'NNCCCCC', split(/x/, $is{claim} // "${width}x$height"), $depth, $type, 0, 0, 0);
chunk('PLTE', pack 'C*', split /,/, $is{plte}) if exists $is{plte};
chunk('tRNS', pack 'C*', split /,/, $is{trns}) if exists $is{trns};
chunk(split /:/, $is{extra}, 2) if exists $is{extra};
chunk('IDAT', $data);
chunk('IEND', '');
