/* See glb.h. */
#include "glb.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A value of the JSON: its text, its key if it is a member, the value that follows it, and the
** first value that it contains. */
typedef struct Node {
    const char *key, *text;
    size_t key_length, length;
    uint32_t child, next; /* 0: there is none */
    char kind;            /* '{' '[' '"' 'n'umber, 't'rue or null */
} Node;

typedef struct Glb {
    const char *at, *end; /* of the JSON, while it is read */
    Node *nodes;
    uint32_t count, capacity;
    const uint8_t *numbers;
    uint64_t numbers_size;
    const char *fault;
} Glb;

static bool wrong(Glb *glb, const char *fault) {
    if (!glb->fault) glb->fault = fault;
    return false;
}

static uint32_t u32_at(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static double f32_at(const uint8_t *at) {
    uint32_t bits = u32_at(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static uint32_t add(Glb *glb) {
    if (glb->count == glb->capacity) {
        glb->capacity = glb->capacity * 2 + 64;
        glb->nodes = realloc(glb->nodes, glb->capacity * sizeof(Node));
        if (!glb->nodes) abort();
    }
    glb->nodes[glb->count] = (Node){0};
    return glb->count++;
}

static char peek(const Glb *glb) {
    return glb->at < glb->end ? *glb->at : '\0';
}

static bool read_string(Glb *glb, const char **text, size_t *length) {
    if (peek(glb) != '"') return wrong(glb, "JSON: no string");
    *text = ++glb->at;
    for (; peek(glb) != '"'; glb->at++) {
        if (glb->at >= glb->end || (unsigned char)*glb->at < 0x20) {
            return wrong(glb, "JSON: a string that doesn't end, or with a control character");
        }
        if (*glb->at == '\\') {
            glb->at++;
            if (glb->at >= glb->end || !strchr("\"\\/bfnrtu", *glb->at)) {
                return wrong(glb, "JSON: an unknown escape");
            }
        }
    }
    *length = (size_t)(glb->at++ - *text);
    return true;
}

/* -?digits[.digits][e[+-]digits] */
static bool read_digits(Glb *glb) {
    const char *start = glb->at;
    while (peek(glb) >= '0' && peek(glb) <= '9') glb->at++;
    return glb->at > start || wrong(glb, "JSON: a number without digits, as of NaN");
}

static bool read_number(Glb *glb) {
    if (peek(glb) == '-') glb->at++;
    if (!read_digits(glb)) return false;
    if (peek(glb) == '.') {
        glb->at++;
        if (!read_digits(glb)) return false;
    }
    if (peek(glb) == 'e') {
        glb->at++;
        if (peek(glb) == '-' || peek(glb) == '+') glb->at++;
        if (!read_digits(glb)) return false;
    }
    return true;
}

static bool read_word(Glb *glb) {
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(glb->end - glb->at) >= length && !memcmp(glb->at, words[i], length)) {
            glb->at += length;
            return true;
        }
    }
    return wrong(glb, "JSON: an unknown word");
}

static bool read_value(Glb *glb, uint32_t *number, int depth);

static bool read_members(Glb *glb, uint32_t parent, char close, int depth) {
    uint32_t last = 0;
    while (peek(glb) != close) {
        const char *key = NULL;
        size_t length = 0;
        uint32_t child;
        if (last && *glb->at++ != ',') return wrong(glb, "JSON: no comma");
        if (close == '}') {
            if (!read_string(glb, &key, &length)) return false;
            if (*glb->at++ != ':') return wrong(glb, "JSON: no colon");
        }
        if (!read_value(glb, &child, depth + 1)) return false;
        glb->nodes[child].key = key;
        glb->nodes[child].key_length = length;
        if (last) glb->nodes[last].next = child;
        else glb->nodes[parent].child = child;
        last = child;
    }
    glb->at++;
    return true;
}

static bool read_value(Glb *glb, uint32_t *number, int depth) {
    char first = peek(glb);
    bool done;
    if (depth > 32) return wrong(glb, "JSON: too deep");
    *number = add(glb);
    glb->nodes[*number].kind = first;
    glb->nodes[*number].text = glb->at;
    if (first == '{' || first == '[') {
        glb->at++;
        done = read_members(glb, *number, first == '{' ? '}' : ']', depth);
    } else if (first == '"') {
        const char *text;
        size_t length;
        done = read_string(glb, &text, &length);
    } else if (first == '-' || (first >= '0' && first <= '9')) {
        glb->nodes[*number].kind = 'n';
        done = read_number(glb);
    } else {
        glb->nodes[*number].kind = 't';
        done = read_word(glb);
    }
    glb->nodes[*number].length = (size_t)(glb->at - glb->nodes[*number].text);
    return done;
}

/* ---- Asking it ------------------------------------------------------------------------------- */

/* Returns a member; 0, which is the document itself: there is none. */
static uint32_t member(const Glb *glb, uint32_t object, const char *key) {
    for (uint32_t i = glb->nodes[object].child; i; i = glb->nodes[i].next) {
        const Node *node = &glb->nodes[i];
        if (node->key && node->key_length == strlen(key) &&
            !memcmp(node->key, key, node->key_length)) {
            return i;
        }
    }
    return 0;
}

static double number_of(const Glb *glb, uint32_t node, double otherwise) {
    return node && glb->nodes[node].kind == 'n' ? strtod(glb->nodes[node].text, NULL) : otherwise;
}

static double number_in(const Glb *glb, uint32_t object, const char *key, double otherwise) {
    return number_of(glb, member(glb, object, key), otherwise);
}

static uint32_t length_of(const Glb *glb, uint32_t array) {
    uint32_t count = 0;
    for (uint32_t i = array ? glb->nodes[array].child : 0; i; i = glb->nodes[i].next) count++;
    return count;
}

/* Returns an element of an array of the document; 0: there is none. */
static uint32_t element(const Glb *glb, const char *array, double number) {
    uint32_t i = member(glb, 0, array);
    i = i ? glb->nodes[i].child : 0;
    for (; i && number >= 1; number--) i = glb->nodes[i].next;
    return number >= 0 ? i : 0;
}

static bool says(const Glb *glb, uint32_t object, const char *key, const char *text) {
    uint32_t node = member(glb, object, key);
    return node && glb->nodes[node].length == strlen(text) + 2 &&
           !memcmp(glb->nodes[node].text + 1, text, strlen(text));
}

/* ---- Accessors ------------------------------------------------------------------------------- */

typedef struct Items {
    const uint8_t *at;
    uint64_t count;
    unsigned width, bytes; /* components, and bytes of each item */
    bool is_float;
    uint32_t node;
} Items;

static bool find_items(Glb *glb, double number, Items *items) {
    static const struct {
        const char *name;
        unsigned width;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    uint32_t accessor = element(glb, "accessors", number);
    if (!accessor) return wrong(glb, "an accessor that isn't there");
    uint32_t view = element(glb, "bufferViews", number_in(glb, accessor, "bufferView", -1));
    double kind = number_in(glb, accessor, "componentType", 0);
    *items = (Items){.node = accessor, .is_float = kind >= 5126};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (says(glb, accessor, "type", types[i].name)) items->width = types[i].width;
    }
    items->bytes = items->width * (kind < 5122 ? 1 : 4);
    items->count = (uint64_t)number_in(glb, accessor, "count", 0);
    double start = number_in(glb, accessor, "byteOffset", 0);
    if (!view || !items->width || !items->count) return wrong(glb, "an accessor of nothing");
    if (start + (double)items->count * items->bytes > number_in(glb, view, "byteLength", 0)) {
        return wrong(glb, "an accessor beyond its view");
    }
    items->at = glb->numbers + (uint64_t)(start + number_in(glb, view, "byteOffset", 0));
    return true;
}

static bool check_floats(Glb *glb, const Items *items) {
    for (uint64_t i = 0; items->is_float && i < items->count * items->width; i++) {
        if (!isfinite(f32_at(items->at + 4 * i))) return wrong(glb, "a float that isn't finite");
    }
    return true;
}

static bool check_bounds(Glb *glb, const Items *items) {
    uint32_t min = member(glb, items->node, "min"), max = member(glb, items->node, "max");
    if (!min || !max) return true;
    min = glb->nodes[min].child;
    max = glb->nodes[max].child;
    for (unsigned k = 0; k < items->width; k++) {
        double low = INFINITY, high = -INFINITY;
        for (uint64_t i = 0; i < items->count; i++) {
            double value = f32_at(items->at + i * items->bytes + 4 * k);
            low = fmin(low, value);
            high = fmax(high, value);
        }
        double least = (double)strtof(min ? glb->nodes[min].text : "", NULL);
        double most = (double)strtof(max ? glb->nodes[max].text : "", NULL);
        if (!min || !max || least < low || least > low || most < high || most > high) {
            return wrong(glb, "an accessor with wrong bounds");
        }
        min = glb->nodes[min].next;
        max = glb->nodes[max].next;
    }
    return true;
}

/* Returns the sum of the squares, or of the floats themselves. */
static double sum_of(const Items *items, uint64_t item, bool squared) {
    double sum = 0;
    for (unsigned k = 0; k < items->width; k++) {
        double value = f32_at(items->at + item * items->bytes + 4 * k);
        sum += squared ? value * value : value;
    }
    return sum;
}

/* Directions and rotations must have unit length; weights must sum to 1. */
static bool check_units(Glb *glb, double accessor, bool squared, const char *fault) {
    Items items;
    if (accessor < 0) return true;
    if (!find_items(glb, accessor, &items)) return false;
    for (uint64_t i = 0; i < items.count; i++) {
        if (!(fabs(sum_of(&items, i, squared) - 1) < 1e-5)) return wrong(glb, fault);
    }
    return true;
}

static bool check_accessors(Glb *glb) {
    uint32_t count = length_of(glb, member(glb, 0, "accessors"));
    uint32_t accessors = member(glb, 0, "accessors");
    uint32_t at = accessors ? glb->nodes[accessors].child : 0;
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++, at = glb->nodes[at].next) {
        Items items;
        if (!find_items(glb, i, &items)) return false;
        total += items.count * items.bytes;
        if (!check_floats(glb, &items) || !check_bounds(glb, &items)) return false;
        if (i > 2000) break; /* the rest is similar, and finding it takes many steps */
    }
    return total <= glb->numbers_size || wrong(glb, "accessors that share bytes");
}

