#!/bin/bash
# Every layer in every format, as NumPy, Pillow and GDAL read it, is what --csv says.
. "$(dirname "$0")/../cli.sh"

# Any Python that has them: the first one need not.
declare -A python
for peer in numpy:numpy pillow:PIL,numpy gdal:osgeo,numpy; do
	for candidate in python3 /usr/bin/python3; do
		if "$candidate" -c "import ${peer#*:}" 2>/dev/null; then
			python[${peer%:*}]=$candidate
			break
		fi
	done
done

# wanted LAYER FIRST [LAST]: the cells of columns of the table, as peers.py wants them.
wanted() {
	{
		echo "$size $((${3:-$2} - $2 + 1))"
		tail -n +2 table.csv | sed 's/,goal,/,0,/; s/,reached,/,1,/; s/,unreached,/,2,/; s/,wall,/,3,/' |
			cut -d , -f "$2-${3:-$2}" | sed 's/^$/inf/' | tr ',' '\n'
	} >"wanted.$1"
}

# readers FORMAT: prints the programs that read it.
readers() {
	case $1 in
	npy | npz | csv | pfm) echo numpy ;;
	pgm | png16) echo pillow gdal ;;
	asc) echo gdal ;;
	esac
}

# type LAYER FORMAT READER: what should be in the file, where that does not depend on values.
type() {
	case $1,${2/npz/npy},$3 in
	vectors,npy,*) echo '<f4' ;;
	vectors,pfm,*) echo PF ;;
	integration,npy,*) echo "$integers" ;;
	*,pfm,*) echo Pf ;;
	cost,npy,* | reach,npy,* | directions,npy,*) echo '|u1' ;;
	*,npy,*) echo '<u4' ;;
	cost,pgm,gdal | reach,pgm,gdal | directions,pgm,gdal) echo Byte ;;
	*,png16,pillow) echo I ;;
	*,png16,gdal) echo UInt16 ;;
	integration,asc,*) echo "$grid" ;;
	*,asc,*) echo Int32 ;;
	*) echo - ;;
	esac
}

# peers NAME MAP INTEGERS GRID WHOLE OPTION...: what should be in .npy, what GDAL finds in .asc, and
# whether grey images hold the integrations.
folder_of=
peers() {
	local name=$1 map=$2 integers=$3 grid=$4 whole=$5 layers format layer peer wrong
	shift 5
	new_folder
	flowfield "$map" -q "$@" --csv table.csv
	size="$(tail -n 1 table.csv | awk -F , '{ print $1 + 1, $2 + 1 }')"
	wanted cost 3
	wanted reach 4
	wanted integration 5
	wanted directions 6
	wanted vectors 7 8
	layers="integration cost reach directions regions ties"
	[[ $* == *--flee* ]] || layers+=" allocation"
	for layer in ${layers#*directions}; do
		{
			echo "$size 1"
			flowfield "$map" -q "$@" "--$layer" - | tr ',' '\n' | sed 's/^-1$/inf/'
		} >"wanted.$layer"
	done
	for format in npy npz csv pgm pfm png16 asc; do
		local options=()
		for layer in $layers vectors; do
			if [[ $layer = vectors && $format != @(npy|npz|csv|pfm) ]] ||
				[[ $layer = integration && $whole = no && $format = p[gn]* && $format != pfm ]]; then
				continue
			fi
			options+=("--$layer" "$format:$layer.$format")
			for peer in $(readers "$format"); do
				echo "$PWD/$layer.$format $PWD/wanted.$layer $(type "$layer" "$format" "$peer")" >>"$work/jobs.$peer"
			done
		done
		flowfield "$map" -q "$@" "${options[@]}" 2>>said || echo "$format: status $?" >>said
	done
	same "$name: all is written" "$(<said)" ""
	folder_of+="s|$PWD/|$name: |;"
}

make_map --pgm random 24 18 3 >"$work/map.pgm"
pgm 1 7 >"$work/one.pgm"
make_map --pgm terrain 70000 1 5 >"$work/wide.pgm"
make_map --pgm terrain 1 70000 5 >"$work/high.pgm"
map=$work/map.pgm
goals=(--snap --goal="12,10" --goal="3,3+7")
peers manhattan "$map" '<u4' Int32 yes "${goals[@]}"
peers octile "$map" '<f4' Float32 no "${goals[@]}" --metric octile
peers euclid "$map" '<f4' Float32 no "${goals[@]}" --metric euclid --sight
peers flee "$map" '<f4' Int32 no "${goals[@]}" --flee
peers "flee and octile" "$map" '<f4' Float32 no "${goals[@]}" --flee --metric octile
peers subdivide "$map" '<f4' Float32 no -g 12.5,10 --snap --subdivide
peers "64 bits" "$map" '<u8' Float32 no --snap -g 12,10+5000000000
peers "64 bits of units" "$map" '<f8' Float32 no --snap -g 12,10+5000000000 --metric octile
peers 1x1 "$work/one.pgm" '<u4' Int32 yes -g 0,0
peers 70000x1 "$work/wide.pgm" '<u4' Int32 no -g 35000,0
peers 1x70000 "$work/high.pgm" '<u4' Int32 no -g 0,35000

for peer in numpy pillow gdal; do
	if [[ -z ${python[$peer]:-} ]]; then
		skip "$peer reads what --csv says" "there is no $peer for Python here"
		continue
	fi
	wrong=$("${python[$peer]}" "$root/tests/support/peers.py" "$peer" <"$work/jobs.$peer" 2>&1) || wrong+=" failed"
	same "$peer reads what --csv says" "$(sed "$folder_of" <<<"$wrong")" ""
done

done_testing
