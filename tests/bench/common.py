# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks share: units of a compile database as clang takes them,
children whose time and memory is known, and rows.

A benchmark prints one JSON object a line on standard output, for programs, and
the same as a table on standard error, for people. What does not work ends it
with a message."""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field

CLANG = os.environ.get("CLANG", "clang-19")
TIMEOUT = 600  # seconds a unit
WRAPPERS = ("ccache", "sccache", "distcc", "icecc")
CPLUSPLUS = (".cc", ".cpp", ".cxx", ".c++", ".C")
WITH_VALUE = ("-o", "-MF", "-MT", "-MQ", "-MJ", "--param")
# What writes files, or is about linking, debugging and warnings.
DROPPED = re.compile(
    r"-(c|S|E|M|MM|MD|MMD|MP|MG|pipe|W(?!p,|a,).*|g\d?|ggdb\d?|pedantic.*"
    r"|flto.*|ffat-lto-objects|fanalyzer|specs=.*|fplugin.*|save-temps.*)$"
    r"|-Wp,-MM?D,.*|--param=.*")
REFUSED = re.compile(r"(?:unknown|unsupported|not supported)[^']*'([^']+)'")


# ---- units

@dataclass(frozen=True)
class Unit:
    directory: str
    file: str     # absolute
    words: tuple  # the command's, without what clang does not know; no compiler
    is_cplusplus: bool

    def clang(self, *options):
        mode = ["--driver-mode=g++"] if self.is_cplusplus else []
        return [CLANG, *mode, "-w", *options, *self.words]


def entries_of(project):
    with open(os.path.join(project, "compile_commands.json")) as file:
        return json.load(file)


def words_of(entry):
    words = list(entry.get("arguments") or shlex.split(entry["command"]))
    while os.path.basename(words[0]) in WRAPPERS:
        words = words[1:]
    return words


def cleaned(words):
    kept, is_value = [], False
    for word in words[1:]:
        if is_value:
            is_value = False
        elif word in WITH_VALUE:
            is_value = True
        elif not DROPPED.match(word):
            kept.append(word)
    return kept


def unknown_flags(flags):
    """Those of them that clang refuses."""
    refused = set()
    with tempfile.NamedTemporaryFile(suffix=".cpp") as empty:
        while True:
            tried = sorted(set(flags) - refused)
            done = subprocess.run(
                [CLANG, "-fsyntax-only", "-fno-color-diagnostics", *tried,
                 empty.name], capture_output=True, text=True, check=False)
            more = set(REFUSED.findall(done.stderr)) & set(tried)
            if not more:
                return refused
            refused |= more


def units_of(project):
    """The units of PROJECT/compile_commands.json, equal commands once."""
    found, seen, result = [], set(), []
    for entry in entries_of(project):
        words = words_of(entry)
        file = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if not file.endswith((".s", ".S")):
            plus = "++" in os.path.basename(words[0]) or file.endswith(CPLUSPLUS)
            found.append((entry["directory"], file, cleaned(words), plus))
    unknown = unknown_flags({w for _, _, words, _ in found for w in words
                             if w.startswith(("-f", "-m"))})
    for directory, file, words, plus in found:
        unit = Unit(directory, file,
                    tuple(w for w in words if w not in unknown), plus)
        if unit not in seen:
            seen.add(unit)
            result.append(unit)
    return result


def sample(units, count):
    """`count` of them, spread over all; all if there are no more."""
    if not count or count >= len(units):
        return units
    return [units[(2 * i + 1) * len(units) // (2 * count)]
            for i in range(count)]


# ---- children

@dataclass
class Usage:
    """Processor and wall-clock seconds; MiB. Sums of several add up."""
    cpu: float = 0.0
    wall: float = 0.0
    largest_mib: float = 0.0  # of one process
    own_mib: float = 0.0      # of the child itself, if watched
    tree_mib: float = 0.0     # of it and its children at one time, if watched
    failed: int = 0
    status: int = 0
    out: str = field(default="", repr=False)
    err: str = field(default="", repr=False)

    def add(self, other):
        self.cpu += other.cpu
        self.wall += other.wall
        self.largest_mib = max(self.largest_mib, other.largest_mib)
        self.failed += other.status != 0


def family(pid):
    pids = [pid]
    for p in pids:
        try:
            with open(f"/proc/{p}/task/{p}/children") as file:
                pids += map(int, file.read().split())
        except OSError:
            pass
    return pids


def field_of(path, name):
    """A size in MiB, 0 if there is none (any more)."""
    try:
        with open(path) as file:
            for line in file:
                if line.startswith(name):
                    return int(line.split()[1]) / 1024
    except (OSError, ProcessLookupError):
        pass
    return 0.0


def watch(pid, usage, stop):
    # Shared pages count once: workers are forks. The larger, the rarer.
    while not stop.wait(0.02 + usage.tree_mib / 5000):
        usage.own_mib = max(usage.own_mib,
                            field_of(f"/proc/{pid}/status", "VmHWM:"))
        usage.tree_mib = max(usage.tree_mib, sum(
            field_of(f"/proc/{p}/smaps_rollup", "Pss:") for p in family(pid)))


def ended(number, frame):
    sys.exit(f"ended by signal {number}")


def run(command, cwd=None, timeout=TIMEOUT, watched=False, env=None):
    """Runs a command in a session of its own, which is ended with it. Status
    -1: it took too long."""
    signal.signal(signal.SIGTERM, ended)  # with the child
    usage, late = Usage(), threading.Event()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL,
                                 stdout=out, stderr=err, env=env,
                                 start_new_session=True)

        def end():
            late.set()
            os.killpg(child.pid, signal.SIGKILL)

        timer = threading.Timer(timeout, end)
        stop = threading.Event()
        watcher = threading.Thread(target=watch,
                                   args=(child.pid, usage, stop))
        timer.start()
        if watched:
            watcher.start()
        try:
            # Left to be waited for, so that its number stays its own.
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        finally:
            usage.wall = time.monotonic() - start
            timer.cancel()
            timer.join()
            stop.set()
            if watched:
                watcher.join()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        usage.cpu = used.ru_utime + used.ru_stime
        usage.largest_mib = used.ru_maxrss / 1024
        usage.status = -1 if late.is_set() else child.returncode
        out.seek(0)
        err.seek(0)
        usage.out = out.read().decode(errors="replace")
        usage.err = err.read().decode(errors="replace")
    return usage


def run_units(units, command):
    """`command(unit)` for each, one after the other, as one Usage."""
    total = Usage()
    for unit in units:
        total.add(run(command(unit), cwd=unit.directory))
    return total


def floor(units):
    """What a compiler needs to know what each unit says."""
    return run_units(units, lambda unit: unit.clang("-fsyntax-only"))


LAST = re.compile(r"^(\d+) units? \((\d+) skipped, (\d+) cached, (\d+) "
                  r"degraded, (\d+) failed\), (\d+) findings?, ", re.M)
COUNTS = ("units", "skipped", "cached", "degraded", "failed", "findings")


def check(oncelint, project, *options, timeout=3600, watched=False, env=None):
    """`oncelint check` in the project: how it went, and the last line's counts
    by name."""
    usage = run([oncelint, "check", "-p", ".", *options], cwd=project,
                timeout=timeout, watched=watched, env=env)
    line = LAST.search(usage.err)
    if usage.status not in (0, 1, 3) or not line:
        sys.exit(f"{project}: oncelint ended with {usage.status}: "
                 f"{usage.err.strip()[-2000:]}")
    return usage, dict(zip(COUNTS, map(int, line.groups())))


# ---- telling

def rounded(value):
    return float(f"{value:.4g}") if isinstance(value, float) else value


class Table:
    """Columns are names in the rows, each with its width; rows may hold more."""

    def __init__(self, **columns):
        self.columns = columns
        self.has_head = False

    def line(self, cells):
        first = True
        for cell, width in zip(cells, self.columns.values()):
            yield f"{cell:<{width}}" if first else f"{cell:>{width}}"
            first = False

    def row(self, **values):
        values = {k: rounded(v) for k, v in values.items() if v is not None}
        print(json.dumps(values), flush=True)
        if not self.has_head:
            print(" ".join(self.line(self.columns)), file=sys.stderr)
            self.has_head = True
        print(" ".join(self.line(str(values.get(c, "")) for c in self.columns)),
              file=sys.stderr, flush=True)


def name_of(project):
    return os.path.basename(os.path.realpath(project))
