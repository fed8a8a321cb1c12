/* The words of ASCII models, as data: see mdl_ascii_words.h. */
#include "neverwinter/mdl_ascii/mdl_ascii_words.h"
#include "codec/text.h"
#include "neverwinter/mdl/mdl_format.h"

#define STATEMENT(word, where, number)                                                             \
    { word, where, ASCII_STATEMENT, 0, 0, number }
#define CONTROLLER(word, flag, type, width)                                                        \
    { word, flag, ASCII_CONTROLLER, width, width, type }
#define FIELD(word, flag, kind, place)                                                             \
    { word, flag, ASCII_##kind, 0, 1, place }
#define CHARS(word, flag, kind, place, width)                                                      \
    { word, flag, ASCII_##kind, width, 0, place }
#define NOTHING(word, flag)                                                                        \
    { word, flag, ASCII_NOTHING, 0, 0, 0 }
#define BIT(word, mask)                                                                            \
    { word, EMITTER, ASCII_BIT, 0, 1, mask }
#define LIST(word, flag, id, width, least)                                                         \
    { word, flag, ASCII_LIST, width, least, id }

enum {
    NODE = MDL_FLAG_NODE,
    LIGHT = MDL_FLAG_LIGHT,
    EMITTER = MDL_FLAG_EMITTER,
    REFERENCE = MDL_FLAG_REFERENCE,
    MESH = MDL_FLAG_MESH,
    SKIN = MDL_FLAG_SKIN,
    ANIM = MDL_FLAG_ANIM,
    DANGLY = MDL_FLAG_DANGLY,
    MODEL = ASCII_IN_MODEL,
    ANIMATION = ASCII_IN_ANIMATION,
};

static const AsciiWord known[] = {
    STATEMENT("newmodel", ASCII_ANYWHERE, ASCII_NEWMODEL),
    STATEMENT("beginmodelgeom", ASCII_ANYWHERE, ASCII_BEGINMODELGEOM),
    STATEMENT("beginwalkmeshgeom", ASCII_ANYWHERE, ASCII_BEGINWALKMESHGEOM),
    STATEMENT("endmodelgeom", ASCII_ANYWHERE, ASCII_ENDGEOM),
    STATEMENT("endwalkmeshgeom", ASCII_ANYWHERE, ASCII_ENDGEOM),
    STATEMENT("newanim", ASCII_ANYWHERE, ASCII_NEWANIM),
    STATEMENT("doneanim", ASCII_ANYWHERE, ASCII_DONEANIM),
    STATEMENT("donemodel", ASCII_ANYWHERE, ASCII_DONEMODEL),
    STATEMENT("node", ASCII_ANYWHERE, ASCII_NODE),
    STATEMENT("endnode", ASCII_ANYWHERE, ASCII_ENDNODE),
    STATEMENT("endnodeendnode", ASCII_ANYWHERE, ASCII_ENDNODE),
    STATEMENT("parent", NODE, ASCII_PARENT),
    STATEMENT("endlist", ASCII_ANYWHERE, ASCII_ENDLIST),
    STATEMENT("aabb", MDL_FLAG_AABB, ASCII_AABB),
    STATEMENT("setsupermodel", MODEL, ASCII_SETSUPERMODEL),
    STATEMENT("classification", MODEL, ASCII_CLASSIFICATION),
    FIELD("setanimationscale", MODEL, F32, MDL_MODEL_ANIMATION_SCALE),
    STATEMENT("ignorefog", MODEL, ASCII_IGNOREFOG),
    STATEMENT("filedependancy", MODEL, ASCII_FILEDEPENDENCY),
    STATEMENT("filedependency", MODEL, ASCII_FILEDEPENDENCY),
    FIELD("length", ANIMATION, F32, MDL_ANIMATION_LENGTH),
    /* its number stands behind another word, the name of the animation */
    {"animlength", ANIMATION, ASCII_F32, 1, 1, MDL_ANIMATION_LENGTH},
    FIELD("transtime", ANIMATION, F32, MDL_ANIMATION_TRANSITION),
    STATEMENT("animroot", ANIMATION, ASCII_ANIMROOT),
    STATEMENT("event", ANIMATION, ASCII_EVENT),

    CONTROLLER("position", NODE, MDL_POSITION, 3),
    CONTROLLER("orientation", NODE, MDL_ORIENTATION, 4),
    CONTROLLER("scale", NODE, MDL_SCALE, 1),
    CONTROLLER("color", LIGHT, 76, 3),
    CONTROLLER("radius", LIGHT, 88, 1),
    NOTHING(NULL, MODEL),
    CONTROLLER("shadowradius", LIGHT, 96, 1),
    CONTROLLER("verticaldisplacement", LIGHT, 100, 1),
    CONTROLLER("multiplier", LIGHT, 140, 1),
    CONTROLLER("selfillumcolor", MESH, 100, 3),
    CONTROLLER("setfillumcolor", MESH, 100, 3),
    CONTROLLER("alpha", MESH, 128, 1),
    CONTROLLER("alphaend", EMITTER, 80, 1),
    CONTROLLER("alphastart", EMITTER, 84, 1),
    CONTROLLER("birthrate", EMITTER, 88, 1),
    CONTROLLER("bounce_co", EMITTER, 92, 1),
    CONTROLLER("colorend", EMITTER, 96, 3),
    CONTROLLER("colorstart", EMITTER, 108, 3),
    CONTROLLER("combinetime", EMITTER, 120, 1),
    CONTROLLER("drag", EMITTER, 124, 1),
    CONTROLLER("fps", EMITTER, 128, 1),
    CONTROLLER("frameend", EMITTER, 132, 1),
    CONTROLLER("framestart", EMITTER, 136, 1),
    CONTROLLER("grav", EMITTER, 140, 1),
    CONTROLLER("lifeexp", EMITTER, 144, 1),
    CONTROLLER("mass", EMITTER, 148, 1),
    CONTROLLER("p2p_bezier2", EMITTER, 152, 1),
    CONTROLLER("p2p_bezier3", EMITTER, 156, 1),
    CONTROLLER("particlerot", EMITTER, 160, 1),
    CONTROLLER("randvel", EMITTER, 164, 1),
    CONTROLLER("sizestart", EMITTER, 168, 1),
    CONTROLLER("sizeend", EMITTER, 172, 1),
    CONTROLLER("sizestart_y", EMITTER, 176, 1),
    CONTROLLER("sizeend_y", EMITTER, 180, 1),
    CONTROLLER("spread", EMITTER, 184, 1),
    CONTROLLER("threshold", EMITTER, 188, 1),
    CONTROLLER("velocity", EMITTER, 192, 1),
    CONTROLLER("xsize", EMITTER, 196, 1),
    CONTROLLER("ysize", EMITTER, 200, 1),
    CONTROLLER("blurlength", EMITTER, 204, 1),
    CONTROLLER("lightningdelay", EMITTER, 208, 1),
    CONTROLLER("lightningradius", EMITTER, 212, 1),
    CONTROLLER("lightningscale", EMITTER, 216, 1),
    CONTROLLER("lightningsubdiv", EMITTER, 220, 1),
    CONTROLLER("detonate", EMITTER, MDL_DETONATE, 1),
    CONTROLLER("alphamid", EMITTER, 448, 1),
    CONTROLLER("colormid", EMITTER, 452, 3),
    CONTROLLER("percentstart", EMITTER, 464, 1),
    CONTROLLER("percentmid", EMITTER, 465, 1),
    CONTROLLER("percentend", EMITTER, 466, 1),
    CONTROLLER("sizemid", EMITTER, 468, 1),
    CONTROLLER("sizemid_y", EMITTER, 472, 1),

    FIELD("inheritcolor", NODE, U32, MDL_NODE_INHERIT_COLOR),
    NOTHING("wirecolor", NODE),

    FIELD("flareradius", LIGHT, F32, MDL_LIGHT_FLARE_RADIUS),
    FIELD("lightpriority", LIGHT, U32, MDL_LIGHT_PRIORITY),
    FIELD("ambientonly", LIGHT, U32, MDL_LIGHT_AMBIENT_ONLY),
    FIELD("ambient_only", LIGHT, U32, MDL_LIGHT_AMBIENT_ONLY),
    FIELD("ndynamictype", LIGHT, U32, MDL_LIGHT_DYNAMIC_TYPE),
    FIELD("n_dynamic_type", LIGHT, U32, MDL_LIGHT_DYNAMIC_TYPE),
    FIELD("isdynamic", LIGHT, U32, MDL_LIGHT_DYNAMIC_TYPE),
    FIELD("affectdynamic", LIGHT, U32, MDL_LIGHT_AFFECT_DYNAMIC),
    FIELD("affect_dynamic", LIGHT, U32, MDL_LIGHT_AFFECT_DYNAMIC),
    FIELD("shadow", LIGHT, U32, MDL_LIGHT_SHADOW),
    FIELD(NULL, MESH, U32, MDL_MESH_SHADOW),
    FIELD("generateflare", LIGHT, U32, MDL_LIGHT_GENERATE_FLARE),
    FIELD("fadinglight", LIGHT, U32, MDL_LIGHT_FADING),
    FIELD("fading_light", LIGHT, U32, MDL_LIGHT_FADING),
    NOTHING("lensflares", LIGHT),
    NOTHING("negativelight", LIGHT),
    LIST("flaresizes", LIGHT, ASCII_FLARE_SIZES, 1, 1),
    LIST("flarepositions", LIGHT, ASCII_FLARE_POSITIONS, 1, 1),
    LIST("flarecolorshifts", LIGHT, ASCII_FLARE_SHIFTS, 3, 3),
    LIST("texturenames", LIGHT, ASCII_FLARE_TEXTURES, 1, 1),

    FIELD("deadspace", EMITTER, F32, MDL_EMITTER_DEAD_SPACE),
    FIELD("blastradius", EMITTER, F32, MDL_EMITTER_BLAST_RADIUS),
    FIELD("blastlength", EMITTER, F32, MDL_EMITTER_BLAST_LENGTH),
    FIELD("xgrid", EMITTER, U32, MDL_EMITTER_GRID_X),
    FIELD("ygrid", EMITTER, U32, MDL_EMITTER_GRID_Y),
    FIELD("spawntype", EMITTER, U32, MDL_EMITTER_SPAWN_TYPE),
    FIELD("twosidedtex", EMITTER, U32, MDL_EMITTER_TWO_SIDED),
    FIELD("loop", EMITTER, U32, MDL_EMITTER_LOOP),
    FIELD("renderorder", EMITTER, U16, MDL_EMITTER_RENDER_ORDER),
    CHARS("update", EMITTER, CHARS, MDL_EMITTER_UPDATE, MDL_NAME),
    CHARS("render", EMITTER, CHARS, MDL_EMITTER_RENDER, MDL_NAME),
    FIELD(NULL, MESH, U32, MDL_MESH_RENDER),
    CHARS("blend", EMITTER, CHARS, MDL_EMITTER_BLEND, MDL_NAME),
    CHARS("texture", EMITTER, CHARS, MDL_EMITTER_TEXTURE, MDL_LONG_NAME),
    CHARS("chunkname", EMITTER, CHARS, MDL_EMITTER_CHUNK, MDL_CHUNK_NAME),
    BIT("p2p", MDL_EMITTER_P2P),
    BIT("p2p_sel", MDL_EMITTER_P2P_BEZIER),
    BIT("affectedbywind", MDL_EMITTER_AFFECTED_BY_WIND),
    BIT("m_istinted", MDL_EMITTER_TINTED),
    BIT("bounce", MDL_EMITTER_BOUNCES),
    BIT("random", MDL_EMITTER_RANDOM),
    BIT("inherit", MDL_EMITTER_INHERITS),
    BIT("inheritvel", MDL_EMITTER_INHERITS_VELOCITY),
    BIT("inherit_local", MDL_EMITTER_INHERITS_LOCAL),
    BIT("splat", MDL_EMITTER_SPLATS),
    BIT("inherit_part", MDL_EMITTER_INHERITS_PART),
    NOTHING("p2p_type", EMITTER),
    NOTHING("update_sel", EMITTER),
    NOTHING("render_sel", EMITTER),
    NOTHING("blend_sel", EMITTER),
    NOTHING("spawntype_sel", EMITTER),
    NOTHING("twosidedtext", EMITTER),
    NOTHING("opacity", EMITTER),
    NOTHING("iconsize", EMITTER),
    NOTHING("cone_angle_manipulator", EMITTER),
    NOTHING("chunky", EMITTER),

    CHARS("refmodel", REFERENCE, CHARS, MDL_REFERENCE_MODEL, MDL_LONG_NAME),
    FIELD("reattachable", REFERENCE, U32, MDL_REFERENCE_REATTACHABLE),
    NOTHING("dummy", REFERENCE),

    NOTHING("bmin", MESH | MODEL),
    NOTHING("bmax", MESH | MODEL),
    FIELD("diffuse", MESH, VECTOR, MDL_MESH_DIFFUSE),
    FIELD("ambient", MESH, VECTOR, MDL_MESH_AMBIENT),
    FIELD("specular", MESH, VECTOR, MDL_MESH_SPECULAR),
    FIELD("shininess", MESH, F32, MDL_MESH_SHININESS),
    FIELD("beaming", MESH, U32, MDL_MESH_BEAMING),
    FIELD("transparencyhint", MESH, U32, MDL_MESH_TRANSPARENCY_HINT),
    FIELD("tilefade", MESH, U32, MDL_MESH_TILEFADE),
    NOTHING(NULL, EMITTER),
    FIELD("rotatetexture", MESH, U8, MDL_MESH_ROTATE_TEXTURE),
    FIELD("lightmapped", MESH, U8, MDL_MESH_LIGHTMAPPED),
    CHARS("bitmap", MESH, WEAK_CHARS, MDL_MESH_TEXTURE0, MDL_LONG_NAME),
    CHARS("texture0", MESH, CHARS, MDL_MESH_TEXTURE0, MDL_LONG_NAME),
    CHARS("texture1", MESH, CHARS, MDL_MESH_TEXTURE1, MDL_LONG_NAME),
    CHARS("texture2", MESH, CHARS, MDL_MESH_TEXTURE2, MDL_LONG_NAME),
    CHARS("texture3", MESH, WEAK_CHARS, MDL_MESH_TEXTURE3, MDL_LONG_NAME),
    CHARS("materialname", MESH, CHARS, MDL_MESH_TEXTURE3, MDL_LONG_NAME),
    CHARS("renderhint", MESH, HINT, MDL_MESH_RENDER_HINT, 0),
    NOTHING("center", MESH),
    NOTHING("gizmo", MESH),
    NOTHING("danglymesh", MESH),
    NOTHING("showdispl", MESH),
    NOTHING("displtype", MESH),
    NOTHING("cliph", MESH),
    NOTHING("clipw", MESH),
    NOTHING("clipv", MESH),
    NOTHING("clipu", MESH),
    LIST("verts", MESH, ASCII_VERTS, 3, 3),
    LIST("tverts", MESH, ASCII_TVERTS, 2, 2),
    LIST("tverts1", MESH, ASCII_TVERTS + 1, 2, 2),
    LIST("tverts2", MESH, ASCII_TVERTS + 2, 2, 2),
    LIST("tverts3", MESH, ASCII_TVERTS + 3, 2, 2),
    LIST("faces", MESH, ASCII_FACES, 8, 7),
    LIST("texindices1", MESH, ASCII_TEXINDICES, 3, 3),
    LIST("texindices2", MESH, ASCII_TEXINDICES + 1, 3, 3),
    LIST("texindices3", MESH, ASCII_TEXINDICES + 2, 3, 3),
    LIST("normals", MESH, ASCII_NORMALS, 3, 3),
    LIST("tangents", MESH, ASCII_TANGENTS, 4, 3),
    LIST("colors", MESH, ASCII_COLORS, 3, 3),
    LIST("multimaterial", MESH, ASCII_UNUSED_TEXTS, 0, 0),
    LIST("mirrorlist", MESH, ASCII_UNUSED_NUMBERS, 1, 1),
    LIST("vertexindicescount", MESH, ASCII_UNUSED_NUMBERS, 1, 1),
    LIST("leftoverfaces", MESH, ASCII_UNUSED_NUMBERS, 1, 1),
    LIST("weights", SKIN, ASCII_WEIGHTS, 0, 1),
    LIST("qbone_ref_inv", SKIN, ASCII_UNUSED_NUMBERS, 4, 4),
    LIST("tbone_ref_inv", SKIN, ASCII_UNUSED_NUMBERS, 3, 3),
    LIST("boneconstantindices", SKIN, ASCII_UNUSED_NUMBERS, 1, 1),
    FIELD("sampleperiod", ANIM, F32, MDL_ANIM_PERIOD),
    LIST("animverts", ANIM, ASCII_ANIMVERTS, 3, 3),
    LIST("animtverts", ANIM, ASCII_ANIMTVERTS, 2, 2),
    LIST("animnormals", ANIM, ASCII_UNUSED_NUMBERS, 3, 3),
    FIELD("displacement", DANGLY, F32, MDL_DANGLY_DISPLACEMENT),
    NOTHING(NULL, MESH),
    FIELD("tightness", DANGLY, F32, MDL_DANGLY_TIGHTNESS),
    NOTHING(NULL, MESH),
    FIELD("period", DANGLY, F32, MDL_DANGLY_PERIOD),
    NOTHING(NULL, MESH),
    LIST("constraints", DANGLY, ASCII_CONSTRAINTS, 1, 1),
};

_Static_assert(LENGTH(known) < 256, "a slot has a byte for a word's number");

void mdl_ascii_index_words(AsciiWords *words) {
    memset(words, 0, sizeof *words);
    for (size_t i = 0; i < LENGTH(known); i++) {
        if (!known[i].word) continue;
        uint64_t slot = text_hash(known[i].word);
        while (words->slots[slot % ASCII_WORD_SLOTS]) slot++;
        words->slots[slot % ASCII_WORD_SLOTS] = (uint8_t)(i + 1);
    }
}

const AsciiWord *mdl_ascii_find_word(const AsciiWords *words, const char *word) {
    for (uint64_t slot = text_hash(word);; slot++) {
        uint8_t number = words->slots[slot % ASCII_WORD_SLOTS];
        if (!number) return NULL;
        if (strcmp(known[number - 1].word, word) == 0) return &known[number - 1];
    }
}

const AsciiWord *mdl_ascii_meaning(const AsciiWord *word, uint32_t where) {
    const AsciiWord *end = known + LENGTH(known);
    for (const AsciiWord *first = word; word < end && (word == first || !word->word); word++) {
        if (word->where & where) return word;
    }
    return NULL;
}

const char *mdl_ascii_controller(uint32_t flags, int32_t type) {
    for (size_t i = 0; i < LENGTH(known); i++) {
        const AsciiWord *word = &known[i];
        if (word->place == type && word->kind == ASCII_CONTROLLER && word->where & flags) {
            return word->word;
        }
    }
    return NULL;
}

uint32_t mdl_ascii_controller_width(const char *name) {
    uint32_t i = 0;
    while (i < LENGTH(known) && (known[i].kind != ASCII_CONTROLLER || known[i].word != name)) i++;
    return i < LENGTH(known) ? known[i].width : 0;
}

uint32_t mdl_ascii_word_number(const AsciiWord *word) {
    return (uint32_t)(word - known);
}

const AsciiWord *mdl_ascii_all_words(uint32_t *count) {
    *count = LENGTH(known);
    return known;
}
