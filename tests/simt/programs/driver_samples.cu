// What the CUDA samples ask of the driver API: the header's guard, compute modes, attributes that the runtime has not, a
// context with parameters of which none is set.
// prints: guard, mode 0 0, a context 0 1, with affinity 224
// prints: not there: 0 0 0 0; 1024 bytes of a block are reserved, function pointers 1
#include <cuda.h>

#include <cstdio>

int attribute(CUdevice_attribute which) {
  int value = -1;
  cuDeviceGetAttribute(&value, which, 0);
  return value;
}

int main() {
  cuInit(0);
#ifdef __cuda_cuda_h__
  printf("guard, ");
#endif
  CUctxCreateParams parameters{};
  CUcontext context = nullptr;
  const int made = cuCtxCreate(&context, &parameters, 0, 0);
  parameters.numExecAffinityParams = 1;
  CUcontext other = nullptr;
  const int refused = cuCtxCreate(&other, &parameters, 0, 0);
  printf("mode %d %d, a context %d %d, with affinity %d\n", attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE), CU_COMPUTEMODE_DEFAULT, made, context != nullptr, refused);
  printf("not there: %d %d %d %d; %d bytes of a block are reserved, function pointers %d\n", attribute(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED), attribute(CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH), attribute(CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED), attribute(CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED), attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK), attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS));
  cuCtxDestroy(context);
}
