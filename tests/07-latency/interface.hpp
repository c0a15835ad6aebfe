// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

// How many blocks of a kernel an SM of an H200 holds at a time; 0 where it has no room for one.
// threads: of a block, 1 to 1024. registers: of a thread, 1 to 255. shared_bytes: of a block, 0 to 232,448.
int blocks_that_fit(int threads, int registers, int shared_bytes);

// The bytes that each SM must have on their way, rounded up to whole sectors of 32, so that `sms` of them together keep a
// memory busy that gives gb_per_s (10^9 bytes a second) and answers after latency_ns (10^-9 seconds).
long bytes_on_the_way(double latency_ns, double gb_per_s, int sms);

// How many loads of `width` bytes (4, 8 or 16) each thread must have on their way, so that an SM has `bytes` or more: the
// smallest such number, 1 to 32, or 0 where none will do. As many blocks of `threads` threads run on the SM as registers,
// warps and blocks allow; a thread has `registers`, and one more for every 4 bytes on their way; no thread has over 255.
int loads_a_thread(long bytes, int threads, int width, int registers);
