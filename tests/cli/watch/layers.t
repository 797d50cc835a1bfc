#!/bin/bash
# Whatever is asked for: after each change every layer is what a run makes of it.
. "$(dirname "$0")/watch.sh"

goals=(-g "32,32" -g "4,46,9,8+40" --threads 2)
while read -r -a asked; do
	cp "$work/terrain.pgm" map.pgm
	watched map.pgm "${goals[@]}" "${asked[@]}"
	poke map.pgm 26,31 255 255 255 1
	like "${asked[*]}: walls near a goal" '* cells edited*'
	poke map.pgm 9,50 255
	poke map.pgm 26,31 9 9
	like "a part of a goal closes" '* edited*'
	cp "$work/terrain.pgm" map.pgm
	like "all is as it was" '* edited*'
	ended TERM
	rm -f -- *.*
done <<'END'
--metric octile --csv f.csv --directions d.npy --regions r.csv --ties t.csv --allocation a.csv
--metric euclid --corners cut --integration f.npy --vectors v.npy --sight --sight-mask s.png --reach r.npy
--radius 1.2 --metric octile --step mean --integration f.npy --directions d.npy --arrows a.svg --terrain t.png
--subdivide --radius 0.8 --metric euclid --integration f.npy --vectors v.npy --cost c.npy --regions r.png
--coarsen 2,most --radius 2 --metric octile --integration f.npy --cost c.npy --regions r.csv --reach r.npy
--flee --metric octile --integration f.npy --directions d.npy
--max-cost 900 --snap --csv f.csv --heatmap h.svg --contours 5
END

cp "$work/terrain.pgm" map.pgm
watched map.pgm -g 32,32 --snap --csv f.csv
poke map.pgm 32,32 255
like "a goal moves where its cell closes" 'flowfield: warning: goal 32,32 is on no open cell: moved to *'
cp "$work/terrain.pgm" map.pgm
like "and moves back" 'flowfield: map.pgm: 1 cell edited, *'
ended TERM

done_testing
