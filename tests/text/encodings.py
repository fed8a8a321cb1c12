"""Compares what `encodings --list` prints with Python's own codecs, byte by byte."""
import sys


def expected(codec, data):
    """The text of `data` up to a NUL; a byte that begins no character is U+FFFD by itself."""
    data = data.split(b"\0")[0]
    text = ""
    at = 0
    while at < len(data):
        for size in (2, 1):
            part = data[at:at + size]
            try:
                character = part.decode(codec)
            except UnicodeDecodeError:
                continue
            if len(part) == size and len(character) == 1:
                text += character
                at += size
                break
        else:
            text += "\N{REPLACEMENT CHARACTER}"
            at += 1
    return text


passed = failed = 0
for line in sys.stdin:
    codec, raw, found = line.rstrip("\n").split(" ")
    wanted = expected(codec, bytes.fromhex(raw)).encode("utf-8").hex()
    if found == wanted:
        passed += 1
        continue
    failed += 1
    if failed <= 10:
        print(f"{codec} {raw}: {found}, Python has {wanted}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
