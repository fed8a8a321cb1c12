/* Textures that are found and put into a GLB, each once, as PNGs. See glb.h. */
#include "scene/glb.h"

#include "codec/text.h"
#include "picture/image_file.h"
#include "picture/png.h"
#include "table/naming.h"

/* Returns what the pixels of a canvas need: nothing, holes, or opacities between. */
static GlbAlpha alpha_of(const Canvas *canvas) {
    GlbAlpha alpha = GLB_OPAQUE;
    uint64_t count = (uint64_t)canvas->width * canvas->height;
    if (canvas->indexed) {
        for (uint32_t i = 0; i < canvas->color_count; i++) {
            if (!canvas->palette[i].opacity) alpha = GLB_HOLES;
        }
        return alpha;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint8_t opacity = canvas->pixels[4 * i + 3];
        if (opacity && opacity < 255) return GLB_BLENDED;
        if (!opacity) alpha = GLB_HOLES;
    }
    return alpha;
}

/* Decodes an image and adds it. A broken one counts as missing. */
static bool add_image(Glb *glb, const GlbMaterial *material, const ImageFile *file,
                      GlbEmbedded *embedded) {
    const ImageOptions options = {.holes = IMAGE_HOLES_OF_BMP, .may_index = true};
    Arena scratch = {.host = glb->arena->host};
    Error problem = {0};
    Canvas canvas;
    uint8_t *png;
    uint64_t size;
    bool done = image_decode(&file->head, file->document.bytes, file->document.size, &options,
                             &scratch, &canvas, &problem) &&
                png_write(&canvas, NULL, &scratch, &png, &size, &problem);
    if (done) {
        embedded->alpha = alpha_of(&canvas);
        embedded->texture = glb_repeated_picture(glb, material->name, png, size);
    } else {
        error_ends(&problem, glb->error);
    }
    arena_clear(&scratch);
    return !glb_failed(glb);
}

/* Opens the first file of the material's name that is a picture; *document is NULL: there is none.
** A material of the game is none: the picture beside it is meant. */
static bool open_image(Glb *glb, const char *name, GlbEmbedded *embedded, Document **document) {
    const FilesBeside *beside = glb->inside.beside;
    const NameKind *kind = glb->inside.naming;
    const NameSearch search = {beside, glb->arena, glb->error};
    FoundName found = {.stage = -1};
    *document = NULL;
    do {
        Error problem = {0};
        if (!names_find_at(&search, kind, name, strlen(name), found.stage + 1, &found))
            return false;
        if (!found.file.path) return true;
        embedded->path = found.file.path;
        *document = beside->open_found(beside, &found.file, &image_format, &problem);
        if (error_is_not_its_own(&problem)) *glb->error = problem;
    } while (!*document && !glb_failed(glb) && found.stage + 1 < NAME_STAGES_MAX &&
             kind->stages[found.stage + 1]);
    return !glb_failed(glb);
}

static bool embed(Glb *glb, const GlbMaterial *material, GlbEmbedded *embedded) {
    Document *document;
    if (!open_image(glb, material->name, embedded, &document)) return false;
    if (!document) return true;
    bool done = add_image(glb, material, (const ImageFile *)document, embedded);
    glb->inside.beside->close(glb->inside.beside, document);
    return done;
}

static bool note_missing(Glb *glb, const char *name) {
    char *copy = text_copy(glb->arena, name, strlen(name));
    const char **missing = copy ? list_add(glb->arena, &glb->missing, sizeof *missing) : NULL;
    if (!missing) return fail_memory(glb->error, glb->arena);
    *missing = copy;
    return true;
}

const GlbEmbedded *glb_embed(Glb *glb, const GlbMaterial *material) {
    if (glb_failed(glb)) return NULL;
    void **place = map_place(&glb->embedded, glb->arena, material->name, strlen(material->name));
    if (place && *place) return *place;
    GlbEmbedded *embedded = place ? arena_alloc(glb->arena, 1, sizeof *embedded) : NULL;
    if (!embedded) return null_after(fail_memory(glb->error, glb->arena));
    *embedded = (GlbEmbedded){.texture = GLB_NONE};
    *place = embedded;
    if (!embed(glb, material, embedded)) return NULL;
    if (embedded->texture == GLB_NONE && !note_missing(glb, material->name)) return NULL;
    return embedded;
}
