#!/bin/bash
# Files of numbers, byte by byte: the cells that they hold, and mistakes with their places.
. "$(dirname "$0")/../cli.sh"

new_folder
# printf makes a file of the TEXT of each line "ROWS <= TEXT"; textconv prints its rows.
wrong=
while IFS= read -r line; do
	# shellcheck disable=SC2059 # that is what it is for
	printf -- "${line#* <= }" >f
	rows=$(flowfield textconv f 2>&1 | sed '1,/^$/d' | paste -sd '|') || true
	[[ $rows == "${line%% <= *}" ]] || wrong+="$line: $rows"$'\n'
done <<'END'
0,0: -1.25 0.2 -|0,1: -*2 0.5 <= \xef\xbb\xbf-1.25, +2e-1,inf\r\n NaN\t,,.5\r\n\r\n\n
0,0: 7 <= 7
0,0: -*2|0,1: - 1 <= ,\n,1
0,0: 0 1|0,1: - 2.5 <= ncols 2\nnrows 2\nxllcorner -3\nyllcorner 4.5\ncellsize 0.5\nNODATA_value -9999\n0 1\n-9999 2.5\n
0,0: 1 -*2 <= NROWS\t1 yllCenter 1 XLLCENTER 2 ncols 3 cellsize 2\r\n1 NaN\r\n-9999
0,0: - -9999 10 <= ncols 3\nnrows 1\nnodata_value -3.4028234663852886e+38\n-3.40282346638529e+38 -9999 1e1
0,0: - 1 <= ncols 2\nnrows 1\nnodata_value nan\nnan 1
0,0: -2 -|0,1: 0 1 <= Pf\n2 2\n-1.0\n\0\0\0\0\0\0\200\77\0\0\0\300\0\0\200\177
0,0: 1 - <= Pf 2 1 3.5 \77\200\0\0\177\300\0\0
0,0: -2,1|0,1: 1,0 <= PF\n# Layer: vectors\n1 2\n-1\n\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\300\0\0\200\77\0\0\0\200
0,0: 0 1.5 - <= P5\n# Scale: 4\n3 1\n65535\n\0\0\0\6\377\377
0,0: 1 - <= P5 2 1 255 \1\377
0,0: 1 255 <= P5\n# Layer: cost\n2 1 255 \1\377
0,0: 0 7 1000 <= P2 3 1 1000 0 7 1000
0,0: 0 1|0,1: 254 - <= \223NUMPY\1\0\74\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n\0\1\376\377
0,0: 0 1|0,1: 1 0 <= \223NUMPY\1\0\74\0{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2), }\n\0\1\1\0
0,0: 0 1|0,1: 65534 - <= \223NUMPY\1\0\74\0{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\1\0\376\377\377\377
0,0: 0 1|0,1: 65534 - <= \223NUMPY\1\0\74\0{'descr': '>u2', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\1\377\376\377\377
0,0: 0 67305985|0,1: - 4294967294 <= \223NUMPY\1\0\74\0{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\1\2\3\4\377\377\377\377\376\377\377\377
0,0: 0 16909060|0,1: - 4294967294 <= \223NUMPY\1\0\74\0{'descr': '>u4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\1\2\3\4\377\377\377\377\377\377\377\376
0,0: 0 1|0,1: - 9007199254740991 <= \223NUMPY\1\0\74\0{'descr': '<u8', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377\377\377\377\377\377\377\37\0
0,0: 0 1|0,1: - 9007199254740991 <= \223NUMPY\1\0\74\0{'descr': '>u8', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\377\377\377\377\377\377\377\377\0\37\377\377\377\377\377\377
0,0: 0 -|0,1: -128 -1 <= \223NUMPY\1\0\74\0{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n\0\177\200\377
0,0: 256 -|0,1: 32766 -2 <= \223NUMPY\1\0\74\0{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }\n\0\1\377\177\376\177\376\377
0,0: 256 -|0,1: 1 -2 <= \223NUMPY\1\0\74\0{'descr': '>i4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\1\0\177\377\377\377\0\0\0\1\377\377\377\376
0,0: 1 -|0,1: 2 -2 <= \223NUMPY\1\0\74\0{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }\n\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\177\2\0\0\0\0\0\0\0\376\377\377\377\377\377\377\377
0,0: 0 1.5|0,1: -*2 <= \223NUMPY\1\0\74\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\0\0\300\77\0\0\200\177\0\0\300\177
0,0: 0 1.5|0,1: - -1.5 <= \223NUMPY\1\0\74\0{'descr': '>f4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\77\300\0\0\177\200\0\0\277\300\0\0
0,0: 0 1.5|0,1: -*2 <= \223NUMPY\1\0\74\0{'descr': '>f8', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\0\0\0\0\77\370\0\0\0\0\0\0\177\360\0\0\0\0\0\0\177\370\0\0\0\0\0\0
0,0: 0 -|0,1: 1 - <= \223NUMPY\1\0\74\0{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n\0\377\1\377
0,0: 0 -|0,1: 1 2 <= \223NUMPY\1\0\74\0{'descr': '>i4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\377\377\377\377\0\0\0\1\0\0\0\2
0,0: 0 -1|0,1: -2 -1 <= \223NUMPY\1\0\74\0{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }\n\0\377\376\377
0,0: 1,0 -1,0|0,1: 0,1 0,-1 <= \223NUMPY\1\0\77\0{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2, 2), }\n\1\0\377\0\0\1\0\377
0,0: -1 0|0,1: 1 -1 <= \223NUMPY\1\0\74\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\200\277\0\0\0\0\0\0\200\77\0\0\200\277
0,0: 1 3|0,1: 2 4 <= \223NUMPY\1\0\73\0{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2), }\n\1\2\3\4
0,0: 1,5 3,7|0,1: 2,6 4,8 <= \223NUMPY\1\0\76\0{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2, 2), }\n\1\2\3\4\5\6\7\10
0,0: 1 2|0,1: 3 4 <= \223NUMPY\1\0\75\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 1)}\n\1\2\3\4
0,0: 1 2|0,1: 3 4 <= \223NUMPY\1\0\65\0{"shape":(2,2,),"descr":"|u1","fortran_order":False}\n\1\2\3\4
0,0: 1 2|0,1: 3 4 <= \223NUMPY\2\0\74\0\0\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n\1\2\3\4
0,0: 1 2|0,1: 3 4 <= \223NUMPY\3\0\74\0\0\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n\1\2\3\4
END
rm f
same "numbers of each format and type, in either order of bytes" "$wrong" ""

mistakes "what is wrong with numbers is told with its place" flowfield textconv f <<'END'
 has 1 cells, but x and y make 2147483647x2147483647 <= x,y,integration\n2147483646,2147483646,1\n
2: x is not an integer from 0 to 2147483646 <= x,y,integration\n2147483647,0,1\n
2: there is no y <= x,y,integration\n0\n
 has no cells <= x,y,integration\n
 cell 0,0 is missing: the map has 2x2 <= x,y,integration\n1,1,0\n0,1,0\n1,0,0\n
2:2: a row of 1 cells, but the first has 2 <= 1,2\n3\n
2:5: a row of more cells than the first, which has 2 <= 1,2\n3,4,5\n
2:1: a row of 1 cells, but the first has 2 <= 1,2\n\n3,4\n
2:4: a number expected <= 1,2\n3, x\n
2:3: a number expected <= 1,2\n3,-inf\n
2:3: a number below 2^53 expected <= 1,2\n3,9007199254740992\n
2:3: a number above -2^53 expected <= 1,2\n3,-1e99\n
 has rows of fewer cells than the first, which has 6 <= 1,2,3,4,5,6\n\r\n1\n1\n1\n
2:1: another keyword, or the cells, expected <= ncols 2\nncols 2\n
2:1: another keyword, or the cells, expected <= xllcenter 2\nxllcorner 2\n
2:1: ncols expected <= nrows 2\n1 2
2:1: nrows expected <= ncols 2\n1 2
1:7: an integer from 1 to 2147483647 expected <= ncols 0\n
3:10: a number above 0 expected <= ncols 1\nnrows 1\ncellsize 0\n1
3:11: a number expected <= ncols 1\nnrows 1\nxllcorner inf\n1
3:3: a number expected <= ncols 2\nnrows 1\n1 x
3:3: a number below 2^53 expected <= ncols 2\nnrows 1\n1 1e16
3:3: a number above -2^53 expected <= ncols 2\nnrows 1\n1 -1e16
3:5: the end expected <= ncols 2\nnrows 1\n1 2 3
3:6: is truncated: 3 cells expected, not 2 <= ncols 3\nnrows 1\n1  2\40
 is truncated <= ncols 31\nnrows 31\n1 2
 the third number of cell 0,0 is not 0: only vectors are read from PF <= PF\n1 1\n-1\n\0\0\200\77\0\0\0\0\0\0\200\77
3: the order of bytes is neither above nor below 0 <= Pf\n1 1\n0\n\0\0\200\77
3:1: the order of bytes is not a number <= Pf\n1 1\nx\n\0\0\200\77
2:1: the width is not in 1..2147483647 <= Pf\n0 1\n1\n
 is truncated: 1x1 cells take 13 bytes, but there are 12 <= Pf\n1 1\n1\n123
 goes on after its cells, at byte 13 <= Pf\n1 1\n1\n12345
 cell 1,0 is not above -2^53 <= Pf\n2 1\n1\n\0\0\0\0\377\200\0\0
 pixel 1,0 is 10, but the largest is 9 <= P2 2 1 9 0 10
 its Scale is not a number above 0 <= P5\n# Scale: 0\n1 1 9 \1
 its Scale is not a number above 0 <= P5\n# Scale: four\n1 1 9 \1
 is truncated <= P5 2 2 255 \1\2\3
 has 1 bytes too many after its pixels (lines that end with CR LF?) <= P5 2 1 255 \1\2\3
END
mistakes "and with an array of NumPy" flowfield textconv f <<'END'
1:21: a type of b1, u1, u2, u4, u8, i1, i2, i4, i8, f4 or f8 expected <= \223NUMPY\1\0\103\0{'descr': [('a', '<u2')], 'fortran_order': False, 'shape': (2, 2)}\n
1:45: True or False expected <= \223NUMPY\1\0\72\0{'descr': '|u1', 'fortran_order': Maybe, 'shape': (2, 2)}\n
1:61: a shape of (h, w) or (h, w, 2) expected <= \223NUMPY\1\0\67\0{'descr': '|u1', 'fortran_order': False, 'shape': (2)}\n
1:61: a shape of (h, w) or (h, w, 2) expected <= \223NUMPY\1\0\75\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 3)}\n
1:61: a shape of (h, w) or (h, w, 2) expected <= \223NUMPY\1\0\100\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 1, 1)}\n
1:65: a side is not in 1..2147483647 <= \223NUMPY\1\0\72\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 0)}\n
1:65: a side is not a whole number <= \223NUMPY\1\0\72\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, x)}\n
1:50: "," expected <= \223NUMPY\1\0\51\0{'descr': '|u1', 'fortran_order': False}\n
1:28: 'descr', 'fortran_order' and 'shape', each once, expected <= \223NUMPY\1\0\62\0{'descr': '|u1', 'descr': '|u1', 'shape': (2, 2)}\n
1:69: "}" expected <= \223NUMPY\1\0\102\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), 'x': 1}\n
1:21: a type of b1, u1, u2, u4, u8, i1, i2, i4, i8, f4 or f8 expected <= \223NUMPY\1\0\74\0{'descr': '<c8', 'fortran_order': False, 'shape': (2, 2), }\n
 is truncated: 2x2 cells take 74 bytes, but there are 73 <= \223NUMPY\1\0\74\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n\1\2\3
 goes on after its cells, at byte 74 <= \223NUMPY\1\0\74\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n\1\2\3\4\5
 cell 0,1 is not below 2^53 <= \223NUMPY\1\0\74\0{'descr': '<u8', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\40\0\0\0\0\0\0\0\0\0
 cell 1,0 is not above -2^53 <= \223NUMPY\1\0\74\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n\0\0\0\0\0\0\200\377\0\0\200\177\0\0\300\177
 is of version 4.0; expected 1.0, 2.0 or 3.0 <= \223NUMPY\4\0\1\0{                \40
 has a header of 65537 bytes, more than 65536 <= \223NUMPY\2\0\1\0\1\0{              \40
END

done_testing
