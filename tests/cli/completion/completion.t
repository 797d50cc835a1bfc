#!/bin/bash
# Completion in real shells, by typing.
. "$(dirname "$0")/../cli.sh"

new_folder
touch map.png other.txt
mkdir pictures
touch pictured.txt

try flowfield completion
expect "it asks which shell" 2 "" "flowfield: no shell is named: expected bash, zsh or fish" ""
try flowfield completion tcsh
expect "it knows three" 2 "" "flowfield: tcsh: no such shell; expected bash, zsh or fish" ""
try flowfield completion bash zsh
expect "one at a time" 2 "" "flowfield: zsh: expected nothing after bash" ""
try flowfield completion --help
expect "it has a help of its own" 0 'usage: flowfield completion *-h, --help*' "" ""
try flowfield completion --metric
expect "and options of its own" 2 "" \
	"flowfield: unknown option --metric: see flowfield completion --help" ""
closed() { "$@" >/dev/full; }
try closed flowfield completion bash
expect "a full disk is noticed" 4 "" "flowfield: standard output: *" ""

# The command line goes to a program that prints its arguments.
put "$work/bin/flowfield" '#!/bin/sh' 'echo "given: $*"'
chmod +x "$work/bin/flowfield"
# at_prompt LINE...: all that is shown when lines with tabs are typed at a prompt
at_prompt() {
	PATH=$work/bin:$PATH TERM=dumb HOME=$work timeout 20 \
		script -qec "$shell" /dev/null < <(printf '%s\n' "$start" "$@" exit)
}
# typed WANTED LINE: will be typed in this shell by all_typed
lines=()
wanted=()
typed() {
	wanted+=("$1")
	lines+=("$2")
}
all_typed() {
	local i given
	mapfile -t given < <(at_prompt "${lines[@]}" | grep -ao 'given: [^'$'\r'']*')
	for i in "${!lines[@]}"; do
		same "\"${lines[i]//$'\t'/<tab>}\"" "${given[i]}" "given: ${wanted[i]}"
	done
	lines=()
	wanted=()
}
in_shell() {
	if ! has_terminal; then
		skip "what ${shell%% *} completes" "there is no script(1), or no terminal for it"
		return
	fi
	typed 'map.png --metric'"$1"'octile' 'flowfield ma'$'\t'' --metr'$'\t''oct'$'\t'
	typed 'map.png --with'"$1"'streamlines' 'flowfield map.png --with'$'\t''str'$'\t'
	typed 'map.png --colormap=turbo' 'flowfield map.png --colormap=tu'$'\t'
	typed 'map.png --heatmap'"$1"'other.txt' 'flowfield map.png --heat'$'\t''oth'$'\t'
	typed 'map.png --legend'"$1"'always' 'flowfield map.png --legend'$'\t''alw'$'\t'
	typed 'map.png --legend'"$1"'other.txt' 'flowfield map.png --legend'$'\t''oth'$'\t'
	typed 'map.png --with'"$1"'contours=9,values,grid' 'flowfield map.png --with'"$1"'contours=9,val'$'\t\b'',gri'$'\t'
	typed 'map.png --csv'"$1"'npy:other.txt' 'flowfield map.png --cs'$'\t''npy:oth'$'\t'
	typed 'map.png --out-dir'"$1"'pictures/new' 'flowfield map.png --out'$'\t''pict'$'\t''new'
	typed 'batch other.txt --report'"$1"'junit=other.txt' 'flowfield ba'$'\t'' oth'$'\t'' --repo'$'\t''jun'$'\t''oth'$'\t'
	typed 'verify map.png other.txt' 'flowfield verify ma'$'\t'' oth'$'\t'
	typed 'sectors map.png --agents'"$1"'other.txt --metric'"$1"'octile' \
		'flowfield sec'$'\t'' ma'$'\t'' --ag'$'\t''oth'$'\t'' --metr'$'\t''oct'$'\t'
	typed 'completion fish' 'flowfield compl'$'\t''fi'$'\t'
	all_typed
}

flowfield completion bash >"$work/bash"
passes "the script is one that bash can read" bash -n "$work/bash"
# shellcheck disable=SC2016 # for that shell
same "behind junit= come files, and no kinds" "map.png other.txt pictured.txt pictures" \
	"$(bash -c 'source $1; COMP_WORDS=(flowfield batch a --report junit =) COMP_CWORD=5; _flowfield; printf "%s\n" "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd " "' - "$work/bash")"
shell="bash --norc -i" start="source $work/bash"
in_shell ' '

if command -v zsh >/dev/null; then
	flowfield completion zsh >"$work/_flowfield"
	passes "the script is one that zsh can read" zsh -n "$work/_flowfield"
	shell="zsh -f -i" start="fpath=($work \$fpath); autoload -U compinit; compinit -u -d $work/dump"
	in_shell '='
	start="autoload -U compinit; compinit -u -d $work/dump; source $work/_flowfield"
	if has_terminal; then
		typed 'map.png --metric=octile' 'flowfield map.png --metr'$'\t''oct'$'\t'
		typed 'map.png --colormap=0:8' 'flowfield map.png --colormap=0'$'\t'':8'
		all_typed
	fi
	same "the colon in a value's name begins no command" \
		"$(at_prompt 'flowfield map.png --colormap=0'$'\t'':8' | grep -a 'not found')" ""
else
	skip "what zsh completes" "zsh is not installed"
fi

if command -v fish >/dev/null; then
	flowfield completion fish >"$work/fish"
	offered() { # WANTED LINE
		# shellcheck disable=SC2016 # fish expands them
		same "fish: \"$2\"" "$(HOME=$work fish -c 'source $argv[1]; complete -C $argv[2]' \
			"$work/fish" "$2" | cut -f 1 | tr '\n' ' ')" "$1 "
	}
	passes "the script is one that fish can read" fish -n "$work/fish"
	offered --metric "flowfield map.png --metr"
	offered "euclid manhattan octile" "flowfield map.png --metric "
	offered map.png "flowfield map.png --heatmap m"
	offered --edits "flowfield sectors map.png --edi"
	offered --metric "flowfield sectors map.png --metr"
	offered always "flowfield map.png --legend al"
	offered other.txt "flowfield map.png --legend oth"
	offered "values,streamlines" "flowfield map.png --with values,str"
	offered "--with=values,streamlines" "flowfield map.png --with=values,str"
	offered "npy:other.txt" "flowfield map.png --csv npy:oth"
	offered pictures/ "flowfield map.png --out-dir pict"
	offered "--out-dir=pictures/" "flowfield map.png --out-dir=pict"
	offered "junit=" "flowfield batch other.txt --report jun"
	offered "junit=other.txt" "flowfield batch other.txt --report junit=oth"
	offered "bash fish zsh" "flowfield completion "
	offered "--help" "flowfield completion --"
	offered completion "flowfield compl"
else
	skip "what fish completes" "fish is not installed"
fi

done_testing
