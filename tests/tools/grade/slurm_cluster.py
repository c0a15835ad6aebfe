# A Slurm of its own in a scratch folder: munged, slurmctld and a slurmd for each of some nodes, all on this machine.
"""Debian's slurm-wlm, as root. Ports and sockets are its own, so it disturbs no other Slurm; nothing of it stays."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")
PATH = os.environ.get("PATH", os.defpath) + ":/usr/sbin"
CONF = """ClusterName=scratch
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={home}/munge.socket,cred_expire=5
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool-%n
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd-%n.pid
SlurmctldLogFile={home}/slurmctld.log
SlurmdLogFile={home}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=8
KillWait=2
MinJobAge=300
ReturnToService=2
"""


def missing() -> str:
    """Why there can be none here, or ''."""
    lacking = [name for name in PROGRAMS if not shutil.which(name, path=PATH)]
    if lacking:
        return f"no {', '.join(lacking)}: apt-get install slurm-wlm munge"
    return "" if os.geteuid() == 0 else "slurmd wants to be root"


@dataclass
class Cluster:
    home: pathlib.Path
    nodes: list[str]
    daemons: dict[str, subprocess.Popen] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PATH": PATH, "SLURM_CONF": str(self.home / "slurm.conf")}

    def say(self, *words: str) -> str:
        done = subprocess.run(words, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.stdout

    def start(self, name: str, *words: str) -> None:
        with (self.home / f"{name}.out").open("a") as out:
            self.daemons[name] = subprocess.Popen(
                words, env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=self.home
            )

    def start_node(self, node: str) -> None:
        self.start(node, "slurmd", "-D", "-N", node, "-f", str(self.home / "slurm.conf"))

    def kill_node(self, node: str) -> None:
        """As when its plug is pulled: slurmd, and all that its jobs have started, at once."""
        mine = {f"SLURM_CONF={self.home / 'slurm.conf'}".encode(), f"SLURMD_NODENAME={node}".encode()}
        parents, jobs = dict[int, int](), list[int]()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                jobs += [int(entry.name)] if mine <= set((entry / "environ").read_bytes().split(b"\0")) else []
        # Slurm's own watcher is above a job's script, below that is all that it has started; those above first.
        doomed = [self.daemons.pop(node).pid, *{parents[job] for job in jobs} - {0, 1, *jobs}, *jobs]
        for process in doomed:
            doomed += [child for child, parent in parents.items() if parent == process and child not in doomed]
        for process in doomed:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)

    def stop(self) -> None:
        for node in [node for node in self.nodes if node in self.daemons]:
            self.kill_node(node)
        for daemon in self.daemons.values():
            daemon.kill()
            daemon.wait()


def until(what: Callable[[], object], seconds: float, log: Callable[[], str] = str) -> object:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if found := what():
            return found
        time.sleep(0.2)
    raise TimeoutError(log())


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as held:
        made = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in made]


@contextlib.contextmanager
def cluster(home: pathlib.Path, count: int) -> Iterator[Cluster]:
    """Nodes n1, n2, …, of one processor each, all idle."""
    nodes = [f"n{number}" for number in range(1, count + 1)]
    host, (port, *ports) = socket.gethostname().partition(".")[0], free_ports(count + 1)
    for folder in (home, home / "state", *(home / f"spool-{node}" for node in nodes)):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    lines = [
        f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={at} CPUs=1 RealMemory=1000 State=UNKNOWN"
        for node, at in zip(nodes, ports, strict=True)
    ]
    lines.append("PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP")
    (home / "slurm.conf").write_text(CONF.format(host=host, port=port, home=home) + "\n".join(lines) + "\n")
    key = home / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    made = Cluster(home, nodes)
    munge = {"key-file": key, "socket": home / "munge.socket"}
    munge |= {f"{name}-file": home / f"munge.{name}" for name in ("pid", "log", "seed")}
    try:
        made.start("munged", "munged", "--foreground", "--force", *(f"--{name}={path}" for name, path in munge.items()))
        until((home / "munge.socket").exists, 20, (home / "munged.out").read_text)
        made.start("slurmctld", "slurmctld", "-D", "-i", "-f", str(home / "slurm.conf"))
        for node in nodes:
            made.start_node(node)
        idle = ["sinfo", "-h", "-N", "-o", "%N %t"]
        until(lambda: made.say(*idle).split().count("idle") == count, 60, lambda: log(made))
        yield made
    finally:
        made.stop()


def log(made: Cluster) -> str:
    return "\n".join(
        f"{path.name}: {path.read_text(errors='replace')[-2000:]}" for path in made.home.glob("*.[lo]*[gt]")
    )
