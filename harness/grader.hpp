// What a grader may ask its main(): the submission it grades and the numbers it holds it to.
//
// A grader is a GoogleTest program linked with harness/judge/. Its suites are the keys of `points` in course.toml. Each
// failure is a sentence for a student; a thrown exception's what() is one too. The submission is in another process, the
// player (harness/player/requests.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "harness/judge/submission.hpp"

namespace harness {

// The module named by --module. Throws ModuleError when it could not be loaded: a failed test, not a broken grader.
const Submission& submission();

// A number given by --budget NAME=VALUE. Throws std::out_of_range when it was not given.
double budget(const std::string& name);

// What chance decides in this run, a shape or values, is drawn from this: the number given by --seed, 1 where there is none.
// Who hands out the same number to all submissions judges them by the same shapes.
std::uint64_t seed();

// Whether the submission may count in floats, which hold every whole number up to 2^24 only. Where it cannot, seventeen million
// simulated threads would show nothing that fewer do not. On a GPU, where they cost nothing: true.
bool may_count_in_floats();
// The same where integers may be made floats one by one: an index that is computed, and no vector of counts.
bool may_keep_an_index_in_a_float();

}  // namespace harness
