/* TRN tables: files, packets and areas. trn_terrain_tables.c has the ground, trn_water_tables.c the
** water, aswm_*_tables.c the walkmesh; trn.h and aswm.h describe the formats. */
#include "neverwinter/trn/trn_tables.h"

static const Column file_columns[] = {
    MEMBER(U32, "major", NULL, "Major version, 2; NULL for a walkmesh alone", Trn, major, WRITTEN,
           WHERE_MEMBER(Trn, is_container)),
    MEMBER(U32, "minor", NULL, "Minor version, 3", Trn, minor, WRITTEN,
           WHERE_MEMBER(Trn, is_container)),
    MEMBER(U64, "packet_count", NULL, "Number of packets; 0 for a walkmesh alone", Trn,
           packet_count),
};

const Table trn_files = {
    TABLE("trn_files", trn_format, file_columns),
    .doc = "The header of each TRN or TRX file, one row for a file.",
    .example = "SELECT file, major, minor, packet_count FROM trn_files('samples/*.tr?')",
    .reads = READS_HEADER,
    ONE_ROW,
};

static Value packet_data(const Row *row) {
    const Trn *trn = row->document;
    return value_blob(trn->document.bytes + trn_packet_offset(trn, row->index) +
                          TRN_PACKET_HEADER_BYTES,
                      trn_packet_size(trn, row->index));
}

static const Column packet_columns[] = {
    CHARS("type", "TRWH, TRRN, WATR or ASWM; others are unknown", TRN_ENTRY_TYPE, TRN_TYPE_BYTES,
          SHAPES("the packet's layout depends on it")),
    U32("offset", "bytes", "Where the packet begins in the file", TRN_ENTRY_OFFSET,
        SHAPES("it says where the packet lies")),
    ITEM(U32, "size", "bytes", "Size of the packet's data, behind 8 bytes of type and size", Trn,
         packet_sizes, 0),
    BYTES("type_raw", "The four bytes of the type", TRN_ENTRY_TYPE, TRN_TYPE_BYTES,
          SHAPES("the packet's layout depends on it"), .hidden = true),
    GET("data", BLOB, NULL,
        "The packet's data; of a compressed walkmesh, the compressed_data stand behind 12 bytes",
        packet_data, .of_whole = true, .hidden = true),
};

const Table trn_packets = {
    TABLE("trn_packets", trn_format, packet_columns),
    .doc = "The packets that a file is made of, known and unknown ones, in the order of its "
           "directory.",
    .example = "SELECT type, count(*), sum(size) FROM trn_packets('samples/*.tr?') GROUP BY type",
    .reads = READS_HEADER,
    .typical_rows = 2,
    ROWS(Trn, directory, packet_count, TRN_ENTRY_BYTES),
};

Value trn_packet_value(const Row *row, const Column *column) {
    const TrnPackets *packets = (const void *)((const char *)row->document + column->number);
    return value_integer((int64_t)packets->numbers[row->index]);
}

static const Column area_columns[] = {
    PACKET(areas),
    U32("width", "tiles, outside megatiles",
        "Size from west to east; that of exteriors includes the border", TRN_AREA_WIDTH),
    U32("height", "tiles, outside megatiles",
        "Size from south to north; that of exteriors includes the border", TRN_AREA_HEIGHT),
    U32("area_id", NULL, "Number of the area", TRN_AREA_ID),
};

const Table trn_areas = {
    TABLE("trn_areas", trn_format, area_columns),
    .doc = "The size of each area (TRWH packets).",
    .example = "SELECT file, width, height, area_id FROM trn_areas('samples/*.tr?')",
    CHILD_ROWS(Trn, areas.rows),
};
