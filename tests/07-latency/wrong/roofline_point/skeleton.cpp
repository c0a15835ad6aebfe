// Lab roofline_point: where does a kernel lie under the roofline, and which roof holds it?
// Run: ./course check roofline_point        Stuck: ./course hint roofline_point

// How many instructions there are for each byte that is moved between the chip and its memory.
//
// instructions: of warps, sm__inst_executed.sum. read_bytes, written_bytes: dram__bytes_read.sum, dram__bytes_write.sum.
double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  // TODO: which bytes count?
  return 0;
}

// The most instructions of warps a second, in 10^9, that a kernel with so many for each byte can reach on a GPU whose
// memory moves gb_per_s (10^9 bytes a second), and whose `sms` SMs issue 4 instructions in each of clock_ghz (10^9)
// cycles a second.
double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  // TODO: two roofs. How high is each, over this place?
  return 0;
}

// Which roof a kernel comes nearest to that took `ms` milliseconds. 0: the memory's, 1: that of issuing, 2: that of the
// passes (wavefronts) of shared memory and L1, one a cycle in each SM. -1: it reaches less than 60 % of all three.
//
// instructions: of warps. bytes: read and written. passes: l1tex__data_pipe_lsu_wavefronts.sum.
int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  // TODO: what could have been done in that time, of each of the three? What share of it was done?
  return 0;
}
