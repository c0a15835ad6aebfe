# Wrong programs: line, column, caret and the function's name in every message must be the program's own.
# Run: python3 tests/simt/compile_errors_test.py build/simtcc
"""In a case, ⟦…⟧ holds what the compiler must underline, after the name of the function it must name, if any: ⟦k:name⟧.
Each message must stand there, in order, with the line of the source and the carets right below.

What g++ itself says of the same program in plain C++ is the measure: there the words of CUDA are blank (so that everything
else keeps its column), and a launch is a call. All that simtcc prints must be the same, line by line, except that a
function which is a kernel is called one. A case that cannot be said in plain C++ has `plain=False`."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass, field

SIMTCC = os.path.abspath(sys.argv[1])
GXX = os.environ.get("SIMTCC_CXX", "g++")
# What plain C++ needs to know of CUDA's; not in front of the program, where it would move its lines.
STUB = """
struct uint3 { unsigned x, y, z; };
extern uint3 threadIdx, blockIdx, blockDim, gridDim;
void __syncthreads();
"""


@dataclass
class Case:
    name: str
    text: str
    plain: bool = True
    options: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    moved: int = 0  # by so many lines, by #line
    says: str = ""  # a part of what must be said


K = "__global__ void k(float* p, int n) { %s }\n"
MAIN = "int main() { float* p = nullptr; %s }\n"
CASES = [
    Case("built-in variables in front", K % "int i = blockIdx.x * blockDim.x + threadIdx.x; ⟦k:nothing⟧ = i;"),
    Case("between them", K % "p[threadIdx.x * ⟦k:stride⟧ + blockIdx.x] = 1;"),
    Case("two errors in one line", K % "p[threadIdx.x] = ⟦k:one⟧; p[blockIdx.x] = ⟦two⟧;"),
    Case("types around a built-in variable", K % 'n = threadIdx.x + "a" ⟦k:*⟧ 2;', says="invalid operands"),
    Case("a member that it has not", K % "n = threadIdx.⟦k:w⟧;"),
    Case("ranges", "struct S { int a; };\n" + K % "S s; int q = 3; q = p[0] + q ⟦k:*⟧ s;"),
    Case("blanks and comments", K % "int   a  = 1; /* it's a  comment */  a   =  ⟦k:nothing⟧;   // no more\n"),
    Case("tabs", "__global__ void k(int* p) {\n\tint i = threadIdx.x;\t*p =\ti + ⟦k:nothing⟧;\n}\n"),
    Case("letters of two and three bytes", K % 'int größe = 1; const char* s = "é – ü"; größe = ⟦k:nothing⟧; (void)s;'),
    Case("a name of such letters", K % "int n2 = ⟦k:breite⟧ + n; ⟦größe⟧ = 2;"),
    Case(
        "a kernel of such a name",
        "__global__ void größe() {}\n" + MAIN % "größe<<<1, 1>>>(); ⟦int main():nothing⟧ = p;",
    ),
    Case(
        "a structure that is shuffled",
        "struct Pair { float a; int b; };\n" + K % "Pair pair{}; pair = ⟦k:__shfl_down_sync(0xffffffffu, pair, 1)⟧;",
        plain=False,
        says="error: a shuffle moves one number of 4 or 8 bytes: of a structure, move the members one by one",
    ),
    Case("shared variables", K % "__shared__ float tile[32][33]; tile[0][0] = ⟦k:nothing⟧;"),
    Case("one of an unknown type", K % "__shared__ ⟦k:Tile⟧ tile;", plain=False),
    Case("of dynamic size", K % "extern __shared__ float tile[]; tile[0] = ⟦k:nothing⟧;", plain=False),
    Case("aligned", K % "__shared__ alignas(16) float tile[32]; tile[0] = ⟦k:nothing⟧;", plain=False),
    Case("constant memory", "__constant__ float c[3]; __constant__ float d = ⟦nothing⟧;\n"),
    Case("device variables", "__device__ int a[4], b = ⟦nothing⟧;\nstatic __device__ const int t[2] = {1, ⟦none⟧};\n"),
    Case("device functions", "__host__ __device__ inline int twice(int x) { return x * ⟦int twice(int):nothing⟧; }\n"),
    Case("a table in a kernel", K % "static const int t[2] = {1, 2}; n = t[0] + ⟦k:nothing⟧;"),
    Case("after a launch", K % "" + MAIN % "k<<<1, 32>>>(p, 3); ⟦int main():nothing⟧ = 1;"),
    Case("in its arguments", K % "" + MAIN % "k<<<1, 32>>>(p, ⟦int main():n⟧); k<<<1, 32>>>(⟦q⟧, 3);"),
    Case(
        "in its configuration",
        K % "" + MAIN % "k<<<⟦int main():grid⟧, 32>>>(p, 3); k<<<1, ⟦block⟧>>>(p, 3);",
        plain=False,
    ),
    Case("its kernel", K % "" + MAIN % "⟦int main():kk⟧<<<1, 32>>>(p, 3);"),
    Case(
        "one argument too few",
        K % "" + MAIN % "⟦int main():k<<<1, 32>>>(p)⟧;",
        plain=False,
        says="too few arguments to function",
    ),
    Case("an argument of the wrong type", K % "" + MAIN % 'k<<<1, 32>>>(p, ⟦int main():"x"⟧);'),
    Case(
        "as an expression",
        K % "" + MAIN % "int x = k<<<1, 32>>⟦int main():>⟧(p, 3); (void)x;",
        plain=False,
        says="void value",
    ),
    Case(
        "of a template",
        "template <int n> __global__ void k(float* p) { p[0] = n; }\n" + MAIN % "k<3><<<1, 32>>>(p, ⟦int main():n⟧);",
    ),
    Case(
        "no block", K % "" + MAIN % "k⟦<⟧<<1>>>(p, 3);", plain=False, says="'<<<>>>' needs at least a grid and a block"
    ),
    Case(
        "five words",
        K % "" + MAIN % "k<<<1, 2, 3, 0, 5>>>(p, 3);",
        plain=False,
        says="to function ‘<<<dim3 grid, dim3 block, size_t shared, cudaStream_t stream>>>’",
    ),
    Case(
        "over several lines",
        K % ""
        + "int main() {\n  float* p = nullptr;\n  k<<<1,\n      32>>>(p,\n            ⟦int main():n⟧); ⟦more⟧();\n}\n",
    ),
    Case(
        "its configuration over several lines",
        K % "" + "int main() {\n  k<<<⟦int main():a⟧,\n      32 + ⟦b⟧>>>(nullptr,\n   3); ⟦c⟧();\n}\n",
        plain=False,
    ),
    Case("never closed", K % "" + MAIN % "k⟦<⟧<<1, 32(p, 3);", plain=False, says="'<<<' without a matching '>>>'"),
    Case("with no arguments", K % "" + MAIN % "k<<<1, 32⟦>⟧>>;", plain=False, says="a launch needs its arguments"),
    Case("no parentheses", K % "" + MAIN % "k<<<1, 32⟦>⟧>>p;", plain=False, says="a launch needs its arguments"),
    Case("open arguments", K % "" + MAIN % "k<<<1, 32>>>⟦(⟧p, 3;", plain=False, says="'(' is never closed"),
    Case("an open (", K % "if ⟦(⟧n < 3 { n = 4; }", plain=False, says="'(' is never closed"),
    Case("an open [", K % "p⟦[⟧n = 4;", plain=False, says="'[' is never closed"),
    Case("a ) too many", K % "n = max(n, 4)⟦)⟧;", plain=False, says="')' closes nothing"),
    Case(
        "no semicolon at the end",
        "__global__ void k(int* p) {\n  *p = threadIdx.x⟦k:\n⟧}\n",
        says="expected ‘;’ before ‘}’ token",
    ),
    Case("no brace at the end", "__global__ void k(int* p) ⟦{⟧\n  *p = 1;\n", plain=False, says="'{' is never closed"),
    Case(
        "a lambda of the program's", K % "auto f = [=](int i) { return i + ⟦lambda:nothing⟧ + threadIdx.x; }; n = f(1);"
    ),
    Case(
        "and the kernel behind it", K % "auto f = [=](int i) { return i + ⟦lambda:nothing⟧; };\n  n = f(1) + ⟦k:none⟧;"
    ),
    Case("a lambda of the host's", MAIN % "auto f = [&]() mutable { return ⟦lambda:nothing⟧; }; f(); (void)p;"),
    Case(
        "a generic lambda",
        K % "auto f = [=](auto i) { return i ⟦+⟧ p; }; f(p);",
        says="k(float*, int)::<lambda(auto:1)> [with",
    ),
    Case(
        "a template's",
        'template <typename T> __global__ void k(T* p) {\n  static_assert(⟦void k(T*) [with T = int]:sizeof(T) > 4⟧, "small");\n  p[threadIdx.x] = 0;\n}\n'
        + MAIN % "k<int><<<1, 1>>>(nullptr); (void)p;",
        plain=False,
        says="required from here",
    ),
    Case(
        "a function that it calls",
        "template <typename T> __device__ int size(T x) { return ⟦int size(T) [with T = float]:x.size⟧(); }\n"
        + K % "p[threadIdx.x] = size(p[0]);",
    ),
    Case("a value returned", K % "return ⟦k:3⟧;"),
    Case("a macro's argument", "#define TWICE(x) ((x) + (x))\n" + K % "p[threadIdx.x] = TWICE(1)   +   ⟦k:nothing⟧;"),
    Case(
        "a macro",
        "#define INDEX (blockIdx.x * blockDim.x + threadIdx.x + offset)\n"
        + K % "int j = n; p[⟦k:INDEX⟧] = j; p[0] = ⟦none⟧;",
        plain=False,
    ),
    Case(
        "a macro's call over several lines",
        "#define CHECK(call) do { int status = (call); if (status) return; } while (0)\nint f(int, int);\n"
        + "__global__ void k(int a) {\n  CHECK(f(a,\n          a   + ⟦k:nothing⟧));   int b = ⟦none⟧;\n}\n",
        plain=False,
    ),
    Case(
        "a launch from a macro",
        "#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)\n"
        + K % ""
        + MAIN % "LAUNCH(k, p, ⟦int main():nothing⟧);  ⟦none⟧ = p;",
        plain=False,
    ),
    Case("a continued line", K % "int a = 1 + \\\n    threadIdx.x +   ⟦k:nothing⟧;"),
    Case("a string over several lines", K % 'const char* s = R"(a  b\n  "c)"  ;   ⟦k:nothing⟧(s);'),
    Case("behind a comment over several lines", K % "int a; /* don't\n  stop */   a = ⟦k:nothing⟧;"),
    Case("a long line", K % ("n = 1" + " + 1" * 300 + ";  n =   ⟦k:nothing⟧;")),
    Case(
        "inline assembly",
        K % 'unsigned lane; asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));  lane = ⟦k:nothing⟧;',
        plain=False,
    ),
    Case("an operand of it", K % 'asm("mov.u32 %0, %%laneid;" : "=r"(⟦k:lane⟧));', plain=False),
    Case(
        "a header",
        '#include "kernels.cuh"\n' + MAIN % "k<<<1, 1>>>(p);  ⟦int main():nothing⟧ = p;",
        headers={"kernels.cuh": "#pragma once\n__global__ void k(float* p) {\n  p[threadIdx.x] = 1;  /* a  b */\n}\n"},
    ),
    Case("#line", '#line 1 "program.cu"\n' * 3 + K % "n = threadIdx.x +   ⟦k:nothing⟧;", moved=3),
    Case("warnings", K % "int ⟦k:unused⟧ = threadIdx.x;", options=["-Wall"], says="warning: unused variable ‘unused’"),
    Case(
        "of a parameter",
        "__global__ void k(float* p, ⟦k:int unused⟧) { p[threadIdx.x] = 1; }\n",
        options=["-Wall", "-Wextra"],
    ),
    Case("of a comparison", K % "for (int i = 0; i ⟦k:<⟧ blockDim.x; ++i) p[i] = 1;", options=["-Wall"]),
    Case(
        "a shared object with a constructor",
        "struct S { S(); int x; };\n__shared__ S ⟦s⟧;\n",
        plain=False,
        says="‘__shared__’ needs dynamic initialization",
    ),
    Case("a constant that is none", K % "constexpr int c = ⟦k:blockDim⟧.x; n = c;", plain=False, says="‘blockDim.x’"),
    Case(
        "an initializer of a shared variable",
        K % "__shared__ float t[2] ⟦=⟧ {1, 2};",
        plain=False,
        says="cannot have an initializer",
    ),
    Case("a header of NVIDIA's", "#include <cufft.h>\n", plain=False, says="the simulator does not have cuFFT"),
]


def marked(text: str) -> tuple[str, list[tuple[int, int, str, str]]]:
    """The text without marks, and of each mark line and column, counted from 1, the function, and what it holds."""
    places, plain = [], ""
    for part in re.split(r"(⟦[^⟧]*⟧)", text):
        if part.startswith("⟦"):
            function, colon, held = part[1:-1].rpartition(":") if ":" in part else ("", "", part[1:-1])
            line = plain.count("\n") + 1
            places.append((line, len(plain) - (plain.rfind("\n") + 1) + 1, function, held))
            part = held
        plain += part
    return plain, places


def in_plain_words(text: str) -> str:
    """The program in C++, every column kept."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())  # noqa: E731
    text = re.sub(r"<<<.*?>>>", blank, text, flags=re.S)
    return re.sub(r"__(global|device|shared|constant|host)__", blank, text)


