/** Random numbers from 0 up to, but not including, 1. Tests pass their own, to repeat a run. */
export type Random = () => number

/** A source of unpredictable numbers. They are generated in blocks, because `crypto` is slow for single numbers. */
export const systemRandom: Random = (() => {
  const block = new Uint32Array(256)
  let next = block.length
  return () => {
    if (next === block.length) {
      crypto.getRandomValues(block)
      next = 0
    }
    return block[next++]! / 2 ** 32
  }
})()

export function between(random: Random, range: [low: number, high: number]): number {
  return range[0] + Math.floor(random() * (range[1] - range[0] + 1))
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

export function characters(random: Random, options: { count: number; from: string }): string {
  return Array.from({ length: options.count }, () => pick(random, [...options.from])).join('')
}
