#!/bin/bash
# --animate: how the field became known, frame by frame.  Frames are taken out of animations by
# split_apng and, if it is there, ffmpeg: neither shares code with us.
. "$(dirname "$0")/../cli.sh"

# pixels FILE...: a digest of each picture in them, by ffmpeg.
pixels() {
	local file
	for file in "$@"; do
		ffmpeg -v error -i "$file" -fps_mode passthrough -pix_fmt rgb24 -f framemd5 - |
			awk '!/^#/ { print $NF }'
	done
}
# frames_of FILE: how many frames there are, and how often it plays (0: for ever).
frames_of() {
	perl -0777 -e 'open my $f, "<:raw", shift or die; local $_ = <$f>;
		/acTL(........)/s or die; print join(" ", unpack "NN", $1), "\n"' "$1"
}
# delays FILE: how long each frame is shown, as "ticks/rate".
delays() {
	perl -0777 -e 'open my $f, "<:raw", shift or die; local $_ = <$f>;
		print join(" ", map { join "/", unpack "nn", $_ } /\0\0\0\x1afcTL.{20}(....)/sg), "\n"' "$1"
}

new_folder
make_map caves 40 30 3 >map.png
goal=(-g '20,15' --snap -q --scale 4 --bare)

try flowfield map.png "${goal[@]}" --animate a.png --batch 100 --heatmap h.png
expect "an animation" 0 "" "" "+a.png +h.png"
split_apng a.png f 10
same "of six frames" "$(find f -name 'frame_*' | wc -l)" 6
same "it plays for ever" "$(frames_of a.png)" "6 0"
same "ten frames a second, and the last one two seconds more" "$(delays a.png)" "1/10 1/10 1/10 1/10 1/10 21/10"
same "the last one is the heatmap" "$(show_png f/frame_00005.png pixels | cksum)" "$(show_png h.png pixels | cksum)"
if command -v ffmpeg >/dev/null; then
	same "ffmpeg sees the same frames" "$(pixels a.png)" "$(pixels f/*.png)"
	same "no two are alike" "$(pixels a.png | sort -u | wc -l)" 6
else
	skip "ffmpeg sees the same frames" "there is no ffmpeg"