def compiled(command: list[str], folder: pathlib.Path, locale: str = "C.UTF-8") -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, env={**os.environ, "LC_ALL": locale}
    )
    return done.stderr


def as_kernels(messages: str, text: str) -> str:
    """g++'s messages with the functions that are kernels called so."""
    for name in re.findall(r"__global__ void (\w+)", text):
        messages = re.sub(rf"In function ‘void {name}\([^’]*\)’:", f"In kernel ‘{name}’:", messages)
    return messages


class Compiling(unittest.TestCase):
    maxDiff = None

    def check(self, case: Case) -> None:
        text, places = marked(case.text)
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "program.cu").write_text(text, encoding="utf-8")
            for name, header in case.headers.items():
                (folder / name).write_text(header, encoding="utf-8")
            said = compiled([SIMTCC, *case.options, "-c", "program.cu", "-o", "program.o"], folder)
            self.assertIn(case.says, said)
            self.held(said, text, places, case.moved)
            if case.plain:
                (folder / "stub.h").write_text(STUB, encoding="utf-8")
                (folder / "program.cu").write_text(in_plain_words(text), encoding="utf-8")
                for name, header in case.headers.items():
                    (folder / name).write_text(in_plain_words(header), encoding="utf-8")
                words = [GXX, "-std=c++17", "-O1", *case.options, "-include", "stub.h", "-c", "-x", "c++", "program.cu"]
                measure = as_kernels(compiled([*words, "-o", "plain.o"], folder), text)
                # The line of the source is the one thing that differs: there the words of CUDA are.
                self.assertEqual(without_source(said), without_source(measure))

    def test_a_block_has_48_kib_of_shared_variables(self) -> None:
        for body, words in {
            "__shared__ char all[49152]; all[n] = 1; p[n] = all[n];": "",
            "__shared__ char most[49152], one; most[n] = 1; one = 2; p[n] = most[n] + one;": "'k(float*, int)' has 49153 bytes",
            "static thread_local char mine[100000]; mine[n] = 1;": None,  # a host function's
            "extern __shared__ char some[]; some[n] = 1; p[n] = some[n];": "",
        }.items():
            with self.subTest(body), tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                text = K % body if words is not None else f"int n; void on_host() {{ {body} }}\n" + K % ""
                (folder / "program.cu").write_text(text)
                run = subprocess.run([SIMTCC, "-c", "program.cu"], cwd=folder, capture_output=True, text=True)
                self.assertEqual(run.returncode, 1 if words else 0, run.stderr)
                self.assertIn(words or "", run.stderr)

    def test_quotes_are_the_locale_s(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "program.cu").write_text("__global__ void k(int unused) { nothing = 1; }\n")
            said = compiled([SIMTCC, "-Wall", "-Wextra", "-c", "program.cu", "-o", "program.o"], folder, "C")
            self.assertEqual(said.count("In kernel 'k':"), 2, said)
            self.assertNotIn("‘", said)

    def held(self, said: str, text: str, places: list[tuple[int, int, str, str]], moved: int) -> None:
        lines, function, found = said.splitlines(), "", []
        for i, line in enumerate(lines):
            named = re.match(
                r".*: In (?:kernel ‘(\w+)’|(lambda) function|(?:member )?function ‘(.*)’|instantiation of ‘(.*)’):$",
                line,
            )
            if named:
                function = next(filter(None, named.groups()))
            if re.match(r".*: At global scope:$", line):
                function = ""
            headline = re.match(r"program\.cu:(\d+):(\d+): (?:error|warning): ", line)
            if headline:
                found.append((int(headline[1]), int(headline[2]), function, lines[i + 1 : i + 3]))
        sources = text.split("\n")
        for (row, column, function, held_text), message in zip(places, found, strict=False):
            source = sources[row - 1]
            # What g++ prints and counts: columns of the screen, a tab up to the next multiple of 8.
            shown = len(source[: column - 1].expandtabs(8))
            self.assertEqual(message[0], row - moved, said)
            if function:
                self.assertEqual(message[2], function, said)
            if moved:
                continue  # g++ shows the line of that number, whatever stands there
            self.assertEqual(message[3][0], f"{row:5} | {source.expandtabs(8)}", said)
            if held_text.strip():
                carets = message[3][1].partition("|")[2][1:]
                begin = len(carets) - len(carets.lstrip())
                self.assertLessEqual(begin, shown, said)
                self.assertGreaterEqual(message[1] - 1, shown, said)
                self.assertLess(message[1] - 1, shown + len(held_text), said)
                self.assertIn(carets[message[1] - 1], "^~", said)
        self.assertGreaterEqual(len(found), len(places), said)


def without_source(messages: str) -> str:
    return re.sub(r"^ *\d+ \|.*$", "", messages, flags=re.M)


for number, each in enumerate(CASES):
    setattr(
        Compiling,
        f"test_{number:02}_{re.sub(r'[^a-z]+', '_', each.name.lower())}",
        lambda self, each=each: self.check(each),
    )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
