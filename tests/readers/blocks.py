"""What LZMA, zlib and FastLZ unpack to, as the description of Firefall's chunks says."""
import lzma
import struct
import zlib


def unpack_lzma(data, size):
    """The `size` bytes that raw LZMA1 behind five bytes of properties unpacks to, or None."""
    if len(data) < 5:
        return None
    letter, dictionary = struct.unpack_from("<BI", data)
    if letter >= 9 * 5 * 5:
        return None
    # No distance is larger than what was unpacked, so that a dictionary of that size is enough.
    filters = [{"id": lzma.FILTER_LZMA1, "lc": letter % 9, "lp": letter // 9 % 5,
                "pb": letter // 45, "dict_size": max(4096, min(dictionary, size))}]
    try:
        reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)
        unpacked = reader.decompress(data[5:], size)
    except lzma.LZMAError:
        return None
    return unpacked if len(unpacked) == size else None


def unpack_zlib(data, size):
    """The `size` bytes of a zlib stream, whose end may not be that of the data, or what is wrong:
    "block-size" where it gives more bytes or ends before, "zlib" where it is damaged."""
    for step in (len(data), 1):  # by single bytes if it is damaged, for all that comes before that
        reader, unpacked, damaged = zlib.decompressobj(), b"", False
        try:
            for at in range(0, len(data), step):
                unpacked += reader.decompress(data[at:at + step], size + 1)
                if reader.eof or len(unpacked) > size:
                    break
        except zlib.error:
            damaged = True
            continue
        break
    if len(unpacked) > size or len(unpacked) < size and not damaged:
        return None, "block-size"
    return (unpacked, "ok") if reader.eof else (None, "zlib")


class Damaged(Exception):
    """What is wrong in a FastLZ stream."""


def unpack_fastlz(data, size):
    """The `size` bytes that FastLZ, level 1 or 2, unpacks to."""
    if not data:
        if size:
            raise Damaged("lz-empty")
        return b""
    level, out, at = data[0] >> 5, bytearray(), 0
    if size > 256 * len(data):  # no stream gives as much
        raise Damaged("lz-short")
    if level > 1:
        raise Damaged("lz-tag")
    try:
        while at < len(data):
            control = data[at] if at else data[0] & 31
            at += 1
            if control < 32:
                if at + control + 1 > len(data):
                    raise Damaged("lz-in")
                out += data[at:at + control + 1]
                at += control + 1
            else:
                length = (control >> 5) + 2
                if length == 9:
                    more = 255
                    while more == 255:
                        more = data[at]
                        at += 1
                        length += more
                        if not level:
                            break
                distance = (control & 31) * 256 + data[at]
                at += 1
                if level and distance == 8191:
                    distance += data[at] * 256 + data[at + 1]
                    at += 2
                distance += 1
                if distance > len(out):
                    raise Damaged("lz-ref")
                while length > 0:  # source and target may overlap
                    piece = out[-distance:][:length]
                    out += piece
                    length -= len(piece)
            if len(out) > size:
                raise Damaged("lz-out")
    except IndexError:
        raise Damaged("lz-in") from None
    if len(out) != size:
        raise Damaged("lz-short")
    return bytes(out)
