#!/bin/bash
# The digests in the report: equal for equal maps, whatever file they were in.
. "$(dirname "$0")/../cli.sh"

new_folder
digests() { # MAP OPTION...: of the cost, then of the field
	flowfield "$1" -g 0,0 --json "$work/report" -q "${@:2}"
	json "$work/report" map.digest integration.digest
}
cells=(0 0 255 0 255 255 0 0 0)
pgm 3 "${cells[@]}" >plain.pgm
{
	printf 'P5 3 3 255\n'
	printf '%b' "$(printf '\\x%x' "${cells[@]}")"
} >raw.pgm
printf '%s\n' "${cells[@]}" | make_png.pl 3 3 0 8 >grey.png
printf '%s\n' 0 0 1 0 1 1 0 0 0 | make_png.pl 3 3 0 1 >bits.png
printf '%s\n' 0 0 1 0 1 1 0 0 0 | make_png.pl 3 3 3 2 plte=0,0,0,255,255,255 >palette.png
printf 'type octile\nheight 3\nwidth 3\nmap\n..@\n.@T\n.GS\n' >octile.map

want=$(digests plain.pgm)
for map in raw.pgm grey.png bits.png palette.png octile.map; do
	same "$map has the digests of plain.pgm" "$(digests $map)" "$want"
done

pgm 3 0 0 255 0 255 255 0 0 3 >other.pgm
differ "one other cell is another map" "$(digests other.pgm | head -n 1)" "$(head -n 1 <<<"$want")"
differ "and another field" "$(digests other.pgm | tail -n 1)" "$(tail -n 1 <<<"$want")"
pgm 3 0 0 255 0 255 0 0 0 0 >open.pgm
differ "one wall less, too" "$(digests open.pgm)" "$want"
same "what counts is the cost: grey 0 and 1 are one" "$(digests <(pgm 3 1 0 255 0 255 255 0 1 1))" "$want"
same "also after --invert" "$(digests <(pgm 3 254 255 0 255 0 0 255 255 255) --invert)" "$want"
same "another goal leaves the map's digest" \
	"$(digests plain.pgm -g 2,2 | head -n 1)" "$(head -n 1 <<<"$want")"
differ "and changes the field's" "$(digests plain.pgm -g 2,2 | tail -n 1)" "$(tail -n 1 <<<"$want")"
differ "the same cells in another shape are another map" \
	"$(digests <(pgm 2 1 1 1 1 1 1))" "$(digests <(pgm 3 1 1 1 1 1 1))"

same "on every machine" "$want" "8b366c21e131ed62
5633cd0c2b64a025"

done_testing
