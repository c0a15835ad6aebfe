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

// next[0 … count-1], host memory, becomes a ring: from any place, next leads through all count places before it comes back.
// The order is mixed, and another one for another seed. count: 1 to 2^26.
void make_ring(int* next, int count, unsigned seed);

// One thread begins at place 0 and goes along next, `warm` hops first and `hops` more; *end is where it arrives, *cycles what
// the SM's clock counted for the last `hops` of them, each of which was there before the clock was read. Device memory.
void chase(int* end, long long* cycles, const int* next, int warm, int hops);

// out[i] = in[i] for i from 0 to count - 1. Device memory, aligned to 256 bytes. count: 1 to 2^26.
void unrolled_copy(float* out, const float* in, int count);

// out[i] = a * in[i] + b for i from 0 to count - 1, by as many blocks as the device holds at a time. Device memory. count: 1 to
// 2^26.
void grid_stride(float* out, const float* in, float a, float b, int count);

// A kernel under the roofline. instructions: of warps. Bytes between L2 and the memory outside the chip, 1 or more.
double instructions_per_byte(double instructions, double read_bytes, double written_bytes);

// The most instructions of warps a second, in 10^9, with so many a byte: the memory moves gb_per_s (10^9 bytes a second), each SM
// issues 4 a cycle.
double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz);

// The roof that it comes nearest to. 0: the memory's, 1: that of issuing, 2: that of the passes of shared memory and L1, one a
// cycle in each SM; -1: it reaches less than 60 % of each.
int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s);
