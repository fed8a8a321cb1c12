# Makes of a text with the rules of a check a macro that lists them (findings.h), X_RULES of x_rules.txt.
/^#/ { next }
!list {
    list = toupper(FILENAME)
    gsub(/.*\/|\..*/, "", list)
    printf "#define %s(X)", list
}
{
    text = $0
    sub(/^[^ ]+ +[^ ]+ +[^ ]+ +/, "", text)
    printf "%s \\\n    X(%s, SEVERITY_%s, \"%s\", \"%s\")", count++ ? "," : "", $1, $2, $3, text
}
END { print "" }
