#!/bin/sh
# Fuzzes the launch rewriter. What it finds is left in build/fuzz/ as crash-… files.
# Run: tests/simt/fuzz/run.sh [SECONDS, 60 unless told]     (needs clang: apt install clang)
set -eu
cd "$(dirname "$0")/../../.."
seconds=${1:-60}
command -v clang++ >/dev/null || { echo "fuzz: clang++ is not installed: apt install clang" >&2; exit 2; }
[ -f build/build.ninja ] || { echo "fuzz: there is no build/ yet: ./course run makes it" >&2; exit 2; }
ninja -C build tests/simt/rewriter_fuzz
mkdir -p build/fuzz/corpus build/fuzz/seeds
find labs solutions tests -name '*.cu' | while read -r file; do
  cp "$file" "build/fuzz/seeds/$(echo "$file" | tr / _)"
done
cd build/fuzz
exec ../tests/simt/rewriter_fuzz -dict=../../tests/simt/fuzz/cuda.dict -max_len=1500 -timeout=5 -max_total_time="$seconds" -print_final_stats=1 corpus seeds
