// Lab loads_in_flight: how many bytes must an SM have on their way, and which launch has them?
// Run: ./course check loads_in_flight        Stuck: ./course hint loads_in_flight

// The bytes that each SM must have on their way, rounded up to whole sectors of 32 bytes, so that the memory is busy.
//
// latency_ns: nanoseconds from asking for a byte to having it.
// gb_per_s: what the memory gives to all SMs together, in 10^9 bytes a second.
// sms: how many SMs there are.
long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  // TODO: how many bytes come in one nanosecond, and how many nanoseconds is each of them on its way?
  return 0;
}

// How many loads each thread must have on their way, so that an SM of an H200 has `bytes` or more: the smallest such
// number, 1 to 32. 0 where none of them will do.
//
// threads: of a block. As many blocks run on an SM as its registers, places for warps and places for blocks allow; the
// lab occupancy says what they are.
// width: bytes of a load, 4, 8 or 16.
// registers: of a thread before its loads. What is on its way needs one register more for every 4 bytes. No thread can
// have more than 255.
int loads_a_thread(long bytes, int threads, int width, int registers) {
  // TODO: how many bytes does an SM have on their way if each thread has one load? If each has two?
  return 0;
}
