// What every grader includes and takes long to read, compiled once for all of them. A grader includes it by itself, too.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