/* ---- Meshes, nodes, animations --------------------------------------------------------------- */

static bool check_primitive(Glb *glb, uint32_t primitive) {
    uint32_t attributes = member(glb, primitive, "attributes");
    Items positions, other, indices;
    if (!attributes || !find_items(glb, number_in(glb, attributes, "POSITION", -1), &positions) ||
        !find_items(glb, number_in(glb, primitive, "indices", -1), &indices)) {
        return wrong(glb, "a part of a mesh without positions or indices");
    }
    if (!element(glb, "materials", number_in(glb, primitive, "material", -1))) {
        return wrong(glb, "a material that isn't there");
    }
    for (uint32_t i = glb->nodes[attributes].child; i; i = glb->nodes[i].next) {
        if (!find_items(glb, number_of(glb, i, -1), &other)) return false;
        if (other.count != positions.count) return wrong(glb, "attributes of unequal length");
    }
    if (indices.count % 3) return wrong(glb, "indices that aren't triangles");
    for (uint64_t i = 0; i < indices.count; i++) {
        if (u32_at(indices.at + 4 * i) >= positions.count) return wrong(glb, "an index too large");
    }
    return check_units(glb, number_in(glb, attributes, "NORMAL", -1), true, "a normal's length") &&
           check_units(glb, number_in(glb, attributes, "WEIGHTS_0", -1), false, "weights' sum");
}

