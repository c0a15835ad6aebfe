# Theoretical occupancy: how many warps of a kernel one multiprocessor can hold at a time, and what limits it.
# Source: CUDA C++ Programming Guide, "Compute Capabilities" (9.0), and cuda_occupancy.h, which a test holds it against.
from __future__ import annotations

from dataclasses import dataclass

from tools.hardware import H200, LANES

ARCHITECTURE = "sm_90"
MAX_WARPS = H200["warps_of_multiprocessor"]
MAX_BLOCKS = H200["blocks_of_multiprocessor"]
MAX_THREADS_A_BLOCK = H200["threads_of_block"]
REGISTERS = 65536  # in four partitions, each of which schedules a quarter of the warps
PARTITIONS = 4
REGISTER_UNIT = 256  # registers are given to a warp in pieces of this many
SHARED = H200["shared_bytes_of_multiprocessor"]
RESERVED_SHARED = H200["shared_bytes_reserved"]  # what a block takes beyond what it asks for
SHARED_UNIT = 128


@dataclass(frozen=True)
class Occupancy:
    blocks: int
    warps: int
    limit: str  # "warps", "blocks", "registers" or "shared memory"; several where they limit alike

    @property
    def share(self) -> float:
        return self.warps / MAX_WARPS


def occupancy(threads: int, registers: int, shared_bytes: int) -> Occupancy:
    """Of blocks of so many threads, registers a thread, and bytes of shared memory, static and dynamic."""
    if not 0 < threads <= MAX_THREADS_A_BLOCK:
        return Occupancy(0, 0, "warps")
    warps = -(-threads // LANES)
    registers_a_warp = _up(max(registers, 1) * LANES, REGISTER_UNIT)
    warps_by_registers = REGISTERS // PARTITIONS // registers_a_warp * PARTITIONS
    limits = {
        "warps": MAX_WARPS // warps,
        "blocks": MAX_BLOCKS,
        # A block is spread over the partitions, so it takes as many warps of registers in each.
        "registers": 0 if registers_a_warp * _up(warps, PARTITIONS) > REGISTERS else warps_by_registers // warps,
        "shared memory": SHARED // _up(shared_bytes + RESERVED_SHARED, SHARED_UNIT),
    }
    blocks = min(limits.values())
    return Occupancy(blocks, blocks * warps, ", ".join(name for name, most in limits.items() if most == blocks))


def _up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
