// Reads what gamemap writes for Detour with libDetour itself: detour MESH PAIRS. The mesh is a tile,
// or a set of tiles. Each line of PAIRS has two places (x, height, z), whether there is a way (0 or
// 1), its least length, and whether one sees the other. The last line is `N passed, N failed`.
#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static std::vector<unsigned char> read_file(const char *path) {
    std::vector<unsigned char> bytes;
    if (FILE *file = fopen(path, "rb")) {
        for (int byte; (byte = getc(file)) != EOF;) bytes.push_back((unsigned char)byte);
        fclose(file);
    }
    return bytes;
}

static unsigned char *copy(const unsigned char *at, int size) {
    return (unsigned char *)memcpy(dtAlloc((size_t)size, DT_ALLOC_PERM), at, (size_t)size);
}

// As loadAll() of Recast's demos reads a set.
static bool load(dtNavMesh *mesh, const std::vector<unsigned char> &file) {
    struct { int magic, version, tiles; dtNavMeshParams params; } set;
    struct { dtTileRef reference; int size; } tile;
    if (file.size() < sizeof set) return false;
    if (memcmp(file.data(), "VAND", 4) == 0) {
        int size = (int)file.size();
        return dtStatusSucceed(mesh->init(copy(file.data(), size), size, DT_TILE_FREE_DATA));
    }
    memcpy(&set, file.data(), sizeof set);
    const unsigned char *at = file.data() + sizeof set;
    if (set.magic != ('M' << 24 | 'S' << 16 | 'E' << 8 | 'T') || set.version != 1) return false;
    if (dtStatusFailed(mesh->init(&set.params))) return false;
    for (int i = 0; i < set.tiles; i++, at += tile.size) {
        memcpy(&tile, at, sizeof tile);
        at += sizeof tile;
        dtTileRef given = 0;
        dtStatus status = mesh->addTile(copy(at, tile.size), tile.size, DT_TILE_FREE_DATA,
                                        tile.reference, &given);
        if (dtStatusFailed(status) || given != tile.reference) return false;
    }
    return at == file.data() + file.size();
}

struct Pair { float from[3], to[3], length; int reachable, sees; };

// Returns what is wrong with Detour's answer, or nothing.
static const char *ask(dtNavMeshQuery *query, const Pair &pair) {
    enum { MOST = 4096 };
    static dtPolyRef polygons[MOST];
    static float points[3 * MOST];
    const float reach[] = {0.01f, 1, 0.01f};
    const dtQueryFilter filter;
    dtPolyRef first = 0, last = 0;
    float from[3], to[3];
    query->findNearestPoly(pair.from, reach, &filter, &first, from);
    query->findNearestPoly(pair.to, reach, &filter, &last, to);
    if (!first || !last) return "a place isn't on the mesh";
    int count = 0;
    query->findPath(first, last, from, to, &filter, polygons, &count, MOST);
    if ((count && polygons[count - 1] == last) != (pair.reachable != 0)) return "reachability";
    if (!pair.reachable) return NULL;
    int turns = 0;
    float length = 0;
    query->findStraightPath(from, to, polygons, count, points, NULL, NULL, &turns, MOST);
    for (int i = 1; i < turns; i++) length += dtVdist2D(points + 3 * i - 3, points + 3 * i);
    if (length < pair.length * 0.9999f - 0.001f) return "the way is shorter than the shortest";
    if (pair.sees < 0) return NULL;
    float far = 0, normal[3];
    query->raycast(first, from, to, &filter, &far, normal, polygons, &count, MOST);
    return (far > 1) == (pair.sees != 0) ? NULL : "sight";
}

int main(int count, char **arguments) {
    dtNavMesh mesh;
    dtNavMeshQuery query;
    Pair pair;
    int passed = 0, failed = 0;
    FILE *pairs = count == 3 ? fopen(arguments[2], "r") : NULL;
    if (!pairs || !load(&mesh, read_file(arguments[1])) || dtStatusFailed(query.init(&mesh, 65535))) {
        printf("failed: %s isn't read\n0 passed, 1 failed\n", count > 1 ? arguments[1] : "nothing");
        return 1;
    }
    while (fscanf(pairs, "%f %f %f %f %f %f %d %f %d", &pair.from[0], &pair.from[1], &pair.from[2],
                  &pair.to[0], &pair.to[1], &pair.to[2], &pair.reachable, &pair.length,
                  &pair.sees) == 9) {
        const char *wrong = ask(&query, pair);
        ++*(wrong ? &failed : &passed);
        if (wrong) {
            printf("failed: %s: %g %g %g to %g %g %g: %s\n", arguments[1], pair.from[0],
                   pair.from[1], pair.from[2], pair.to[0], pair.to[1], pair.to[2], wrong);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}
