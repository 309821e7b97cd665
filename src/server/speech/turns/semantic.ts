import type { ExpectedAnswer, Pause, TurnDetector } from '../../model/turn-detector.js'
import { endOfWords } from './end-of-words.js'
import { englishWords } from './words/en.js'
import type { TurnWords } from './words/turn-words.js'

/** How soon the agent takes its turn, as `semantic_vad` of the protocol names it. */
export type Eagerness = 'low' | 'medium' | 'high' | 'auto'

const FACTOR: Record<Eagerness, number> = { low: 2, medium: 1, auto: 1, high: 0.6 }

/** Milliseconds of silence by what was said. */
const WAIT = {
  /** A sentence that is whole. */
  complete: 350,
  /** Nothing speaks for an end and nothing against it. */
  open: 550,
  /** The recognizer has not answered yet, or heard nothing it could write down. */
  unknown: 800,
  /** Digits or letters one by one: people breathe between the groups. */
  dictating: 1_500,
  /** "I would like to", "and", "um": more must come. */
  hanging: 2_000,
} as const

/** Answers that come in groups: what is asked for decides how long a pause between them may be. */
const PATIENCE: Partial<Record<ExpectedAnswer, number>> = {
  number: 1_300,
  email: 1_800,
  address: 1_300,
  date: 900,
  name: 800,
}

/**
 * `semantic/v1`: silence plus what was said. Sentences that are whole end a turn soon; those that hang in the air, numbers being dictated and
 * answers of a kind that comes in groups get more time.
 */
export function createSemanticDetector(
  eagerness: Eagerness = 'auto',
  words: TurnWords = englishWords,
): TurnDetector {
  return {
    name: 'semantic/v1',
    needsWords: true,
    silenceMs: (pause) => Math.round(waitFor(pause, words) * FACTOR[eagerness]),
  }
}

function waitFor({ transcript, expects }: Pause, words: TurnWords): number {
  if (!transcript) return WAIT.unknown
  const end = endOfWords(transcript, words)
  if (end === 'hanging') return WAIT.hanging
  if (expects === 'yes-no') return WAIT.complete
  const patience = (expects && PATIENCE[expects]) ?? 0
  if (end === 'dictating') return Math.max(WAIT.dictating, patience)
  if (end === 'closed') return WAIT.complete
  return Math.max(end === 'complete' ? WAIT.complete : WAIT.open, patience)
}
