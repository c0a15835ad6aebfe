# Random kernels whose lanes race with each other: where lanes run one after the other unless that matters, they must leave
# what they leave request by request.
# Run: python3 tests/simt/warp_order_test.py SIMTCC [SEED…]     beside the simulator: warp_order_test.py --print SEED
"""Each program has kernels of random loads, stores, branches, loops, atomics and barriers, over few places of memory, and
prints a sum of all that they leave. Most have two or three statements: where much is wrong, nothing is overlooked. Those of odd seeds touch memory by volatile accesses only: what nvcc makes of them must
print the same on a GPU, but for the order of branches, which CUDA leaves open."""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

KERNELS, DEEPEST = 60, 2
# What chance seldom makes: lanes that meet in one way only.
ALONE = [
    "for (int i = 0; i < 3; ++i) s[(t + i) & 31] = x + i;",
    "x += s[3]; if (t == 0) s[3] = 9;",
    "x += s[t]; s[t + 1] = x;",
    "x += g[t]; g[t + 1] = x;",
    "b[t + 1] = b[t];",
    "s[t] = x; if (t < 20) x += s[t + 1];",
    "if (t & 4) s[t ^ 4] = x; x += s[t];",
    "x += atomicAdd((int*)&s[0], 1); x += atomicAdd((int*)&s[0], 1);",
    "atomicAdd((int*)&s[t & 1], 1); x += s[t & 1];",
    "atomicExch((int*)&s[t], x); atomicExch((int*)&s[t + 1], t);",
    "atomicMax((int*)&s[0], 2 * t); atomicAdd((int*)&s[0], 1);",
    "for (int i = 0; i < (t & 3) + 1; ++i) s[0] = x + i; x += s[0];",
]


class Kernel:
    """Statements of a thread: t is its lane, x what it has computed; s, v (shared), g (global) and b (bytes) are its warp's."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.loops = 0  # around the statement

    def one_of(self, *texts: str) -> str:
        return self.random.choice(texts)

    def index(self) -> str:
        lane, bit = self.random.randrange(32), 1 << self.random.randrange(5)
        loop = f"(t + i{self.loops - 1}) & 31" if self.loops else "t"
        return self.one_of(
            "t",
            f"t + {lane}",
            f"t ^ {bit}",
            f"(t + {lane}) % 32",
            f"{lane}",
            "(t * 5 + x) & 31",
            "x & 31",
            "31 - t",
            loop,
        )

    def condition(self) -> str:
        bit = 1 << self.random.randrange(5)
        return self.one_of(f"t < {self.random.randrange(1, 32)}", f"t & {bit}", f"x & {bit}", "t % 3 == 1", "t == 0")

    def access(self) -> str:
        array, number = self.one_of("s", "v", "g", "b"), self.random.randrange(9)
        return self.one_of(
            f"{array}[{self.index()}] = x + {number};",
            f"x += {array}[{self.index()}];",
            f"{array}[{self.index()}] = {array}[{self.index()}] + {number};",
        )

    def statement(self, depth: int) -> str:
        kind = self.random.randrange(12)
        if kind == 0 and depth < DEEPEST:
            other = f" else {{ {self.body(depth + 1)} }}" if self.random.random() < 0.5 else ""
            return f"if ({self.condition()}) {{ {self.body(depth + 1)} }}{other}"
        if kind == 1 and depth < DEEPEST:
            rounds, i = self.one_of("(t & 3) + 1", "3", "(t >> 3) + 1", "(x & 3)"), f"i{self.loops}"
            self.loops += 1
            inside = self.body(depth + 1)
            self.loops -= 1
            return f"for (int {i} = 0, n = {rounds}; {i} < n; ++{i}) {{ {inside} }}"
        if kind == 2 and depth == 0:
            return self.one_of("__syncwarp();", "__syncthreads();", "x += __shfl_xor_sync(~0u, x, 4);")
        if kind == 3:
            place = f"(int*)&{self.one_of('s', 'g')}[{self.index()}]"
            return self.one_of(f"atomicAdd({place}, x & 7);", f"x += atomicAdd({place}, x & 7);")
        return self.access()

    def body(self, depth: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.random.choice((1, 1, 2, 3))))


def program(seed: int) -> str:
    made = Kernel(seed)
    qualifier = "volatile" if seed % 2 else ""
    text = ["#include <cstdio>", "#include <cstring>", "int *out, *data;"]
    for number in range(KERNELS):
        text.append(
            f"""__global__ void kernel_{number}(int* out, int* data) {{
  __shared__ int all_s[2][64], all_v[2][64];
  __shared__ unsigned char all_b[2][64];
  const int warp = threadIdx.x / 32, t = threadIdx.x % 32;
  {qualifier} int *s = all_s[warp], *g = data + (blockIdx.x * 2 + warp) * 64;
  volatile int* v = all_v[warp];
  {qualifier} unsigned char* b = all_b[warp];
  int x = t * 3 + {made.random.randrange(5)};
  for (int i = t; i < 64; i += 32) s[i] = v[i] = b[i] = i;
  __syncthreads();
  {ALONE[number] if number < len(ALONE) else made.body(0)}
  __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = x * 31 + s[t] + s[t + 32] * 5 + v[t] * 7 + b[t] * 3 + g[t] * 11;
}}"""
        )
    text.append("""template <typename Launch>
void show(int number, Launch launch) {
  std::memset(out, 0, 4096), std::memset(data, 0, 4096);
  launch();
  if (cudaDeviceSynchronize()) std::printf("failed ");
  unsigned sum = 0;
  for (int i = 0; i < 384; ++i) sum = sum * 31 + out[i] + data[i];
  std::printf("%d: %u\\n", number, sum);
}
int main() {
  cudaMallocManaged(&out, 4096), cudaMallocManaged(&data, 4096);""")
    for number in range(KERNELS):
        text.append(f"  show({number}, [] {{ kernel_{number}<<<3, {made.random.choice((32, 64))}>>>(out, data); }});")
    return "\n".join([*text, "}", ""])


def run(built: pathlib.Path, setting: dict[str, str]) -> tuple[str, str]:
    report = built.with_suffix(".json")
    printed = subprocess.run(
        [built], check=True, capture_output=True, text=True, env={**os.environ, "SIMT_REPORT": str(report), **setting}
    ).stdout
    return printed, report.read_text(encoding="utf-8")


def main(simtcc: str, *seeds: str) -> int:
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        for seed in map(int, seeds or ("1", "2", "3", "4")):
            source, built = pathlib.Path(scratch, f"seed_{seed}.cu"), pathlib.Path(scratch, f"seed_{seed}")
            source.write_text(program(seed), encoding="utf-8")
            subprocess.run([simtcc, source, "-o", built], check=True)
            usual, in_order = run(built, {}), run(built, {"SIMT_ORDER": "warp"})
            checked = run(built, {"SIMT_CHECK": "all"})
            if usual != in_order:
                wrong.append(f"seed {seed}: prints or counts something else in its warps' order")
            if checked[0] != usual[0]:
                wrong.append(f"seed {seed}: prints something else with checkers")
            if len(set(usual[0].split())) < KERNELS // 2:
                wrong.append(f"seed {seed}: its kernels print too few different sums to tell anything")
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--print"]:
        print(program(int(sys.argv[2])), end="")
    else:
        sys.exit(main(*sys.argv[1:]))
