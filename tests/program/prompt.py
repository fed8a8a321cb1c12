#!/usr/bin/env python3
"""Types at the prompt of gamemap, the program, in a pseudo terminal: prompt.py PROGRAM SAMPLES

Answers, Ctrl-C and Ctrl-D are the same whether a library for editing lines is there or not; what its
keys do is tried where there is one. The last line is `N passed, N failed`."""
import ctypes
import os
import pty
import select
import signal
import sys
import termios
import time

PROGRAM, SAMPLES = sys.argv[1], sys.argv[2]
LIMIT = 20  # seconds until a text is missed
UP, LEFT, END, TAB, CTRL_C, CTRL_D = '\x1b[A', '\x1b[D', '\x05', '\t', '\x03', '\x04'
counts = {True: 0, False: 0}


class Prompt:
    def __init__(self, opened=SAMPLES):
        self.shown = ''
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell has what it runs beside itself ignore it
            os.environ.update(TERM='xterm', LC_ALL='C.UTF-8', INPUTRC='/dev/null', HOME='/nonexistent')
            os.execv(PROGRAM, [PROGRAM, opened])

    def read(self, text):
        """Waits until a text is shown, and takes all up to its end."""
        end = time.monotonic() + LIMIT
        while text not in self.shown and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    some = os.read(self.terminal, 65536)
                except OSError:  # Linux says so when the program has ended
                    break
                if not some:
                    break
                self.shown += some.decode(errors='replace')
        self.before, found, self.shown = self.shown.partition(text)
        return found == text

    def type(self, keys):
        """libedit shows its prompt before it asks for single keys, and would miss what comes between."""
        end = time.monotonic() + 0.5
        while termios.tcgetattr(self.terminal)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.005)
        os.write(self.terminal, keys.encode())

    def ended(self, by=0):
        """Tells whether the program ends by itself with status 0, or by a signal."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            self.read('\0') if select.select([self.terminal], [], [], 0)[0] else time.sleep(0.02)
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                return status == by
        os.kill(self.process, 9)
        return os.waitpid(self.process, 0) is None


def check(what, *steps):
    """Types and reads: each step is keys to type, and the text that they should bring."""
    prompt = Prompt()
    is_right = prompt.read('gamemap> ')
    for keys, text in steps:
        prompt.type(keys)
        if text and not prompt.read(text):
            is_right = False
            print(f'{what}: {keys!r} has not brought {text!r} but {prompt.shown[-300:]!r}')
    prompt.type("SELECT 'en' || 'd';\n")
    prompt.read('end')
    prompt.read('gamemap> ')
    prompt.type(CTRL_D)
    is_ended = prompt.ended()
    if not is_ended:
        print(f'{what}: the program has not ended')
    counts[is_right and is_ended] += 1
    os.close(prompt.terminal)
    return is_right


# The tables that have rows of what is opened are listed, of an archive as of a folder.
for opened in SAMPLES, SAMPLES + '/data.grf':
    prompt = Prompt(opened)
    is_listed = prompt.read('gnd_maps ') and prompt.read('gamemap> ')
    prompt.type(CTRL_D)
    if not (prompt.ended() and is_listed):
        print(f'{opened}: no gnd_maps, but {prompt.before[-300:]!r}')
    counts[is_listed] += 1
    os.close(prompt.terminal)

ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n;\n'
check('a statement in two lines', ("SELECT count(*) || ' maps'\n", '   ...> '), ('FROM gnd_maps;\n', '6 maps'))
check('lines that are pasted', ("SELECT nosuch;\nSELECT count(*) ||\n' maps' FROM gnd_maps;\n", '6 maps'))
check('Ctrl-C ends a statement that runs', (ENDLESS, 'seconds so far'), (CTRL_C, 'interrupted'),
      ("SELECT 'whole' || 5;\n", 'whole5'))
check('Ctrl-D ends the program')
prompt = Prompt()
prompt.read('gamemap> ')
prompt.type('SELECT ')
is_shown = prompt.read('SELECT')
prompt.type(CTRL_C)
is_ended = prompt.ended(by=signal.SIGINT)
if not (is_shown and is_ended):
    print(f'Ctrl-C at the prompt: shown {is_shown}, ended {is_ended}, {prompt.shown[-300:]!r}')
counts[is_shown and is_ended] += 1

# Without a library the terminal shows the key for what it is. Where this machine has one, gamemap finds it.
probe = Prompt()
probe.read('gamemap> ')
probe.type(LEFT + "7;\n")
has_editor = probe.read('gamemap> ') and '^[' not in probe.before
os.close(probe.terminal)
for name in 'libedit.so.2', 'libedit.so.0', 'libreadline.so.8':
    try:
        ctypes.CDLL(name)
    except OSError:
        continue
    counts[has_editor] += 1
    if not has_editor:
        print(f'{name} is there, and gamemap edits no lines')
    break
if has_editor:
    check('Tab completes a table', ("SELECT count(*) || ' maps' FROM gnd_map" + TAB + ';\n', '6 maps'))
    check('Tab completes a column', ('SELECT count(m.wid' + TAB + ") || ' wide' FROM gnd_maps m;\n", '6 wide'))
    check('keys move in the line', ("SELECT 'wle' || 5;" + LEFT * 9 + 'ho' + END + '\n', 'whole5'))
    check('a line comes back', ("SELECT 'who' || 'le';\n", 'whole'), ('', 'gamemap> '), (UP + '\n', 'whole'))
    check('letters of any language', ("SELECT '외부x소품' || 1;" + LEFT * 9 + '\x7f\n', '외부소품1'))
print(f'{counts[True]} passed, {counts[False]} failed')
sys.exit(counts[False] > 0)
