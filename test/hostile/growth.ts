import type { Reader } from './readers.js'
import { SHAPES, type Shape } from './shapes.js'

/** Milliseconds of work that a reader has for a text: what the processor was busy, or what a test of this measure counts. */
export type Work = (reader: Reader, text: string) => Promise<number>

/** A text for which a reader takes more than linear time. */
export interface Growth {
  shape: string
  length: number
  /** How many times the work four times as much text takes. */
  ratio: number
}

/** Twice the text takes about 2.5 times the work at most, with some room for the measure; here for four times the text. */
const MAX_RATIO = 2.75 ** 2

/** Characters with which the slow shapes are found. */
const SHORT = 4_000
/** Slowest shapes of a reader, which are measured; the others take no longer. */
const MEASURED = 4
/** Work below this says nothing; the texts grow until there is more. */
const MIN_MS = 0.5
const MAX_LENGTH = 64_000
const ATTEMPTS = 6
/** What is that slow, and by so much, is not measured again. */
const CLEAR = { ratio: 10, ms: 300 }

/**
 * The shapes on which a reader takes more than linear time. Work is the time that the processor was busy, the least of several runs: another
 * program that runs beside this one changes little. Only a ratio is judged, of texts that are long enough to tell, and one that is too high is
 * measured again.
 */
export async function growthOf(
  reader: Reader,
  shapes = SHAPES,
  work: Work = processorTime,
): Promise<Growth[]> {
  const leastOf = (text: string, runs: number) => leastWork(() => work(reader, text), runs)
  const timed: { shape: [string, Shape]; ms: number }[] = []
  for (const shape of shapes) timed.push({ shape, ms: await leastOf(shape[1](SHORT), 1) })
  timed.sort((one, other) => other.ms - one.ms)
  const found: Growth[] = []
  for (const { shape } of timed.slice(0, MEASURED)) {
    const growth = await measured(shape, leastOf)
    if (growth) found.push(growth)
  }
  return found
}

async function measured(
  [name, shape]: [string, Shape],
  leastOf: (text: string, runs: number) => Promise<number>,
): Promise<Growth | undefined> {
  let length = SHORT
  let least = await leastOf(shape(length), 3)
  while (least < MIN_MS && length < MAX_LENGTH) {
    length *= 2
    least = await leastOf(shape(length), 3)
  }
  // A reader that needs no time for so long a text does not read it.
  if (least < MIN_MS) return undefined
  let most = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    most = Math.min(most, await leastOf(shape(4 * length), 3))
    const ratio = most / least
    if (ratio <= MAX_RATIO) return undefined
    if (ratio > CLEAR.ratio && most > CLEAR.ms) break
    least = Math.max(least, await leastOf(shape(length), 3))
  }
  // A reader with a limit, such as that of the stack, may take more than its share up to the limit, but little beyond it.
  const beyond = await leastOf(shape(16 * length), 1)
  const isLimited = beyond / most <= MAX_RATIO && beyond < CLEAR.ms
  return isLimited ? undefined : { shape: name, length, ratio: most / least }
}

/** The least work of so many runs. */
async function leastWork(run: () => Promise<number>, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let done = 0; done < runs && !(least > CLEAR.ms && done > 0); done++)
    least = Math.min(least, await run())
  return least
}

const processorTime: Work = async (reader, text) => {
  const start = process.cpuUsage()
  try {
    await reader(text)
  } catch {
    // A text that is refused has been read as well.
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