static bool check_meshes(Glb *glb) {
    uint32_t meshes = member(glb, 0, "meshes");
    for (uint32_t i = meshes ? glb->nodes[meshes].child : 0; i; i = glb->nodes[i].next) {
        uint32_t primitives = member(glb, i, "primitives");
        if (!primitives || !glb->nodes[primitives].child) return wrong(glb, "an empty mesh");
        for (uint32_t p = glb->nodes[primitives].child; p; p = glb->nodes[p].next) {
            if (!check_primitive(glb, p)) return false;
        }
    }
    return true;
}

static bool is_there(const Glb *glb, uint32_t object, const char *key, const char *array) {
    uint32_t node = member(glb, object, key);
    return !node || element(glb, array, number_of(glb, node, -1));
}

static bool check_joints(Glb *glb, uint32_t node) {
    uint32_t skin = element(glb, "skins", number_in(glb, node, "skin", -1));
    uint32_t mesh = element(glb, "meshes", number_in(glb, node, "mesh", -1));
    if (!skin || !mesh) return !skin || wrong(glb, "a skin without a mesh");
    uint32_t primitive = glb->nodes[member(glb, mesh, "primitives")].child;
    uint32_t attributes = member(glb, primitive, "attributes");
    uint32_t joint_count = length_of(glb, member(glb, skin, "joints"));
    Items joints, matrices;
    if (!find_items(glb, number_in(glb, attributes, "JOINTS_0", -1), &joints) ||
        !find_items(glb, number_in(glb, skin, "inverseBindMatrices", -1), &matrices)) {
        return false;
    }
    if (matrices.count != joint_count) return wrong(glb, "matrices of a skin that aren't as many");
    for (uint64_t i = 0; i < 4 * joints.count; i++) {
        if (joints.at[i] >= joint_count) return wrong(glb, "a joint that isn't there");
    }
    return true;
}

