# Runs one program in its own session under limits, and leaves no process of it behind. Linux only.
# Run by tools/grade/process.py, as a program of its own; SPEC is JSON, as start_confined there makes it.
"""This is a process of its own because it becomes the foster parent ("subreaper") of everything the
program starts: a grandchild that escapes the process group with setsid() still ends up here and is
killed. It stands between the course command and code that nobody has read.

With "isolate", and where the kernel allows it, the program also gets a process name space: it cannot
signal anything outside, and the kernel ends all of it at once. With "boxed" the command is bubblewrap's
(tools/grade/box.py), which does that and more; the limit on processes is then set in the box.

With the process id of a "judge", which asks the program things, time in which that computes is nobody's, and when it has
ended the program is not needed any more.

On the status fd it writes a newline a second, by which the course command knows that it lives, and in the
end one line of JSON: {"status": waitpid status, "stopped": "", "cpu", "idle", "wall", "memory" or "judged",
"seconds": s, "peak_mib": m, "isolated": bool}; or {"trouble": words} when the program could not be started.
"""

import array
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import termios
import time

from tools.grade.watch import read, use_below

EVERY = 0.05  # seconds between two looks at what the job uses
LAST_WORDS = 5.0  # seconds in which what was killed must be gone
GOODBYE = 1.0  # seconds that a program gets when its judge has ended
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
CLONE_NEWUSER, CLONE_NEWPID = 0x10000000, 0x20000000
libc = ctypes.CDLL(None, use_errno=True)


def start(spec: dict, failure: int) -> int:
    """Forks, limits and starts the program; returns its process id. Why it could not be started goes to `failure`."""
    process = os.fork()
    if process == 0:
        become(spec, failure)
    return process


def start_isolated(spec: dict, failure: int, result: int) -> int:
    """The same in a process name space. Its first process, whose id this returns, only waits: a first
    process would ignore its own abort(). It writes the program's status and memory to `result`."""
    first = os.fork()
    if first == 0:
        try:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            process = start(spec, failure)
            os.close(failure)
            while True:
                ended, status, usage = os.wait4(-1, 0)
                if ended == process:
                    os.write(result, f"{status} {usage.ru_maxrss}".encode())
                    break
        except OSError as error:
            os.write(failure, f"cannot start a process: {error}".encode())
        finally:
            os._exit(0)
    return first


def become(spec: dict, failure: int) -> None:
    """Turns this process into the program."""
    try:
        os.setsid()
        mebibyte = 1 << 20
        limits = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_CPU: spec.get("cpu_seconds"),
            # Not RLIMIT_AS: the simulator reserves a huge range that it may never touch.
            resource.RLIMIT_DATA: spec.get("memory_mib") and spec["memory_mib"] * mebibyte,
            resource.RLIMIT_FSIZE: spec.get("file_mib") and spec["file_mib"] * mebibyte,
            resource.RLIMIT_NPROC: None if spec.get("boxed") else spec.get("processes"),
        }
        for name, value in limits.items():
            if value is not None:
                hard = resource.getrlimit(name)[1]
                value = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.setrlimit(name, (value, value))
        os.chdir(spec["cwd"])
        if spec.get("user"):
            os.setgroups([])
            os.setresgid(spec["user"], spec["user"], spec["user"])
            os.setresuid(spec["user"], spec["user"], spec["user"])
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # after setuid, which clears it
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):  # Python's own ideas about them
            signal.signal(number, signal.SIG_DFL)
        keep = {0, 1, 2, *spec.get("keep_fds", [])}
        for entry in os.listdir("/proc/self/fd"):
            if int(entry) not in keep | {failure}:  # which closes itself when the program starts
                try:
                    os.close(int(entry))
                except OSError:
                    pass
        os.execve(spec["command"][0], spec["command"], spec["environment"])
    except (OSError, ValueError) as error:
        os.write(failure, f"cannot start {spec['command'][0]}: {error}".encode())
    finally:
        os._exit(127)


