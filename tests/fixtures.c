/* See fixtures.h. */
#include "fixtures.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void die(const char *what, const char *path) {
    perror(path);
    fprintf(stderr, "fixtures: %s\n", what);
    exit(1);
}

void put_bytes(Bytes *bytes, const void *data, size_t size) {
    if (bytes->capacity - bytes->size < size) {
        bytes->capacity = (bytes->size + size) * 2 + 64;
        uint8_t *grown = calloc(1, bytes->capacity);
        if (!grown) die("out of memory", "calloc");
        fields_moved(bytes->data, grown, bytes->capacity);
        if (bytes->size) memcpy(grown, bytes->data, bytes->size);
        free(bytes->data);
        bytes->data = grown;
    }
    fields_copied(bytes, data, size);
    if (size) memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void put_zeros(Bytes *bytes, size_t size) {
    static const uint8_t zeros[256];
    for (; size > sizeof zeros; size -= sizeof zeros) put_bytes(bytes, zeros, sizeof zeros);
    put_bytes(bytes, zeros, size);
}

void put_chars(Bytes *bytes, const char *text, size_t field) {
    size_t length = strlen(text);
    if (length > field) length = field;
    put_bytes(bytes, text, length);
    put_zeros(bytes, field - length);
}

static void put_number(Bytes *bytes, uint64_t value, size_t size) {
    uint8_t number[8];
    for (size_t i = 0; i < size; i++) number[i] = (uint8_t)(value >> 8 * i);
    put_bytes(bytes, number, size);
}

void put_field(Bytes *bytes, uint64_t value, size_t size, const char *name) {
    put_number(bytes, value, size);
    field_is(bytes, bytes->size - size, size, name);
}

void put_f32(Bytes *bytes, double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    put_number(bytes, bits, 4);
}

static void patch(Bytes *bytes, size_t at, uint32_t value, size_t size) {
    if (at > bytes->size || bytes->size - at < size) die("patch outside of the file", "patch");
    for (size_t i = 0; i < size; i++) bytes->data[at + i] = (uint8_t)(value >> 8 * i);
}

void patch_field(Bytes *bytes, size_t at, uint32_t value, size_t size, const char *name) {
    patch(bytes, at, value, size);
    field_is(bytes, at, size, name);
}

void patch_f32(Bytes *bytes, size_t at, double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    patch(bytes, at, bits, 4);
}

Bytes copy_of(const Bytes *bytes) {
    Bytes copy = {0};
    put_bytes(&copy, bytes->data, bytes->size);
    return copy;
}

/* Makes the folders that lead to `path`. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
}

void save_copy(const char *folder, const char *name, const Bytes *bytes) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) die("path too long", name);
    make_folders(path);
    FILE *file = fopen(path, "wb");
    if (!file) die("can't write", path);
    bool written = !bytes->size || fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    if (!written) die("can't write", path);
    if (fclose(file)) die("can't write", path);
    fields_write(bytes->data, bytes->size);
}

void save(const char *folder, const char *name, Bytes *bytes) {
    save_copy(folder, name, bytes);
    free(bytes->data);
    *bytes = (Bytes){0};
}

/* A format whose fixtures aren't there is left out. */
#pragma weak write_gnd_samples
#pragma weak write_gnd_fixtures
#pragma weak write_trn_samples
#pragma weak write_trn_fixtures
#pragma weak write_jmx_samples
#pragma weak write_jmx_fixtures
#pragma weak write_mdl_samples
#pragma weak write_mdl_fixtures
#pragma weak write_gt_samples
#pragma weak write_gt_fixtures

static const struct {
    void (*samples)(const char *folder), (*tests)(const char *folder);
} writers[] = {
    {write_gnd_samples, write_gnd_fixtures}, {write_trn_samples, write_trn_fixtures},
    {write_jmx_samples, write_jmx_fixtures}, {write_mdl_samples, write_mdl_fixtures},
    {write_gt_samples, write_gt_fixtures},
};

static void write_large(const char *folder) {
    write_large_gnd(folder, "city.gnd", 160, 190, 4000);
    write_large_gnd(folder, "country.gnd", 500, 500, 10000);
    write_large_gnd(folder, "village.gnd", 32, 32, 10);
    write_large_trn(folder, "hall.trx", 5, 7);
    write_large_mdl(folder, "crowd.mdl");
}

int main(int count, char **arguments) {
    const char *what = count == 3 ? arguments[1] : "", *folder = arguments[2];
    bool large = !strcmp(what, "large"), tests = !strcmp(what, "tests");
    if (!strcmp(what, "scaled")) {
        write_scaled(folder);
        return 0;
    }
    if (!large && !tests && strcmp(what, "samples")) {
        fprintf(stderr, "usage: fixtures samples|tests|large|scaled FOLDER\n");
        return 1;
    }
    if (tests) {
        char fields[4096];
        snprintf(fields, sizeof fields, "%s.fields", folder);
        fields_to(fields);
    }
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        void (*write)(const char *) = tests ? writers[i].tests : writers[i].samples;
        if (write) write(folder);
    }
    if (large) write_large(folder);
    return 0;
}
