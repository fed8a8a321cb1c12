/* TLK tables and functions: texts by number. tlk.h describes the format. */
#include "neverwinter/tlk/tlk.h"
#include "table/place.h"

static Value file_language_name(const Row *row) {
    TextEncoding encoding;
    return value_name(tlk_language(((const Tlk *)row->document)->language, &encoding));
}

static Value file_used(const Row *row) {
    const Tlk *tlk = row->document;
    int64_t count = 0;
    for (uint64_t i = 0; i < tlk->string_count; i++) {
        const uint8_t *entry = tlk->entries + i * TLK_ENTRY_BYTES;
        bool is_used = load_u32(entry + TLK_TEXT_SIZE) || load_u32(entry + TLK_FLAGS);
        count += is_used;
    }
    return value_integer(count);
}

static const Column file_columns[] = {
    MEMBER(STRING, "version", NULL, "Version", Tlk, document.version),
    MEMBER(U32, "language", NULL, "Language of the texts, as the games number them", Tlk, language,
           WRITTEN, SHAPES("the encoding of the texts depends on it")),
    GET("language_name", TEXT, NULL, "Its name; NULL where the number is unknown",
        file_language_name),
    MEMBER(U64, "string_count", NULL, "Number of strings, unused ones included", Tlk, string_count),
    GET("used_count", INTEGER, NULL, "Strings that have a text or a flag", file_used,
        .of_whole = true),
    MEMBER(U32, "texts_offset", "bytes", "Where the texts begin", Tlk, texts),
};

static const Table tlk_files = {
    TABLE("tlk_files", tlk_format, file_columns),
    .doc = "The language and size of each talk table, one row for a file.",
    .example =
        "SELECT file, language_name, string_count, used_count FROM tlk_files('samples/*.tlk')",
    .reads = READS_HEADER,
    ONE_ROW,
};

static Value string_text(const Row *row) {
    uint32_t length;
    const char *text = tlk_text(row->document, row->index, row->scratch, &length);
    return text ? value_text_of(text, length) : value_null();
}

static Value string_text_raw(const Row *row) {
    uint32_t size;
    const uint8_t *bytes = tlk_text_bytes(row->document, row->index, &size);
    return bytes ? value_blob(bytes, size) : value_null();
}

static bool text_lies(const Row *row, uint32_t at UNUSED, CellPlace *place) {
    const Tlk *tlk = row->document;
    place->field = tlk_text_bytes(tlk, row->index, &place->bytes);
    place->length_field = row->record + TLK_TEXT_SIZE;
    place->length_bytes = 4;
    if (!place->field || !place->bytes) return false;
    tlk_language(tlk->language, &place->encoding);
    place->kind = place->encoding == ENCODING_CP949    ? CELL_CHARS_CP949
                  : place->encoding == ENCODING_CP1252 ? CELL_CHARS
                                                       : CELL_ASCII;
    place->is_mixed = true;
    return true;
}

static bool sound_lies(const Row *row, uint32_t at, CellPlace *place) {
    place->field = row->record + at;
    place->bytes = TLK_SOUND_BYTES;
    place->kind = CELL_CHARS;
    place->is_mixed = true;
    return true;
}

static const Column string_columns[] = {
    FIELD_BY(
        TEXT, "text", NULL,
        "The text, whatever the flags say; empty where the string is unused, NULL where the file "
        "doesn't have it",
        text_lies, 0, .with_nul = true, .get = string_text),
    U32("flags", NULL, "1 text, 2 sound, 4 length of the sound", TLK_FLAGS),
    BIT(32, "has_text", "1 if the flag of a text is set", TLK_FLAGS, TLK_HAS_TEXT),
    BIT(32, "has_sound", "1 if the flag of a sound is set", TLK_FLAGS, TLK_HAS_SOUND),
    BIT(32, "has_length", "1 if the flag of the sound's length is set", TLK_FLAGS, TLK_HAS_LENGTH),
    FIELD_BY(TEXT, "sound", NULL, "Name of the sound; empty where there is none", sound_lies,
             TLK_SOUND, .nocase = true),
    F32("sound_length", "seconds", "Length of the sound", TLK_SOUND_LENGTH),
    U32("volume_variance", NULL, "Unused by games", TLK_VOLUME, .hidden = true),
    U32("pitch_variance", NULL, "Unused by games", TLK_PITCH, .hidden = true),
    U32("text_offset", "bytes", "Where the text lies, from the start of the texts", TLK_TEXT_OFFSET,
        SHAPES("it says where the text is"), .hidden = true),
    U32("text_size", "bytes", "Length of the text in the file", TLK_TEXT_SIZE,
        SHAPES("it is the length of the text, which says it itself"), .hidden = true),
    GET("text_raw", BLOB, NULL, "The bytes of the text", string_text_raw, .hidden = true),
};

static const Table tlk_strings = {
    TABLE("tlk_strings", tlk_format, string_columns),
    .has_global_ids = true,
    .doc = "The texts of talk tables; `id` is the StrRef by which other files refer to a text.",
    .example = "SELECT id, text FROM tlk_strings('samples/dialog.tlk') WHERE text LIKE '%river%'",
    .typical_rows = 10000,
    ROWS(Tlk, entries, string_count, TLK_ENTRY_BYTES),
};

static Value text_call(Call *call) {
    int64_t number;
    const Value strref = call->arguments->values[0];
    if (value_is_text(strref, "")) return value_null(); /* an empty cell of a 2DA */
    if (!value_to_written_integer(strref, &number)) {
        return call_fail(call, "strref must be an integer");
    }
    if (number < 0 || number >= TLK_NO_STRING) return value_null();
    bool is_custom = (uint32_t)number & TLK_IS_CUSTOM;
    const Document *document = is_custom ? call->arguments->documents[1] : call->document;
    const Tlk *tlk = (const Tlk *)document;
    uint32_t string = (uint32_t)number & TLK_NUMBER, length = 0;
    if (!tlk || string >= tlk->string_count) return value_null();
    const char *text = tlk_text(tlk, string, call->scratch, &length);
    if (text) return value_text_of(text, length);
    if (call->scratch->failed) fail_memory(call->error, call->scratch);
    return value_null();
}

static const Function tlk_functions[] = {
    {"tlk_text", "src, strref [, custom_src]",
     .doc = "The text of a StrRef. A number with bit 24 means a text of the module's own TLK, "
            "`custom_src`; without that it is NULL. NULL for -1 and for numbers beyond the last "
            "string. The number may be a text, as twoda_value() gives it; an empty one is NULL.",
     .example = "SELECT tlk_text('samples/dialog.tlk', 1)", .format = &tlk_format,
     ARGUMENTS({.name = "strref", .doc = "Number of the text, as files have it"},
               {"custom_src",
                "The module's own TLK, which is meant where bit 24 of the number is set",
                .optional = true, .source = &tlk_format}),
     .call = text_call, .with_nul = true},
};

const Module tlk_module = {
    FORMATS(&tlk_format),
    TABLES(&tlk_files, &tlk_strings),
    MODULE_PARTS(tlk_functions, function),
};
