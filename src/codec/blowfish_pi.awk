# Writes the table of blowfish.c: the digits of pi behind the point in base 2^32, as
# 16 atan(1/5) - 4 atan(1/239). A number is an array of such digits, the one at 0 before the point.

# Adds `sign` * `factor` * atan(1 / x) to pi.
function add_arctangent(factor, x, sign,    power, first, odd, i, rest, value, quotient, square) {
    for (i = 0; i <= WORDS; i++) power[i] = 0
    power[0] = factor * x
    first = 0
    square = x * x
    for (odd = 1; first <= WORDS; odd += 2) {
        rest = 0
        value = 0
        for (i = first; i <= WORDS; i++) {
            rest = rest * BASE + power[i]
            power[i] = quotient = int(rest / square)
            rest -= quotient * square
            value = value * BASE + quotient
            quotient = int(value / odd)
            pi[i] += sign * quotient
            value -= quotient * odd
        }
        while (first <= WORDS && !power[first]) first++
        sign = -sign
    }
}

BEGIN {
    BASE = 4294967296
    SHOWN = 18 + 4 * 256
    WORDS = SHOWN + 2 # the last two take what is rounded
    add_arctangent(16, 5, 1)
    add_arctangent(4, 239, -1)
    for (i = WORDS; i > 0; i--) {
        carry = int(pi[i] / BASE)
        if (carry * BASE > pi[i]) carry--
        pi[i] -= carry * BASE
        pi[i - 1] += carry
    }
    print "/* Made by src/codec/blowfish_pi.awk. */"
    print "static const uint32_t pi[BLOWFISH_WORDS] = {"
    for (i = 1; i <= SHOWN; i++) printf "%.0fu,%s", pi[i], i % 8 && i < SHOWN ? " " : "\n"
    print "};"
}
