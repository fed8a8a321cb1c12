#!/bin/sh
# Do other programs decode the pictures of a folder? pngcheck and libpng (netpbm's pngtopnm) look at
# each, Chromium shows all of them on one page. Those that aren't here are named: pictures.sh FOLDER
set -u
folder=$1 passed=0 failed=0

verdict() { # $1: 0 if it holds; $2: what was asked
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "$2"; fi
}

if ! command -v pngcheck > /dev/null; then
    echo "no pngcheck here: pictures aren't checked by it"
else
    for picture in "$folder"/*.png; do
        said=$(pngcheck -q "$picture" 2>&1)
        verdict $? "pngcheck, $picture: $said"
    done
fi

if ! command -v pngtopnm > /dev/null; then
    echo "no pngtopnm here: pictures aren't decoded by libpng"
else
    for picture in "$folder"/*.png; do
        size=$(od -An -tu1 -j16 -N8 "$picture" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')
        found=$(pngtopnm "$picture" 2> "$folder/pngtopnm.err" | sed -n '2{p;q;}')
        [ "$found" = "$size" ]
        verdict $? "pngtopnm, $picture: '$found' instead of '$size': $(cat "$folder/pngtopnm.err")"
    done
fi

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo "no Chromium here: pictures aren't shown by it"
else
    page=$folder/pictures.html
    {
        for picture in "$folder"/*.png; do echo "<img src='$(basename "$picture")'>"; done
        echo '<script>onload = () => { document.body.innerHTML = [...document.images].map('
        echo '  image => image.getAttribute("src") + " " + image.naturalWidth + " " +'
        echo '           image.naturalHeight).join("<br>"); }</script>'
    } > "$page"
    profile=$(mktemp -d)
    shown=$("$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$profile" \
        --dump-dom "file://$(realpath "$page")" 2> /dev/null |
        sed 's/<br>/\n/g')
    rm -rf "$profile"
    for picture in "$folder"/*.png; do
        size=$(od -An -tu1 -j16 -N8 "$picture" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')
        echo "$shown" | grep -q "$(basename "$picture") $size"
        verdict $? "Chromium doesn't show $picture"
    done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
