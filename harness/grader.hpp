// What a grader may ask its main(): the submission it grades and the numbers it holds it to.
//
// A grader is a GoogleTest program linked with grader_main.cpp. Its suites are the keys of `points` in
// course.toml. Each failure is a sentence for a student; a thrown exception's what() is one too.
#pragma once

#include <string>

#include "harness/module.hpp"

namespace harness {

// The module named by --module. Throws ModuleError when it could not be loaded: a failed test, not a broken grader.
const Module& submission();

// A number given by --budget NAME=VALUE. Throws std::out_of_range when it was not given.
double budget(const std::string& name);

}  // namespace harness
