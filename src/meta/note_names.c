/* The names that the public notes on the formats use, where columns are named otherwise. */
#include "meta/note_names.h"

static const struct {
    const char *table, *column, *names;
} notes[] = {
    /* JMXVNVM */
    {"jmx_regions", "object_count", "objCount"},
    {"jmx_regions", "cell_count", "totalCellCount"},
    {"jmx_regions", "open_cell_count", "openCellCount"},
    {"jmx_regions", "global_edge_count", "globalEdgeCount"},
    {"jmx_regions", "internal_edge_count", "internalEdgeCount"},
    {"jmx_objects", "asset_id", "AssetID"},
    {"jmx_objects", "x", "LocalPosition.X"},
    {"jmx_objects", "y", "LocalPosition.Y"},
    {"jmx_objects", "z", "LocalPosition.Z"},
    {"jmx_objects", "yaw", "LocalYaw"},
    {"jmx_objects", "local_uid", "LocalUID"},
    {"jmx_objects", "unknown_24", "Short0"},
    {"jmx_objects", "is_big", "IsBig"},
    {"jmx_objects", "is_struct", "IsStruct"},
    {"jmx_objects", "region_id", "RID, RegionID"},
    {"jmx_objects", "world_uid", "WorldUID"},
    {"jmx_objects", "link_count", "linkEdgeCount"},
    {"jmx_object_links", "linked_object", "LinkedObjID"},
    {"jmx_object_links", "linked_edge", "LinkedObjEdgeID"},
    {"jmx_object_links", "edge", "EdgeID"},
    {"jmx_cells", "min_x", "Rectangle.Min.X"},
    {"jmx_cells", "min_z", "Rectangle.Min.Y"},
    {"jmx_cells", "max_x", "Rectangle.Max.X"},
    {"jmx_cells", "max_z", "Rectangle.Max.Y"},
    {"jmx_cells", "object_count", "cellObjCount, ObjectIndexCount"},
    {"jmx_cell_objects", "object_id", "objIndex, ObjectIndices"},
    {"jmx_edges", "flags", "EdgeFlag"},
    {"jmx_edges", "block_1_to_0", "EdgeFlag 1"},
    {"jmx_edges", "block_0_to_1", "EdgeFlag 2"},
    {"jmx_edges", "internal", "EdgeFlag 4"},
    {"jmx_edges", "global", "EdgeFlag 8"},
    {"jmx_edges", "railing", "EdgeFlag 16"},
    {"jmx_edges", "entrance", "EdgeFlag 32"},
    {"jmx_edges", "unknown_64", "EdgeFlag 64"},
    {"jmx_edges", "siege", "EdgeFlag 128"},
    {"jmx_edges", "direction0", "AssocDirection[0], EdgeDirection"},
    {"jmx_edges", "direction1", "AssocDirection[1], EdgeDirection"},
    {"jmx_edges", "cell0", "AssocCell[0]"},
    {"jmx_edges", "cell1", "AssocCell[1]"},
    {"jmx_edges", "region0", "AssocRegion[0]"},
    {"jmx_edges", "region1", "AssocRegion[1]"},
    {"jmx_tiles", "cell_id", "CellID"},
    {"jmx_tiles", "texture_id", "TextureID"},
    {"jmx_planes", "type", "planeType"},
    {"jmx_planes", "height", "planeHeight"},
    /* GND */
    {"gnd_maps", "scale", "Geometry scale factor"},
    {"gnd_maps", "normalizing_scale", "normalizingScaleFactor"},
};

const char *note_names(const char *table, const char *column) {
    for (size_t i = 0; i < LENGTH(notes); i++) {
        if (!strcmp(notes[i].table, table) && !strcmp(notes[i].column, column)) {
            return notes[i].names;
        }
    }
    return NULL;
}

/* Tells whether a name is one of those of a note, or the array of which they are members. */
static bool is_named(const char *names, const char *name, uint32_t length) {
    for (const char *at = names; at; at = strstr(at, ", ")) {
        if (at != names) at += 2;
        if (!strncmp(at, name, length) && (!at[length] || strchr("[.,", at[length]))) return true;
    }
    return false;
}

const char *note_column(const char *table, const char *name, uint32_t length, const char **names) {
    for (size_t i = 0; length && i < LENGTH(notes); i++) {
        if (strcmp(notes[i].table, table) != 0 || !is_named(notes[i].names, name, length)) continue;
        *names = notes[i].names;
        return notes[i].column;
    }
    return NULL;
}
