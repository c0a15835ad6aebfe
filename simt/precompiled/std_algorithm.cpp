// What many modules in plain C++ begin with, for simtcc --headers (simt/compiler/module.cpp).
#include <algorithm>
