#include "picture/material.h"
#include "codec/text.h"
#include "picture/palette.h"

#define SHADES 7

/* A material, and the words by which names of textures and surfaces speak of it, in English and in
** Korean. Of several materials in a name the first of the list counts: ground/grass.bmp is grass. */
static const struct Material {
    Color color;
    const char *words[20];
} materials[] = {
    {{62, 124, 186, 255},
     {"water", "sea", "lake", "river", "ocean", "pond", "puddle", "물", "워터", "바다", "강물",
      "호수"}},
    {{214, 84, 38, 255}, {"lava", "magma", "fire", "용암", "불꽃"}},
    {{226, 236, 246, 255}, {"snow", "ice", "눈밭", "얼음", "설원"}},
    {{74, 116, 56, 255}, {"hedge", "bush", "shrub", "덤불"}},
    {{98, 152, 70, 255},
     {"grass", "meadow", "lawn", "leaf", "leaves", "moss", "forest", "초원", "풀", "잔디", "숲",
      "나뭇잎"}},
    {{110, 128, 84, 255}, {"hill", "언덕"}},
    {{146, 100, 60, 255}, {"wood", "plank", "timber", "bridge", "나무", "다리", "목재"}},
    {{212, 182, 88, 255}, {"wheat", "straw", "hay", "corn", "밀밭", "짚"}},
    {{196, 170, 122, 255}, {"sand", "desert", "beach", "모래", "사막"}},
    {{142, 142, 148, 255},
     {"stone", "rock", "cobble", "brick", "cliff", "wall", "castle", "marble", "tile", "slate",
      "돌", "벽", "바위", "절벽", "성벽"}},
    {{176, 166, 150, 255}, {"road", "street", "city", "town", "도시", "길", "마을", "대리석"}},
    {{104, 96, 112, 255}, {"cave", "dungeon", "던전", "동굴"}},
    {{164, 132, 92, 255}, {"dirt", "soil", "mud", "earth", "ground", "맨땅", "흙", "땅", "바닥"}},
    {{150, 168, 184, 255}, {"metal", "iron", "steel", "철판", "금속"}},
    {{170, 66, 74, 255}, {"carpet", "cloth", "roof", "카펫", "지붕"}},
    {{90, 90, 90, 255}, {"nonwalk", "notdefined"}},
    {{124, 124, 120, 255}, {"closed cell"}},
    {{201, 174, 122, 255}, {"open cell with"}},
    {{141, 179, 107, 255}, {"open cell"}},
    {{44, 44, 50, 255}, {"black", "void", "backside", "obscur", "bottomless"}},
};

/* Tells whether `text` has `word` in it, whatever the case of ASCII letters. */
static bool has_word(const char *text, const char *word) {
    for (; *text; text++) {
        size_t i = 0;
        while (word[i] && fold_byte((uint8_t)text[i]) == (uint8_t)word[i]) i++;
        if (!word[i]) return true;
    }
    return false;
}

/* Of a path only so many bytes at its end are looked at. */
#define NAME_MOST 256

/* Returns the number of a name's material, or the number of materials if it has none. */
static size_t material_of(const char *path) {
    size_t length = strlen(path);
    if (length > NAME_MOST) path += length - NAME_MOST, length = NAME_MOST;
    const char *name = path + text_folder_bytes(path, length);
    for (size_t m = 0; m < LENGTH(materials); m++) {
        for (size_t w = 0; w < LENGTH(materials[m].words) && materials[m].words[w]; w++) {
            if (has_word(name, materials[m].words[w])) return m;
        }
    }
    return LENGTH(materials);
}

static uint8_t shaded(uint8_t part, int percent) {
    int value = part + part * percent / 100;
    return (uint8_t)(value > 255 ? 255 : value);
}

/* The first name of a material has its colour, the next ones are darker and a little lighter by
** turns: in full light a pale shade of sand would be yellow. The parts of a colour change by
** different amounts, so that a hundred shades differ, too. */
static Color shade_of(Color color, uint64_t number) {
    static const int percents[SHADES] = {0, -16, 6, -26, 3, -9, -21};
    int percent = percents[number % SHADES], turn = (int)(number % 8);
    return (Color){shaded(color.red, percent + turn), shaded(color.green, percent),
                   shaded(color.blue, percent - turn), 255};
}

void material_colors(const char *const *names, uint64_t count, uint64_t first, Color *colors) {
    uint64_t used[LENGTH(materials)] = {0};
    for (uint64_t i = 0; i < count; i++) {
        size_t material = material_of(names[i]);
        if (material == LENGTH(materials)) colors[i] = palette_class(first + i);
        else colors[i] = shade_of(materials[material].color, used[material]++);
    }
}

bool material_color(const char *name, uint64_t shade, Color *color) {
    size_t material = material_of(name);
    if (material == LENGTH(materials)) return false;
    *color = shade_of(materials[material].color, shade);
    return true;
}
