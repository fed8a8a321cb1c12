# Writes the letters of pixel_font.txt as texts in C; a point stands for an empty row.
/^; sheet / {
    if (name != "") print "};"
    name = $3
    print "static const char *const " name "[] = {"
}
/^[# .]/ {
    sub(/^\./, "")
    printf "    \"%-79s\",\n", $0
}
END { print "};" }