def descendants() -> set[int]:
    """Every process below this one, zombies left out."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                state, parent = read(f"/proc/{name}/stat").rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state != "Z":
                children.setdefault(int(parent), []).append(int(name))
    found: set[int] = set()
    queue = [os.getpid()]
    while queue:
        for child in children.get(queue.pop(), []):
            found.add(child)
            queue.append(child)
    return found


def signal_all(processes: set[int], number: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except OSError:
            pass


def sweep(process: int) -> None:
    """Kills the group, then whatever left it: first stop everything, so that a fork bomb stands still."""
    try:
        os.killpg(process, signal.SIGKILL)
    except OSError:
        pass
    for _ in range(200):
        stopped: set[int] = set()
        for _ in range(50):
            fresh = descendants() - stopped
            if not fresh:
                break
            signal_all(fresh, signal.SIGSTOP)
            stopped |= fresh
        if not stopped:
            break
        signal_all(stopped, signal.SIGKILL)
        time.sleep(0.005)


def reap() -> None:
    """Waits for all that is dying, so that no zombie is left to a system whose first process does not."""
    last = time.monotonic() + LAST_WORDS
    try:
        while time.monotonic() < last:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.005)
    except ChildProcessError:
        pass


def ends_within(process: int, seconds: float) -> bool:
    try:
        handle = os.pidfd_open(process)
    except OSError:  # an old kernel, or a container's filter that does not know the call: look again and again
        last = time.monotonic() + seconds
        while time.monotonic() < last:
            if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return True
            time.sleep(0.005)
        return False
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


def state_of(process: int) -> str:
    """As the kernel has it: R for one that runs or could; nothing for one that has ended."""
    try:
        state = read(f"/proc/{process}/stat").rpartition(")")[2].split()[0]
    except OSError:
        return ""
    return "" if state in "ZX" else state


def waits_for_its_reader() -> bool:
    """Whether something is printed that the course command has not read yet: a busy machine lets it wait, and whoever goes
    on printing with it."""
    unread = array.array("i", [0])
    try:
        fcntl.ioctl(1, termios.FIONREAD, unread)
    except OSError:  # closed, or no pipe
        return False
    return unread[0] > 0


def watch(process: int, spec: dict) -> tuple[str, float]:
    """Waits for the program's end, or says by which limit it must be stopped; and the most memory, in MiB, that was seen.
    Time is processor time of all its processes, and besides that time in which none of them wants to run: that others
    keep the processor busy costs nobody anything, up to a limit that no good program comes near."""
    began = looked = time.monotonic()
    told, spent, idle, peak, pause, alone = 0.0, 0.0, 0.0, 0.0, EVERY, 0.0
    while not ends_within(process, pause):
        now, use = time.monotonic(), use_below(os.getpid())
        pause = max(EVERY, 3 * (time.monotonic() - now))  # a look at hundreds of processes takes a while itself
        judge = state_of(spec["judge"]) if spec.get("judge") else "S"
        alone += 0 if judge else now - looked
        busy = use.running or judge == "R" or use.seconds > spent
        idle += 0 if busy or waits_for_its_reader() else now - looked
        looked, spent, peak = now, max(spent, use.seconds), max(peak, use.mebibytes)
        if now - told >= 1:
            os.write(spec["status_fd"], b"\n")
            told = now
        if alone > GOODBYE:
            return "judged", peak
        if spec.get("memory_mib") and use.mebibytes > spec["memory_mib"]:
            return "memory", peak
        for limit, used, most in (("cpu", spent, 1), ("idle", idle, 1), ("wall", now - began, spec["patience"])):
            if used >= most * spec["seconds"]:
                return limit, peak
    return "", peak


def outcome(process: int, boxed: bool) -> tuple[int, float]:
    """Its status as waitpid has it, and the most memory, in MiB, that one process of it had."""
    last = time.monotonic() + LAST_WORDS
    while not ends_within(process, EVERY) and time.monotonic() < last:
        sweep(process)
    if not os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        return int(signal.SIGKILL), 0  # something in the kernel holds on to it
    _, status, usage = os.wait4(process, 0)
    if boxed and os.WIFEXITED(status) and 128 < os.WEXITSTATUS(status) <= 128 + signal.NSIG:
        status = os.WEXITSTATUS(status) - 128  # bubblewrap tells a signal as a shell does
    return status, usage.ru_maxrss / 1024


def main() -> None:
    spec = json.loads(sys.argv[1])
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # When the course command is killed, this ends too, and takes the program along.
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the course command's to handle
    ended: list[int] = []  # until there is something that would have to be ended as well
    signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    if os.getppid() != spec["parent"]:
        return
    began = time.monotonic()
    result_read, result_write = os.pipe()
    failure_read, failure_write = os.pipe()
    flags = CLONE_NEWPID if os.geteuid() == 0 else CLONE_NEWPID | CLONE_NEWUSER
    isolated = spec.get("isolate", False) and not spec.get("boxed") and libc.unshare(flags) == 0
    report: dict = {}
    try:
        process = start_isolated(spec, failure_write, result_write) if isolated else start(spec, failure_write)
        os.close(result_write)
        os.close(failure_write)
        for descriptor in spec.get("keep_fds", []):  # the program's; whoever listens hears when it has ended
            os.close(descriptor)
        try:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
            if ended:
                sys.exit(1)
            stopped, peak = watch(process, spec)
        finally:
            sweep(process)  # before anything waits for it: who traces another can keep it from ending
        status, most = outcome(process, spec.get("boxed", False))
        told = os.read(result_read, 64).split() if isolated and not stopped else []
        if told:
            status, most = int(told[0]), int(told[1]) / 1024
        report = {
            "status": status,
            "stopped": stopped,
            "seconds": round(time.monotonic() - began, 3),
            "peak_mib": round(max(most, peak)),
            "isolated": isolated or spec.get("boxed", False),
        }
        failure = os.read(failure_read, 4096).decode("utf-8", "replace")
        if failure:
            report = {"trouble": failure}
    except OSError as error:
        report = {"trouble": str(error)}
    finally:
        reap()
    os.write(spec["status_fd"], json.dumps(report).encode() + b"\n")
    os._exit(0)  # somebody waits, and Python would take apart first what it has loaded
