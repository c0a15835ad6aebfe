// Without being asked for, leaks are no findings: many small programs let the end of the process free everything.
int main() {
  float* data = nullptr;
  cudaMalloc(&data, 4096);
}
