// Calls a submitted transpose on inputs of many shapes and tells what is wrong with it, if anything.
//
// Used by the graders of the transpose labs; each lists its own tests.
#pragma once

#include <bit>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/compare.hpp"
#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/tagged.hpp"
#include "tests/common/transpose.hpp"
#include "tests/common/transpose_diagnosis.hpp"

namespace grading {

struct Shape {
  int rows, cols;
  std::size_t elements() const { return std::size_t(rows) * cols; }
  std::string words() const { return "rows = " + std::to_string(rows) + ", cols = " + std::to_string(cols); }
};

// One call: what the device did, and what is wrong, or what out held afterwards.
struct Call {
  harness::Activity activity;
  std::string wrong;  // a fault, a damaged guard zone, a changed input; then `result` says nothing
  Result result;
};

// With the full stop that a sentence of the simulator's may lack.
inline std::string closed(std::string sentence) {
  if (!sentence.empty() && sentence.find_last_of(".?!") != sentence.size() - 1) sentence += '.';
  return sentence;
}

inline std::uint32_t next_call() {
  static std::uint32_t calls = 0;
  return calls++ % 127 + 1;
}

inline std::string changed_input(
    const std::vector<float>& before, const std::vector<float>& after, const Result& result) {
  const auto difference = harness::compare<float>(before, after);
  if (difference.equal()) return "";
  const int first = int(*difference.first);
  const bool from_out = std::bit_cast<std::uint32_t>(after[*difference.first]) == result.poison;
  return name("in", {first / result.cols, first % result.cols}) + " was changed by the call (" +
         std::to_string(difference.different) +
         " elements of in were). in is const: it may only be read, and out is other memory." +
         (from_out ? " It now holds what was in out: have the two changed places in a call?" : "");
}

inline Call call_once(Transpose* transpose, Shape shape, harness::Poison poison, std::uint32_t number, unsigned warp) {
  Call call;
  call.result = {shape.rows, shape.cols, number, harness::poison_word(poison), {}, false};
  const std::vector<float> input = harness::tagged_input(shape.elements(), call.result.call);
  harness::DeviceBuffer<float> in(input, "in");
  harness::DeviceBuffer<float> out(shape.elements(), "out", poison);
  harness::limit_steps(200 * shape.elements() + 100'000);  // one thread doing all the work needs a tenth of it
  harness::watch(warp);
  try {
    transpose(out.get(), in.get(), shape.rows, shape.cols);
  } catch (const std::exception& error) {
    call.wrong = std::string("the function threw an exception: ") + error.what();
  } catch (...) {
    call.wrong = "the function threw an exception.";
  }
  call.activity = harness::activity();
  call.result.no_kernel = call.activity.launches == std::size_t{0};
  if (call.wrong.empty()) call.wrong = call.activity.fault;
  if (!call.wrong.empty()) return call;
  try {
    for (const auto* buffer : {&out, &in})
      if (const auto damage = buffer->damage()) call.wrong = damage->sentence(buffer->name());
    if (call.wrong.empty()) call.wrong = changed_input(input, in.download(), call.result);
    for (const float value : out.download()) call.result.out.push_back(std::bit_cast<std::uint32_t>(value));
  } catch (const harness::DeviceError& error) {
    call.wrong = std::string("after the call the buffers are gone (") + error.what() +
                 "). in and out belong to the caller: do not free them, and do not reset the device.";
    call.activity.fault = call.wrong;
  }
  return call;
}

// As call_once, and leaves the device usable whatever happened. (By now the call's buffers are gone.)
// A kernel that once did not end is not called again: waiting for it is no use to anybody.
inline Call call_safely(
    Transpose* transpose, Shape shape, harness::Poison poison, std::uint32_t number = next_call(), unsigned warp = 0) {
  static bool endless = false;
  if (endless) {
    Call call;
    call.wrong = call.activity.fault = "not tried, since a kernel did not come to its end before.";
    return call;
  }
  Call call = call_once(transpose, shape, poison, number, warp);
  endless = call.activity.endless;
  if (!call.activity.fault.empty()) harness::recover();
  return call;
}

// After an access out of bounds the result is worth nothing. But a kernel that leaves a wide matrix often stays
// inside a tall one of the same size, and what it does there tells why.
inline std::string reason_seen_on_mirror_image(Transpose* transpose, Shape shape) {
  if (shape.rows == shape.cols || !harness::backend().has_counters) return "";
  const Shape mirrored{shape.cols, shape.rows};
  const Call call = call_safely(transpose, mirrored, harness::Poison::first);
  if (!call.wrong.empty()) return "";
  const std::string words = Diagnosis(call.result).sentence();
  return words.empty() ? "" : " With " + mirrored.words() + ": " + words;
}

// What is wrong with a result. Two more calls with the very same input, one on the same poison and one on the
// other, tell a result that changes by itself from one that depends on what out held before.
inline std::string diagnosis_of_result(Transpose* transpose, Shape shape, const Call& call) {
  using harness::Poison;
  const std::string words = Diagnosis(call.result).sentence();
  if (words.empty()) return "";
  if (const std::string empty = holds_no_value(call.result); !empty.empty()) return empty;
  const bool was_first = call.result.poison == harness::poison_word(Poison::first);
  const Call same = call_safely(transpose, shape, was_first ? Poison::first : Poison::second, call.result.call);
  if (!same.wrong.empty()) return words;
  const std::string unsteady = differs_by_itself(call.result, same.result);
  if (!unsteady.empty()) return unsteady;
  const Call other = call_safely(transpose, shape, was_first ? Poison::second : Poison::first, call.result.call);
  const std::string before = other.wrong.empty() ? depends_on_before(call.result, other.result) : "";
  return before.empty() ? words : before;
}

// The same, and one more call tells whether a barrier is missing or something is read that was never written.
inline std::string diagnosis(Transpose* transpose, Shape shape, const Call& call) {
  const std::string words = diagnosis_of_result(transpose, shape, call);
  if (words.empty()) return "";
  const auto again = [&] { return call_safely(transpose, shape, harness::Poison::first).activity; };
  return harness::with_order_checked(again).with_disorder(words);
}

// Empty when the transpose is right for this shape. Small shapes are tried twice, with other input on other poison.
inline std::string fault_with(Transpose* transpose, Shape shape) {
  for (const harness::Poison poison : {harness::Poison::first, harness::Poison::second}) {
    const Call call = call_safely(transpose, shape, poison);
    if (!call.activity.fault.empty()) return closed(call.wrong) + reason_seen_on_mirror_image(transpose, shape);
    if (!call.wrong.empty()) return call.wrong;
    if (const std::string words = diagnosis(transpose, shape, call); !words.empty())
      return call.activity.with_reason(words);
    if (shape.elements() > 65536) break;
  }
  return "";
}

// Fails the current test with the first shape that is not transposed rightly.
inline void expect_transposes(const char* function, std::initializer_list<Shape> shapes) {
  Transpose* const transpose = harness::submission().function<Transpose>(function);
  for (const Shape shape : shapes)
    if (const std::string words = fault_with(transpose, shape); !words.empty()) {
      ADD_FAILURE() << shape.words() << ": " << closed(words);
      return;
    }
}

// The work must be done by a kernel: somebody has to read every byte of in and write every byte of out there.
inline void expect_work_on_device(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  Transpose* const transpose = harness::submission().function<Transpose>(function);
  const Shape shape{67, 45};
  const Call call = call_safely(transpose, shape, harness::Poison::first);
  if (!call.wrong.empty()) {
    ADD_FAILURE() << shape.words() << ": " << closed(call.wrong);
    return;
  }
  const std::uint64_t bytes = shape.elements() * sizeof(float);
  if (call.result.no_kernel)
    ADD_FAILURE() << "no kernel was launched. The transpose is to be done by a kernel on the device, not on the host.";
  else if (call.activity.load.bytes < bytes || call.activity.store.bytes < bytes)
    ADD_FAILURE() << "the kernel loads " << call.activity.load.bytes << " bytes and stores "
                  << call.activity.store.bytes << ", but in and out have " << bytes
                  << " bytes each. The whole transpose is to be done on the device, not on the host.";
}

}  // namespace grading
