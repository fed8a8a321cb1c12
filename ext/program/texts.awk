# Makes what help.txt says into what shells and man read: awk -v kind=bash|zsh|fish|man [-v version=1.0]
# Commands are the lines "  gamemap WORD ..." before the examples, options the lines that begin with
# "  --"; "Of WORD:" stands before the options of a command. The values of an option are the words that
# its text lists before the first colon, if its line says SEVERITY, FORMAT or SHELL.

function trimmed(text) {
    gsub(/^ +| +$/, "", text)
    return text
}

# "error, warning (usual), info or never: what ..." is "error warning info never"
function words_of(text) {
    sub(/[:;].*/, "", text)
    sub(/^what /, "", text)
    sub(/ need .*/, "", text)
    gsub(/ \([a-z]+\)/, "", text)
    gsub(/, | or /, " ", text)
    return text
}

# Takes a text apart where two blanks or more stand in it.
function take(line) {
    line = trimmed(line)
    call = line
    text = ""
    if (match(line, /   *[^ ]/)) {
        call = substr(line, 1, RSTART - 1)
        text = trimmed(substr(line, RSTART))
    }
}

{ lines[NR] = $0 }
/^Examples:/ { part = "examples" }
/^A terminal gets/ { part = "" }
/^Of [a-z]+:$/ { owner = substr($2, 1, length($2) - 1) }
/^Exit status/ { owner = "" }

/^  gamemap / && part != "examples" {
    take($0)
    sub(/^gamemap /, "", call)
    if (call !~ /^[a-z]+ /) next
    name = call
    sub(/ .*/, "", name)
    commands[++command_count] = name
    all_commands = all_commands (command_count > 1 ? " " : "") name
    says[name] = text
    if (call ~ / SHELL$/) values[name] = words_of(text)
    next
}

/^  --[a-z]/ {
    take($0)
    value = ""
    if (match(call, / [A-Z]+$/)) {
        value = substr(call, RSTART + 1)
        call = substr(call, 1, RSTART - 1)
    }
    count = split(call, names, /, /)
    for (i = 1; i <= count; i++) {
        options[++option_count] = names[i]
        owners[names[i]] = owner
        takes[names[i]] = value
        says[names[i]] = text
        if (value == "SEVERITY" || value == "FORMAT") values[names[i]] = words_of(text)
        of[owner] = of[owner] (of[owner] ? " " : "") names[i]
    }
    next
}

# The second line of an option whose text begins there
/^ +[^ ]/ && option_count && !says[options[option_count]] && !/^  [^ ]/ {
    for (i = 1; i <= option_count; i++) if (!says[options[i]]) says[options[i]] = trimmed($0)
}

# ---- bash and zsh ----

# Completes one of these words.
function give(words) {
    return kind == "bash" ? "COMPREPLY=($(compgen -W \"" words "\" -- \"$word\"))" : "compadd -- " words
}

# What both have in common; the arguments are how they name the word, that before it, and the command
function print_shell(word, before, command,    i) {
    print "    case " before " in"
    for (i = 1; i <= option_count; i++) {
        if (values[options[i]]) print "    " options[i] ") " give(values[options[i]]) "; return ;;"
    }
    print "    esac"
    print "    case " word " in"
    print "    -*)"
    print "        case " command " in"
    for (i = 1; i <= command_count; i++) {
        if (of[commands[i]]) {
            print "        " commands[i] ") " give(of[""] " " of[commands[i]]) " ;;"
        }
    }
    print "        *) " give(of[""]) " ;;"
    print "        esac"
    print "        return ;;"
    print "    esac"
    print "    case " command " in"
    print "    tables) " give("$(gamemap tables | cut -f 1)") "; return ;;"
    for (i = 1; i <= command_count; i++) {
        if (values[commands[i]]) print "    " commands[i] ") " give(values[commands[i]]) "; return ;;"
    }
    print "    esac"
}

