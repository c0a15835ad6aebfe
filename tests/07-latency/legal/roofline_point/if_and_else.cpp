// Without a library.
double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  return instructions / (written_bytes + read_bytes);
}

double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  const double flat = sms * clock_ghz * 4, ridge = flat / gb_per_s;
  return per_byte < ridge ? flat * (per_byte / ridge) : flat;
}

int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  const double a = bytes / (gb_per_s * ms) / 1e6;
  const double c = passes / (clock_ghz * ms * sms) / 1e6;
  const double b = instructions / (clock_ghz * ms * sms) / 4e6;
  if (a < .6 && b < .6 && c < .6) return -1;
  if (a >= b && a >= c) return 0;
  return b >= c ? 1 : 2;
}
