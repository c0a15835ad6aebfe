#!/bin/sh
# Fuzzes the launch rewriter. What it finds is left in build/fuzz/ as crash-… files.
# Run: tests/simt/fuzz/run.sh [SECONDS, 60 unless told]     (needs clang: apt install clang)
set -eu
cd "$(dirname "$0")/../../.."
seconds=${1:-60}
command -v clang++ >/dev/null || { echo "fuzz: clang++ is not installed: apt install clang" >&2; exit 2; }
mkdir -p build/fuzz/corpus build/fuzz/seeds
clang++ -std=c++20 -O2 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. -o build/fuzz/rewriter_fuzz \
  tests/simt/fuzz/rewriter_fuzz.cpp simt/compiler/architecture.cpp simt/compiler/lexer.cpp simt/compiler/rewriter.cpp
find labs solutions tests -name '*.cu' | while read -r file; do
  cp "$file" "build/fuzz/seeds/$(echo "$file" | tr / _)"
done
cd build/fuzz
exec ./rewriter_fuzz -dict=../../tests/simt/fuzz/cuda.dict -max_len=1500 -timeout=5 -max_total_time="$seconds" -print_final_stats=1 corpus seeds
