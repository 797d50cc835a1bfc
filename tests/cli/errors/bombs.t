#!/bin/bash
# PNGs that inflate to far more than they are, or hold far more than an image:
# reading them takes no more than their image and 16 MiB.
. "$(dirname "$0")/../cli.sh"

new_folder
# bomb TYPE DEPTH INTERLACE: 64x64 pixels, in a MB of data that inflate to 1 GB, checksums and all.
bomb() {
	perl -MCompress::Zlib -e '
		my ($type, $depth, $interlace) = @ARGV;
		my $chunk = sub { pack("N", length $_[1]) . "$_[0]$_[1]" . pack("N", crc32("$_[0]$_[1]")) };
		# Behind a full flush all begins anew, so what it ends may be repeated.
		my ($size, $times) = (1 << 24, 64);
		my $deflater = deflateInit(-WindowBits => -MAX_WBITS(), -Level => 9);
		my $piece = $deflater->deflate("\0" x $size) . $deflater->flush(Z_FULL_FLUSH);
		# Adler-32 of n zeros: a sum of 1, and n times that.
		my $adler = ($size * $times % 65521) << 16 | 1;
		binmode STDOUT;
		print "\x89PNG\r\n\x1a\n", $chunk->("IHDR", pack "NNCCCCC", 64, 64, $depth, $type, 0, 0, $interlace),
			$chunk->("IDAT", "\x78\xda" . $piece x $times . "\x03\0" . pack "N", $adler), $chunk->("IEND", "");
	' "$@"
}
# stuffed BYTES TIMES: a valid map of 2x1 pixels behind TIMES texts of BYTES bytes.
stuffed() {
	echo 1 2 | make_png.pl 2 1 0 8 | perl -MCompress::Zlib -e '
		my ($bytes, $times) = @ARGV;
		local $/;
		my $png = <STDIN>;
		my $text = "tEXt" . "x" x $bytes;
		binmode STDOUT;
		print substr $png, 0, 33;
		$text = pack("N", $bytes) . $text . pack "N", crc32($text);
		print $text for 1 .. $times;
		print substr $png, 33;
	' "$@"
}
# within KIB COMMAND...: with no more address space than that.
within() {
	(ulimit -v "$1" && "${@:2}")
}

bomb 0 8 0 >grey.png
bomb 6 16 1 >rgba.png
passes "a bomb is of a MB" test "$(stat -c %s grey.png)" -le 1100000
head -c 33 grey.png >small.png
least=4096
until [[ $(within $least flowfield small.png -g 0,0 2>&1) == *truncated* ]]; do
	least=$((least + 1024))
	if [[ $least -gt 1000000 ]]; then
		skip "memory" "this build takes $least KiB for nothing"
		done_testing
		exit
	fi
done
most=$((least + 16 * 1024))
for kind in grey rgba; do
	try within $most flowfield $kind.png -g 0,0
	refused "1 GB of $kind takes $((most >> 10)) MiB at most, $((least >> 10)) of them the program's" \
		3 "$kind.png: is corrupt: it has more data than pixels"
done
# A limit that nothing could hit would prove nothing.
make_map --pgm empty 5000 5000 >large.pgm
try within $most flowfield large.pgm -g 0,0
refused "what needs more does not get it" 5 '*memory*'

stuffed 50000000 1 >map.png
try flowfield map.png -g 0,0 --csv map.csv -q
expect "50 MB of text are no part of the map" 0 "" "" "+map.csv"
# To solve it takes more memory, so here it never comes to that.
head -c 50000000 map.png >cut.png
try within $most flowfield cut.png -g 0,0
refused "nor held in memory" 3 'cut.png: is truncated'
try within $most sh -c 'cat cut.png | flowfield - -g 0,0'
refused "nor from a pipe" 3 'standard input: is truncated'
rm -f ./*.png large.pgm
if [[ -n ${FULL:-} ]]; then
	try sh -c "{ $(declare -f stuffed); stuffed 30000000 80; } | flowfield - -g 0,0"
	refused "but not without end" 5 'standard input: is larger than 2148*[0-9] bytes'
fi

done_testing
