#!/bin/bash
# The page of --html, in a real browser.
. "$(dirname "$0")/../support/tap.sh"

# As on a machine without clang for WebAssembly.
mkdir "$work/bare"
cp -R Makefile scripts src "$work/bare"
passes "without clang for WebAssembly the program is built" \
	make --silent --jobs="$(nproc)" -C "$work/bare" WASM=false build/release/flowfield
fails "and refuses --html" 2 "flowfield: --html: this program was built without clang for WebAssembly; install clang, lld, \
wasi-libc and libclang-rt-dev-wasm32 (scripts/install_packages web), and make it again" \
	"$work/bare/build/release/flowfield" samples/trap.png --goal 48,32 --html "$work/none.html"
make --silent --jobs="$(nproc)" all >/dev/null
if ! build/flowfield samples/trap.png --goal 48,32 --html "$work/page.html" -q 2>"$work/refused"; then
	skip "the page answers" "$(<"$work/refused")"
	done_testing
	exit
fi
# The page without a map: not more than 300 KB, whatever it holds; and with 512 x 512 cells.
at_most() { # BYTES FILE
	[[ $(stat -c %s "$2") -le $1 ]]
}
passes "page and module take at most 300 KB" at_most 300000 "$work/page.html"
make --silent build/release/tools/make_map
build/release/tools/make_map caves 512 512 1 >"$work/caves.png"
build/flowfield "$work/caves.png" --goal 256,256 --snap --html "$work/large.html" -q
passes "with a map of 512x512 at most 1 MB" at_most 1000000 "$work/large.html"
if ! command -v node >/dev/null || ! command -v chromium >/dev/null; then
	skip "the page answers" "there is no chromium or no node here (scripts/install_packages view)"
	done_testing
	exit
fi
if command -v npm >/dev/null && [[ ! -d build/node_modules/axe-core ]]; then
	npm install --prefix build --no-save --silent axe-core >/dev/null 2>&1 || true
fi
# Its lines are TAP, too.
node tests/view/page.js build/release/flowfield "$work" | while IFS= read -r line; do
	case $line in
	ok*) echo "ok $((++tap_count)) - ${line#ok * - }" ;;
	"not ok"*) echo "not ok $((++tap_count)) - ${line#not ok * - }" ;;
	1..*) echo "1..$tap_count" ;;
	*) echo "$line" ;;
	esac
done
