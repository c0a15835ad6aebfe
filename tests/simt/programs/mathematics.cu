// Mathematical functions of CUDA, printed to four digits: there an H200 prints the same.
#include <cmath>
#include <cstdio>

__global__ void functions(const double* in, double* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const double x = in[i];
  const float f = float(x);
  int k = 0;
  double* mine = out + i * 80;
  auto put = [&](double value) { mine[k++] = value; };
  const float both[2] = {f, 2};
  put(rsqrtf(f)), put(rcbrtf(f)), put(sinpif(f)), put(cospif(f)), put(erfinvf(f)), put(erfcinvf(f));
  put(erfcxf(f)), put(normcdff(f)), put(normcdfinvf(f)), put(cyl_bessel_i0f(f)), put(cyl_bessel_i1f(f)), put(__expf(f));
  put(__exp10f(f)), put(__logf(f)), put(__log2f(f)), put(__log10f(f)), put(__sinf(f)), put(__cosf(f));
  put(__tanf(f)), put(exp10f(f)), put(expf(f)), put(logf(f)), put(sinf(f)), put(cosf(f));
  put(tanhf(f)), put(erff(f)), put(lgammaf(f)), put(tgammaf(f)), put(j0f(f)), put(y1f(f));
  put(cbrtf(f)), put(exp2f(f)), put(log1pf(f)), put(rsqrt(x)), put(rcbrt(x)), put(sinpi(x));
  put(cospi(x)), put(erfinv(x)), put(erfcinv(x)), put(erfcx(x)), put(normcdf(x)), put(normcdfinv(x));
  put(cyl_bessel_i0(x)), put(cyl_bessel_i1(x)), put(exp10(x)), put(exp(x)), put(log(x)), put(sin(x));
  put(erf(x)), put(lgamma(x)), put(rhypotf(f, 2)), put(norm3df(f, 1, 2)), put(norm4d(x, 1, 2, 3)), put(rnorm3d(x, 1, 2));
  put(rnorm4df(f, 1, 2, 3)), put(__powf(f, 1.5f)), put(__fdividef(f, 3)), put(powf(f, 1.5f)), put(fmaf(f, f, f)), put(hypotf(f, 3));
  put(fdimf(f, 0.5f)), put(norm(4, in)), put(rnormf(2, both));
  float sine, cosine;
  double wide_sine, wide_cosine;
  sincosf(f, &sine, &cosine), put(sine), put(cosine);
  __sincosf(f, &sine, &cosine), put(sine), put(cosine);
  sincospif(f, &sine, &cosine), put(sine), put(cosine);
  sincospi(x, &wide_sine, &wide_cosine), put(wide_sine), put(wide_cosine);
  mine[79] = k;
}
__global__ void special(float* out) {
  out[0] = __fdividef(1.0f, 1.5e38f);
  out[1] = sinpif(1e9f) + cospif(0.5f);
  out[2] = __saturatef(-3.0f) + __saturatef(7.0f);
  out[3] = fminf(NAN, 2.0f) + fmaxf(3.0f, NAN);
  out[4] = rsqrtf(0.0f);
  out[5] = erfinvf(1.0f);
  out[6] = normcdff(-50.0f);
  out[7] = max(1.5f, 2.5) + min(3.5, 2.5f);
}

int main() {
  const double in[] = {0.125, 0.3, 0.75, 0.9};
  constexpr int n = sizeof in / sizeof *in;
  double *device_in, *device_out, out[n * 80];
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemset(device_out, 0, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  functions<<<1, 32>>>(device_in, device_out, n);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < int(out[i * 80 + 79]); k += 8) {
      printf("%g from %d:", in[i], k);
      for (int j = k; j < k + 8 && j < int(out[i * 80 + 79]); ++j) printf(" %.4g", out[i * 80 + j]);
      printf("\n");
    }
  float* device_special;
  float values[8];
  cudaMalloc(&device_special, sizeof values);
  special<<<1, 1>>>(device_special);
  cudaMemcpy(values, device_special, sizeof values, cudaMemcpyDeviceToHost);
  printf("special: %g %g %g %g %g %g %g %g\n", values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7]);
}
