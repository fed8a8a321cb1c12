/* Materials of a GLB. Materials with the same name are shared; a material has a colour that its
** name determines, or the picture of a texture. See glb.h. */
#include "glb.h"
#include "text.h"

enum {
    FILTER_LINEAR = 9729,
    FILTER_MIPMAPS = 9987, /* linear within and between mipmaps */
    WRAP_CLAMP = 33071,
    WRAP_REPEAT = 10497,
    HASHES_LEAST = 64,
};

/* A material that has been written. */
typedef struct Made {
    GlbMaterial material;
    Color color;
    uint64_t hash;
    uint32_t texture; /* GLB_NONE: no texture */
} Made;

/* ---- Colours --------------------------------------------------------------------------------- */

static bool is_same_name(const char *a, const char *b) {
    while (*a && fold_byte((uint8_t)*a) == fold_byte((uint8_t)*b)) a++, b++;
    return fold_byte((uint8_t)*a) == fold_byte((uint8_t)*b);
}

/* The FNV-1a hash of a name without regard to case; `hash` is the initial value. */
static uint64_t hash_name(const char *name, uint64_t hash) {
    for (; *name; name++) hash = (hash ^ fold_byte((uint8_t)*name)) * 0x100000001b3;
    return hash;
}

/* Mixes two bytes of colours; `by` has a share of two fifths. */
static uint8_t muted(uint8_t byte, uint8_t by) {
    return (uint8_t)((3u * byte + 2u * by) / 5);
}

/* A name has the same colour in every file: one of many that can be told apart, mixed with the
** colour of stone so that it isn't garish. */
static Color name_color(const char *name) {
    Color color = palette_class(hash_name(name, 0xcbf29ce484222325) % 999983);
    return (Color){muted(color.red, 168), muted(color.green, 156), muted(color.blue, 140), 255};
}

const Color *glb_ground_color(const char *name) {
    static const struct {
        const char *name;
        Color color;
    } grounds[] = {
        {"dirt", {134, 104, 70, 255}},        {"grass", {98, 140, 66, 255}},
        {"stone", {146, 144, 138, 255}},      {"wood", {158, 116, 66, 255}},
        {"carpet", {150, 60, 66, 255}},       {"metal", {128, 140, 154, 255}},
        {"swamp", {92, 100, 58, 255}},        {"mud", {100, 78, 56, 255}},
        {"leaves", {140, 132, 50, 255}},      {"water", {70, 126, 178, 255}},
        {"puddles", {104, 134, 156, 255}},    {"obscuring", {96, 84, 108, 255}},
        {"nonwalk", {90, 90, 90, 255}},       {"transparent", {200, 208, 214, 255}},
        {"lava", {206, 84, 32, 255}},         {"bottomlesspit", {46, 42, 48, 255}},
        {"deepwater", {36, 76, 134, 255}},    {"door", {176, 140, 84, 255}},
        {"snow", {232, 238, 244, 255}},       {"sand", {214, 190, 136, 255}},
        {"barebones", {212, 204, 184, 255}},  {"stonebridge", {168, 160, 148, 255}},
        {"notdefined", {120, 120, 120, 255}},
    };
    for (size_t i = 0; i < LENGTH(grounds); i++) {
        if (is_same_name(grounds[i].name, name)) return &grounds[i].color;
    }
    return NULL;
}

