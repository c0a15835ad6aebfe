// Lab robust_timing: a time to rely on, from work that is noisy and a clock that wraps.
// Run: ./course check robust_timing        Stuck: ./course hint robust_timing
#include <cstdint>
#include <vector>

struct Times {    // in ticks of the clock; leave it as it is
  double median;  // of the samples; of an even number of them, the mean of the middle two
  double spread;  // the median of the samples' distances from that median
  double drift;   // the median of the last samples / 2 less the median of the first samples / 2
};

// read_clock: gives the reading of a 32-bit counter, which may go past its end once in a sample.
// work:       what is to be timed. Its first calls are slow; later ones are disturbed now and then.
// warm_up:    how often it is called first, without being timed; 0 or more.
// samples:    how often it is timed after that, each call by itself; 2 or more. A sample is the time between two
//             readings of the clock with nothing but the call between them.
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  // TODO: warm up, take the samples, and work out the three numbers.
  const std::uint32_t before = read_clock();
  for (int i = 0; i < samples; ++i) work();
  const std::uint32_t after = read_clock();
  return {double(after - before), 0, 0};
}
