"""What the readers of this folder share: fields of bytes, and how a file is refused."""
import struct


class Refused(Exception):
    """This file isn't of the format, or is damaged so that no table shows any of it."""


class Short(Exception):
    """The bytes end before a field does."""


class Fields:
    """The bytes data[at:end], read field by field, little-endian."""

    def __init__(self, data, at=0, end=None):
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def left(self):
        return self.end - self.at

    def take(self, size):
        """The next `size` bytes."""
        if size > self.left():
            raise Short(f"offset {self.at:#x}: {size} bytes, {self.left()} left")
        self.at += size
        return self.data[self.at - size:self.at]

    def many(self, layout):
        """A tuple of fields, by the letters of struct."""
        layout = "<" + layout
        return struct.unpack(layout, self.take(struct.calcsize(layout)))

    def one(self, letter):
        return self.many(letter)[0]

    def u8(self):
        return self.one("B")

    def u16(self):
        return self.one("H")

    def u32(self):
        return self.one("I")

    def floats(self, count):
        return self.many(f"{count}f")


def signed(value):
    """A u64 as SQLite shows it."""
    return value - (1 << 64) if value >> 63 else value


def utf8(data):
    """Text up to a NUL; each byte that is of no character in UTF-8 reads as U+FFFD."""
    data, text = data.split(b"\0")[0], ""
    while data:
        try:
            return text + data.decode()
        except UnicodeDecodeError as wrong:
            text += data[:wrong.start].decode() + "\N{REPLACEMENT CHARACTER}"
            data = data[wrong.start + 1:]
    return text


class Places:
    """Bytes that are read by their offsets; what isn't there is refused."""

    def __init__(self, data):
        self.data = data

    @classmethod
    def of(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def __len__(self):
        return len(self.data)

    def block(self, at, size):
        if at < 0 or size < 0 or at + size > len(self.data):
            raise Refused(f"offset {at:#x}: {size} bytes, the data have {len(self.data)}")
        return self.data[at:at + size]

    def many(self, at, layout):
        """A tuple of fields, by the letters of struct."""
        layout = "<" + layout
        return struct.unpack(layout, self.block(at, struct.calcsize(layout)))

    def one(self, at, letter):
        return self.many(at, letter)[0]


def windows_1252(data):
    """Text up to a NUL; the five bytes that Windows-1252 lacks read as U+FFFD."""
    return data.split(b"\0")[0].decode("cp1252", "replace")
