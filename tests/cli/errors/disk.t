#!/bin/bash
# Folders and disks that do not take what they should: status 4, and every file is as it was.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 64 64 >map.pgm
mkfifo pipe
printf 'old\n' | tee old.csv >old.png

# A folder that may not be written to: root may, so be somebody else.
chmod 755 "$work"
cp "$(type -P flowfield)" "$work/program"
mkdir locked
printf 'old\n' >locked/old.csv
chmod 555 locked
somebody=()
if [[ $(id -u) -eq 0 ]]; then
	somebody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
fi
unwritable() { # NAME TEXT OPTION...
	try "${somebody[@]}" "$work/program" map.pgm -g 32,32 "${@:3}"
	refused "$1" 4 "$2"
}
if ! "${somebody[@]}" "$work/program" --version >/dev/null 2>&1; then
	skip "a folder that is write-protected" "root may write there, and nobody else can run the program"
else
	unwritable "a folder that is write-protected" 'locked/a.png: Permission denied' --heatmap locked/a.png
	unwritable "a file in it" 'locked/old.csv: Permission denied' --csv locked/old.csv --force
	unwritable "as the folder for outputs" 'locked/map.heatmap.png: Permission denied' --out-dir locked
	unwritable "or to make one in" 'locked/new: Permission denied' --out-dir locked/new
fi
chmod 755 locked

# Folders that vanish.  Opening the pipe waits until the program reads it: by then it
# has looked at all names.
vanishing() { # COMMAND...: while it waits for its map
	local result=0
	{
		exec 3>pipe
		rm -r gone
		cat map.pgm >&3
	} &
	"$@" || result=$?
	wait $!
	return $result
}
mkdir gone
printf 'old\n' >gone/old.csv
try vanishing flowfield pipe -g 32,32 --csv gone/old.csv --heatmap old.png --reach new.png
expect "a folder that vanishes while the map is read" 4 "" \
	'flowfield: gone/old.csv: No such file or directory' "-gone -gone/old.csv"
mkdir gone
try vanishing flowfield pipe -g 32,32 --csv old.csv --out-dir gone/new
expect "or the one in which to make one" 4 "" 'flowfield: gone: *' "-gone"

# The outputs before it are renamed by then, and those after it are not. The report waits for room in a pipe when all else has its temporary name.
exec 4<>pipe
dd if=/dev/zero of=pipe bs=4096 oflag=nonblock 2>/dev/null || true
mkdir gone
remember
flowfield map.pgm -g 32,32 --json pipe --heatmap old.png --csv gone/a.csv --directions new.csv >"$out" 2>"$err" &
for ((i = 0; i < 1000; i++)); do
	if compgen -G '.flowfield-*-1.tmp' >/dev/null && compgen -G 'gone/.flowfield-*' >/dev/null; then
		break
	fi
	sleep 0.01
done
rm -r gone
cat <&4 >/dev/null 2>&1 &
reader=$!
status=0
wait %1 || status=$?
{ kill $reader && wait $reader; } 2>/dev/null || true
expect "and one that vanishes with what was written there" 4 "" \
	'flowfield: gone/a.csv: No such file or directory' "-gone ~old.png"
exec 4<&-

# A disk of its own that is nearly full, and one that is read-only.
disks=(unshare --mount)
if [[ $(id -u) -ne 0 ]]; then
	disks=(unshare --mount --user --map-root-user)
fi
# on_disk OPTION COMMAND...: in the folder "disk", a file system of a limited size.
on_disk() {
	# shellcheck disable=SC2016 # for the other shell to expand
	"${disks[@]}" sh -c '
		mount -t tmpfs -o size=64k tmpfs disk && cp map.pgm old.csv disk && cd disk || exit 99
		head -c "$1" /dev/zero >ballast 2>/dev/null
		mount -o "remount,$2" tmpfs . || exit 99
		shift 2
		"$@"
		status=$?
		cat old.csv && ls -A
		exit $status' - "$@"
}
mkdir disk
if ! on_disk 0 rw true >/dev/null 2>&1; then
	skip "a full disk, a read-only one" "no disk can be mounted here"
else
	there=$'old\nballast\nmap.pgm\nold.csv'
	try on_disk 40000 rw flowfield map.pgm -g 32,32 --csv old.csv --json new.json
	expect "a disk that fills" 4 "$there" 'flowfield: old.csv: No space left on device' ""
	try on_disk 99999 rw flowfield map.pgm -g 32,32 --json old.csv
	expect "one that is full" 4 "$there" 'flowfield: old.csv: No space left on device' ""
	try on_disk 0 ro flowfield map.pgm -g 32,32 --csv old.csv
	expect "a read-only one" 4 "$there" 'flowfield: old.csv: Read-only file system' ""
	try on_disk 0 rw flowfield map.pgm -g 32,32 --json old.csv -q
	expect "and one with room" 0 $'{*}\nballast\nmap.pgm\nold.csv' "" ""
fi

done_testing
