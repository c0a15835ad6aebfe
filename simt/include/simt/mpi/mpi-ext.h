// What Open MPI has beside the standard: whether it takes pointers to a device's memory.
#pragma once

#include <simt/mpi/mpi.h>

#define MPIX_CUDA_AWARE_SUPPORT 1