/* glTF stores colours as amounts of light. This polynomial is close to the curve of sRGB and,
** unlike pow(), gives the same bits everywhere. */
static double linear(uint8_t byte) {
    double c = byte / 255.0;
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

/* ---- Pictures of textures -------------------------------------------------------------------- */

static uint32_t add_sampler(Glb *glb, int min, int wrap) {
    Json *json = &glb->lists[GLB_SAMPLERS];
    uint32_t number = glb_open(glb, GLB_SAMPLERS);
    json_integer(json, "magFilter", FILTER_LINEAR);
    json_integer(json, "minFilter", min);
    json_integer(json, "wrapS", wrap);
    json_integer(json, "wrapT", wrap);
    json_close(json, '}');
    return number;
}

static uint32_t add_texture(Glb *glb, uint32_t image, uint32_t sampler) {
    Json *json = &glb->lists[GLB_TEXTURES];
    uint32_t number = glb_open(glb, GLB_TEXTURES);
    json_integer(json, "source", image);
    json_integer(json, "sampler", sampler);
    json_close(json, '}');
    return number;
}

uint32_t glb_picture(Glb *glb, const char *name, const uint8_t *png, uint64_t size) {
    List *view = &glb->views[GLB_PICTURE];
    if (glb_failed(glb)) return GLB_NONE;
    if (!list_reserve(glb->arena, view, size, 1)) {
        fail_memory(glb->error, glb->arena);
        return GLB_NONE;
    }
    memcpy(view->items, png, (size_t)size);
    view->count = size;
    Json *json = &glb->lists[GLB_IMAGES];
    uint32_t image = glb_open(glb, GLB_IMAGES);
    json_text(json, "name", name);
    json_integer(json, "bufferView", 0); /* the view of GLB_PICTURE is the first one */
    json_text(json, "mimeType", "image/png");
    json_close(json, '}');
    return add_texture(glb, image, add_sampler(glb, FILTER_LINEAR, WRAP_CLAMP));
}

static bool is_plain(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || (byte && strchr("-._~/", byte));
}

static char *put_percent(char *at, char byte) {
    static const char digits[] = "0123456789ABCDEF";
    *at++ = '%';
    *at++ = digits[(unsigned char)byte >> 4];
    *at++ = digits[(unsigned char)byte & 15];
    return at;
}

/* Writes a texture's name as a part of a URI: with slashes for backslashes, without its extension,
** and so that it can't lead out of the folder, since the name comes from a file. */
static char *put_name(char *at, const char *name) {
    const char *slash = name, *end = NULL;
    for (const char *c = name; *c; c++) {
        if (*c == '/' || *c == '\\') slash = c + 1;
    }
    end = strrchr(slash, '.');
    if (!end || end == slash) end = name + strlen(name);
    for (bool begins = true; name < end; name++) {
        char byte = *name == '\\' ? '/' : *name;
        if (begins && (byte == '.' || byte == '/')) continue;
        begins = byte == '/';
        if (is_plain(byte)) *at++ = byte;
        else at = put_percent(at, byte);
    }
    return at;
}

/* Writes a piece of the user's pattern and escapes the characters that a URI can't have. */
static char *put_pattern(char *at, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte <= ' ' || byte >= 0x7f || strchr("\"<>\\^`{|}%", byte)) {
            at = byte == '\\' ? (*at = '/', at + 1) : put_percent(at, text[i]);
        } else {
            *at++ = text[i];
        }
    }
    return at;
}

/* Replaces the {} of a pattern like "textures/{}.png" by the name. A pattern without {} is a
** folder, to which the name and .png are added. */
static char *texture_uri(const Glb *glb, const char *name) {
    const char *pattern = glb->textures, *hole = strstr(pattern, "{}");
    size_t length = strlen(pattern), before = hole ? (size_t)(hole - pattern) : length;
    char *uri = arena_alloc(glb->arena, 3 * (length + strlen(name)) + 6, 1);
    if (!uri) {
        fail_memory(glb->error, glb->arena);
        return NULL;
    }
    char *at = put_pattern(uri, pattern, before);
    if (!hole && length && at[-1] != '/') *at++ = '/';
    at = put_name(at, name);
    if (hole) at = put_pattern(at, hole + 2, strlen(hole + 2));
    else at = put_pattern(at, ".png", 4);
    *at = '\0';
    return uri;
}

/* All pictures share one sampler. */
static uint32_t picture_of(Glb *glb, const char *name) {
    char *uri = texture_uri(glb, name);
    Json *json = &glb->lists[GLB_IMAGES];
    if (!uri) return GLB_NONE;
    uint32_t image = glb_open(glb, GLB_IMAGES);
    json_text(json, "name", name);
    json_text(json, "uri", uri);
    json_close(json, '}');
    arena_release(glb->arena, uri);
    if (glb->repeating == GLB_NONE) glb->repeating = add_sampler(glb, FILTER_MIPMAPS, WRAP_REPEAT);
    return add_texture(glb, image, glb->repeating);
}

/* ---- Sharing materials ----------------------------------------------------------------------- */

static bool is_same_color(Color a, Color b) {
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.opacity == b.opacity;
}

static bool is_same(const Made *made, const GlbMaterial *other, Color color) {
    const GlbMaterial *material = &made->material;
    return is_same_name(material->name, other->name) && is_same_color(made->color, color) &&
           material->is_texture == other->is_texture && !(material->opacity < other->opacity) &&
           !(material->opacity > other->opacity) && material->cuts_out == other->cuts_out &&
           material->two_sided == other->two_sided && material->light == other->light;
}

