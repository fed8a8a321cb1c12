/* See resource_type.h. */
#include "resource_type.h"

/* The extensions of the types from `first` on; "" for a number that has no meaning. */
typedef struct TypeRun {
    uint32_t first, count;
    const char (*extensions)[4];
} TypeRun;

static const char shared[][4] = {"res", "bmp", "mve", "tga", "wav", "wfx",
                                 "plt", "ini", "bmu", "mpg", "txt"};

/* Neverwinter Nights, and from 2068 on its Enhanced Edition. */
static const char neverwinter[][4] = {
    "plh", "tex", "mdl", "thg", "",    "fnt", "",    "lua", "slt", "nss", "ncs", "mod",
    "are", "set", "ifo", "bic", "wok", "2da", "tlk", "",    "",    "",    "txi", "git",
    "bti", "uti", "btc", "utc", "",    "dlg", "itp", "btt", "utt", "dds", "bts", "uts",
    "ltr", "gff", "fac", "bte", "ute", "btd", "utd", "btp", "utp", "dft", "gic", "gui",
    "css", "ccs", "btm", "utm", "dwk", "pwk", "btg", "utg", "jrl", "sav", "utw", "4pc",
    "ssf", "hak", "nwm", "bik", "ndb", "ptm", "ptt", "bak", "dat", "shd", "xbc", "wbm",
    "mtr", "ktx", "ttf", "sql", "tml", "sq3", "lod", "gif", "png", "jpg", "caf", "jui",
};

static const char neverwinter2[][4] = {
    "osc", "usc", "trn", "utr", "uen", "ult", "sef", "pfx", "cam", "lfx", "bfx", "upe",
    "ros", "rst", "ifx", "pfb", "zip", "wmp", "bbx", "tfx", "wlk", "xml", "scc", "",
    "",    "",    "",    "",    "",    "",    "",    "",    "",    "ptx", "ltx", "trx",
};

static const char models2[][4] = {"mdb", "mda", "spt", "gr2", "fxa", "fxe", "", "jpg", "pwc"};

static const char indexes[][4] = {"ids", "erf", "bif", "key"};

static const TypeRun runs[] = {
    {0, LENGTH(shared), shared},
    {2000, LENGTH(neverwinter), neverwinter},
    {3000, LENGTH(neverwinter2), neverwinter2},
    {4000, LENGTH(models2), models2},
    {9996, LENGTH(indexes), indexes},
};

const char *resource_extension(uint32_t type) {
    for (size_t i = 0; i < LENGTH(runs); i++) {
        if (type < runs[i].first || type - runs[i].first >= runs[i].count) continue;
        const char *extension = runs[i].extensions[type - runs[i].first];
        return *extension ? extension : NULL;
    }
    return NULL;
}
