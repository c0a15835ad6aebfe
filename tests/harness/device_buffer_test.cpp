// Tests of guarded, poisoned device memory, on sim.
#include "harness/device_buffer.hpp"

#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include "harness/backend.hpp"
#include "simt/simt.hpp"

namespace {

using harness::Damage;
using harness::DeviceBuffer;
using harness::Poison;

TEST(DeviceBuffer, StartsPoisoned) {
  for (const Poison poison : {Poison::first, Poison::second}) {
    DeviceBuffer<float> buffer(5, "buffer", poison);
    for (const float value : buffer.download())
      EXPECT_EQ(std::bit_cast<std::uint32_t>(value), harness::poison_word(poison));
  }
}

TEST(DeviceBuffer, TheTwoPoisonsDiffer) {
  EXPECT_NE(harness::poison_word(Poison::first), harness::poison_word(Poison::second));
}

TEST(DeviceBuffer, KeepsWhatIsUploaded) {
  const std::vector<double> values = {1.5, -2.5, 3.5};
  DeviceBuffer<double> buffer(values, "buffer");
  EXPECT_EQ(buffer.size(), 3u);
  EXPECT_EQ(buffer.download(), values);
  buffer.poison(Poison::second);
  EXPECT_NE(buffer.download(), values);
}

TEST(DeviceBuffer, IsAlignedAsCudaMallocIs) {
  DeviceBuffer<char> odd(3, "odd");
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(odd.get()) % 256, 0u);
}

TEST(DeviceBuffer, OnSimTheAllocationIsExactAndHasItsName) {
  DeviceBuffer<char> buffer(5, "answers");
  simt::forget_launches();
  std::vector<char> host(6);
  EXPECT_NE(cudaMemcpy(host.data(), buffer.get(), 6, cudaMemcpyDeviceToHost), cudaSuccess);
  cudaGetLastError();
  simt::forget_launches();
  EXPECT_EQ(cudaMemcpy(host.data(), buffer.get(), 5, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_TRUE(buffer.guards_intact());
  EXPECT_EQ(buffer.name(), "answers");
}

TEST(DeviceBuffer, TooLargeABufferIsASentence) {
  try {
    DeviceBuffer<char> huge(std::size_t{1} << 60, "huge");
    FAIL() << "an exabyte was allocated";
  } catch (const harness::DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("allocating huge: "), std::string::npos) << error.what();
  }
  cudaGetLastError();
}

TEST(Damage, IsToldFromTheEdgeOfTheBuffer) {
  EXPECT_NE((Damage{Damage::Side::after, 12, 0x3f800000}.sentence("out").find(
                "12 bytes past the end of out there is now 0x3f800000")),
      std::string::npos);
  EXPECT_NE((Damage{Damage::Side::before, 0, 0}.sentence("in").find("just before the start of in")), std::string::npos);
}

}  // namespace
