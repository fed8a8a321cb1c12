# Makes the lines of a SightingKind[] of a text with the rules of a check.
/^#/ { next }
{
    text = $0
    sub(/^[^ ]+ +[^ ]+ +[^ ]+ +/, "", text)
    printf "[%s] = {SEVERITY_%s, \"%s\", \"%s\"},\n", $1, $2, $3, text
}
