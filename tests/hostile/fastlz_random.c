/*
** Compares FastLZ with an independent decoder.
**
**     fastlz_random [--whole]
**
** makes random valid streams of both levels, instruction by instruction, so that what they expand
** to is known without any decoder, and damages them. For each stream, src/codec/fastlz.c must give the
** result of a second decoder, which follows the format's rules in the plainest way: byte by byte,
** each with its own check. Input and output of the first decoder lie in blocks of exact size, for
** the sanitizers, and a byte behind the output must stay unchanged. The last line is "N passed, N
** failed".
*/
#include "codec/fastlz.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STREAMS       400
#define STREAMS_WHOLE 5000
#define DAMAGES       50 /* for each stream */
#define ROOM          (1 << 18)
#define GUARD         0x5c

static uint64_t state = 1;
static long passed, failed, accepted;

static unsigned random_below(unsigned limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state ^ state >> 29) >> 32) % limit;
}

typedef struct Content {
    uint8_t bytes[ROOM];
    size_t size;
} Content;

static void put(Content *content, unsigned byte) {
    content->bytes[content->size++] = (uint8_t)byte;
}

/* ---- Valid streams --------------------------------------------------------------------------- */

static void put_literals(Content *stream, Content *raw) {
    unsigned count = 1 + random_below(32), kinds = random_below(2) ? 256 : 3;
    put(stream, count - 1);
    while (count--) {
        unsigned byte = random_below(kinds);
        put(stream, byte);
        put(raw, byte);
    }
}

/* Chooses lengths and distances at the limits of their forms more often than others. */
static unsigned random_length(int level) {
    static const unsigned edges[] = {3, 4, 8, 9, 10, 263, 264, 265, 518, 519, 520, 774};
    unsigned length = random_below(3) ? edges[random_below(12)] : 3 + random_below(1500);
    return level == 1 && length > 264 ? 3 + length % 262 : length;
}

static unsigned random_distance(int level, size_t done) {
    static const unsigned edges[] = {1, 2, 3, 4, 255, 256, 257, 8190, 8191, 8192, 8193, 73727};
    unsigned most = level == 1 ? 8192 : 73727;
    if (done < most) most = (unsigned)done;
    unsigned distance = random_below(2) ? edges[random_below(12)] : 1 + random_below(most);
    return distance > most ? most : distance;
}

static void put_match(Content *stream, Content *raw, int level) {
    unsigned length = random_length(level), distance = random_distance(level, raw->size);
    bool far = level == 2 && distance >= 8192;
    unsigned near = far ? 8191 : distance - 1;
    put(stream, (length < 9 ? length - 2 : 7) << 5 | near >> 8);
    if (length >= 9) {
        unsigned more = length - 9;
        for (; level == 2 && more >= 255; more -= 255) put(stream, 255);
        put(stream, more);
    }
    put(stream, near & 255);
    if (far) {
        put(stream, (distance - 8192) >> 8);
        put(stream, (distance - 8192) & 255);
    }
    while (length--) put(raw, raw->bytes[raw->size - distance]);
}

static void make_stream(Content *stream, Content *raw, unsigned instructions) {
    int level = 1 + (int)random_below(2);
    stream->size = raw->size = 0;
    put_literals(stream, raw);
    if (level == 2) stream->bytes[0] |= 1 << 5;
    while (--instructions && raw->size < ROOM - 4096 && stream->size < ROOM / 2) {
        if (random_below(3)) put_match(stream, raw, level);
        else put_literals(stream, raw);
    }
}

/* ---- The second decoder ---------------------------------------------------------------------- */

typedef struct Plain {
    const Content *in;
    size_t at, wanted;
    Content *out;
    bool bad;
} Plain;

static unsigned next(Plain *plain) {
    if (plain->at < plain->in->size) return plain->in->bytes[plain->at++];
    plain->bad = true;
    return 0;
}

static void emit(Plain *plain, unsigned byte) {
    if (plain->out->size < plain->wanted) put(plain->out, byte);
    else plain->bad = true;
}

