"""The module sqlite3 of Python: python.py [EXTENSION]; without one, the package gamemap, installed"""
import sqlite3
import sys

db = sqlite3.connect(":memory:")
if len(sys.argv) > 1:
    db.enable_load_extension(True)
    db.load_extension(sys.argv[1])
else:
    import gamemap
    gamemap.load(db)


def ask(sql, *parameters):
    return db.execute(sql, parameters).fetchone()


print("sqlite", *ask("SELECT sqlite_version()"))
print("version", *ask("SELECT gamemap_version()"))
print("glob", *ask("SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')"))
print("join", *ask("""SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
    JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1"""))
with open("samples/town.gnd", "rb") as file:
    print("blob", *ask("SELECT count(*) FROM gnd_cubes(?)", file.read()))
try:
    ask("SELECT * FROM gnd_maps('samples/missing.gnd')")
except sqlite3.Error as error:
    print("error", error)
