#!/bin/bash
# PngSuite: what is grey and opaque gives the cells that libpng sees; of the rest
# the first pixel that is not is named, and what is corrupt is refused.
. "$(dirname "$0")/../cli.sh"

suite=$shared/pngsuite
if [[ ! -d $suite ]]; then
	skip "PngSuite" "there is no ../shared/pngsuite"
	done_testing
	exit
fi
new_folder

# wanted PNG: by libpng's pixels, the costs of all cells, one a line, where white is
# made a cost, so that any cell may be the goal; or the message.
wanted() {
	show_png "$1" pixels 2>/dev/null | perl -e '
		my ($name, $width, $depth) = @ARGV;
		my ($at, @costs) = 0;
		while (<STDIN>) {
			my ($r, $g, $b, $alpha) = map { hex } unpack "(A4)4";
			my $pixel = sprintf "%s: pixel %d,%d", $name, $at % $width, $at / $width;
			print("$pixel is transparent: every pixel must be opaque (convert IN.png -background white -flatten OUT.png)\n"), exit if $alpha != 65535;
			print("$pixel is coloured: only grey is read as cost (--legend FILE reads colours)\n"), exit if $r != $g || $g != $b;
			print("$pixel has the 16-bit grey $r, which no 8-bit grey equals (257 times 0..255 does)\n"), exit
				if $depth == 16 && $r % 257 != 0;
			$at++;
			push @costs, $r == 0 ? 1 : $r == 65535 ? 254 : $r / 257;
		}
		print "$_\n" for @costs;
	' "$1" "$(show_png "$1" | awk '$1 == "size" { print $2 }')" "$(show_png "$1" | awk '$1 == "depth" { print $2 }')" ||
		test $? -eq 141 # the rest of the pixels need not be read
}
accepted=0
corrupt=0
declare -A refused_for=([transparent]=0 [coloured]=0 [16-bit]=0)
# judge PNG: holds what the tool makes of it against libpng.
judge() {
	local message kind
	rm -f cells
	try flowfield "$1" -g 0,0 --remap 255=254 --csv cells -q
	if [[ $(basename "$1") == x* ]]; then
		corrupt=$((corrupt + 1))
		refusal 3 "$1: *"
		return
	fi
	wanted "$1" >"$work/wanted"
	message=$(grep ' pixel ' "$work/wanted" || true)
	if [[ -n $message ]]; then
		refusal 3 "$message"
		for kind in "${!refused_for[@]}"; do
			if [[ $message == *"$kind"* ]]; then
				refused_for[$kind]=$((refused_for[$kind] + 1))
			fi
		done
	else
		accepted=$((accepted + 1))
		mismatches 0 "" "" "+cells"
		cmp <(tail -n +2 cells | cut -d , -f 3) "$work/wanted"
	fi
}

wrong=
for png in "$suite"/*.png; do
	judge "$png" >"$work/judgement" 2>&1
	if [[ -s $work/judgement ]]; then
		wrong+="$(basename "$png"): $(<"$work/judgement")"$'\n'
	fi
done
same "the files of PngSuite are read as libpng reads them, or refused by its first pixel that is no grey" "$wrong" ""
same "that is 161 files, and 14 that are corrupt" \
	"$accepted read, ${refused_for[coloured]} coloured, ${refused_for[transparent]} transparent, ${refused_for[16-bit]} of other greys, $corrupt corrupt" \
	"34 read, 93 coloured, 28 transparent, 6 of other greys, 14 corrupt"

# libpng reads one of these, which has a coloured pixel.
wrong=
while read -r png message; do
	try flowfield "$suite/crashers/$png.png" -g 0,0
	wrong+=$(refusal 3 "$suite/crashers/$png.png: $message")
done <<-END
	bad_iCCP is corrupt: the header's checksum is wrong
	badadler is corrupt: its data are damaged
	badcrc is corrupt: a checksum is wrong
	empty_ancillary_chunks pixel 0,0 is coloured: only grey is read as cost (--legend FILE reads colours)
	huge_IDAT is corrupt: its data are longer than its pixels can need
	huge_bKGD_chunk is truncated
	huge_cHRM_chunk is truncated
	huge_eXIf_chunk is truncated
	huge_gAMA_chunk is truncated
	huge_hIST_chunk is truncated
	huge_iCCP_chunk is truncated
	huge_iTXt_chunk is truncated
	huge_juNK_unsafe_to_copy is truncated
	huge_juNk_safe_to_copy is truncated
	huge_pCAL_chunk is truncated
	huge_pHYs_chunk is truncated
	huge_sCAL_chunk is truncated
	huge_sPLT_chunk is truncated
	huge_sRGB_chunk is truncated
	huge_sTER_chunk is truncated
	huge_tEXt_chunk is truncated
	huge_tIME_chunk is truncated
	huge_zTXt_chunk is truncated
	invalid_gray_alpha_sbit is corrupt: a checksum is wrong
	missing_plte is corrupt: it has no palette
	zero_gama is corrupt: its data are longer than its pixels can need
	zero_width is corrupt: the header makes no sense
END
same "files that crash readers are refused, each for its reason" "$wrong" ""
same "all of them" "$(find "$suite/crashers" -name '*.png' | wc -l)" 27

done_testing
