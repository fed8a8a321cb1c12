// What the address of the page says.

// The query that it carries, escaped, or as somebody has typed it behind "#q="; and from where one looks.
export function linked() {
    const [, written = '', view] = /^#(?:q=(.*?))?(?:&?view=([^&]*))?$/s.exec(window.location.hash) ?? [];
    return {query: unescaped(written), view: view?.split(',').map(Number)};
}

// The files that it names, as "?files=https://example.org/town.gnd", each in a parameter of its own
export function namedFiles() {
    return new URLSearchParams(window.location.search).getAll('files').filter(Boolean);
}

export function wordsOfHelp() {
    return new URLSearchParams(window.location.search).get('help');
}

// A percent sign that begins no escape stays as it is.
function unescaped(text) {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, part => {
        try {
            return decodeURIComponent(part);
        } catch {
            return part;
        }
    });
}
