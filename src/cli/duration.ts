const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `90s`, `10m`, `2h` or plain milliseconds; undefined for any other text. */
export function durationMs(text: string): number | undefined {
  const [, count, unit = 'ms'] = /^(\d+)(ms|s|m|h)?$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS]
}
