/* Textures that are found and put into a GLB, each once, as PNGs. See glb.h. */
#include "scene/glb.h"

#include "picture/image_file.h"
#include "picture/png.h"
#include "table/naming.h"
#include "text/text_file.h"

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
static void add_image(Glb *glb, const GlbMaterial *material, const ImageFile *file,
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
        embedded->texture = glb_picture(glb, material->name, png, size, true);
    } else if (error_is_final(&problem)) {
        *glb->error = problem;
    }
    arena_clear(&scratch);
}

/* Opens a file that was found; NULL, without an error of the GLB's, if it is broken. */
static Document *open_found(Glb *glb, const FoundFile *found, const Format *format) {
    Error problem = {0};
    Document *document =
        glb->inside.beside->open_found(glb->inside.beside, found, format, &problem);
    if (!document && error_is_not_its_own(&problem)) *glb->error = problem;
    return document;
}

/* Finds the first picture that the lines of a text name and need; its path is NULL: none. */
static bool find_told(Glb *glb, const NameSearch *search, const FoundFile *text,
                      const LineNames *names, FoundName *found) {
    Document *document = open_found(glb, text, &text_format);
    *found = (FoundName){0};
    if (!document) return !glb_failed(glb);
    Arena scratch = {.host = glb->arena->host};
    const TextLines *lines =
        text_list_lines(document, ((const TextFile *)document)->encoding, &scratch, glb->error);
    for (uint64_t i = 0; lines && i < lines->count && !glb_stops(glb, i); i++) {
        Named named = {0};
        uint32_t length = text_line_length(document, lines, i);
        const Value line = value_text_of((const char *)document->bytes + lines->starts[i], length);
        if (!names_in_line(names, line, &named) || !named.is_needed) continue;
        if (strcmp(named.kind->name, glb->inside.naming->name) != 0) continue;
        names_find(search, named.kind, named.name.bytes, named.name.length, found);
        break;
    }
    arena_clear(&scratch);
    glb->inside.beside->close(glb->inside.beside, document);
    return !glb_failed(glb);
}

/* Opens the first file of the name that is a picture; NULL: there is none. What a material of the
** game names comes before the picture beside it. */
static Document *open_image(Glb *glb, const char *name, GlbEmbedded *embedded) {
    const NameKind *kind = glb->inside.naming;
    const NameSearch search = {glb->inside.beside, glb->arena, glb->error};
    for (int stage = 0; stage < NAME_STAGES_MAX && !glb_failed(glb); stage++) {
        FoundName found, told;
        if (!names_find_at(&search, kind, name, strlen(name), stage, &found)) return NULL;
        if (!found.file.path) return NULL;
        stage = found.stage;
        bool is_text = kind->lines && !stage;
        if (is_text && !find_told(glb, &search, &found.file, kind->lines, &told)) return NULL;
        const FoundFile *file = is_text ? &told.file : &found.file;
        Document *document = file->path ? open_found(glb, file, &image_format) : NULL;
        embedded->path = file->path;
        if (document) return document;
    }
    return NULL;
}

const GlbEmbedded *glb_embed(Glb *glb, const GlbMaterial *material) {
    if (glb_failed(glb)) return NULL;
    void **place = map_place(&glb->embedded, glb->arena, material->name, strlen(material->name));
    if (place && *place) return *place;
    GlbEmbedded *embedded = place ? arena_alloc(glb->arena, 1, sizeof *embedded) : NULL;
    if (!embedded) return null_after(fail_memory(glb->error, glb->arena));
    *embedded = (GlbEmbedded){.texture = GLB_NONE};
    *place = embedded;
    Document *document = open_image(glb, material->name, embedded);
    if (document) {
        add_image(glb, material, (const ImageFile *)document, embedded);
        glb->inside.beside->close(glb->inside.beside, document);
    }
    if (glb_failed(glb)) return NULL;
    if (embedded->texture != GLB_NONE) return embedded;
    const char *copy = text_copy(glb->arena, material->name, strlen(material->name));
    if (!copy) return null_after(fail_memory(glb->error, glb->arena));
    bool done = list_push(glb->arena, &glb->missing, &copy, sizeof copy, glb->error);
    return done ? embedded : NULL;
}