fi
for model in '--metric octile' '--metric octile --corners cut --flow gradient' '--metric euclid' \
	'--step mean' '--max-cost 20' '--subdivide' '--radius 0.8' '--with contours=5 --with values' \
	'--colormap gray' '--budget 250' '--goal 3,3+15 --goals list --scale 25'; do
	read -ra words <<<"$model"
	printf '25,25\n' >list
	rm -r f
	flowfield map.png "${goal[@]}" "${words[@]}" --animate a.png --batch 100 --heatmap h.png
	split_apng a.png f 10
	last=$(printf '%s\n' f/* | tail -n 1)
	same "the last frame is the heatmap: $model" "$(show_png "$last" pixels | cksum)" "$(show_png h.png pixels | cksum)"
done

# Each frame has the cells that became known by then; of equals those that the solver settles first.
while read -r metric digest; do
	rm -r f
	flowfield map.png "${goal[@]}" --goal 21,15 --metric "$metric" --animate a.png --batch 37
	split_apng a.png f 10
	same "the pixels of all frames: $metric" "$(for frame in f/*; do show_png "$frame" pixels; done | cksum)" "$digest 5222400"
done <<'END'
manhattan 3895983623
octile 308260519
euclid 1221501004
END

# How many there are.
flowfield map.png "${goal[@]}" --animate a.png --json a.json
cells=$(($(json a.json cells.reached) + $(json a.json cells.goal)))
batch=$(((cells + 199) / 200))
same "by itself it lasts twenty seconds" "$(json a.json animation.frames)" "$(((cells + batch - 1) / batch))"
flowfield map.png "${goal[@]}" --animate a.png --fps 25 --json a.json
batch=$(((cells + 499) / 500))
same "with any frames a second" "$(json a.json animation.frames)" "$(((cells + batch - 1) / batch))"
same "which it has" "$(delays a.png | tr ' ' '\n' | sort | head -n 1)" 1/25
flowfield map.png "${goal[@]}" --animate a.png --fps 0.5 --batch 400
same "or less than one" "$(delays a.png | tr ' ' '\n' | head -n 1)" 2000/1000
flowfield map.png "${goal[@]}" --animate a.png --batch 100000 --json a.json --heatmap h.png
same "all in one frame is a picture" "$(frames_of a.png)" "1 0"
try flowfield map.png "${goal[@]}" --animate - --batch 300
expect "it may go to standard output" 0 $'\x89PNG*' "" ""

# A crowd: its pace, and which moments its frames show.  Colours of groups do not depend on frames.
people=(walk map.png "${goal[@]}" --spawn 4 --spawn 4:red --goal 'red=3,3' --simulate 4)
for pace in 1 3 1.6 0.4; do
	flowfield "${people[@]}" --animate a.png --fps 10,$pace --json "p$pace.json" -f
	split_apng a.png "p$pace" 10
done
last=$(json p1.json walk.crowd.steps)
# images FOLDER: a line for each frame.
images() {
	md5sum <"$1" "$1"/* | cut -d ' ' -f 1
}
# nearest PACE: the images that there should be, out of those of pace 1.
nearest() {
	images p1 | awk -v pace="$1" '{ is[NR - 1] = $1 }
		END { for (i = 0; !done; i++) { m = int(i * pace + 0.5 + 1e-9); done = i * pace > NR - 1 - 1e-9
			print is[m < NR ? m : NR - 1] } }'
}
same "at pace 1 and 10 frames a second each step is one" "$(json p1.json animation.frames)" $((last + 1))
for pace in 3 1.6 0.4; do
	same "so many fewer: pace $pace" "$(json p$pace.json animation.frames)" \
		"$(awk -v n="$last" -v p=$pace 'BEGIN { f = n / p; print (f > int(f) ? int(f) + 1 : f) + 1 }')"
	same "each shows the moment nearest to its time: pace $pace" "$(images p$pace)" "$(nearest $pace)"
done
flowfield "${people[@]}" --animate a.png --json r.json
same "by itself it lasts twenty seconds, too" "$(json r.json animation.frames)" 201
rm -r p?* a.png r.json

# Memory: frames count as they are made.
make_map empty 120 120 >hall.png
for words in 'walk hall.png --spawn 1500 --simulate 10 --fps 25 --animate a.png' \
	'hall.png --fps 25 --animate a.png'; do
	read -ra run <<<"$words"
	run+=(-g '60,60' --scale 6 -q)
	try flowfield "${run[@]}" --max-memory 3M
	refused "more frames than there is memory for: $words" 5 \
		'hall.png: out of memory for *: * needed, * in use, --max-memory allows 3 MiB'
	passes "and enough of it: $words" flowfield "${run[@]}" --max-memory 256M
	rm a.png
done

# Animations are not compared by their first picture.
flowfield map.png "${goal[@]}" --animate b.png --batch 90
flowfield map.png "${goal[@]}" --animate a.png --batch 90 --fps 9
try flowfield diff a.png b.png
expect "diff compares animations byte by byte" 1 "*bytes*" "*" ""
printf 'map.png -g 20,15 --snap --scale 4 --bare --animate c.png --batch 90\n' >jobs.txt
try flowfield batch jobs.txt -q
expect "a batch has animations, too" 0 "" "" "+c.png"
same "which are the same there" "$(cmp b.png c.png 2>&1)" ""

# The figure of a tutorial: 45 by 30 cells, with arrows.  In every frame the
# cells that are known, and whose neighbours are, look as in the last one: with their marks.
# Of the pixels one in a thousand, at most, has the nearest colour of the film's palette.
perl -e 'print "P2\n45 30\n255\n";
	for my $y (0 .. 29) {
		print join(" ", map { $_ == 9 && $y > 3 && $y < 21 || $y == 20 && $_ > 8 && $_ < 20 || $_ == 26 && abs($y - 14) > 2
			? 255 : ($_ - 35) ** 2 + ($y - 20) ** 2 < 25 ? 6 : 1 } 0 .. 44), "\n";
	}' >figure.pgm
cat >marks.pl <<'PERL'
# marks.pl CELLS.csv SIDE BATCH LAST FRAME...: pixel dumps of bare pictures; prints the cells that are
# to look as in the last picture, and those that do, for each frame.
use strict;
use warnings;
my ($table, $side, $batch, $end, @frames) = @ARGV;
my (@known, %open);
open my $file, '<', $table or die;
<$file>;
while (<$file>) {
	my ($x, $y, $cost, $class, $value) = split /,/;
	$open{"$x,$y"} = 1 if $class ne 'wall';
	push @known, [$value, $y, $x] if $value ne '';
}
@known = sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] || $a->[2] <=> $b->[2] } @known;
sub pixels {
	open my $from, '-|', 'show_png', $_[0], 'pixels' or die;
	return <$from>; # a line each
}
sub differing { # PIXELS PIXELS X Y: how many pixels of a cell differ
	my ($one, $other, $x, $y) = @_;
	return scalar grep { $$one[$_] ne $$other[$_] }
		map { my $row = ($y * $side + $_) * 45 * $side + $x * $side; $row .. $row + $side - 1 } 0 .. $side - 1;
}
my @last = pixels($end);
for my $k (@frames) {
	my @pixels = pixels(sprintf 'film/frame_%05d.png', $k);
	my %there;
	my @first = grep { defined } @known[0 .. $batch * ($k + 1) - 1];
	$there{"$_->[2],$_->[1]"} = 1 for @first;
	my ($wanted, $found, $rare) = (0, 0, 0);
	for (@first) {
		my (undef, $y, $x) = @$_;
		next if grep { $open{$_} && !$there{$_} } ($x - 1) . ",$y", ($x + 1) . ",$y", "$x," . ($y - 1), "$x," . ($y + 1);
		$wanted++;
		my $differ = differing(\@pixels, \@last, $x, $y);
		$found += $differ <= 2;
		$rare += $differ;
	}
	$found = -$rare if $found == $wanted && $rare * 1000 > $wanted * $side * $side;
	print "$k: $wanted $found\n";
}
PERL
for marks in arrows values,arrows paths,arrows streamlines; do
	from=()
	[[ $marks != paths* ]] || from=(--from '2,2')
	rm -rf film
	flowfield figure.pgm -g 22,15 -q --bare --scale 16 --batch 30 --animate film.png "${from[@]}" --with $marks \
		--heatmap last.png --csv cells.csv
	split_apng film.png film 10
	flowfield figure.pgm -g 22,15 -q --bare --scale 16 --heatmap plain.png
	# shellcheck disable=SC2086
	perl marks.pl cells.csv 16 15 last.png ${FULL:+1 30} 15 >counts
	same "frames have their marks wherever a cell is known: $marks" "$(awk '$2 < 4 || $2 != $3' counts)" ""
	perl marks.pl cells.csv 16 15 plain.png 15 >counts
	# shellcheck disable=SC2016 # awk's own
	passes "which are seen: $marks" awk '$3 > $2 / 2 { exit 1 }' counts
done

# Refusals.
while IFS='|' read -r words message; do
	read -ra options <<<"$words"
	try flowfield map.png "${goal[@]}" "${options[@]}"
	refused "refused: $words" 2 "$message"
done <<'END'
--flee --animate a.png|--flee and --animate or --budget: a flee map grows out of a finished field
--fps 3|--fps and --batch are for --animate
--batch 3|--fps and --batch are for --animate
--animate a.npy|--animate a.npy: name it .png
END

done_testing
