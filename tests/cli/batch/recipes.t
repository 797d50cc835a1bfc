#!/bin/bash
# The recipes of the README and samples/ci for other tools, run by these tools.
. "$(dirname "$0")/../cli.sh"
export HOME=$work GIT_CONFIG_NOSYSTEM=1
ci=$root/samples/ci

new_folder
mkdir maps
for n in 1 2 3 4 5; do
	make_map terrain 96 64 $n >maps/$n.png
	echo "maps/$n.png --goal 48,32 --snap --csv fields/$n.csv --reach pictures/$n.png"
done >maps.txt
mkdir fields pictures
flowfield batch maps.txt -q
mv fields whole
mv pictures shown

if command -v parallel >/dev/null; then
	recipe=$(grep '^parallel ' "$root/README.md")
	mkdir pictures
	for again in once again; do
		bash -c "parallel --will-cite ${recipe#parallel}"
		for n in 1 2 3 4 5; do
			flowfield maps/$n.png --goal 48,32 --snap --quiet --out-dir one
			silent "GNU parallel draws map $n $again" cmp one/$n.heatmap.png pictures/$n.heatmap.png
		done
	done
	rm -r one pictures
else
	skip "GNU parallel draws maps" "parallel is not installed"
fi

# Slurm tells each task of an array which it is.
mkdir fields pictures
array=$(sed -n 's/^#SBATCH --array=1-//p' "$ci/maps.sbatch")
for ((task = 1; task <= array; task++)); do
	passes "task $task of a Slurm array does its share" env SLURM_CPUS_PER_TASK=2 \
		SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT="$array" "$ci/maps.sbatch"
done
silent "all of them do everything" bash -c 'diff -r fields whole && diff -r pictures shown'
rm -r fields pictures

# The steps of the workflow, with a checkout that needs no packages and no build.
mkdir -p tool/scripts
ln -s "$flowfield_dir" tool/build
put tool/Makefile 'all:' '	echo built >>../built'
put tool/scripts/install_packages '#!/bin/sh' 'test "$*" = build'
chmod +x tool/scripts/install_packages
: >built
perl -ne 'print "$1\n" if /^ +run: (.*)/' "$ci/flowfield.yml" >steps
same "the workflow has three steps of its own" "$(wc -l <steps)" 3

