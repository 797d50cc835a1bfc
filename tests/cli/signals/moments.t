#!/bin/bash
# A signal at any moment of a long run leaves all outputs old or all of them
# new, no other file, and its own exit status.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map maze 2048 2048 >map.png
outputs=(map.arrows.png map.heatmap.png map.reach.png)
flowfield map.png -g 1024,1024 -q
new=$(sha1sum "${outputs[@]}")
printf 'old\n' | tee "${outputs[@]}" >/dev/null
old=$(sha1sum "${outputs[@]}")

ended=0
for signal in INT TERM; do
	wrong=
	for ms in 001 005 {010..280..27}; do
		printf 'old\n' | tee "${outputs[@]}" >/dev/null
		status=0
		timeout --preserve-status -s $signal "0.$ms" flowfield map.png -g 1024,1024 -q >"$out" 2>"$err" || status=$?
		now=$(sha1sum "${outputs[@]}")
		if [[ $status -ne 0 ]]; then
			ended=$((ended + 1))
		fi
		case $status in
		0) [[ $now == "$new" ]] || wrong+="$ms ms: done, but the outputs are not new"$'\n' ;;
		$((128 + $(kill -l $signal)))) [[ $now == "$old" || $now == "$new" ]] ||
			wrong+="$ms ms: the outputs are neither old nor new"$'\n' ;;
		*) wrong+="$ms ms: status $status"$'\n' ;;
		esac
		if [[ $(echo .[!.]* *) != ".[!.]* map.arrows.png map.heatmap.png map.png map.reach.png" ]]; then
			wrong+="$ms ms: there is more: $(echo .[!.]*)"$'\n'
			rm -f .[!.]*
		fi
		wrong+=$(cat "$out" "$err")
	done
	same "SIG$signal at any moment" "$wrong" ""
done
passes "some came before the end" test $ended -gt 0

done_testing
