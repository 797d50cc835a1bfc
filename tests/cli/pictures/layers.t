#!/bin/bash
# Which layers --with asks for, and what they need; what they look like is tested elsewhere.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 40 30 >map.pgm
layers() { # OPTION...: the layers of the report, and its numbers of contours and of the grid's cells
	flowfield map.pgm -g 20,15 -q --heatmap h.png --json report "$@"
	json report pictures.with pictures.contours pictures.grid | paste -sd ' ' | tr -d '"[]'
}
same "without --with there are no layers" "$(layers)" " 0 0"
same "they have one order" "$(layers --with grid,values,arrows)" "values,arrows,grid 0 0"
same "named twice they are drawn once" "$(layers --with grid,grid --with grid)" "grid 0 0"
same "--with adds to --with" "$(layers --with streamlines --with sight)" "streamlines,sight 0 0"
same "of contours there are about as many as asked for" "$(layers --with contours=7)" "contours 7 0"
same "by default about 10" "$(layers --with contours)" "contours 10 0"
same "a number stays without another, and the last one counts" "$(layers --with contours=8,contours=7 --with contours)" "contours 7 0"
same "lines are as many cells apart as asked for" "$(layers --with grid=10000)" "grid 0 10000"
same "all of them together" "$(layers --with values,contours=3 --with grid=5,arrows)" "values,arrows,contours,grid 3 5"
same "one of them in FLOWFIELD_OPTS" "$(FLOWFIELD_OPTS='--with grid' layers --with arrows)" "arrows,grid 0 0"

goals=(-g '20,15' --snap -q)
for metric in octile euclid; do
	flowfield map.pgm "${goals[@]}" --metric $metric --csv plain.csv
	flowfield map.pgm "${goals[@]}" --metric $metric --csv with.csv --heatmap h.png --with sight --json with.json
	flowfield map.pgm "${goals[@]}" --metric $metric --sight --json sight.json
	passes "--with sight changes no direction ($metric)" cmp plain.csv with.csv
	same "and counts the cells that see a goal ($metric)" "$(json with.json in_sight)" "$(json sight.json in_sight)"
done
try flowfield map.pgm "${goals[@]}" --with sight --out-dir default
expect "the default pictures may have it, too" 0 "" "" "+default +default/map.arrows.png +default/map.heatmap.png +default/map.reach.png"
try flowfield sectors map.pgm "${goals[@]}" --from 1,1 --with paths,portals --terrain t.png
expect "portals and routes are for all pictures of sectors" 0 "" "" "+t.png"
try flowfield walk map.pgm "${goals[@]}" --from 1,1 --with paths,arrows --heatmap w.png
expect "paths for all pictures of walkers" 0 "" "" "+w.png"

# The graph of sectors: edges of nodes on routes, or all.
edges() { # PICTURE OPTION...: the edges that it has
	flowfield sectors map.pgm "${goals[@]}" --from 1,1 --sectors 8 -f --"$1" graph.svg "${@:2}"
	sed -n '/id="edges"/,/<\/g>/p' graph.svg | grep -c '<path' || true
}
passes "a graph has edges of routes" test "$(edges graph)" -gt 5
passes "all with graph-all" test "$(edges graph --with graph-all)" -gt $((3 * $(edges graph)))
same "over other pictures, too" "$(edges heatmap --with graph-all)" "$(edges graph --with graph-all)"
same "which have none without" "$(edges heatmap)" 0

# Reach pictures have bands where every open cell is reached, else classes.
printf '...#.\n...#.\n' >other.txt
flowfield map.pgm -g 20,15 --snap --reach map.svg -q
flowfield other.txt -g 2,1 --reach other.svg -q
passes "every open cell is reached" grep -q 'every open cell is reached' map.svg
fails "unless some are not" 1 "" grep -q 'every open cell is reached' other.svg
passes "those have their class" grep -q 'unreached: ' other.svg

# Streamlines in ways of a pixel's width would be crumbs.
for kind in maze empty; do
	make_map $kind 201 201 3 >$kind.png
	flowfield $kind.png -g 101,101 --snap --scale 1/4 --arrows $kind.svg -q
done
passes "an overview of a maze has no streamlines, and says so" \
	grep -q 'ways too narrow here for streamlines' maze.svg
same "nor any mark of them" "$(grep -c '<g id="flow"' maze.svg || true)" 0
passes "one of open ground has" grep -q '<g id="flow"' empty.svg

# Each picture takes all layers, at any scale: also a relief, whose entries are those of pixels.
make_map caves 24 18 3 >caves.png
for picture in heatmap arrows reach terrain allocation regions ties bands relief detour clearance chokes ridges gain; do
	for scale in 1/5 1 30; do
		for with in contours grid bands values,grid arrows streamlines sight,detour,clearance,chokes,ridges; do
			flowfield caves.png -g 12,9 --snap -q --scale $scale --with $with --$picture layers.png \
				2>>"$work/layers" || echo "--$picture --scale $scale --with $with: $?" >>"$work/layers"
		done
	done
done
same "each picture takes each layer" "$(<"$work/layers")" ""
flowfield caves.png -g 12,9 --snap -q --relief plain.png
for with in grid contours values; do
	flowfield caves.png -g 12,9 --snap -q --relief marked.png --with $with
	same "$with are seen on a relief" "$(cmp -s plain.png marked.png; echo $?)" 1
done

# Heatmaps have contours where these say something, unless other layers are named.
make_map maze 41 41 >maze.png
make_map --pgm empty 40 30 >even.pgm
perl -e 'srand 7; print "P5 60 60 255 ", map { chr(1 + int rand 250) } 1 .. 3600' >noise.pgm
contours() { # MAP OPTION...: how many of its heatmap's layers are of contours
	flowfield "$1" -g 9,9 --snap -q --heatmap h.svg "${@:2}"
	grep -c '<g id="contours"' h.svg || true
}
same "contours of smooth ground, ground of one cost, a maze, noise" \
	"$(contours map.pgm) $(contours even.pgm --from 3,3) $(contours maze.png) $(contours noise.pgm)" "1 1 0 0"
same "with another layer, bare, in an overview" \
	"$(contours map.pgm --with grid) $(contours map.pgm --bare) $(contours map.pgm --scale 1/2)" "0 0 0"
flowfield map.pgm -g 9,9 -q --heatmap h.svg
same "they have names, and are about six" "$(grep -c 'equal cost, every [0-9]*<' h.svg)" 1

done_testing
