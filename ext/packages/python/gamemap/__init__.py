"""gamemap: game-world files as tables of SQLite.

    import sqlite3, gamemap
    db = sqlite3.connect(":memory:")
    gamemap.load(db)
    db.execute("SELECT file, width, height FROM gnd_maps('maps/*.gnd')")
"""
import os
import sys

__all__ = ["load", "loadable_path"]


def loadable_path():
    """The path of the library, for a host that loads it by itself."""
    name = "gamemap.dll" if sys.platform == "win32" else "gamemap.so"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def load(connection, *, files=True):
    """Brings the tables into a connection of sqlite3 or apsw.

    With files=False no query opens a file: sources are BLOBs only. (sqlite3 can do so from
    Python 3.12 on.)
    """
    entry = {} if files else {"entrypoint": "sqlite3_gamemap_nofs_init"}
    if hasattr(connection, "load_extension"):  # sqlite3
        connection.enable_load_extension(True)
        try:
            connection.load_extension(loadable_path(), **entry)
        finally:
            connection.enable_load_extension(False)
    elif hasattr(connection, "loadextension"):  # apsw
        connection.enableloadextension(True)
        try:
            connection.loadextension(loadable_path(), *entry.values())
        finally:
            connection.enableloadextension(False)
    else:
        raise RuntimeError("this Python's sqlite3 was built without load_extension: "
                           "use another build of Python, or the module apsw")
