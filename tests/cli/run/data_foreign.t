#!/bin/bash
# Files of cells that NumPy, Pillow and GDAL have written are read as what they hold.
. "$(dirname "$0")/../cli.sh"

new_folder
python=/usr/bin/python3

# as_they_say NAME: each FILE is read as the numbers in FILE.txt, a row a line.
as_they_say() {
	local wrong='' text file
	for text in *.txt; do
		file=${text%.txt}
		wrong+=$(flowfield textconv "$file" 2>&1 | perl -e '
			my ($file, @wanted) = shift;
			open my $text, "<", "$file.txt" or die;
			chomp(@wanted = <$text>);
			my @rows;
			while (<STDIN>) {
				print "$file: $_" if /^flowfield: /;
				if (/^rows (\d+)\.\.(\d+)/) { push @rows, ($rows[-1]) x ($2 - $1 + 1); next }
				next unless s/^(\d+),(\d+): //;
				push @{$rows[$2]}, map { /(.+)\*(\d+)/ ? ($1) x $2 : $_ } split;
			}
			print "$file: " . @rows . " rows, not " . @wanted . "\n" if @rows != @wanted;
			for my $y (0 .. $#rows) {
				my $got = join " ", map { s/-?\d+\.\d+/sprintf "%.5f", $&/ger } @{$rows[$y]};
				print "$file: row $y is $got, not $wanted[$y]\n" if $got ne $wanted[$y];
			}' "$file")
	done
	same "$1 ($(find . -name '*.txt' | wc -l) files)" "$wrong" ""
	rm -f ./*
}

if "$python" -c 'import numpy' 2>/dev/null; then
	"$python" - <<'END'
import numpy as np

def text(v):
    v = float(v)
    return '-' if not np.isfinite(v) else '%d' % v if v == int(v) else '%.5f' % v

def save(name, array, wanted=None, **how):
    np.save(name, array, **how)
    say(name, array if wanted is None else wanted)

def say(name, array):
    with open(name + '.txt', 'w') as f:
        for row in array:
            f.write(' '.join(','.join(text(v) for v in np.atleast_1d(c)) for c in row) + '\n')

rng = np.random.default_rng(7)
numbers = rng.integers(0, 120, (13, 21))
numbers[3, 4] = 0
for order in '<>':
    for kind in 'u1 u2 u4 u8 i1 i2 i4 i8 f4 f8'.split():
        a = numbers.astype(order + kind)
        wanted = numbers.astype('f8')
        top = np.inf if kind[0] == 'f' else np.iinfo(a.dtype).max
        a[5, 6] = top
        wanted[5, 6] = np.inf
        if kind[0] != 'u':
            a[7, 8] = wanted[7, 8] = -77
        if kind[0] == 'f':
            a[9, 9] = wanted[9, 9] = np.nan
            a[9, 8] = wanted[9, 8] = 7.25
        name = {'<': 'little', '>': 'big'}[order] + '-' + kind
        save(name + '.npy', a, wanted)
        save(name + '-fortran.npy', np.asfortranarray(a), wanted)
save('bool.npy', numbers > 60, (numbers > 60).astype('f8'))
vectors = rng.normal(size=(5, 6, 2)).astype('f4').round(3)
save('vectors.npy', vectors)
save('vectors-fortran.npy', np.asfortranarray(vectors))
save('column.npy', numbers[:, :1])
for version in (1, 0), (2, 0), (3, 0):
    name = 'version-%d.npy' % version[0]
    with open(name, 'wb') as f:
        np.lib.format.write_array(f, numbers.astype('u2'), version=version)
    say(name, numbers)
for fmt, name in ('%.18e', 'savetxt'), ('%d', 'whole'), ('%.3f', 'decimals'):
    a = numbers.astype('f8')
    if fmt == '%.18e':
        a[2, 3] = np.inf
        a[4, 5] = np.nan
        a[1, 1] = 1 / 3
    np.savetxt(name + '.csv', a, delimiter=',', fmt=fmt)
    say(name + '.csv', a)
np.savez_compressed('packed.npz', field=numbers)
say('packed.npz', numbers)
np.savez('stored.npz', vectors)
say('stored.npz', vectors)
np.savetxt('crlf.csv', numbers, delimiter=', ', fmt='%d', newline='\r\n', encoding='utf-8-sig')
say('crlf.csv', numbers)
END
	as_they_say "what NumPy writes"

	# The manual's lines mask as many cells as have no cost.
	recipe=$(sed -n "/^To mask such cells in NumPy/,/^A file does not/ s/^\.Dl //p" "$root/man/flowfield.1")
	recipe=${recipe//\\-/-}
	pgm 4 1 1 255 1 9 255 255 1 >map.pgm
	for metric in manhattan octile; do
		[[ $metric == manhattan ]] && line=iinfo || line=invalid
		flowfield map.pgm -g 0,0 -q --metric $metric -f --integration field.npy
		same "numpy.ma masks what has no cost: $metric" \
			"$("$python" -c "import numpy
$(grep -F numpy.load <<<"$recipe")
$(grep -F -e "$line" <<<"$recipe")
print(m.count(), m.max())")" "3 $([[ $metric == octile ]] && echo 9.0 || echo 9)"
	done
	rm -f ./*
else
	skip "what NumPy writes" "python3-numpy is not installed"
fi

if "$python" -c 'import numpy, PIL' 2>/dev/null; then
	"$python" - <<'END'
import numpy as np
from PIL import Image, PngImagePlugin

def say(name, array):
    with open(name + '.txt', 'w') as f:
        for row in array:
            f.write(' '.join(v if isinstance(v, str) else '-' if v in none else str(v) for v in row) + '\n')

rng = np.random.default_rng(8)
none = [65535]
a = rng.integers(0, 65536, (9, 33)).astype('u2')
a[2, 3] = 65535
Image.fromarray(a).save('grey-16.png')
say('grey-16.png', a.tolist())
info = PngImagePlugin.PngInfo()
info.add_text('Scale', '4')
info.add_itxt('Layer', 'not read')
info.add_text('Layer', 'cost', zip=True)
Image.fromarray((a // 4 * 4).astype('u2')).save('scaled.png', pnginfo=info)
say('scaled.png', (a // 4).tolist())
Image.fromarray(a.astype('i4')).save('grey-16.pgm')
say('grey-16.pgm', a.tolist())
none = [255]
b = (a >> 8).astype('u1')
b[1, 1] = 255
for name in 'grey.png', 'grey.pgm':
    Image.fromarray(b).save(name)
    say(name, b.tolist())
none = []
c = rng.integers(0, 256, (5, 7, 4)).astype('u1')
c[1, :, 3] = 255
def hexes(p):
    return [['#' + ''.join('%02x' % v for v in (q[:3] if len(q) < 4 or q[3] == 255 else q)) for q in row] for row in p.tolist()]
Image.fromarray(c).save('rgba.png')
say('rgba.png', hexes(c))
Image.fromarray(c[:, :, :3]).save('rgb.png')
say('rgb.png', hexes(c[:, :, :3]))
p = Image.fromarray(c[:, :, :3]).quantize(5)
p.save('palette.png')
say('palette.png', hexes(np.array(p.convert('RGB'))))
la = Image.fromarray(c[:, :, :2], 'LA')
la.save('la.png')
say('la.png', hexes(np.array(la.convert('RGBA'))))
END
	as_they_say "what Pillow writes"
else
	skip "what Pillow writes" "python3-pil or python3-numpy is not installed"
fi

if "$python" -c 'import numpy; from osgeo import gdal' 2>/dev/null; then
	"$python" - <<'END'
import numpy as np
from osgeo import gdal

gdal.UseExceptions()
rng = np.random.default_rng(9)

def save(name, driver, array, kind, nodata, place=None, options=()):
    mem = gdal.GetDriverByName('MEM').Create('', array.shape[1], array.shape[0], 1, kind)
    if place:
        mem.SetGeoTransform(place)
    band = mem.GetRasterBand(1)
    band.WriteArray(array)
    if nodata is not None:
        band.SetNoDataValue(nodata)
    gdal.GetDriverByName(driver).CreateCopy(name, mem, options=list(options))
    with open(name + '.txt', 'w') as f:
        for row in array.tolist():
            f.write(' '.join('-' if v == nodata or v != v else '%d' % v if v == int(v) else '%.5f' % v for v in row) + '\n')

whole = rng.integers(-5, 300, (7, 11)).astype('i4')
whole[2, 3] = -9999
save('whole.asc', 'AAIGrid', whole, gdal.GDT_Int32, -9999)
real = ((rng.normal(size=(7, 11)) * 800).round() / 8).astype('f4')
real[0, 0] = -3.4028234663852886e+38
real[3, 3] = 1
save('real.asc', 'AAIGrid', real, gdal.GDT_Float32, -3.4028234663852886e+38, (440720.25, 60, 0, 3751320.5, 0, -60))
save('double.asc', 'AAIGrid', real.astype('f8'), gdal.GDT_Float64, float(real[0, 0]))
save('few.asc', 'AAIGrid', np.round(real / 1e3, 1)[1:], gdal.GDT_Float32, None, None, ['DECIMAL_PRECISION=3'])
save('grey-16.png', 'PNG', (whole + 10000).astype('u2'), gdal.GDT_UInt16, None)
END
	rm -f ./*.xml ./*.prj
	same "where GDAL says a map lies" "$(flowfield textconv real.asc | sed -n 3,4p)" "corner: 440720.25,3750900.5
cell: 60"
	as_they_say "what GDAL writes"
else
	skip "what GDAL writes" "python3-gdal or python3-numpy is not installed"
fi

done_testing
