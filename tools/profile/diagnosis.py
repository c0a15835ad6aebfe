# Why a warp's request costs what it costs, from the addresses its lanes asked for, and what to do about it.
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tools.hardware import BANKS, LANES, SECTOR, WORD
from tools.profile.access import Access


@dataclass(frozen=True)
class Pattern:
    """The addresses of one request, seen as runs of neighbouring lanes at a constant distance."""

    lanes: dict[int, int]  # lane → offset in bytes

    def steps(self) -> list[int]:
        """From each lane to the next one, where both take part."""
        return [self.lanes[lane + 1] - self.lanes[lane] for lane in self.lanes if lane + 1 in self.lanes]

    @property
    def stride(self) -> int | None:
        """The one distance from lane to lane, if there is one, however many lanes rest in between."""
        (first, start), *others = sorted(self.lanes.items())
        if not others:
            return None
        stride, rest = divmod(others[0][1] - start, others[0][0] - first)
        straight = all(offset == start + stride * (lane - first) for lane, offset in others)
        return stride if straight and not rest else None

    @property
    def gaps(self) -> bool:
        """Whether lanes rest between lanes that take part."""
        return max(self.lanes) - min(self.lanes) + 1 > len(self.lanes)

    def runs(self) -> tuple[int, int, int] | None:
        """(lanes in a run, distance within it, distance from one run to the next), if all runs are alike."""
        steps = self.steps()
        if len(self.lanes) < LANES or len(set(steps)) != 2:
            return None
        within = Counter(steps).most_common(1)[0][0]
        breaks = [index + 1 for index, step in enumerate(steps) if step != within]
        length = breaks[0]
        if breaks != list(range(length, LANES, length)):
            return None
        return length, within, self.lanes[length] - self.lanes[0]


def advise(access: Access) -> str:
    """One or two sentences about one access of a line."""
    pattern = Pattern(access.lanes)
    if not pattern.lanes:
        return ""
    if access.space == "shared":
        return " ".join(filter(None, (_shared(access, pattern), access.fusing())))
    if access.space == "constant":
        return _constant(access, pattern)
    if access.space == "texture":
        return _texture(access)
    if access.space.startswith("bulk"):
        return _bulk(access)
    if access.op in ("red", "atom") and access.passed > access.sectors:
        return _collisions(pattern)
    if access.sectors > access.ideal:
        return _global(access, pattern)
    return _good(access, pattern)


def _constant(access: Access, pattern: Pattern) -> str:
    if access.wavefronts == access.ideal_wavefronts:
        return "All lanes look up the same address: constant memory serves them at once."
    different = len(set(pattern.lanes.values()))
    return (
        f"{different} different addresses in one request: constant memory serves one at a time. A table that lanes index differently "
        "belongs in shared memory or in a register that is shuffled."
    )


def _texture(access: Access) -> str:
    if access.sectors > access.ideal:
        return f"Lanes are looked up four by four (tex1Dfetch: eight by eight): let those be neighbours in memory, from a multiple of {SECTOR} bytes on."
    return (
        "A texture's look-ups go through the texture units, beside loads and stores; what they touch is cached in L1."
    )


def _bulk(access: Access) -> str:
    said = "A bulk copy: one thread begins it, and no load or store, request or wavefront of any warp counts it."
    if access.sectors > access.ideal:
        return f"{said} It begins or ends inside a sector of {SECTOR} bytes, and the whole sector moves."
    return said


def _collisions(pattern: Pattern) -> str:
    most = max(Counter(pattern.lanes.values()).values())
    return (
        f"{most} lanes update the same address, one after the other. Add up within the warp (__shfl_down_sync, "
        "__reduce_add_sync) or the block first, then update once."
    )


