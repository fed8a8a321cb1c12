/* See locales.h. */
#include "locales.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *const names[] = {"C",           "POSIX",         "C.UTF-8",     "en_US.UTF-8",
                                    "de_DE.UTF-8", "de_DE",         "tr_TR.UTF-8", "ko_KR.UTF-8",
                                    "ja_JP.UTF-8", "zh_CN.GB18030", "ar_EG.UTF-8", "fr_FR"};
static const char *const made[] = {"de_DE", "ps_AF"};

static int in_locale(const char *name, void (*use)(const char *name)) {
    if (!setlocale(LC_ALL, name)) return 0;
    use(name);
    setlocale(LC_ALL, "C");
    return 1;
}

/* Makes a locale in a folder, in which the C library finds it by LOCPATH. */
static int in_made_locale(const char *folder, const char *name, void (*use)(const char *name)) {
    char command[256], exact[32];
    snprintf(exact, sizeof exact, "%s.UTF-8", name);
    snprintf(command, sizeof command, "localedef -i %s -f UTF-8 '%s/%s' > /dev/null 2>&1", name,
             folder, exact);
    if (system(command) == -1) return 0;
    setenv("LOCPATH", folder, 1);
    int there = in_locale(exact, use);
    unsetenv("LOCPATH");
    return there;
}

void in_each_locale(void (*use)(const char *name)) {
    char folder[] = "/tmp/gamemap-locales-XXXXXX", command[64];
    int there = 0, made_there = 0;
    for (size_t i = 0; i < LENGTH(names); i++) there += in_locale(names[i], use);
    if (mkdtemp(folder)) {
        for (size_t i = 0; i < LENGTH(made); i++)
            made_there += in_made_locale(folder, made[i], use);
        snprintf(command, sizeof command, "rm -r '%s'", folder);
        if (system(command) != 0) printf("%s is left\n", folder);
    }
    printf("%d of %zu locales are there, and %d of %zu made ones\n", there, LENGTH(names),
           made_there, LENGTH(made));
}
