#!/bin/bash
# --detour, --clearance, --chokes, --ridges and --gain, each compared with what solving, walking or counting
# again comes to.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm rooms 26 18 5 >rooms.pgm
make_map --pgm caves 26 18 2 >caves.pgm
make_map --pgm terrain 16 12 4 >terrain.pgm
make_map --pgm terrain 300 200 4 >large.pgm
cat >oracle.pl <<'PERL'
use strict;
use warnings;
use List::Util qw(max min sum);
my ($what, $map, @options) = @ARGV;
sub table { # the rows of a CSV of numbers
	open my $in, '-|', 'flowfield 2>said ' . join ' ', @_ or die;
	my @rows = map { chomp; [split /,/] } <$in>;
	close $in;
	return @rows;
}
my @field = table $map, '-q', @options, '--integration', '-';
my ($w, $h) = (scalar @{$field[0]}, scalar @field);
my $inf = 9**9**9;
sub value { my ($x, $y) = @_; return $x < 0 || $y < 0 || $x >= $w || $y >= $h ? $inf : $field[$y][$x] }
my @found = table $map, '-q', @options, "--$what", 'csv:-';
my @step = ([0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, 0]);
my @way = table $map, '-q', @options, '--directions', '-';
my @ends = table $map, '-q', @options, '--allocation', 'csv:-';
sub walk { # the cells from there on
	my ($x, $y) = @_;
	my @cells = [$x, $y];
	for (;;) {
		my ($dx, $dy) = @{$step[$way[$y][$x]]};
		return @cells unless $dx || $dy;
		push @cells, [$x += $dx, $y += $dy];
	}
}
sub edited { # the field after a cell has another cost
	my ($head, $cells, $x, $y, $cost) = @_;
	substr $cells, $y * $w + $x, 1, chr $cost;
	open my $out, '>', 'edited.pgm' or die;
	print $out $head, $cells;
	close $out;
	return table 'edited.pgm', '-q', @options, '--integration', '-';
}
my $wrong = 0;
sub same { # X Y FOUND WANTED
	my ($x, $y, $found, $wanted) = @_;
	return if $found eq $wanted || ($found !~ /inf/ && $wanted !~ /inf/ && abs($found - $wanted) <= 2e-6 * max(1, abs $wanted));
	print "$x,$y: $found, wanted $wanted\n" if $wrong++ < 5;
}
if ($what eq 'clearance') {
	for my $radius (0.5, 0.7, 0.75, 1, 1.2, 1.5, 1.6, 2, 2.2, 2.5, 3, 4) {
		my @classes = table $map, '-q', @options, '--radius', $radius, '--reach', 'csv:-';
		for my $y (0 .. $h - 1) {
			for my $x (0 .. $w - 1) {
				my ($room, $way) = @{$found[$y]}[2 * $x, 2 * $x + 1];
				my $class = @classes ? $classes[$y][$x] : 9;
				same $x, $y, "inf", $room if $class == 3 && value($x, $y) < $inf && $room >= $radius;
				same $x, $y, 0 + ($way < $inf && $way >= $radius), 0 + ($class < 2);
			}
		}
	}
} elsif ($what eq 'chokes' || $what eq 'gain') {
	open my $in, '<', $map or die;
	local $/;
	<$in> =~ /^(P5\s+\d+\s+\d+\s+255\s)(.*)/s or die;
	my ($head, $cells) = ($1, $2);
	my @all = grep { value(@$_) < $inf } map { my $y = $_; map { [$_, $y] } 0 .. $w - 1 } 0 .. $h - 1;
	local $/ = "\n";
	for my $cell (@all) {
		my ($x, $y) = @$cell;
		next if $what eq 'gain' || $way[$y][$x] == 8;
		my @new = edited($head, $cells, $x, $y, 255);
		my $risen = grep { $new[$_->[1]][$_->[0]] > value(@$_) } @all;
		same $x, $y, $found[$y][$x], 100 * ($risen - 1) / (@all - 1);
	}
	my %tried;
	for my $cell ($what eq 'gain' ? map { my $y = $_; map { [$_, $y] } 0 .. $w - 1 } 0 .. $h - 1 : ()) {
		my ($x, $y) = @$cell;
		my ($fall, $more) = @{$found[$y]}[2 * $x, 2 * $x + 1];
		my $wall = substr($cells, $y * $w + $x, 1) eq "\xff";
		my @sides = grep { $_->[0] >= 0 && $_->[1] >= 0 && $_->[0] < $w && $_->[1] < $h && substr($cells, $_->[1] * $w + $_->[0], 1) ne "\xff" }
			[$x - 1, $y], [$x + 1, $y], [$x, $y - 1], [$x, $y + 1];
		my @values = map { value(@$_) } @sides;
		same $x, $y, $fall, 'inf' if $wall && (!@values || max(@values) == min(@values));
		print "$x,$y: not tried\n" if $wall && $fall eq 'inf' && @values && max(@values) > min(@values);
		next if $fall eq 'inf';
		$tried{$wall}++;
		my $cost = $wall ? min map { ord substr $cells, $_->[1] * $w + $_->[0], 1 } @sides : 255;
		my @new = edited($head, $cells, $x, $y, $cost);
		my ($sum, $both, $reached) = (0, 0, 0);
		for my $other (map { my $y = $_; map { [$_, $y] } 0 .. $w - 1 } 0 .. $h - 1) {
			my ($before, $now) = (value(@$other), $new[$other->[1]][$other->[0]]);
			next if $other->[0] == $x && $other->[1] == $y;
			$reached += ($now < $inf) - ($before < $inf);
			next unless $before < $inf && $now < $inf;
			$sum += $before - $now;
			$both++;
		}
		same $x, $y, $more, $reached;
		same $x, $y, $fall, $both ? $sum / $both : 0;
	}
	print "nothing was tried\n" if $what eq 'gain' && !($tried{1} && $tried{''});
} else {
	my (%ways, %inside);
	for my $y (0 .. $h - 1) {
		for my $x (0 .. $w - 1) {
			$ways{"$x,$y"} = [walk $x, $y] if value($x, $y) < $inf;
		}
	}
	for my $place (keys %ways) {
		my ($x, $y) = split /,/, $place;
		my @cells = @{$ways{$place}};
		if ($what eq 'detour') {
			my $long = sum 0, map { sqrt(($cells[$_][0] - $cells[$_ - 1][0])**2 + ($cells[$_][1] - $cells[$_ - 1][1])**2) } 1 .. $#cells;
			my $straight = sqrt(($cells[-1][0] - $x)**2 + ($cells[-1][1] - $y)**2);
			same $x, $y, $found[$y][$x], $straight > 0 ? $long / $straight : 1;
			next;
		}
		for my $bit (1, 2) {
			my $beside = $bit == 1 ? $x + 1 . ",$y" : "$x," . ($y + 1);
			my $other = $ways{$beside} or next;
			my ($to_x, $to_y) = split /,/, $beside;
			my $parts = $ends[$y][$x] != $ends[$to_y][$to_x];
			# Even and odd crossings of the loop of both ways, by a ray from beside each cell's centre.
			my @loop = (@cells, reverse @$other);
			my ($left, $right) = (min(map { $_->[0] } @loop), max(map { $_->[0] } @loop));
			my $area = 0;
			for my $at_y ($parts ? () : min(map { $_->[1] } @loop) .. max(map { $_->[1] } @loop)) {
				for my $at_x ($left .. $right) {
					my ($px, $py, $in) = ($at_x + 0.001, $at_y - 0.02, 0);
					for my $i (0 .. $#loop) {
						my ($ax, $ay, $bx, $by) = (@{$loop[$i - 1]}, @{$loop[$i]});
						$in ^= 1 if ($ay > $py) != ($by > $py) && $px < $ax + ($bx - $ax) * ($py - $ay) / ($by - $ay);
					}
					$area += $in;
					$parts ||= $in && value($at_x, $at_y) == $inf;
				}
			}
			$parts ||= $area > @cells - 1 + @$other - 1 + 4;
			same $x, $y, ($found[$y][$x] & $bit) != 0 ? 1 : 0, $parts ? 1 : 0;
		}
	}
}
PERL
comes_to() { # WHAT MAP OPTION...
	silent "--$1 is what an oracle finds: ${*:2}" perl oracle.pl "$@"
}
for map in rooms caves terrain; do
	comes_to detour $map.pgm -g 8,5 --snap
	comes_to detour $map.pgm -g 8,5 -g 2,9 --snap --metric octile
	comes_to ridges $map.pgm -g 8,5 --snap
	comes_to ridges $map.pgm -g 8,5 -g 2,9 --snap --metric octile --corners cut
	comes_to ridges $map.pgm -g 8.5,5.5 --snap --metric euclid
