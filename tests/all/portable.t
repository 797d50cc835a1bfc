#!/bin/bash
# The library needs neither threads nor POSIX: with FF_THREADS=0 it compiles as plain C11, for
# this machine and for WebAssembly, and a game plays there as it does with all of them.
. "$(dirname "$0")/../support/tap.sh"

sources=(src/core/*.c src/core/*/*.c)
follow=(samples/follow.c -O1 -Isrc)
use() { # VARIANT
	variant=$1
	objects=("${sources[@]/#src/build/$1}")
	objects=("${objects[@]/%.c/.o}")
}
compile() { # COMPILER: all objects, which are kept in the variant's folder
	make --silent --jobs="$(nproc)" VARIANT="$variant" CC="$1" "${objects[@]}" \
		ALL_CFLAGS="-std=c11 -O1 -ffp-contract=off -DNDEBUG -DFF_THREADS=0 -Wall -Wextra -Werror -Isrc -MMD -MP"
}

make --silent build/release/libflowfield.a >&2
cc "${follow[@]}" -o "$work/threads" build/release/libflowfield.a -lm -pthread
"$work/threads" samples/rooms.png >"$work/expected"
plays_the_same() { # COMMAND...
	diff "$work/expected" <("$@" samples/rooms.png)
}
for compiler in gcc clang; do
	if ! command -v $compiler >/dev/null; then
		skip "the library is plain C11 for $compiler" "there is no $compiler here"
		continue
	fi
	use plain-$compiler
	passes "the library is plain C11 for $compiler" compile $compiler
	passes "which links" $compiler "${follow[@]}" -o "$work/plain" "${objects[@]}" -lm
	silent "and plays the same" plays_the_same "$work/plain"
	sources_named() {
		! strings -a "${objects[@]}" | grep -F src/
	}
	silent "and holds no path of a source, where asserts are off" sources_named
done

wasm=(clang --target=wasm32-wasi)
web() { # MAP: plays in node
	node --no-warnings -e '
		const { WASI } = require("wasi");
		const wasi = new WASI({ version: "preview1", args: ["follow", process.argv[2]], preopens: { ".": "." } });
		const code = require("fs").readFileSync(process.argv[1]);
		WebAssembly.instantiate(code, { wasi_snapshot_preview1: wasi.wasiImport }).then(
			({ instance }) => { process.exitCode = wasi.start(instance); });' "$work/follow.wasm" "$1"
}
if ! echo 'int main(void) { return 0; }' | "${wasm[@]}" -o "$work/none.wasm" -x c - 2>/dev/null; then
	skip "the library compiles for WebAssembly" "there is no clang for wasm32-wasi here, or no wasi-libc"
else
	use wasm
	passes "the library compiles for WebAssembly" compile "${wasm[*]}"
	# The headers of stb_image stand among those of this machine.
	passes "which links" "${wasm[@]}" "${follow[@]}" -idirafter /usr/include -Wl,-z,stack-size=1048576 \
		-o "$work/follow.wasm" "${objects[@]}" -lm
	if ! node -e 'require("wasi")' 2>/dev/null; then
		skip "and plays the same" "there is no node here, or none with WASI"
	else
		silent "and plays the same" plays_the_same web
	fi
	sed -n '/^clang --target/,/^```/p' README.md | sed '$d' >"$work/readme"
	passes "the README's lines make a module" sh -e "$work/readme"
	mv flowfield.wasm "$work"
	cat >"$work/solve.cjs" <<-'END'
		const { Module, Instance } = WebAssembly;
		const library = new Module(require("fs").readFileSync(process.argv[2]));
		for (const { name } of Module.exports(library))
			if (name.startsWith("ff_")) console.log(name);
		const never = (name) => () => { throw name; };
		const wasi = Object.fromEntries(Module.imports(library).map(({ name }) => [name, never(name)]));
		const flow = new Instance(library, { wasi_snapshot_preview1: wasi }).exports;
		flow._initialize();
		const map = flow.malloc(64), out = flow.malloc(4);
		new Uint8Array(flow.memory.buffer).fill(1, map, map + 64);
		flow.ff_world_new(8, 8, map, 0, out);
		const world = new DataView(flow.memory.buffer).getUint32(out, true);
		flow.ff_world_add_goal(world, 7, 7, 0n);
		flow.ff_world_solve(world);
		console.error(flow.ff_world_value(world, 0, 0), flow.ff_world_new(-1, 8, map, 0, out));
	END
	solves() {
		node "$work/solve.cjs" "$work/flowfield.wasm" 2>&1 >"$work/exported" | diff <(echo 14 1) -
	}
	silent "which solves a map" solves
	silent "and exports what the header declares" diff <(sort "$work/exported") \
		<(tr '\n' ' ' <src/flowfield.h | grep -oE 'FF_API [^;(]*\(' | sed -nE 's/.*\b(ff_[a-z_]+)\($/\1/p' | sort)
fi

done_testing
