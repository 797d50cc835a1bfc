#!/bin/bash
# scripts/install_packages, with the system's commands played by stand-ins.
. "$(dirname "$0")/../support/tap.sh"

bin=$work/bin
calls=$work/calls
machine() { # COMMAND...: a machine with gcc alone installed and these to install others with
	local command
	rm -rf "$bin" "$calls"
	mkdir "$bin"
	for command in bash cat dirname env mktemp rm tail; do
		ln -s "$(command -v $command)" "$bin"
	done
	stand_in dpkg-query 'echo installed gcc' 'echo config-files make'
	stand_in id 'echo 0'
	for command; do
		stand_in "$command" "echo $command \"\$@\" >>$calls" "[ $command != sudo ] || exec \"\$@\""
	done
}
stand_in() { # COMMAND LINE...
	put "$bin/$1" '#!/bin/bash' "${@:2}"
	chmod +x "$bin/$1"
}
install_packages() {
	env PATH="$bin" scripts/install_packages "$@"
}
called() { # TEXT: one of the calls has it
	grep -F -e "$1" "$calls"
}
not_called() {
	[[ ! -e $calls ]]
}
build_set=$(awk '$1 == "build" && $2 != "gcc" {printf " %s", $2}' scripts/packages)
build_set=${build_set# }

machine apt-get
stand_in dpkg-query "printf 'installed %s\\n' \"\${@:3}\""
silent "where nothing is missing, it says nothing" install_packages build check
passes "and calls nobody" not_called

machine apt-get
fails "root installs what is missing" 0 "Installing $build_set" install_packages build
passes "after a look at what there is" called " update"
passes "without what is only recommended" called "install --no-install-recommends $build_set"

machine apt-get sudo
stand_in id 'echo 1000'
passes "another user goes through sudo" install_packages build
passes "to install what is missing" called "sudo env DEBIAN_FRONTEND=noninteractive apt-get"

machine apt-get
stand_in id 'echo 1000'
fails "without sudo, it says what to do" 1 "    apt-get update && apt-get install $build_set" \
	install_packages build
passes "and calls nobody" not_called

machine
fails "without apt-get, it names what is missing" 1 "    $build_set" install_packages build

machine apt-get
stand_in apt-get 'echo "E: no answer"; exit 100'
fails "where apt-get fails, it says so" 1 \
	"apt-get could not install them; above is the end of what it said." install_packages build
fails "and shows what apt-get said" 1 "E: no answer" install_packages build

fails "a set that does not exist is refused" 2 \
	"usage: scripts/install_packages SET...    (the sets are in scripts/packages)" \
	scripts/install_packages bild

done_testing
