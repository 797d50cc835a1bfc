#!/bin/bash
# A day of the keeper of CI: twelve maps, their goldens, and what happens to them.
. "$(dirname "$0")/../cli.sh"

new_folder
mkdir maps
for n in {01..12}; do
	# shellcheck disable=SC2046
	pgm 8 $(seq 48 | sed "s/.*/1/;$((10#$n + 9))s/1/255/") >"maps/$n.pgm"
	echo "maps/$n.pgm --goal 0,0 --integration $n.npy"
done >maps.txt

# judged NAME STATUS OPTION...: compares with the goldens; line 3 alone may fail, with that status.
judged() {
	local third=$'fail\t3\t'$2
	[[ $2 -ne 0 ]] || third=$'pass\t3\t0'
	try flowfield batch maps.txt --golden golden "${@:3}"
	expect "$1" "$2" $'pass\t1\t*pass\t2\t*'"$third"$'*pass\t4\t*pass\t12\t*' "*" ""
}
flowfield batch maps.txt --golden golden --accept -q
judged "in the morning all is well" 0
# The last two cells of map 3 become slower: their costs to the goal, 11 and 12, rise by 8.
sed -i '$d' maps/03.pgm
sed -i '$s/.*/9\n9/' maps/03.pgm
judged "two cells of a map have changed" 1
for rule in '8|--abs|7.9' '0.728|--rel|0.727' '2|--max-changed|1' '4.17|--max-percent|4.16' '6,5,2,1|--ignore|6,5,1,1'; do
	IFS='|' read -r enough option less <<<"$rule"
	judged "$option $enough allows it" 0 "$option" "$enough"
	judged "$option $less does not" 1 "$option" "$less"
	cp maps.txt kept.txt
	sed -i "3s/\$/ $option $enough/" maps.txt
	judged "$option $enough may stand in its line" 0
	sed -i "3s/$option.*/$option $less/" maps.txt
	judged "which counts more than that of all jobs" 1 "$option" "$enough"
	mv kept.txt maps.txt
done

done_testing
