/* Materials of a GLB. Materials with the same name are shared; a material has a colour that its
** name determines, or the picture of a texture. See glb.h. */
#include "scene/glb.h"
#include "codec/text.h"
#include "picture/material.h"

enum {
    FILTER_LINEAR = 9729,
    FILTER_MIPMAPS = 9987, /* linear within and between mipmaps */
    WRAP_CLAMP = 33071,
    WRAP_REPEAT = 10497,
};

/* A material that is written. */
typedef struct Made {
    const GlbMaterial *material;
    Color color;
    uint32_t texture;            /* GLB_NONE: no texture */
    const GlbEmbedded *embedded; /* NULL: its texture isn't in the file */
} Made;

/* ---- Colours --------------------------------------------------------------------------------- */

/* A name has the same colour in every file: that of the material of which it speaks, or one of
** several shades of stone, since a colour that says nothing should be calm. */
static Color name_color(const char *name) {
    Color color;
    if (material_color(name, text_hash(name), &color)) return color;
    uint8_t darker = (uint8_t)(text_hash(name) % 7 * 6);
    return (Color){(uint8_t)(186 - darker), (uint8_t)(176 - darker), (uint8_t)(160 - darker), 255};
}

const Color *glb_ground_color(const char *name) {
    static const struct {
        const char *name;
        Color color;
    } grounds[] = {
        {"dirt", {134, 104, 70, 255}},        {"grass", {98, 140, 66, 255}},
        {"stone", {184, 180, 168, 255}},      {"wood", {158, 116, 66, 255}},
        {"carpet", {150, 60, 66, 255}},       {"metal", {128, 140, 154, 255}},
        {"swamp", {92, 100, 58, 255}},        {"mud", {100, 78, 56, 255}},
        {"leaves", {140, 132, 50, 255}},      {"water", {70, 126, 178, 255}},
        {"puddles", {104, 134, 156, 255}},    {"obscuring", {88, 100, 90, 255}},
        {"nonwalk", {130, 126, 116, 255}},    {"transparent", {200, 208, 214, 255}},
        {"lava", {206, 84, 32, 255}},         {"bottomlesspit", {46, 42, 48, 255}},
        {"deepwater", {36, 76, 134, 255}},    {"door", {176, 140, 84, 255}},
        {"snow", {232, 238, 244, 255}},       {"sand", {214, 190, 136, 255}},
        {"barebones", {212, 204, 184, 255}},  {"stonebridge", {168, 160, 148, 255}},
        {"notdefined", {120, 120, 120, 255}},
    };
    for (size_t i = 0; i < LENGTH(grounds); i++) {
        if (text_is(name, strlen(name), grounds[i].name)) return &grounds[i].color;
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
    json_print(&glb->lists[GLB_SAMPLERS], NULL,
               "{'magFilter':%d,'minFilter':%d,'wrapS':%d,'wrapT':%d}", FILTER_LINEAR, min, wrap,
               wrap);
    return glb->counts[GLB_SAMPLERS]++;
}

static uint32_t add_texture(Glb *glb, uint32_t image, uint32_t sampler) {
    json_print(&glb->lists[GLB_TEXTURES], NULL, "{'source':%u,'sampler':%u}", image, sampler);
    return glb->counts[GLB_TEXTURES]++;
}

/* Adds a PNG and an image that shows it; returns the image. */
static uint32_t add_image(Glb *glb, const char *name, const uint8_t *png, uint64_t size) {
    List *view = &glb->views[GLB_PICTURE];
    uint64_t padding = (4 - size % 4) % 4;
    GlbPiece *piece = glb_failed(glb) ? NULL : list_add(glb->arena, &glb->pictures, sizeof *piece);
    if (glb_failed(glb)) return GLB_NONE;
    if (!piece || !list_reserve(glb->arena, view, size + padding, 1))
        return glb_none_after(fail_memory(glb->error, glb->arena));
    *piece = (GlbPiece){view->count, size};
    memcpy((uint8_t *)view->items + view->count, png, (size_t)size);
    memset((uint8_t *)view->items + view->count + size, 0, (size_t)padding);
    view->count += size + padding;
    Json *json = &glb->lists[GLB_IMAGES];
    uint32_t image = glb_open(glb, GLB_IMAGES, name);
    json_integer(json, "bufferView", (int64_t)glb->pictures.count - 1); /* their views come first */
    json_text(json, "mimeType", "image/png");
    json_close(json, '}');
    return image;
}

static uint32_t repeating_sampler(Glb *glb) {
    if (glb->repeating == GLB_NONE) glb->repeating = add_sampler(glb, FILTER_MIPMAPS, WRAP_REPEAT);
    return glb->repeating;
}

uint32_t glb_picture(Glb *glb, const char *name, const uint8_t *png, uint64_t size, bool repeats) {
    uint32_t image = add_image(glb, name, png, size);
    if (image == GLB_NONE) return GLB_NONE;
    return add_texture(
        glb, image, repeats ? repeating_sampler(glb) : add_sampler(glb, FILTER_LINEAR, WRAP_CLAMP));
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
    size_t length = strlen(name);
    const char *file = name + text_folder_bytes(name, length), *end = strrchr(file, '.');
    if (!end || end == file) end = name + length;
    for (bool begins = true; name < end; name++) {
        char byte = *name == '\\' ? '/' : *name;
        if (begins && (byte == '.' || byte == '/')) continue;
        begins = byte == '/';
        bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                        (byte >= '0' && byte <= '9') || (byte && strchr("-._~/", byte));
        if (is_plain) *at++ = byte;
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
    if (!uri) return null_after(fail_memory(glb->error, glb->arena));
    char *at = put_pattern(uri, pattern, before);
    if (!hole && length && at[-1] != '/') *at++ = '/';
    at = put_name(at, name);
    if (hole) at = put_pattern(at, hole + 2, strlen(hole + 2));
    else at = put_pattern(at, ".png", 4);
    *at = '\0';
    return uri;
}

/* Makes the texture of a name outside of the file. All of these share one sampler. */
static uint32_t picture_of(Glb *glb, const char *name) {
    char *uri = texture_uri(glb, name);
    Json *json = &glb->lists[GLB_IMAGES];
    if (!uri) return GLB_NONE;
    uint32_t image = glb_open(glb, GLB_IMAGES, name);
    json_text(json, "uri", uri);
    json_close(json, '}');
    arena_release(glb->arena, uri);
    return add_texture(glb, image, repeating_sampler(glb));
}

/* ---- Sharing materials ----------------------------------------------------------------------- */

/* What a material is found by; its name follows, in lower case. It has no padding. */
typedef struct MaterialKey {
    double opacity;
    uint64_t flags;
    Color color;
    uint32_t light;
} MaterialKey;

/* Returns the place of a material's number; NULL if memory ran out. */
static void **place_of(Glb *glb, const GlbMaterial *material, Color color) {
    size_t length = strlen(material->name);
    MaterialKey *key = arena_alloc(glb->arena, 1, sizeof *key + length);
    if (!key) return NULL;
    *key = (MaterialKey){
        material->opacity,
        (uint64_t)(material->is_texture | material->cuts_out << 1 | material->two_sided << 2),
        color,
        material->light,
    };
    uint8_t *name = (uint8_t *)(key + 1);
    for (size_t i = 0; i < length; i++) name[i] = fold_byte((uint8_t)material->name[i]);
    void **place = map_place(&glb->materials, glb->arena, key, sizeof *key + length);
    arena_release(glb->arena, key);
    return place;
}

/* ---- Writing them ---------------------------------------------------------------------------- */

/* Writes what a material shows: a texture lit by its light, or the light where it has none. */
static void put_look(Json *json, const Made *made) {
    static const char second[] = "{'index':%u,'texCoord':1}";
    uint32_t light = made->material->light;
    bool shows_texture = made->texture != GLB_NONE;
    const Color color = shows_texture ? (Color){255, 255, 255, 255} : made->color;
    const double factor[4] = {linear(color.red), linear(color.green), linear(color.blue),
                              made->material->opacity};
    json_open(json, "pbrMetallicRoughness", '{');
    json_numbers(json, "baseColorFactor", factor, 4);
    if (shows_texture) json_print(json, "baseColorTexture", "{'index':%u}", made->texture);
    else if (light != GLB_NONE) json_print(json, "baseColorTexture", second, light);
    json_integer(json, "metallicFactor", 0);
    json_integer(json, "roughnessFactor", 1);
    json_close(json, '}');
    if (shows_texture && light != GLB_NONE) json_print(json, "occlusionTexture", second, light);
}

static uint32_t write_material(Glb *glb, const Made *made) {
    const GlbMaterial *material = made->material;
    Json *json = &glb->lists[GLB_MATERIALS];
    bool holes = made->embedded ? made->embedded->alpha == GLB_HOLES
                                : material->cuts_out && made->texture != GLB_NONE;
    bool blends = material->opacity < 1 || (made->embedded && made->embedded->alpha == GLB_BLENDED);
    bool cut = !(material->opacity > 0) || (holes && !blends);
    uint32_t number = glb_open(glb, GLB_MATERIALS, material->name);
    put_look(json, made);
    if (cut) json_text(json, "alphaMode", "MASK");
    else if (blends) json_text(json, "alphaMode", "BLEND");
    if (material->two_sided) json_print(json, "doubleSided", "true");
    if (material->is_texture && glb->inside.beside) {
        json_open(json, "extras", '{');
        json_text(json, "texture", material->name);
        if (made->embedded) json_text(json, "file", made->embedded->path);
        json_close(json, '}');
    }
    json_close(json, '}');
    return number;
}

bool glb_name_texture(Glb *glb, GlbMaterial *material, const uint8_t *bytes, size_t size) {
    material->is_texture = true;
    material->name = text_string(glb->arena, ENCODING_CP949, bytes, size);
    return material->name || fail_memory(glb->error, glb->arena);
}

uint32_t glb_material(Glb *glb, const GlbMaterial *material) {
    if (glb_failed(glb)) return GLB_NONE;
    Color color = material->color ? *material->color : name_color(material->name);
    Made made = {material, color, GLB_NONE, NULL};
    void **place = place_of(glb, material, color);
    if (!place) return glb_none_after(fail_memory(glb->error, glb->arena));
    if (!*place) {
        if (material->is_texture && glb->textures) {
            made.texture = picture_of(glb, material->name);
        } else if (material->is_texture && glb->inside.beside) {
            const GlbEmbedded *embedded = glb_embed(glb, material);
            bool is_there = embedded && embedded->texture != GLB_NONE;
            made.embedded = is_there ? embedded : NULL;
            made.texture = is_there ? embedded->texture : GLB_NONE;
        }
        if (glb_failed(glb)) return GLB_NONE;
        *place = (void *)(uintptr_t)(write_material(glb, &made) + 1);
    }
    return (uint32_t)((uintptr_t)*place - 1);
}

uint32_t glb_plain_material(Glb *glb, const char *name, const Color *color, double opacity) {
    return glb_material(glb, &(GlbMaterial){name, false, color, opacity, false, true, GLB_NONE});
}
