/* What the GFF files of Neverwinter Nights mean: areas, what stands on them, and blueprints. gff.h
** describes the files.
**
** An area is three files with one stem: .are (what it is), .git (what stands on it) and, for the
** toolset only, .gic (comments); in Neverwinter Nights 2 also .trx, its walkmesh, in the same frame.
** Units are metres, x is east, y is north, angles are in radians counter-clockwise from the east.
**
** A GIT has lists of objects:
**
**     list               kind           position           facing
**     Creature List      creature       X/Y/ZPosition      XOrientation, YOrientation: a vector
**     Door List          door           X, Y, Z            Bearing
**     Encounter List     encounter      X/Y/ZPosition      Bearing (only in the second game)
**     List               item           X/Y/ZPosition      vector
**     Placeable List     placeable      X, Y, Z            Bearing
**     SoundList          sound          X/Y/ZPosition      vector (only in the second game)
**     StoreList          store          X/Y/ZPosition      vector
**     TriggerList        trigger        X/Y/ZPosition      -
**     WaypointList       waypoint       X/Y/ZPosition      vector
**     LightList          light          X/Y/ZPosition      vector
**     EnvironmentList    environment    Position: x, y, z  Orientation: a quaternion
**     TreeList           tree           Position: x, y, z  -
**     PlacedFXList       placed_effect  Position: x, y, z  Orientation: a quaternion
**     CameraList         camera         Position           (Knights of the Old Republic)
**     StaticCameraList   static_camera  both               Orientation: a quaternion
**
** Corners of triggers (PointX, PointY, PointZ) and encounters (X, Y, Z) in Geometry are relative to
** the object; the places of an encounter's SpawnPointList aren't. Doors and triggers lead somewhere
** by LinkedTo, the tag of a door (LinkedToFlags 1) or waypoint (2) in any area of the module.
**
** An ARE of the first game has Tile_List: Width * Height tiles of 10 m, the southern row first, each
** from the west; tile i has Tile_ID, a tile of the SET, Tile_Orientation, quarter turns
** counter-clockwise about its centre, and Tile_Height, in steps of the SET's transition. An interior
** of the second game has TileList: tiles of 9 m with the place of their centre, of which empty
** squares have none.
**
** Known from the Aurora papers of BioWare and from 3,247 real GIT and 3,273 real ARE files. */
#pragma once

#include "core/file_set.h"
#include "core/geometry.h"
#include "neverwinter/gff/gff.h"

#define NWN_TILE_METRES  10.0
#define NWN2_TILE_METRES 9.0

typedef enum NwnKind {
    NWN_CREATURE,
    NWN_DOOR,
    NWN_ENCOUNTER,
    NWN_ITEM,
    NWN_PLACEABLE,
    NWN_SOUND,
    NWN_STORE,
    NWN_TRIGGER,
    NWN_WAYPOINT,
    NWN_LIGHT,
    NWN_ENVIRONMENT,
    NWN_TREE,
    NWN_PLACED_EFFECT,
    NWN_CAMERA,
    NWN_STATIC_CAMERA,
    NWN_KINDS,
} NwnKind;

typedef struct NwnKindName {
    const char *kind, *list;
} NwnKindName;

extern const NwnKindName nwn_kinds[NWN_KINDS];

/* The labels of the fields of objects, and the numbers by which they are known. */
#define NWN_OBJECT_LABELS(LABEL)                                                                   \
    LABEL(NWN_TAG, "Tag")                                                                          \
    LABEL(NWN_TEMPLATE, "TemplateResRef")                                                          \
    LABEL(NWN_RESREF, "ResRef")                                                                    \
    LABEL(NWN_LOCALIZED_NAME, "LocalizedName")                                                     \
    LABEL(NWN_LOC_NAME, "LocName")                                                                 \
    LABEL(NWN_FIRST_NAME, "FirstName")                                                             \
    LABEL(NWN_X_POSITION, "XPosition")                                                             \
    LABEL(NWN_Y_POSITION, "YPosition")                                                             \
    LABEL(NWN_Z_POSITION, "ZPosition")                                                             \
    LABEL(NWN_X, "X")                                                                              \
    LABEL(NWN_Y, "Y")                                                                              \
    LABEL(NWN_Z, "Z")                                                                              \
    LABEL(NWN_POSITION, "Position")                                                                \
    LABEL(NWN_BEARING, "Bearing")                                                                  \
    LABEL(NWN_X_ORIENTATION, "XOrientation")                                                       \
    LABEL(NWN_Y_ORIENTATION, "YOrientation")                                                       \
    LABEL(NWN_ORIENTATION, "Orientation")                                                          \
    LABEL(NWN_APPEARANCE_TYPE, "Appearance_Type")                                                  \
    LABEL(NWN_APPEARANCE, "Appearance")                                                            \
    LABEL(NWN_FACTION_ID, "FactionID")                                                             \
    LABEL(NWN_FACTION, "Faction")                                                                  \
    LABEL(NWN_CONVERSATION, "Conversation")                                                        \
    LABEL(NWN_LINKED_TO, "LinkedTo")                                                               \
    LABEL(NWN_LINKED_TO_FLAGS, "LinkedToFlags")                                                    \
    LABEL(NWN_TYPE, "Type")                                                                        \
    LABEL(NWN_LOAD_SCREEN, "LoadScreenID")                                                         \
    LABEL(NWN_MAP_NOTE, "MapNote")                                                                 \
    LABEL(NWN_GEOMETRY, "Geometry")                                                                \
    LABEL(NWN_SPAWN_POINTS, "SpawnPointList")                                                      \
    LABEL(NWN_GUID, "GUID")                                                                        \
    LABEL(NWN_SCALE, "ModelScale")                                                                 \
    LABEL(NWN_VARIABLES, "VarTable")