function print_bash() {
    print "# Completion of gamemap for bash: source <(gamemap completion bash)"
    print "_gamemap() {"
    print "    local word=${COMP_WORDS[COMP_CWORD]}"
    print_shell("$word", "${COMP_WORDS[COMP_CWORD - 1]}", "${COMP_WORDS[1]}")
    print "    compopt -o filenames"
    print "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    print "    [ \"$COMP_CWORD\" -gt 1 ] || COMPREPLY+=($(compgen -W \"" all_commands "\" -- \"$word\"))"
    print "}"
    print "complete -F _gamemap gamemap"
}

function print_zsh() {
    print "#compdef gamemap"
    print "# Completion of gamemap for zsh: source <(gamemap completion zsh)"
    print "_gamemap() {"
    print_shell("${words[CURRENT]}", "${words[CURRENT - 1]}", "${words[2]}")
    print "    [ \"$CURRENT\" -gt 2 ] || compadd -- " all_commands
    print "    _files"
    print "}"
    print "if [ \"$funcstack[1]\" = _gamemap ]; then _gamemap \"$@\"; else compdef _gamemap gamemap; fi"
}

# ---- fish ----

function quoted(text) {
    sub(/[;:].*/, "", text)
    gsub(/'/, "\\'", text)
    return "'" text "'"
}

function print_fish(    i, name, line) {
    print "# Completion of gamemap for fish: gamemap completion fish | source"
    for (i = 1; i <= command_count; i++) {
        print "complete -c gamemap -n __fish_use_subcommand -a " commands[i] " -d " quoted(says[commands[i]])
    }
    for (i = 1; i <= option_count; i++) {
        name = options[i]
        line = "complete -c gamemap"
        if (owners[name]) line = line " -n '__fish_seen_subcommand_from " owners[name] "'"
        line = line " -l " substr(name, 3)
        if (values[name]) line = line " -x -a '" values[name] "'"
        else if (takes[name]) line = line " -r"
        print line " -d " quoted(says[name])
    }
    print "complete -c gamemap -n '__fish_seen_subcommand_from tables' -x -a '(gamemap tables | cut -f 1)'"
    for (i = 1; i <= command_count; i++) {
        if (!values[commands[i]]) continue
        print "complete -c gamemap -n '__fish_seen_subcommand_from " commands[i] "' -x -a '" values[commands[i]] "'"
    }
}

# ---- man ----

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

function print_man(    i, line) {
    print ".TH GAMEMAP 1 \"\" \"gamemap " version "\" \"User Commands\""
    print ".SH NAME\ngamemap \\- " roff("shows the files of game worlds as tables")
    print ".SH SYNOPSIS"
    for (i = 1; lines[i] !~ /^  gamemap/; i++) continue
    print ".nf"
    for (; lines[i] ~ /[^ ]/; i++) {
        take(lines[i])
        if (lines[i] ~ /^  gamemap/) print roff(call)
    }
    print ".fi\n.SH COMMANDS"
    for (i = 1; lines[i] !~ /^  gamemap/; i++) continue
    for (; lines[i] ~ /[^ ]/; i++) {
        take(lines[i])
        if (lines[i] ~ /^  gamemap/) print ".TP\n.B " roff(call) "\n" roff(text)
        else print roff(trimmed(lines[i]))
    }
    print ".SH DESCRIPTION"
    for (; i <= NR; i++) {
        line = lines[i]
        take(line)
        if (line ~ /^Examples:/) print ".SH EXAMPLES\n.nf"
        else if (line ~ /^A terminal gets/) print ".fi\n.SH OUTPUT\n" roff(line)
        else if (line ~ /^Of [a-z]+:$/) print ".SS " roff("Options of " substr(line, 4, length(line) - 4))
        else if (line ~ /^Exit status/) print ".SH EXIT STATUS\n" roff(substr(line, 14))
        else if (line ~ /^  -/) print ".TP\n.B " roff(call) "\n" roff(text)
        else if (line ~ /^  gamemap|^  echo/) print roff(substr(line, 3))
        else if (line == "") print ".PP"
        else print roff(trimmed(line))
    }
    print ".SH SEE ALSO\n.BR sqlite3 (1)"
}

END {
    if (kind == "bash") print_bash()
    else if (kind == "zsh") print_zsh()
    else if (kind == "fish") print_fish()
    else print_man()
}
