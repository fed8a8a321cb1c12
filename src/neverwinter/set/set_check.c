/* Checks for odd but readable data in a tileset. */
#include "neverwinter/set/set.h"

static void check_count(const Set *set, Findings *findings) {
    int64_t count;
    if (!set_integer(set, set->tile_list, "Count", &count)) {
        finding_add(findings, SEVERITY_WARNING, "tile_count", NO_OFFSET,
                    "no section [TILES] says how many tiles there are");
    } else if (count < 0 || (uint64_t)count != set->tile_count) {
        finding_add(findings, SEVERITY_WARNING, "tile_count", set->sections[set->tile_list].name.at,
                    "[TILES] counts %" PRId64 " tiles, the last one has number %" PRId64, count,
                    (int64_t)set->tile_count - 1);
    }
}

static void check_tiles(const Set *set, Findings *findings) {
    for (uint64_t i = 0; i < set->tile_count; i++) {
        uint32_t section = set->tiles[i].section;
        const SetText *model = section == SET_NO_SECTION ? NULL : set_value(set, section, "Model");
        if (section == SET_NO_SECTION) {
            finding_add(findings, SEVERITY_WARNING, "tile_missing", NO_OFFSET,
                        "tile %" PRIu64 " has no section", i);
        } else if (!model || !model->length) {
            finding_add(findings, SEVERITY_WARNING, "tile_without_model",
                        set->sections[section].name.at, "tile %" PRIu64 " has no model", i);
        }
    }
}

/* Compares the number of doors that each tile states with the doors that the file has. */
static void check_doors(const Set *set, Findings *findings) {
    for (uint64_t tile = 0, door = 0; tile < set->tile_count; tile++) {
        int64_t said = 0;
        uint64_t first = door;
        uint32_t section = set->tiles[tile].section;
        while (door < set->door_count && set->doors[door].tile == tile) door++;
        if (section == SET_NO_SECTION) continue;
        set_integer(set, section, "Doors", &said);
        if (said < 0 || (uint64_t)said != door - first) {
            finding_add(findings, SEVERITY_WARNING, "door_count", set->sections[section].name.at,
                        "tile %" PRIu64 " says that it has %" PRId64
                        " doors, the file has %" PRIu64,
                        tile, said, door - first);
        }
    }
}

bool set_check(Document *document, Findings *findings, Error *error) {
    const Set *set = (const Set *)document;
    static const SightingKind kind = {
        SEVERITY_WARNING, "value_odd",
        "numbers with something behind them, which isn't read, or values that are none"};
    Sightings odd = {0};
    if (!set_count_odd_numbers(set, &odd, error)) return false;
    sightings_tell(&odd, &kind, 1, findings);
    check_count(set, findings);
    check_tiles(set, findings);
    check_doors(set, findings);
    if (set->stray_count) {
        finding_add_times(
            findings, set->stray_count, SEVERITY_WARNING, "tile_number",
            set->sections[set->first_stray].name.at,
            "tiles or doors with a number of 65536 or more, which aren't read: %" PRIu64,
            set->stray_count);
    }
    return true;
}