# workflow SHARD: runs them as GitHub does, each in a shell of its own, except that of the job that
# builds the tool, which the others wait for.
workflow() {
	local step path=${PATH#"$flowfield_dir":}
	: >github_path
	while IFS= read -r step; do
		step=${step//\$\{\{ matrix.shard \}\}/$1}
		env PATH="$(paste -sd : github_path):$path" GITHUB_PATH=github_path GITHUB_STEP_SUMMARY="$PWD/summary" \
			bash -e -o pipefail -c "$step" || return
	done < <(tail -n "+$((1 + $(wc -l <built)))" steps)
}
flowfield batch maps.txt --golden golden --accept -q
passes "the workflow passes where all is as it was, in one shard" workflow 1
passes "and in the other" workflow 2
passes "a shard leaves a report that is XML" perl -0777 -ne 'exit !m{^<\?xml.*tests="3".*</testsuites>\n$}s' result/maps-1.xml
same "and nothing else, where nothing differs" "$(find result -type f | sort)" $'result/maps-1.xml\nresult/maps-2.xml'
cp maps/2.png maps/3.png
status=0
workflow 1 >"$out" 2>/dev/null || status=$?
same "a map that gives something else is marked at its line" \
	"$status $(grep -o '^::error file=maps.txt,line=3,title=maps/3.png (status 1)::golden/fields/3.csv: ' "$out")" \
	'1 ::error file=maps.txt,line=3,title=maps/3.png (status 1)::golden/fields/3.csv: '
same "what was made and a picture of what differs can be fetched" "$(find result -type f | sort | tr '\n' ' ')" \
	"result/actual/fields/3.csv result/actual/fields/3.csv.diff.png result/actual/pictures/3.png \
result/actual/pictures/3.png.diff.png result/maps-1.xml result/maps-2.xml "
same "the summary page has it first, with links" "$(sed -n '5s/[0-9]* of .*differ)/.../; 5s/| \[.*/|/p; 6p' summary)" \
	'| fail | 3 | maps/3.png | golden/fields/3.csv: ... |
| pass | 1 | maps/1.png |  | |'
passes "and concerns no other shard" workflow 2
same "the tool is of one version, and built once" "$(<built) $(grep -c 'ref: .*env.FLOWFIELD' "$ci/flowfield.yml")" "built 1"
rm -r tool result

# The hook, in a real repository.
git init -q .
git config user.email maps@example.org
git config user.name maps
make_map terrain 96 64 3 >maps/3.png
cp "$ci/pre-commit" .git/hooks/pre-commit
git add maps maps.txt golden
passes "the hook lets a commit pass that is as it should be" git commit -q -m first
cp maps/2.png maps/3.png
git add maps/3.png
make_map terrain 96 64 3 >maps/3.png
fails "and none that is not, whatever lies in the working tree" 1 \
	'pre-commit: to accept them: flowfield batch maps.txt --golden golden --accept --prune' \
	git commit -q -m second
same "which keeps pictures of the differences" "$(find .git/flowfield -name '*.diff.png' | sort | tr '\n' ' ')" \
	".git/flowfield/fields/3.csv.diff.png .git/flowfield/pictures/3.png.diff.png "
same "nothing is committed then" "$(git log --format=%s)" first
git checkout -q maps/3.png
flowfield batch maps.txt --golden golden --accept --prune -q
git add golden
passes "but what has been accepted" git commit -q -m third

# Make rules.
cp "$ci/maps.mk" .
mkdir bin
put bin/flowfield '#!/bin/sh' "exec $flowfield_dir/flowfield \"\$@\""
chmod +x bin/flowfield
# drawn: the maps that make would draw.
drawn() {
	PATH=bin:$PATH make -n -f maps.mk | sed -n 's:^flowfield maps/\(.*\)[.]png --goal 48,32 --snap --quiet --heatmap pictures/\1.heatmap.png$:\1:p' |
		paste -sd ' '
}
passes "make draws all maps" make -s -f maps.mk
same "each of them" "$(ls pictures)" "$(printf '%s.heatmap.png\n' 1 2 3 4 5)"
touch -d '2 hours ago' maps/*.png maps.mk bin/flowfield
touch -d '1 hour ago' pictures/*.png
same "and nothing again" "$(drawn)" ""
touch maps/4.png
same "but a map that has changed" "$(drawn)" 4
rm pictures/2.heatmap.png
same "and one that is not drawn yet" "$(drawn)" "2 4"
touch bin/flowfield
same "and all of them with another program" "$(drawn)" "1 2 3 4 5"
touch -d '2 hours ago' bin/flowfield
touch maps.mk
same "or other rules" "$(drawn)" "1 2 3 4 5"
passes "make compares with the goldens" make -s -f "$ci/maps.mk" check
cp maps/1.png maps/5.png
try make -s -f "$ci/maps.mk" check
same "and fails where something differs" "$status $(grep -o '^flowfield: maps.txt:5: golden/fields/5.csv: ' "$err")" \
	'2 flowfield: maps.txt:5: golden/fields/5.csv: '
same "with what was made and pictures of it" "$(find actual -type f | sort | tr '\n' ' ')" \
	"actual/fields/5.csv actual/fields/5.csv.diff.png actual/pictures/5.png actual/pictures/5.png.diff.png "
sed -i '$d' maps.txt
passes "and accepts what there is" make -s -f "$ci/maps.mk" accept
same "without what no job writes any more" "$(find golden -name '5.*')" ""

done_testing