typedef enum NwnLabel {
#define NWN_NUMBER(number, label) number,
    NWN_OBJECT_LABELS(NWN_NUMBER)
#undef NWN_NUMBER
} NwnLabel;
enum { NWN_LABELS = NWN_VARIABLES + 1 };

typedef struct NwnObject {
    uint32_t structure, list_index, kind;
    uint32_t fields[NWN_LABELS]; /* by NwnLabel, as gff_find() finds them; GFF_NONE: none */
} NwnObject;

/* A struct of a list of an object: a corner of its outline, a place where an encounter's creatures
** appear, or a variable, whose object is GFF_NONE if it is the file's. */
typedef struct NwnPart {
    uint32_t structure, object, number;
} NwnPart;

/* What a file's lists of objects hold: objects (NwnObject), and their parts (NwnPart). */
typedef enum NwnPlacedList {
    NWN_OBJECTS,
    NWN_POINTS,
    NWN_SPAWNS,
    NWN_OBJECT_VARIABLES,
    NWN_PLACED_LISTS
} NwnPlacedList;
typedef struct NwnPlaced {
    List lists[NWN_PLACED_LISTS];
} NwnPlaced;

/* Makes the lists of gff->placed, once. */
bool nwn_list_placed(Gff *gff, Error *error);
static inline uint64_t nwn_count(const Gff *gff, NwnPlacedList list) {
    return gff->placed->lists[list].count;
}
static inline size_t nwn_placed_bytes(NwnPlacedList list) {
    return list == NWN_OBJECTS ? sizeof(NwnObject) : sizeof(NwnPart);
}
static inline const NwnObject *nwn_object(const Gff *gff, uint64_t id) {
    return (const NwnObject *)gff->placed->lists[NWN_OBJECTS].items + id;
}

/* Returns the place of an object; numbers that are missing are NaN. */
Vector nwn_place(const Gff *gff, const NwnObject *object);
/* Returns the numbers x, y and z of a field that is a struct. */
Vector nwn_struct_vector(const Gff *gff, uint32_t field);
/* Returns the place of a point in the object's frame (is_relative: relative to it, as stored). */
Vector nwn_point_place(const Gff *gff, const NwnPart *point, bool is_relative);
double nwn_facing(const Gff *gff, const NwnObject *object); /* NaN: unknown */
/* Returns the field of an object's name. */
uint32_t nwn_name_field(const NwnObject *object);
/* Returns to what an object's link leads, "door" or "waypoint"; NULL: its flags don't say. */
const char *nwn_link_kind(const Gff *gff, const NwnObject *object);
static inline uint32_t nwn_field(const Gff *gff, uint32_t structure, const char *label) {
    return structure == GFF_NONE ? GFF_NONE : gff_find(gff, structure, label);
}

/* ---- Areas ----------------------------------------------------------------------------------- */

/* What an ARE says of its tiles. */
typedef struct NwnArea {
    bool is_area, is_second; /* of Neverwinter Nights 2 */
    bool has_size;           /* false in Knights of the Old Republic, whose areas are rooms */
    uint32_t tiles;          /* the field of its tiles, or GFF_NONE */
    int64_t width, height;   /* tiles */
    double tile_metres;      /* NaN: an area without tiles, as an exterior */
} NwnArea;

/* Reads the size of an area; is_area is false for a GFF that isn't one. */
NwnArea nwn_area(const Gff *gff);

/* ---- Transitions ----------------------------------------------------------------------------- */

/* A place in an area, in metres: the number of the area's file, x and y. */
typedef struct NwnSpot {
    uint32_t file;
    Point2 at;
} NwnSpot;

/* A door or trigger that names a tag to lead to, and what has this tag in any of the files. */
typedef struct NwnTransition {
    NwnSpot spot;
    uint32_t object_id, target_id; /* what it is, and what has the tag: objects of their files */
    const char *tag, *kind, *linked_to, *linked_kind;
    const struct NwnTagged *tagged; /* all that has the tag */
    bool is_certain;                /* it isn't a locked door */
    uint64_t matches;               /* how many have the tag; 0: nothing, and `target` isn't set */
    NwnSpot target;
    const char *target_file, *target_kind; /* NULL: nothing has the tag */
    /* Of ways over transitions (nwn_world.h): */
    bool is_reached;
    const char *area;      /* in which one walks to it */
    Point2 from, at;       /* where that walk begins and ends */
    bool in_reach;         /* one can use it there */
    double walked, length; /* that walk, and all of the way until one takes it */
    Point2 arrival;        /* where one comes to its target */
} NwnTransition;

/* Lists the transitions of all files in `arena`, in the order of files and objects, each with what
** it leads to among these files: a list of NwnTransition. */
bool nwn_find_transitions(const FileSet *files, Arena *arena, List *transitions, Error *error);
