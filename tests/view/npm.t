#!/bin/bash
# The npm package: what it holds, and that worlds in JavaScript have the program's values.
. "$(dirname "$0")/../support/tap.sh"

if ! make --silent --jobs="$(nproc)" npm build/release/flowfield build/release/tools/make_map >"$work/log" 2>&1; then
	skip "the package is made" "there is no clang for wasm32-wasi here, or no wasi-libc"
	done_testing
	exit
fi
if ! command -v npm >/dev/null; then
	skip "the package is packed" "there is no npm here"
	cp -R build/npm "$work/flowfield"
else
	packs() {
		(cd build/npm && npm pack --offline --silent --pack-destination "$work") &&
			tar -xzf "$work"/flowfield-*.tgz -C "$work" && mv "$work/package" "$work/flowfield"
	}
	passes "the package is packed" packs
	contents() {
		diff <(cd "$work/flowfield" && ls) <(printf '%s\n' LICENSE README.md flowfield.{d.ts,js,wasm} package.json)
	}
	silent "with all its files" contents
fi

# The same module in another folder.
mkdir "$work/again"
cp -R Makefile src "$work/again"
again() {
	CCACHE_DISABLE=1 make --silent --jobs="$(nproc)" -C "$work/again" build/view/flowfield.wasm &&
		cmp build/npm/flowfield.wasm "$work/again/build/view/flowfield.wasm"
}
passes "two builds of the module are equal" again
no_path() {
	! grep -aoE "${PWD}[^ ]*|src/core/[a-z/_]*" build/npm/flowfield.wasm
}
silent "and hold no path" no_path

if ! command -v node >/dev/null; then
	skip "worlds have the program's values" "there is no node here"
else
	# shellcheck disable=SC2016 # they are of JavaScript
	passes "the README's lines work" node -e '
		const lines = require("fs").readFileSync("build/npm/README.md", "utf8").match(/```js\n([^]*?)```/)[1];
		const body = lines.replace(/require\("flowfield"\)/, "require(process.argv[1])");
		new (async () => {}).constructor("require", "process", body)(require, process);' "$work/flowfield"
	passes "a world answers" node tests/view/worlds.js "$work/flowfield"
	passes "a thousand maps have the program's digests" node tests/view/digests.js "$work/flowfield" build/release/flowfield
fi

done_testing
