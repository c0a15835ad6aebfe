// A structure of arrays as an argument of a call that a player makes: four places in its memory.
#pragma once

#include "tests/03-aos-soa/interface.hpp"

template <typename Archive>
void fields(Archive& archive, Arrays& arrays) {
  archive(arrays.a, arrays.b, arrays.c, arrays.d);
}
