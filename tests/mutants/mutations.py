"""The conditions of C sources, and what may be wrong with them.

A condition is anything in a function's body that compares or joins truth values. Each mutation is
the smallest change that a slip of the pen could have made:

    flipped     a < b becomes a >= b, a == b becomes a != b
    boundary    a < b becomes a <= b
    joined      a && b becomes a || b
    dropped     a && b becomes a, or b
    constant    a < 4 becomes a < 4 + 1, or a < 4 - 1
"""
import re
from dataclasses import dataclass

FLIPPED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPENING, CLOSING = "([{", ")]}"

# What isn't code: comments, texts, characters, directives with their continued lines
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
                      r"|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
OPERATOR = re.compile(r"&&|\|\||<<=?|>>=?|->|[=!<>]=|[<>]")
NUMBER = r"(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*(?![\w.])"
NUMBER_BEFORE = re.compile(r"(?<![\w.])" + NUMBER + r"\s*$")
NUMBER_BEHIND = re.compile(r"\s*(" + NUMBER + r")")


@dataclass(frozen=True)
class Mutation:
    """Replaces text[begin:end] of a file."""
    path: str
    line: int
    begin: int
    end: int
    text: str
    kind: str

    def apply(self, source):
        return source[:self.begin] + self.text + source[self.end:]

    def lines(self, source):
        """The changed lines, before and after, as one line each, without comments behind them."""
        first = source.rfind("\n", 0, self.begin) + 1
        last = source.find("\n", self.end)
        after = source[first:self.begin] + self.text + source[self.end:last]
        return tuple(" ".join(re.sub(r"/\*.*", "", line, flags=re.S).split())
                     for line in (source[first:last], after))


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def function_bodies(code):
    """Where each block begins and ends that stands behind a list of parameters."""
    depth = begin = 0
    is_function = False
    for brace in re.finditer(r"[{}]", code):
        if brace.group() == "{":
            if depth == 0:
                begin = brace.start()
                is_function = code[:begin].rstrip().endswith(")")
            depth += 1
        else:
            depth -= 1
            if depth == 0 and is_function:
                yield begin, brace.end()


def operand_begin(code, at):
    """Where the operand of && that ends at `at` begins: behind whatever binds less than &&."""
    depth = 0
    while at > 0:
        c = code[at - 1]
        if c in CLOSING:
            depth += 1
        elif c in OPENING:
            if depth == 0:
                return at
            depth -= 1
        elif depth == 0:
            before = code[at - 2:at]
            if before in FLIPPED:
                at -= 2
                continue
            if c in ";,?:=" or before in ("&&", "||"):
                return at
            if code[:at].endswith("return") and not code[at].isalnum():
                return at
        at -= 1
    return at


def operand_end(code, at):
    depth = 0
    while at < len(code):
        c = code[at]
        if c in OPENING:
            depth += 1
        elif c in CLOSING:
            if depth == 0:
                return at
            depth -= 1
        elif depth == 0 and (c in ";,?:" or code[at:at + 2] in ("&&", "||")):
            return at
        at += 1
    return at


def mutations_of_comparison(source, code, found):
    begin, end = found.span()
    operator = found.group()
    yield begin, end, FLIPPED[operator], "flipped"
    if operator in BOUNDARY:
        yield begin, end, BOUNDARY[operator], "boundary"
    before = NUMBER_BEFORE.search(code, 0, begin)
    behind = NUMBER_BEHIND.match(code, end)
    for first, last in ([before.span()] if before else []) + ([behind.span(1)] if behind else []):
        number = source[first:last].strip()
        for change in ("+ 1", "- 1"):
            if not (change == "- 1" and int(number.rstrip("uUlL"), 0) == 0 and "u" in number):
                yield first, last, f"({number} {change})", "constant"


def mutations_of_junction(source, code, found):
    begin, end = found.span()
    is_and = found.group() == "&&"
    left, right = operand_begin(code, begin), operand_end(code, end)
    # the dropped half is still compiled, so that nothing is unused
    neutral = "1 ||" if is_and else "0 &&"
    yield begin, end, "||" if is_and else "&&", "joined"
    yield left, begin, f" ({neutral} ({source[left:begin].strip()})) ", "dropped"
    yield end, right, f" ({neutral} ({source[end:right].strip()}))", "dropped"


def mutations_of(path, source):
    code = NOT_CODE.sub(blank, source)
    for body_begin, body_end in function_bodies(code):
        for found in OPERATOR.finditer(code, body_begin, body_end):
            if found.group() in FLIPPED:
                all_of_it = mutations_of_comparison
            elif found.group() in ("&&", "||"):
                all_of_it = mutations_of_junction
            else:
                continue
            line = source.count("\n", 0, found.start()) + 1
            for begin, end, text, kind in all_of_it(source, code, found):
                yield Mutation(path, line, begin, end, text, kind)
