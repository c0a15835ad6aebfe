// Host code that divides an integer by zero ends as on x86, also where the processor says nothing, and before any launch.
// dies: SIGFPE
#include <cstdio>

int main(int argc, char**) {
  const volatile int zero = argc - 1;
  printf("%d\n", 100 / zero);
}