static void expand_match(Plain *plain, unsigned control, bool second_level) {
    size_t length = control / 32 + 2, distance;
    if (control / 32 == 7) {
        unsigned byte;
        do {
            byte = next(plain);
            length += byte;
        } while (second_level && byte == 255);
    }
    distance = control % 32 * 256 + next(plain) + 1;
    if (second_level && distance == 8192) {
        distance += 256 * next(plain);
        distance += next(plain);
    }
    if (distance > plain->out->size) plain->bad = true;
    while (length-- && !plain->bad) emit(plain, plain->out->bytes[plain->out->size - distance]);
}

static bool expand(const Content *in, size_t wanted, Content *out) {
    Plain plain = {.in = in, .wanted = wanted, .out = out};
    bool second_level = in->size && in->bytes[0] / 32 == 1;
    out->size = 0;
    if (in->size && in->bytes[0] / 32 > 1) return false;
    while (plain.at < in->size && !plain.bad) {
        bool first = plain.at == 0;
        unsigned control = next(&plain);
        if (first) control %= 32;
        if (control >= 32) expand_match(&plain, control, second_level);
        else
            for (unsigned i = 0; i <= control && !plain.bad; i++) emit(&plain, next(&plain));
    }
    return !plain.bad && out->size == wanted;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static void expect(bool good, const char *what, const Content *stream, size_t wanted) {
    if (good) {
        passed++;
        return;
    }
    if (failed++ > 10) return;
    printf("%s: %zu bytes to %zu:", what, stream->size, wanted);
    for (size_t i = 0; i < stream->size && i < 60; i++) printf(" %02x", stream->bytes[i]);
    printf("\n");
}

static void compare(const Content *stream, size_t wanted, Content *out) {
    uint8_t *in = malloc(stream->size ? stream->size : 1), *ours = malloc(wanted + 1);
    if (!in || !ours) exit(2);
    memcpy(in, stream->bytes, stream->size);
    ours[wanted] = GUARD;
    uint64_t at = 0;
    bool good = fastlz_decompress(in, stream->size, ours, wanted, &at) == FASTLZ_OK;
    expect(good == expand(stream, wanted, out), good ? "accepted" : "refused", stream, wanted);
    expect(at <= stream->size && ours[wanted] == GUARD, "writes too far", stream, wanted);
    if (good) {
        expect(!memcmp(ours, out->bytes, wanted), "other bytes", stream, wanted);
        accepted++;
    }
    free(in);
    free(ours);
}

/* Makes one to three changes. Returns the output size to ask for, which usually stays the same. */
static size_t damage(Content *stream, size_t wanted) {
    for (unsigned changes = 1 + random_below(3); changes && stream->size; changes--) {
        unsigned at = random_below((unsigned)stream->size);
        switch (random_below(6)) {
        case 0: stream->bytes[at] = (uint8_t)random_below(256); break;
        case 1: stream->bytes[at] ^= (uint8_t)(1 << random_below(8)); break;
        case 2: stream->bytes[at] = (uint8_t)(random_below(2) ? 255 : 0); break;
        case 3: stream->size = at; break;
        case 4: memmove(stream->bytes + at + 1, stream->bytes + at, stream->size++ - at); break;
        default: wanted = wanted + random_below(5) - (wanted > 2 ? 2 : 0);
        }
    }
    return wanted;
}

int main(int count, char **arguments) {
    static Content stream, damaged, raw, out;
    bool whole = count > 1 && !strcmp(arguments[1], "--whole");
    long streams = whole ? STREAMS_WHOLE : STREAMS;
    for (long s = 0; s < streams; s++) {
        make_stream(&stream, &raw, 1 + random_below(s % 10 ? 12 : 400));
        bool known = expand(&stream, raw.size, &out) && !memcmp(out.bytes, raw.bytes, raw.size);
        expect(known, "the plain decoder is wrong", &stream, raw.size);
        compare(&stream, raw.size, &out);
        for (int d = 0; d < DAMAGES; d++) {
            memcpy(damaged.bytes, stream.bytes, damaged.size = stream.size);
            compare(&damaged, damage(&damaged, raw.size), &out);
        }
    }
    printf("%ld streams, %ld of them damaged, %ld accepted\n", streams * (DAMAGES + 1),
           streams * DAMAGES, accepted);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed || !passed;
}
