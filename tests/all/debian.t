#!/bin/bash
# The Debian packages: they build, lintian finds no fault, and what they hold works.
. "$(dirname "$0")/../support/tap.sh"

if ! command -v dh >/dev/null || ! command -v lintian >/dev/null; then
	skip "the packages" "debhelper or lintian is not installed: scripts/install_packages debian"
	done_testing
	exit
fi
abi=$(sed -n 's/^ABI *:= //p' Makefile)
mkdir "$work/source" "$work/root" "$work/test"
tar -c --exclude=./.git --exclude=./build . | tar -x -C "$work/source"
builds() {
	cd "$work/source"
	dpkg-buildpackage -us -uc
}
passes "dpkg-buildpackage builds them" builds
names() {
	cd "$work"
	diff <(printf '%s\n' flowfield "libflowfield$abi" libflowfield-dev | sort) \
		<(printf '%s\n' *.deb | sed '/-dbgsym_/d; s/_.*//' | sort)
}
silent "they are three" names
passes "lintian finds neither an error nor a warning" \
	lintian -i --allow-root --fail-on error,warning "$work"/*.changes
for package in "$work"/*.deb; do
	dpkg-deb -x "$package" "$work/root"
done
# As autopkgtest runs it, without what the source has built.
rm -rf "$work/source/build"
readme() {
	cd "$work/source"
	PATH=$work/root/usr/bin:$PATH AUTOPKGTEST_TMP=$work/test debian/tests/readme
}
passes "the first command of the README draws three pictures" readme
links() {
	cc -o "$work/follow" -I"$work/root/usr/include" samples/follow.c "$work"/root/usr/lib/*/libflowfield.so -lm &&
		LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-*) "$work/follow" samples/rooms.png
}
passes "a game is linked with the library" links

done_testing