static bool check_nodes(Glb *glb) {
    uint32_t nodes = member(glb, 0, "nodes"), count = length_of(glb, nodes), number = 0;
    uint8_t *parents = calloc(count + 1u, 1);
    bool good = count && parents;
    for (uint32_t i = nodes ? glb->nodes[nodes].child : 0; good && i; i = glb->nodes[i].next) {
        uint32_t children = member(glb, i, "children");
        good = is_there(glb, i, "mesh", "meshes") && is_there(glb, i, "skin", "skins") &&
               check_joints(glb, i);
        for (uint32_t c = children ? glb->nodes[children].child : 0; good && c;
             c = glb->nodes[c].next) {
            double child = number_of(glb, c, -1);
            good = child >= 0 && child < count && child != number && !parents[(uint32_t)child]++;
        }
        number++;
    }
    free(parents);
    return good || wrong(glb, "nodes that aren't a tree");
}

static bool check_sampler(Glb *glb, uint32_t sampler) {
    Items times, values;
    if (!find_items(glb, number_in(glb, sampler, "input", -1), &times) ||
        !find_items(glb, number_in(glb, sampler, "output", -1), &values)) {
        return false;
    }
    if (times.count != values.count) return wrong(glb, "an animation with more times than values");
    for (uint64_t i = 0; i < times.count; i++) {
        double time = f32_at(times.at + 4 * i), before = i ? f32_at(times.at + 4 * i - 4) : -1;
        if (!(time >= 0 && time > before)) return wrong(glb, "times of an animation don't rise");
        if (values.width == 4 && !(fabs(sum_of(&values, i, true) - 1) < 1e-5)) {
            return wrong(glb, "a turn that isn't of unit length");
        }
    }
    return true;
}

static bool check_animations(Glb *glb) {
    uint32_t animations = member(glb, 0, "animations"), checked = 0;
    for (uint32_t i = animations ? glb->nodes[animations].child : 0; i; i = glb->nodes[i].next) {
        uint32_t samplers = member(glb, i, "samplers"), channels = member(glb, i, "channels");
        if (!length_of(glb, samplers) || length_of(glb, samplers) != length_of(glb, channels)) {
            return wrong(glb, "an animation with other channels than samplers");
        }
        for (uint32_t s = glb->nodes[samplers].child; s; s = glb->nodes[s].next) {
            if (checked++ < 2000 && !check_sampler(glb, s)) return false;
        }
    }
    return true;
}

/* ---- The file -------------------------------------------------------------------------------- */

static bool open_chunks(Glb *glb, const uint8_t *bytes, uint64_t size) {
    if (size < 20 || memcmp(bytes, "glTF", 4) || u32_at(bytes + 4) != 2 ||
        u32_at(bytes + 8) != size || size % 4 || memcmp(bytes + 16, "JSON", 4)) {
        return wrong(glb, "the header");
    }
    uint64_t json = u32_at(bytes + 12);
    if (json % 4 || json > size - 20) return wrong(glb, "the length of the JSON");
    glb->at = (const char *)bytes + 20;
    glb->end = glb->at + json;
    while (glb->end > glb->at && glb->end[-1] == ' ') glb->end--;
    if (json == size - 20) return true;
    const uint8_t *chunk = bytes + 20 + json;
    if (size - 20 - json < 8 || u32_at(chunk) != size - 28 - json || memcmp(chunk + 4, "BIN", 4)) {
        return wrong(glb, "the length of the numbers");
    }
    glb->numbers = chunk + 8;
    glb->numbers_size = u32_at(chunk);
    return true;
}

static bool check_views(Glb *glb) {
    uint32_t views = member(glb, 0, "bufferViews");
    uint32_t buffer = element(glb, "buffers", 0);
    if ((double)glb->numbers_size > number_in(glb, buffer, "byteLength", 0) && buffer) {
        return wrong(glb, "the length of the buffer");
    }
    for (uint32_t i = views ? glb->nodes[views].child : 0; i; i = glb->nodes[i].next) {
        double end = number_in(glb, i, "byteOffset", 0) + number_in(glb, i, "byteLength", 0);
        if (end > (double)glb->numbers_size) return wrong(glb, "a view beyond the numbers");
    }
    return true;
}

const char *glb_fault(const uint8_t *bytes, uint64_t size) {
    Glb glb = {0};
    uint32_t root;
    if (open_chunks(&glb, bytes, size) && read_value(&glb, &root, 0)) {
        if (glb.at != glb.end) wrong(&glb, "JSON: more than a document");
        else if (check_views(&glb) && check_accessors(&glb) && check_meshes(&glb) &&
                 check_nodes(&glb)) {
            check_animations(&glb);
        }
    }
    free(glb.nodes);
    return glb.fault;
}
