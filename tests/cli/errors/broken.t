#!/bin/bash
# Maps that were cut or changed on their way: each is refused, and nothing is left.
. "$(dirname "$0")/../cli.sh"

new_folder
: >map.heatmap.png
# refuse_all NAME TEXT FILE...: each is refused with status 3 and such a line.
refuse_all() {
	local file lines wrong=
	remember
	: >"$out"
	for file in "${@:3}"; do
		status=0
		flowfield "$file" -g 0,0 >>"$out" 2>"$err" || status=$?
		mapfile -t lines <"$err"
		# shellcheck disable=SC2053 # it is a pattern
		if [[ $status -ne 3 || ${#lines[@]} -ne 1 || ${lines[0]} != "flowfield: $file:"$2 ]]; then
			wrong+="$file: status $status: ${lines[*]}"$'\n'
		fi
	done
	same "$1 ($(($# - 2)) files)" "$wrong$(<"$out")$(changes)" ""
}
cut_everywhere() { # FILE BYTES: into FILE.0, FILE.1 ... of so many, all shorter than BYTES
	local n
	for ((n = 0; n < $2; n++)); do
		head -c "$n" "$1" >"$1.$n"
	done
}

echo 0 1 2 3 4 5 | make_png.pl 3 2 0 8 extra=tEXt:Title >png
try flowfield png -g 0,0 --csv -
expect "a small PNG is read" 0 'x,y,*' '*' ""
size=$(stat -c %s png)
cut_everywhere png "$size"
refuse_all "cut after any byte, it is not" ' @(is|unknown) *' png.*
perl -e '
	local $/;
	my $png = <STDIN>;
	for my $n (0 .. length($png) - 1) {
		open my $file, ">:raw", "changed.$n" or die;
		print $file substr($png, 0, $n), substr($png, $n, 1) ^ "\x41", substr($png, $n + 1);
	}' <png
refuse_all "with any byte changed, it is not" ' @(is|unknown) *' changed.*
same "each byte had its turn" "$(printf '%s\n' png.* changed.* | wc -l)" $((2 * size))

printf 'P5 # grey\n3 2 255\n\1\2\3\4\5\6' >raw
cut_everywhere raw "$(stat -c %s raw)"
refuse_all "a raw PGM is refused if cut after any byte" '*' raw.*
pgm 3 0 1 2 3 4 5 >plain
# Without its last newline it is whole.
cut_everywhere plain $(($(stat -c %s plain) - 1))
refuse_all "a plain one, too" '*' plain.*
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n..@\n' >octile
cut_everywhere octile $(($(stat -c %s octile) - 1))
refuse_all "a MovingAI map, too" '*' octile.*

# Bytes of an archive that tell names and times may be any.
flowfield plain -g 0,0 --cost npz:npz --cost-scale 1 -q
cut_everywhere npz "$(stat -c %s npz)"
refuse_all "an archive, too" '*' npz.*
cost=$(flowfield npz -g 0,0 --cost - -q)
wrong=
perl -0777 -ne 'for my $n (0 .. length($_) - 1) {
	open my $file, ">:raw", "changed.$n" or die;
	print $file substr($_, 0, $n), substr($_, $n, 1) ^ "A", substr($_, $n + 1);
}' npz
for file in changed.*; do
	[[ $(flowfield "$file" -g 0,0 --cost - -q 2>&1) == @("$cost"|*"$file":\ *) ]] || wrong+=" $file"
done
rm changed.*
same "with any byte changed, it is refused or the same map" "$wrong" ""

# Content that the chunks of a PNG must not have.
broken() { # NAME TEXT MAKE_PNG-ARGUMENT...
	echo 0 1 2 3 | make_png.pl 2 2 "${@:3}" >map
	try flowfield map -g 0,0
	refused "$1" 3 "map: is corrupt: $2"
}
broken "a wrong checksum of the header" "the header's checksum is wrong" 0 8 crc=IHDR
broken "of the data" 'a checksum is wrong' 0 8 crc=IDAT
broken "of a text" 'a checksum is wrong' 0 8 extra=tEXt:x crc=tEXt
broken "of the palette" 'a checksum is wrong' 3 8 plte=0,0,0,1,1,1,2,2,2,3,3,3 crc=PLTE
broken "of the end" 'a checksum is wrong' 0 8 crc=IEND
broken "a wrong checksum within the data" 'its data are damaged' 0 8 adler=wrong
broken "more pixels than data" 'it has less data than pixels' 0 8 claim=2x3
broken "more data than pixels" 'it has more data than pixels' 0 8 claim=2x1
broken "a side of 0" 'the header makes no sense' 0 8 claim=0x2
broken "a side beyond the format" 'the header makes no sense' 0 8 claim=2x2147483648
broken "a depth that is none" 'the header makes no sense' 0 3
broken "a depth that palettes do not have" 'the header makes no sense' 3 16 plte=0,0,0
broken "a critical chunk that nobody knows" 'it has a critical part that is unknown or out of place' 0 8 extra=ABCD:x
broken "a palette image without palette" 'it has no palette' 3 8
broken "a palette of no whole colours" 'its palette makes no sense' 3 8 plte=0,0,0,1
broken "an empty palette" 'its palette makes no sense' 3 8 plte=
broken "a palette for grey" 'its palette makes no sense' 0 8 plte=0,0,0
broken "a second header" 'it has a critical part that is unknown or out of place' 0 8 extra=IHDR:1234567890123
broken "more transparencies than colours" 'its transparency makes no sense' 3 8 plte=0,0,0 trns=1,2
broken "a transparent grey of three bytes" 'its transparency makes no sense' 0 8 trns=0,0,0

# Chunks in any order: TYPE has content of its own, TYPE=HEX has that.
wrong=
while IFS= read -r line; do
	# shellcheck disable=SC2016,SC2086 # words for Perl
	perl -MCompress::Zlib -e '
		my %is = (IHDR => pack("NNC5", 3, 1, 8, 0, 0, 0, 0), IDAT => compress("\0\1\2\3"), PLTE => "\0" x 9, IEND => "");
		binmode STDOUT;
		print "\x89PNG\r\n\x1a\n";
		for (@ARGV) {
			my ($type, $hex) = split /=/, $_, 2;
			my $data = defined $hex ? pack "H*", $hex : $is{$type};
			print pack("N", length $data), $type, $data, pack "N", crc32("$type$data");
		}' ${line#* <= } >map
	got=$(flowfield map -g 0,0 -q --cost - 2>&1) || true
	[[ ${got#flowfield: map: is corrupt: } == "${line%% <= *}" ]] || wrong+="$line: $got"$'\n'
done <<'END'
1,2,3 <= IHDR tEXt=6100 IDAT tEXt=6100 IEND
1,2,3 <= IHDR IDAT IEND tEXt=6100
1,2,3 <= IHDR IDAT= IDAT IDAT= IEND
it does not begin with its header <= IHDX=0000 IDAT IEND
it does not begin with its header <= IHDR=000000030000000108000000 IDAT IEND
the header makes no sense <= IHDR=00000003000000010800020000 IDAT IEND
the header makes no sense <= IHDR=00000003000000010800000200 IDAT IEND
the header makes no sense <= IHDR=00000003000000010800000002 IDAT IEND
it has no data <= IHDR IEND
it has no data <= IHDR IDAT= IEND
its data are not in one piece <= IHDR IDAT tEXt=6100 IDAT IEND
its data are not in one piece <= IHDR IDAT= tEXt=6100 IDAT IEND
it has no palette <= IHDR=00000003000000010803000000 IDAT PLTE IEND
its palette makes no sense <= IHDR=00000003000000010803000000 PLTE PLTE IDAT IEND
its palette makes no sense <= IHDR=00000003000000010804000000 PLTE IDAT IEND
it has a critical part that is unknown or out of place <= IHDR=00000003000000010802000000 IDAT PLTE IEND
it has a critical part that is unknown or out of place <= IHDR=00000003000000010802000000 tRNS=000000000000 PLTE IDAT IEND
its transparency makes no sense <= IHDR=00000003000000010803000000 PLTE tRNS= IDAT IEND
its transparency makes no sense <= IHDR=00000003000000010802000000 tRNS=0000 IDAT IEND
its transparency makes no sense <= IHDR=00000003000000010804000000 tRNS=0000 IDAT IEND
its end is not empty <= IHDR IDAT IEND=78
a part has no proper name or length <= IHDR tEX@=78 IDAT IEND
a part has no proper name or length <= IHDR t[Xt=78 IDAT IEND
a part has no proper name or length <= IHDR {EXt=78 IDAT IEND
END
same "chunks that are missing, out of place or of wrong content" "$wrong" ""

done_testing
