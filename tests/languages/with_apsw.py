"""apsw, another SQLite for Python: with_apsw.py [EXTENSION]; without one, the package gamemap"""
import sys

import apsw

db = apsw.Connection(":memory:")
if len(sys.argv) > 1:
    db.enableloadextension(True)
    db.loadextension(sys.argv[1])
else:
    import gamemap
    gamemap.load(db)


def ask(sql, *parameters):
    return next(db.cursor().execute(sql, parameters))


print("sqlite", apsw.sqlitelibversion())
print("version", *ask("SELECT gamemap_version()"))
print("glob", *ask("SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')"))
print("join", *ask("""SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
    JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1"""))
with open("samples/town.gnd", "rb") as file:
    print("blob", *ask("SELECT count(*) FROM gnd_cubes(?)", file.read()))
try:
    ask("SELECT * FROM gnd_maps('samples/missing.gnd')")
except apsw.Error as error:
    print("error", error)
