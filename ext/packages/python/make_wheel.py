"""Writes a wheel: make_wheel.py VERSION LIBRARY PLATFORM OUT [LICENSES]; PLATFORM may be several, a.b

A wheel is a ZIP archive with a list of what is in it; Python alone is needed to write one. Its times
are those of SOURCE_DATE_EPOCH, so that the same files give the same wheel.
"""
import base64
import hashlib
import os
import sys
import time
import zipfile

version, library, platform, out = sys.argv[1:5]
licenses = sys.argv[5:]
here = os.path.dirname(os.path.abspath(__file__))
info = f"gamemap-{version}.dist-info"
when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]


def content(path):
    with open(path, "rb") as file:
        return file.read()


METADATA = f"""Metadata-Version: 2.1
Name: gamemap
Version: {version}
Summary: Game-world files as tables of SQLite
Requires-Python: >=3.7
Description-Content-Type: text/plain

gamemap.load(connection) brings the tables into a connection of sqlite3 or apsw, and
gamemap.loadable_path() is the path of the library.
"""
WHEEL = f"""Wheel-Version: 1.0
Generator: gamemap
Root-Is-Purelib: false
""" + "".join(f"Tag: py3-none-{tag}\n" for tag in platform.split("."))

files = [
    ("gamemap/__init__.py", content(os.path.join(here, "gamemap", "__init__.py"))),
    ("gamemap/" + os.path.basename(library), content(library)),
    *((f"{info}/{os.path.basename(path)}", content(path)) for path in licenses),
    (f"{info}/METADATA", METADATA.encode()),
    (f"{info}/WHEEL", WHEEL.encode()),
]

record = ""
for name, data in files:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    record += f"{name},sha256={digest},{len(data)}\n"
files.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode()))

path = os.path.join(out, f"gamemap-{version}-py3-none-{platform}.whl")
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
    for name, data in files:
        entry = zipfile.ZipInfo(name, when)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if name == "gamemap/gamemap.so" else 0o100644) << 16
        wheel.writestr(entry, data)
print(path)
