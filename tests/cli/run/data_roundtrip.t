#!/bin/bash
# Every layer in every format, read back: the same cells, whatever they were written as.
. "$(dirname "$0")/../cli.sh"

# cells FILE: its numbers, one a line, "-" for none; textconv folds runs and equal rows.
cells() {
	flowfield textconv "$1" | perl -ne '
		if (/^$/ && !$cells) { $cells = 1; next }
		next unless $cells;
		if (/^rows (\d+)\.\.(\d+)/) { push @rows, ($rows[-1]) x ($2 - $1 + 1); next }
		s/^(\d+),(\d+): //;
		push @{$rows[$2]}, map { /(.+)\*(\d+)/ ? ($1) x $2 : $_ } split;
		END { print map { map { tr/,/\n/r . "\n" } @$_ } @rows }'
}

# alike FILE WANTED TOLERANCE: the numbers of a file are those of another, to within that.
alike() {
	paste <(cells "$1") <(cells "$2") | none=${none:-} perl -ne '
		chomp;
		my ($got, $wanted) = map { $_ eq "-" && length $ENV{none} ? $ENV{none} : $_ } split /\t/, $_, -1;
		$n++;
		my $same = $got eq $wanted || $got ne "-" && $wanted ne "-" && $got ne "" && $wanted ne ""
			&& abs($got - $wanted) <= '"$3"';
		die "'"$1"': number $n is $got, not $wanted\n" unless $same;
		END { exit($n ? 0 : 1) }' || echo "$1 and $2 differ"
}

formats='npy npz csv pgm pfm png asc'
new_folder
make_map --pgm random 24 18 3 >map.pgm
# Low costs, so that 16 bits hold them as octile's units.
goals='--snap -g 12,10 -g 3,3+7 --remap 1-99=1,100-199=2,200-254=3'

# Each format is compared with CSV; verify compares it with the map.
while read -r unit model; do
	wrong=
	for format in $formats; do
		# Grey images hold whole numbers.
		[[ $unit = 1 || $format != p[gn][mg] ]] || continue
		# shellcheck disable=SC2086
		{
			flowfield map.pgm -qf $goals $model --integration i.csv
			flowfield map.pgm -qf $goals $model --integration "i.$format"
			flowfield verify map.pgm "i.$format" -q $goals $model
			alike "i.$format" i.csv 0.00002
		} >said 2>&1 || echo "status $?" >>said
		wrong+=$(<said)
	done
	same "integration, $model: $formats" "$wrong" ""
done <<'END'
1 --metric manhattan
2 --metric manhattan --step mean
408 --metric octile
816 --metric octile --step mean --corners lenient
100 --metric euclid
1 --metric manhattan --max-cost 30
2 --metric manhattan --subdivide
100 --metric euclid --flow path --sight
END

# layer NAME NONE OPTION FORMAT...: the same numbers in each of them as in CSV, which has NONE for
# what others know as no value.
layer() {
	local wrong='' format
	rm -f layer.*
	# shellcheck disable=SC2086
	flowfield map.pgm -q $goals $3 csv:layer.csv
	for format in "${@:4}"; do
		# shellcheck disable=SC2086
		flowfield map.pgm -q $goals $3 "$format:layer.$format" 2>&1
		wrong+=$(none=$2 alike "layer.$format" layer.csv 0.000001 2>&1)
	done
	same "$1: ${*:4}" "$wrong" ""
}
layer cost 255 --cost npy npz pgm pfm png asc
layer directions '' --directions npy pgm pfm png asc
layer reach '' --reach npy pgm pfm png16 asc
layer allocation -1 --allocation npy pgm pfm png16 asc
layer regions -1 --regions npy npz pgm pfm png16 asc
layer ties -1 '--metric octile --ties' npy pgm pfm png16 asc
layer "directions with euclid" '' '--metric euclid --directions' npy asc

done_testing
