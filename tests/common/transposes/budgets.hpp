// Holds a submitted transpose to its memory budgets, on sim, where requests and sectors are counted. Each function fails
// the current test with a sentence that says which line misses the budget and why.
#pragma once

#include <optional>
#include <vector>

#include "tests/common/budget.hpp"
#include "tests/common/transposes/grader.hpp"

namespace transposes {

using harness::Direction;

// What one call moved; nothing if the result is wrong, which fails the current test unless the shape is a cut one.
std::optional<grading::RightCall> right_call(const char* function, Shape shape, bool is_cut = false);

// On which matrices a lab is held to its budgets: on multiples of every tile's sides alone, where it lets others take another
// way; else on some, too, whose rows are whole sectors and whose edges cut tiles.
enum class Sizes { whole_tiles, whole_sectors };

// Where the result is wrong on those, which costs other points, nothing is judged.
std::vector<Shape> cut_shapes();

// At most `budget` sectors a request of 32 floats; of another width, or with fewer lanes, for every 128 bytes.
void expect_sectors(const char* function, Direction direction, double budget, Sizes sizes = Sizes::whole_sectors);

// At most `share` of the requests of a kernel that moves one float a lane.
void expect_request_share(const char* function, double share);

// Every byte of every sector is asked for, on shapes whose sides are multiples of 16.
void expect_whole_sectors(const char* function);

// At least that many elements for each thread that is started.
void expect_elements_per_thread(const char* function, double budget);

// On a GPU instead: at least that share of a copy's speed, for 8192² floats.
void expect_copy_share(const char* function, double budget);

}  // namespace transposes
