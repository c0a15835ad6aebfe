// Held out: sines and cosines of doubles, as signals, orbits and maps ask for them. Simulated before a GPU counted them.
#include "results.cuh"

constexpr double tau = 6.283185307179586;

// A frequency a thread.
__global__ void dft(int n, const double* x, double* re, double* im) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  double a = 0, b = 0;
  for (int t = 0; t < n; ++t) {
    double angle = 2 * M_PI * k * t / n;
    a += x[t] * cos(angle);
    b -= x[t] * sin(angle);
  }
  re[k] = a;
  im[k] = b;
}

__global__ void twiddles(int n, double2* w) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) w[k] = make_double2(cos(-tau * k / n), sin(-tau * k / n));
}

__global__ void both_at_once(int n, const double* phase, double2* w) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  double s, c;
  sincos(phase[k], &s, &c);
  w[k].x = c;
  w[k].y = s;
}

__global__ void straight_to_memory(int n, const double* phase, double* s, double* c) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) sincos(phase[k], &s[k], &c[k]);
}

// Distances on a sphere, all pairs.
__global__ void haversine(int n, const double* lat, const double* lon, float* km) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  double dlat = (lat[j] - lat[i]) / 2, dlon = (lon[j] - lon[i]) / 2;
  double a = sin(dlat) * sin(dlat) + cos(lat[i]) * cos(lat[j]) * sin(dlon) * sin(dlon);
  km[i * n + j] = float(2 * 6371 * asin(sqrt(a)));
}

__global__ void box_muller(int n, const double* u, double* z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) z[i] = sqrt(-2 * log(u[i])) * cos(tau * u[i + n / 2]);
}

__global__ void hann(int n, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = float(in[i] * (0.5 - 0.5 * cospi(2.0 * i / (n - 1))));
}

// Meant for floats: M_PI makes doubles of them.
__global__ void tone(int n, float hertz, float rate, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.25f * sin(2 * M_PI * hertz * i / rate);
}
__global__ void tone_of_floats(int n, float hertz, float rate, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.25f * sinf(6.2831853f * hertz * i / rate);
}

__global__ void rotate(int n, const double* angle, const double2* in, double2* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double c = cos(angle[i]), s = sin(angle[i]);
  double2 p = in[i];
  out[i] = make_double2(c * p.x - s * p.y, s * p.x + c * p.y);
}

// A pendulum a thread, by Runge and Kutta.
__global__ void pendulums(int n, int steps, double h, const double* start, float* end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double q = start[i], v = 0;
  for (int step = 0; step < steps; ++step) {
    double k1 = v, l1 = -sin(q);
    double k2 = v + h / 2 * l1, l2 = -sin(q + h / 2 * k1);
    double k3 = v + h / 2 * l2, l3 = -sin(q + h / 2 * k2);
    double k4 = v + h * l3, l4 = -sin(q + h * k3);
    q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  end[i] = float(q);
}

// Kepler's equation, by Newton; lanes end at different steps.
__global__ void kepler(int n, const double* mean, const double* ecc, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double m = mean[i], e = ecc[i], x = m;
  for (int step = 0; step < 20; ++step) {
    double f = x - e * sin(x) - m;
    if (fabs(f) < 1e-9) break;
    x -= f / (1 - e * cos(x));
  }
  out[i] = float(x);
}

__global__ void to_cartesian(int n, const double* r, const double* theta, const double* phi, float* xyz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  xyz[3 * i] = float(r[i] * sin(theta[i]) * cos(phi[i]));
  xyz[3 * i + 1] = float(r[i] * sin(theta[i]) * sin(phi[i]));
  xyz[3 * i + 2] = float(r[i] * cos(theta[i]));
}

__global__ void either(int n, const double* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0) y[i] = float(sin(x[i]));
  else y[i] = float(cos(x[i]));
}

// Rows of a picture as sums of cosines; the row is in shared memory.
__global__ void dct_rows(int n, const float* in, float* out) {
  __shared__ double row[64];
  int k = threadIdx.x;
  row[k] = in[blockIdx.x * n + k];
  __syncthreads();
  double sum = 0;
  for (int x = 0; x < n; ++x) sum += row[x] * cos((2 * x + 1) * k * M_PI / (2 * n));
  out[blockIdx.x * n + k] = float(sum * (k == 0 ? sqrt(1.0 / n) : sqrt(2.0 / n)));
}

__global__ void gabor(int n, double sigma, double wave, double angle, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  double dx = x - n / 2, dy = y - n / 2;
  double u = dx * cos(angle) + dy * sin(angle), v = -dx * sin(angle) + dy * cos(angle);
  out[y * n + x] = float(exp(-(u * u + v * v) / (2 * sigma * sigma)) * cos(tau * u / wave));
}

