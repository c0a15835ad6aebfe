// Lab occupancy: how many blocks of a kernel does an SM hold at a time?
// Run: ./course check occupancy        Stuck: ./course hint occupancy

// An SM of an H200 has places for 64 warps and for 32 blocks, 228 KiB of shared memory, and four quarters with 16,384
// registers each. A block comes in whole or not at all, and every warp of it takes, for all its 32 lanes,
//   a place for a warp; and registers, in pieces of 256, all of them in one quarter. A block's warps are dealt out to the
//   quarters in turn.
// A block takes the shared memory that it asks for and 1024 bytes more, in pieces of 128.
//
// threads: of a block, 1 to 1024. registers: of a thread, 1 to 255. shared_bytes: of a block, 0 to 232,448.
// Returns how many blocks the SM holds at a time; 0 where it has no room for one.
int blocks_that_fit(int threads, int registers, int shared_bytes) {
  // TODO: how many blocks does each of the four allow by itself?
  return 0;
}
