#!/usr/bin/env python3
"""Holds files of cells, as other programs read them, against a list of numbers.

    peers.py numpy|pillow|gdal <LINES

Each line: FILE WANTED TYPE.  WANTED has "WIDTH HEIGHT CHANNELS" and then a number a line, inf
where there is no value.  TYPE is what the file should hold, or "-".  Prints what is wrong, if
anything.
"""
import sys
import warnings


def wanted_of(path):
    import array
    with open(path) as lines:
        w, h, channels = map(int, next(lines).split())
        return (w, h, channels), array.array("d", map(float, lines))


def read_numpy(path):
    import numpy
    if path.endswith(("npy", "npz")):
        cells = numpy.load(path, allow_pickle=False)
        if path.endswith("npz"):
            (layer,) = cells.files
            assert path.endswith(f"/{layer}.npz"), layer
            cells = cells[layer]
        kind = cells.dtype.str
        none = numpy.iinfo(cells.dtype).max if cells.dtype.kind == "u" else None
    elif path.endswith("csv"):
        cells = numpy.loadtxt(path, delimiter=",", ndmin=2)
        kind, none = "-", -1
    else:
        with open(path, "rb") as file:
            magic, size, scale = (file.readline().split() for _ in range(3))
            data = file.read()
        channels = {b"Pf": 1, b"PF": 3}[magic[0]]
        w, h = map(int, size)
        assert float(scale[0]) < 0, "big-endian"
        cells = numpy.frombuffer(data, "<f4").reshape(h, w, channels)[::-1]
        cells = cells[:, :, :2] if channels == 3 else cells[:, :, 0]
        kind, none = magic[0].decode(), None
    return cells, kind, none


def read_pillow(path):
    import numpy
    import PIL.Image
    PIL.Image.MAX_IMAGE_PIXELS = None
    image = PIL.Image.open(path)
    assert not path.endswith("png16") or image.info["Software"].startswith("flowfield"), image.info
    deep = image.mode.startswith("I")
    return numpy.array(image).astype("i8"), image.mode, 65535 if deep else 255


def read_gdal(path):
    from osgeo import gdal
    gdal.UseExceptions()
    data = gdal.Open(path)
    band = data.GetRasterBand(1)
    kind = gdal.GetDataTypeName(band.DataType)
    none = {"Byte": 255, "UInt16": 65535}.get(kind, band.GetNoDataValue())
    return data.ReadAsArray(), kind, none


def judge(read, path, wanted, kind):
    import numpy
    (w, h, channels), want = wanted_of(wanted)
    cells, got_kind, none = read(path)
    if kind not in ("-", got_kind):
        return "holds %s, not %s" % (got_kind, kind)
    columns = w * channels if path.endswith("csv") else w
    if cells.size != w * h * channels or cells.shape[:2] != (h, columns):
        return "has the shape %s" % (cells.shape,)
    got = cells.astype("f8").ravel()
    want = numpy.array(want)
    empty = numpy.isinf(want)
    if none is not None:
        if not (got[empty] == none).all() and not (got[empty] == numpy.inf).all():
            return "has %s where there is no value" % got[empty][got[empty] != none][0]
        # Where all have a value, none's number may be one of them.
        if empty.any() and (got[~empty] == none).any() and "/cost." not in path:
            return "has no value where there is one"
    elif not numpy.isinf(got[empty]).all():
        return "has a number where there is no value"
    got, want = got[~empty], want[~empty]
    if kind in ("<f4", "Pf", "PF", "Float32"):
        far = numpy.abs(got - want) > 1e-6 + 6e-8 * numpy.abs(want)
    else:
        far = numpy.abs(got - want) > (1e-6 if got_kind in ("<f8", "-") else 0)
    if far.any():
        first = numpy.flatnonzero(far)[0]
        return "value %d is %r, not %r" % (first, got[first], want[first])
    return None


def main():
    read = globals()["read_" + sys.argv[1]]
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        path, wanted, kind = line.split()
        wrong = judge(read, path, wanted, kind)
        if wrong is not None:
            print(path, wrong)


main()
