#!/bin/bash
# Pages: the files of --html.  tests/view drives them in a browser.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map rooms 96 64 1 >rooms.png
cp rooms.png '<script><b>.png'
if ! flowfield rooms.png -g 48,32 --snap --html page.html -q 2>refused; then
	skip "pages" "$(<refused)"
	done_testing
	exit
fi
document() { # FILE: the document in a page
	sed -n 's/.*id="data">\(.*\)<\/script>$/\1/p' "$1" >document.json
	test "$(wc -l <document.json)" = 1
}
passes "a page has its document in a line" document page.html
flowfield rooms.png -g 48,32 --snap --json report.json -q
same "with the digest of --json" "$(json document.json sides.0.digest w h)" "$(json report.json integration.digest)"$'\n'96$'\n'64
same "standard output can be a page" "$(flowfield rooms.png -g 48,32 --snap --html - -q | sha1sum)" "$(sha1sum <page.html)"
flowfield '<script><b>.png' -g 48,32 --snap --html odd.html -q
document odd.html
same "a name is no markup" "$(grep -c '<' document.json)" 0
same "and read back" "$(json document.json sides.0.name)" '<script><b>.png'

remember
try flowfield rooms.png -g 48,32 --snap --html none.html --budget 9
expect "a part of a field has none" 2 "" "flowfield: --html and --budget: the page solves the whole map" ""
try flowfield walk rooms.png -g 48,32 --from 1,1 --html none.html
expect "nor have walks" 2 "" "flowfield: --html is not for walk" ""
try flowfield diff rooms.png rooms.png --html none.html -q
expect "nor has what is equal" 0 "" "" ""

flowfield rooms.png -g 48,32 --snap --csv old.csv -q
flowfield rooms.png -g 5,5 --snap --csv new.csv --cost new.png -q
flowfield diff old.csv new.csv --html both.html -q 2>/dev/null || true
passes "two tables have one" document both.html
same "with their names and areas" "$(json document.json sides.0.name sides.1.name areas.0.x)" $'old.csv\nnew.csv\n1'
printf '%s\n' 'rooms.png -g 48,32 --snap --csv a.csv' 'none.png -g 1,1' >maps.txt
try flowfield batch maps.txt --report html=pages -q
expect "a batch has pages" 3 "" "*none.png: No such file or directory*" "+a.csv +pages +pages/1.html +pages/index.html"
same "failed jobs first" "$(grep -o '<li class="[a-z]*"' pages/index.html | tr '\n' ' ')" '<li class="fail" <li class="pass" '

done_testing