// The trapezium rule, a block a piece.
__global__ void integral(int n, double from, double to, float* out) {
  __shared__ double sums[128];
  double h = (to - from) / n, sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double x = from + (i + 0.5) * h;
    sum += x * sin(x);
  }
  sums[threadIdx.x] = sum * h;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = float(sums[0]);
}

// Fast Fourier transform of 128 points in shared memory, its factors computed on the way.
__global__ void fft128(const double2* in, float2* out) {
  __shared__ double2 p[128];
  int t = threadIdx.x;
  p[__brev(t) >> 25] = in[blockIdx.x * 128 + t];
  p[__brev(t + 64) >> 25] = in[blockIdx.x * 128 + t + 64];
  for (int half = 1; half < 128; half *= 2) {
    __syncthreads();
    int j = t % half, a = (t / half) * 2 * half + j, b = a + half;
    double s, c;
    sincospi(-double(j) / half, &s, &c);
    double2 u = p[a], v = p[b];
    double2 w = make_double2(v.x * c - v.y * s, v.x * s + v.y * c);
    p[a] = make_double2(u.x + w.x, u.y + w.y);
    p[b] = make_double2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  for (int i = t; i < 128; i += 64) out[blockIdx.x * 128 + i] = make_float2(float(p[i].x), float(p[i].y));
}

int main() {
  constexpr int n = 500;
  auto small = [](size_t i) { return double(i * 37 % 101) * 0.07 - 3; };
  double* x = filled<double>(1024, small);
  double* y = filled<double>(1024, [](size_t i) { return double(i * 53 % 97) * 0.03; });
  double* u = filled<double>(1024, [](size_t i) { return double(i * 29 % 211 + 1) / 212; });
  double* a = zeros<double>(1024);
  double* b = zeros<double>(1024);
  auto* w = zeros<double2>(1024);
  float* f = zeros<float>(64 * 64);
  measured_closely("Fourier, a frequency a thread", a, 96, [&] { dft<<<1, 96>>>(96, x, a, b); });
  auto* of_w = reinterpret_cast<double*>(w);
  measured_closely("factors of a transform", of_w, 2 * n, [&] { twiddles<<<4, 128>>>(n, w); });
  measured_closely("both at once", of_w, 2 * n, [&] { both_at_once<<<4, 128>>>(n, x, w); });
  measured_closely("straight to memory", a, n, [&] { straight_to_memory<<<4, 128>>>(n, x, a, b); });
  measured_closely("distances on a sphere", f, 40 * 40, [&] { haversine<<<dim3(2, 5), dim3(32, 8)>>>(40, x, y, f); });
  measured_closely("Box and Muller", a, n / 2, [&] { box_muller<<<2, 128>>>(n, u, a); });
  float* samples = filled<float>(1024, [](size_t i) { return float(i % 9) - 4; });
  measured_closely("window", f, n, [&] { hann<<<4, 128>>>(n, samples, f); });
  measured_closely("tone, by doubles", f, n, [&] { tone<<<4, 128>>>(n, 440, 48000, f); });
  measured_closely("tone of floats", f, n, [&] { tone_of_floats<<<4, 128>>>(n, 440, 48000, f); });
  auto* points = filled<double2>(1024, [](size_t i) { return make_double2(double(i % 5), double(i % 7)); });
  measured_closely("rotated points", of_w, 2 * n, [&] { rotate<<<4, 128>>>(n, x, points, w); });
  measured_closely("pendulums", f, 200, [&] { pendulums<<<2, 128>>>(200, 10, 0.01, x, f); });
  measured_closely("Kepler's equation", f, n, [&] { kepler<<<4, 128>>>(n, x, u, f); });
  measured_closely("to Cartesian", f, 3 * n, [&] { to_cartesian<<<4, 128>>>(n, u, x, y, f); });
  measured_closely("sine or cosine", f, n, [&] { either<<<4, 128>>>(n, x, f); });
  measured_closely("cosine transform, by doubles", f, 4 * 64, [&] { dct_rows<<<4, 64>>>(64, samples, f); });
  measured_closely("Gabor", f, 40 * 40, [&] { gabor<<<dim3(3, 3), dim3(16, 16)>>>(40, 6.0, 9.0, 0.7, f); });
  measured_closely("trapezium rule", f, 4, [&] { integral<<<4, 128>>>(5000, 0, 20, f); });
  auto* spectrum = zeros<float2>(512);
  measured_closely(
      "fast Fourier transform", reinterpret_cast<float*>(spectrum), 1024, [&] { fft128<<<4, 64>>>(points, spectrum); });
  return finish();
}
