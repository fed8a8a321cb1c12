#include "trn.h"
bool trn_check(Document *document, Findings *findings, Error *error) { (void)document;(void)findings;(void)error; return true; }
