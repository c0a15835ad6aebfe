// The player's end of the socket to its judge.
#pragma once

#include <cstddef>

namespace harness {

// Moves it out of the way of the files that a program opens, and takes it from everybody who does not call the two functions
// below: a submission may call write(), and fread() of a stream whose number it has changed, and could answer in the player's
// place. On Linux; elsewhere it is only moved. Gives its new number.
int keep_for_the_player(int socket);

// All of it; false where the judge is gone.
bool receive_all(int socket, char* bytes, std::size_t count);
bool send_all(int socket, const char* bytes, std::size_t count);

}  // namespace harness
