/** Perceived loudness of samples: -50 dB and less is 0, full scale is 1. `fullScale` is the largest sample there is. */
export function levelOf(samples: ArrayLike<number> & Iterable<number>, fullScale: number): number {
  let power = 0
  for (const sample of samples) power += sample * sample
  const decibels = 10 * Math.log10(power / samples.length / fullScale ** 2 + 1e-9)
  return Math.max(0, Math.min(1, 1 + decibels / 50))
}
