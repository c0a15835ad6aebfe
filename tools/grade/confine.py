# Runs one program in its own session under limits, and leaves no process of it behind. Linux only.
# Run: python3 -I -S tools/grade/confine.py SPEC   (JSON; tools/grade/process.py starts it, see Spec there)
"""This is a process of its own because it becomes the foster parent ("subreaper") of everything the
program starts: a grandchild that escapes the process group with setsid() still ends up here and is
killed. It stands between the course command and code that nobody has read.

With "isolate", and where the kernel allows it, the program also gets a process name space: it cannot
signal anything outside, and the kernel ends all of it at once.

Reports one JSON line on the status fd: {"status": waitpid status, "timed_out": bool, "seconds": s,
"max_rss_mib": m, "isolated": bool}. What it cannot do: no container, no network or file name space. The program sees
the files that its user sees.
"""

import ctypes
import json
import os
import pathlib
import resource
import select
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
CLONE_NEWUSER, CLONE_NEWPID = 0x10000000, 0x20000000
libc = ctypes.CDLL(None, use_errno=True)


def start(spec: dict) -> int:
    """Forks, limits and starts the program; returns its process id."""
    process = os.fork()
    if process == 0:
        become(spec)
    return process


def start_isolated(spec: dict, result: int) -> int:
    """The same in a process name space. Its first process, whose id this returns, only waits: a first
    process would ignore its own abort(). It writes the program's status and memory to `result`."""
    first = os.fork()
    if first == 0:
        try:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            process = start(spec)
            while True:
                ended, status, usage = os.wait4(-1, 0)
                if ended == process:
                    os.write(result, f"{status} {usage.ru_maxrss}".encode())
                    break
        finally:
            os._exit(0)
    return first


def become(spec: dict) -> None:
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
            resource.RLIMIT_NPROC: spec.get("processes"),
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
            if int(entry) not in keep:
                try:
                    os.close(int(entry))
                except OSError:
                    pass
        os.execve(spec["command"][0], spec["command"], spec["environment"])
    except OSError as error:
        os.write(2, f"cannot start {spec['command'][0]}: {error}\n".encode())
    finally:
        os._exit(127)


def descendants() -> set[int]:
    """Every process below this one, zombies left out."""
    children: dict[int, list[int]] = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state != "Z":
                children.setdefault(int(parent), []).append(int(entry.name))
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
        reap()
        time.sleep(0.005)
    reap()


def ends_within(process: int, seconds: float) -> bool:
    try:
        return bool(select.select([os.pidfd_open(process)], [], [], seconds)[0])
    except OSError:  # an old kernel, or a container's filter that does not know the call: look again and again
        last = time.monotonic() + seconds
        while time.monotonic() < last:
            if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return True
            time.sleep(0.005)
        return False


def reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def main() -> None:
    spec = json.loads(sys.argv[1])
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # When the course command is killed, this ends too, and takes the program along.
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the course command's to handle
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if os.getppid() != spec["parent"]:
        return
    began = time.monotonic()
    result_read, result_write = os.pipe()
    flags = CLONE_NEWPID if os.geteuid() == 0 else CLONE_NEWPID | CLONE_NEWUSER
    isolated = spec.get("isolate", False) and libc.unshare(flags) == 0
    process = start_isolated(spec, result_write) if isolated else start(spec)
    os.close(result_write)
    status, max_rss, timed_out = int(signal.SIGKILL), 0, False
    try:
        timed_out = not ends_within(process, spec["seconds"])
        if timed_out:
            os.kill(process, signal.SIGKILL)
        _, status, usage = os.wait4(process, 0)
        max_rss = usage.ru_maxrss
        told = os.read(result_read, 64).split() if isolated else []
        if told:
            status, max_rss = map(int, told)
    finally:
        sweep(process)
    report = {
        "status": status,
        "timed_out": timed_out,
        "seconds": round(time.monotonic() - began, 3),
        "max_rss_mib": max_rss // 1024,
        "isolated": isolated,
    }
    os.write(spec["status_fd"], json.dumps(report).encode() + b"\n")


if __name__ == "__main__":
    main()
