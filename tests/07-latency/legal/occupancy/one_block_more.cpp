// Tries one block more for as long as it still fits.
int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int warps = (threads - 1) / 32 + 1, piece = (registers * 32 + 255) / 256 * 256;
  const long mine = (shared_bytes + 1024L + 127) / 128 * 128;
  const int in_quarter = 16384 / piece, deep = (warps + 3) / 4;
  int fit = 0;
  while (fit < 32) {
    const int more = fit + 1;
    if (more * warps > 64 || more * warps > 4 * in_quarter || deep > in_quarter || more * mine > 233472) break;
    fit = more;
  }
  return fit;
}
