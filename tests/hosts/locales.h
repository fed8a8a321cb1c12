/* Locales of the system, and some that are made for the test. */
#ifndef HOSTS_LOCALES_H
#define HOSTS_LOCALES_H

/* Calls `use` within each locale that is there. Where localedef and its sources are there, it makes
** two whose numbers have no point: a comma, and a sign of two bytes. */
void in_each_locale(void (*use)(const char *name));

#endif