def _global(access: Access, pattern: Pattern) -> str:
    stride, width, runs = pattern.stride, access.width, pattern.runs()
    if len(pattern.lanes) == 1:
        return f"The one lane's {width} bytes lie across two sectors: align them."
    if stride is not None and abs(stride) <= width and pattern.gaps:
        return (
            f"The lanes are neighbours in memory, but {LANES - len(pattern.lanes)} of {LANES} rest, and their bytes move too. Number the "
            "work so that the lanes that have some are neighbours."
        )
    if stride is not None and abs(stride) == width:
        start = min(pattern.lanes.values()) % SECTOR
        return (
            f"The lanes are neighbours in memory, but the warp starts {_bytes(start)} into a sector, so that it touches one "
            f"more. Start at a multiple of {SECTOR} bytes: shift the index, or pad the rows (cudaMallocPitch does)."
        )
    if stride is not None:
        return f"Neighbouring lanes are {_bytes(abs(stride))} apart, so {_share(abs(stride), width)}. {_cure(abs(stride), width)}"
    if runs:
        length, within, jump = runs
        groups = f"{LANES // length} groups of {length}" if LANES % length == 0 else f"groups of {length}"
        here = f"Lanes fall into {groups}, {_bytes(abs(jump))} apart"
        if abs(within) <= width:
            narrow = length * max(abs(within), 1) < LANES * width and access.block[0] < LANES
            cure = (
                f"Make blockDim.x a multiple of {LANES}"
                if narrow and access.block[0] == length
                else f"Let {LANES} neighbouring lanes use neighbouring elements"
            )
            return f"{here}: each group fills its sectors only in part, or from an odd start. {cure}, and start rows at a multiple of {SECTOR} bytes."
        return f"{here}, and within a group lanes are {_bytes(abs(within))} apart. {_cure(abs(within), width)}"
    return (
        "The lanes' addresses follow no pattern: a sector is fetched for few bytes of it. Sort or group the indices, or bring "
        "the data into shared memory with neighbouring lanes on neighbouring addresses."
    )


def _share(stride: int, width: int) -> str:
    if stride >= SECTOR:
        return f"each touches a sector of its own and uses {width} of its {SECTOR} bytes"
    return f"of each sector's {SECTOR} bytes the warp uses {SECTOR * width // stride}"


def _cure(stride: int, width: int) -> str:
    if stride <= 64:
        return (
            "If these are members of a struct, keep each member in an array of its own, or load the struct whole; else let "
            "threadIdx.x be the index that runs along memory."
        )
    return "Let threadIdx.x be the index that runs along memory; where both sides cannot, turn the data in a tile of shared memory."


def _good(access: Access, pattern: Pattern) -> str:
    if access.active_share < 0.75:
        return f"Only {access.lanes_per_request:.3g} of 32 lanes take part on average; the warp spends an instruction on all 32."
    values = set(pattern.lanes.values())
    if len(values) == 1 and len(pattern.lanes) > 1:
        return "All lanes use the same address: one sector serves them all."
    if pattern.stride == access.width and access.width in (4, 8) and access.op in ("load", "store"):
        wide, fewer = ("float4", "a quarter of") if access.width == 4 else ("double2", "half")
        return f"Every byte of every sector is used; 16 bytes a lane ({wide}) would take {fewer} the requests."
    return "No sector more than needed."


def _shared(access: Access, pattern: Pattern) -> str:
    if access.wavefronts <= access.ideal_wavefronts:
        collide = max(Counter(pattern.lanes.values()).values())
        if access.op in ("red", "atom") and collide > 1:
            return f"No bank conflict, but {collide} lanes update the same word, which no counter shows. Add up within the warp first."
        if access.active_share < 0.75:
            return f"No bank conflict, but only {access.lanes_per_request:.3g} of 32 lanes take part on average."
        return "No bank conflict."
    degree, lanes = worst_bank(pattern.lanes, access.width)
    who = ", ".join(map(str, lanes[:3])) + (", …" if len(lanes) > 3 else "")
    stride = pattern.stride
    meet = f"{degree} lanes (numbers {who}) need different words of the same bank: {'an' if degree in (8, 11, 18) else 'a'} {degree}-way bank conflict."
    if stride is None or stride % WORD:
        return f"{meet} Pad each row by one word, or swizzle the index (col ^ row)."
    words = abs(stride) // WORD
    if words % BANKS == 0:
        return f"Lanes are {words} words apart. {meet} Pad each row by one word ([32][33] for [32][32]), or swizzle (col ^ row)."
    return f"Lanes are {words} words apart. {meet} Let neighbouring lanes use neighbouring words, or make the distance an odd number of words."


def worst_bank(lanes: dict[int, int], width: int) -> tuple[int, list[int]]:
    """(distinct words that one bank has to give in one go, the lanes that ask it for them)."""
    group = LANES if width <= WORD else LANES // 2 if width <= 2 * WORD else LANES // 4
    worst: tuple[int, list[int]] = (0, [])
    for first in range(0, LANES, group):
        banks: dict[int, dict[int, int]] = {}
        for lane in range(first, first + group):
            if lane in lanes:
                for word in range(lanes[lane] // WORD, (lanes[lane] + width - 1) // WORD + 1):
                    banks.setdefault(word % BANKS, {}).setdefault(word, lane)
        for words in banks.values():
            if len(words) > worst[0]:
                worst = len(words), sorted(set(words.values()))
    return worst


def _bytes(count: int) -> str:
    return f"{count:,} byte" + ("" if count == 1 else "s")
