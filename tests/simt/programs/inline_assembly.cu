// Special registers by inline assembly, fences and barriers; the host's own assembly stays what it is.
// environment: SIMT_CHECK=all
// prints: lanes 0 5 31, warps 0 1
// prints: masks 00000020 0000001f ffffffc0
// prints: tid 37 of 64, block 1 of 2, smid 1 below 132
// prints: clocks go on
// prints: reversed 63
// prints: host 7
#include <cstdio>

__device__ __forceinline__ unsigned lane_id() {
  unsigned id;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}
__device__ unsigned warp_id() {
  unsigned id;
  asm("mov.u32 %0, %warpid;" : "=r"(id));
  return id;
}

__global__ void registers(unsigned* out, unsigned long long* clocks) {
  __shared__ unsigned tile[64];
  const unsigned i = threadIdx.x;
  unsigned long long begin, end;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin)::"memory");
  tile[i] = i;
  asm volatile("bar.sync 0;" ::: "memory");
  unsigned equal, less, greater, tid, ntid, block, blocks, sm, sms;
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(equal));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(less));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(greater));
  asm("mov.u32 %0, %%tid.x;" : "=r"(tid));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(ntid));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  asm("mov.u32 %0, %%nctaid.x;" : "=r"(blocks));
  asm volatile("mov.u32 %0, "
               "%%smid;"
               : "=r"(sm));
  asm("mov.u32 %0, %%nsmid;" : "=r"(sms));
  if (block == 1) {
    unsigned* mine = out + i * 12;
    mine[0] = lane_id(), mine[1] = warp_id(), mine[2] = equal, mine[3] = less, mine[4] = greater, mine[5] = tid, mine[6] = ntid;
    mine[7] = block, mine[8] = blocks, mine[9] = sm, mine[10] = sms, mine[11] = tile[63 - i];
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(end)::"memory");
    clocks[i] = end - begin;
  }
}

int main() {
  static unsigned host[64][12];
  static unsigned long long host_clocks[64];
  unsigned* out;
  unsigned long long* clocks;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&clocks, sizeof host_clocks);
  registers<<<2, 64>>>(out, clocks);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_clocks, clocks, sizeof host_clocks, cudaMemcpyDeviceToHost);
  printf("lanes %u %u %u, warps %u %u\n", host[0][0], host[37][0], host[63][0], host[0][1], host[63][1]);
  printf("masks %08x %08x %08x\n", host[37][2], host[37][3], host[37][4]);
  printf("tid %u of %u, block %u of %u, smid %u below %u\n", host[37][5], host[37][6], host[37][7], host[37][8], host[37][9], host[37][10]);
  printf("%s\n", host_clocks[0] > 0 && host_clocks[63] > 0 ? "clocks go on" : "clocks stand still");
  printf("reversed %u\n", host[0][11]);
  int seven = 7;
  asm volatile("" : "+r"(seven)::"memory");
  printf("host %d\n", seven);
}