done
# Goals in the open, which no radius moves.
comes_to clearance rooms.pgm -g 20,6
comes_to clearance caves.pgm -g 14,10
comes_to clearance caves.pgm -g 14,10 --metric octile --corners cut
for map in caves terrain; do
	comes_to chokes $map.pgm -g 8,5 --snap
	comes_to chokes $map.pgm -g 8,5 -g 2,9+40 --snap --metric octile --corners cut --step mean
done
comes_to clearance large.pgm -g 150,100
make_map --pgm rooms 20 20 3 >square.pgm
make_map --pgm island 20 20 3 >island.pgm
comes_to gain square.pgm -g 8,5 --snap --with chokes=20
comes_to gain island.pgm -g 8,5 --snap --metric octile
try flowfield square.pgm -g 8,5 --snap --metric euclid --gain g.npy
refused "euclid has no gain" 2 '--gain is for --metric manhattan or octile*'

# Euclid on even ground: the value is the length.
flowfield caves.pgm -g 8,5 --snap -q --metric euclid --detour a.npy --chokes b.npy --with ridges,chokes=20 --arrows c.svg
same "no way is shorter than a straight line" "$(flowfield textconv a.npy | sed -n 's/.*least \([0-9.]*\).*/\1/p')" 1
passes "layers have their place in a picture" grep -q '<g id="ridges"' c.svg
passes "chokes are labelled with their per cent" grep -q '%</text>' c.svg
try flowfield walk caves.pgm -g 8,5 --snap --from 2,2 --with detour --heatmap h.png
refused "walks have no measures" 2 '--with detour, clearance, chokes and ridges are not for walk and sectors'

done_testing