/* Returns the slot of a material that has been written, or the free slot for it. With NULL for the
** material, returns a free slot. */
static uint32_t *place_of(const Glb *glb, uint64_t hash, const GlbMaterial *material, Color color) {
    const Made *made = glb->materials.items;
    for (uint64_t i = hash;; i++) {
        uint32_t *place = &glb->by_hash[i & (glb->hash_places - 1)];
        if (*place == GLB_NONE) return place;
        if (material && made[*place].hash == hash && is_same(&made[*place], material, color)) {
            return place;
        }
    }
}

/* Keeps at least half of the slots free. */
static bool grow(Glb *glb) {
    if (glb->materials.count * 2 < glb->hash_places) return true;
    uint64_t places = glb->hash_places ? glb->hash_places * 2 : HASHES_LEAST;
    uint32_t *by_hash = arena_alloc(glb->arena, places, sizeof *by_hash);
    if (!by_hash) return fail_memory(glb->error, glb->arena);
    memset(by_hash, 0xFF, (size_t)(places * sizeof *by_hash));
    arena_release(glb->arena, glb->by_hash);
    glb->by_hash = by_hash;
    glb->hash_places = places;
    const Made *made = glb->materials.items;
    for (uint32_t i = 0; i < glb->materials.count; i++) {
        *place_of(glb, made[i].hash, NULL, made[i].color) = i;
    }
    return true;
}

/* ---- Writing them ---------------------------------------------------------------------------- */

static void put_texture(Json *json, const char *key, uint32_t texture, int coordinates) {
    json_open(json, key, '{');
    json_integer(json, "index", texture);
    if (coordinates) json_integer(json, "texCoord", coordinates);
    json_close(json, '}');
}

static void put_factor(Json *json, const Made *made) {
    const Color *color = &made->color;
    bool shows_texture = made->texture != GLB_NONE;
    double factor[4] = {1, 1, 1, made->material.opacity};
    if (!shows_texture) {
        factor[0] = linear(color->red);
        factor[1] = linear(color->green);
        factor[2] = linear(color->blue);
    }
    json_numbers(json, "baseColorFactor", factor, 4);
}

/* A texture is lit by its light; if there is no texture, the light is shown in its place. */
static void put_look(Json *json, const Made *made) {
    uint32_t light = made->material.light;
    json_open(json, "pbrMetallicRoughness", '{');
    put_factor(json, made);
    if (made->texture != GLB_NONE) put_texture(json, "baseColorTexture", made->texture, 0);
    else if (light != GLB_NONE) put_texture(json, "baseColorTexture", light, 1);
    json_integer(json, "metallicFactor", 0);
    json_integer(json, "roughnessFactor", 1);
    json_close(json, '}');
    if (made->texture != GLB_NONE && light != GLB_NONE) {
        put_texture(json, "occlusionTexture", light, 1);
    }
}

static void write_material(Glb *glb, const Made *made) {
    const GlbMaterial *material = &made->material;
    Json *json = &glb->lists[GLB_MATERIALS];
    bool cut = !(material->opacity > 0) || (material->cuts_out && made->texture != GLB_NONE);
    glb_open(glb, GLB_MATERIALS);
    json_text(json, "name", material->name);
    put_look(json, made);
    if (cut) json_text(json, "alphaMode", "MASK");
    else if (material->opacity < 1) json_text(json, "alphaMode", "BLEND");
    if (material->two_sided) json_true(json, "doubleSided");
    json_close(json, '}');
}

/* Copies the name into the arena. */
static const char *keep_name(Glb *glb, const char *name) {
    size_t size = strlen(name) + 1;
    char *copy = arena_alloc(glb->arena, size, 1);
    if (copy) memcpy(copy, name, size);
    else fail_memory(glb->error, glb->arena);
    return copy;
}

uint32_t glb_material(Glb *glb, const GlbMaterial *material) {
    uint64_t hash = hash_name(material->name, glb->arena->host->key[0]) >> 3;
    Color color = material->color ? *material->color : name_color(material->name);
    if (glb_failed(glb) || !grow(glb)) return GLB_NONE;
    uint32_t *place = place_of(glb, hash, material, color);
    if (*place != GLB_NONE) return *place;
    Made made = {*material, color, hash, GLB_NONE};
    made.material.name = keep_name(glb, material->name);
    if (material->is_texture && glb->textures) made.texture = picture_of(glb, material->name);
    Made *added = list_add(glb->arena, &glb->materials, sizeof *added);
    if (!added) fail_memory(glb->error, glb->arena);
    if (glb_failed(glb)) return GLB_NONE;
    *added = made;
    write_material(glb, added);
    return *place = (uint32_t)glb->materials.count - 1;
}
