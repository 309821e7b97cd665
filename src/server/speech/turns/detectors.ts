import { findTurnWords, type TurnWords } from '../../../languages/turn-words.js'
import { defaultTurnDetection } from '../../defaults.js'
import type { SpeechPause, TurnDetector } from '../../model/turn-detector.js'
import { endOfWords, PAUSE_MS } from './end-of-words.js'

/** How soon the agent takes its turn: the `eagerness` of `semantic_vad` in the protocol. */
export type Eagerness = 'low' | 'medium' | 'high' | 'auto'

const FACTOR: Record<Eagerness, number> = { low: 2, medium: 1, auto: 1, high: 0.6 }

/** Milliseconds of silence that end a turn, depending on the end of its transcript (see `EndOfWords`). */
const WAIT = {
  complete: 350,
  open: 400,
  /** The recognizer has returned no transcript yet, or one without words. */
  unknown: 700,
  /** The transcript ends with words such as "cancel booking". An id usually follows. */
  naming: 1_000,
  /** The transcript ends with digits or letters that are said one by one. People pause between the groups. */
  dictating: 1_300,
  /** The transcript ends with words such as "I would like to", "and" or "um". The sentence must continue. */
  hanging: 2_000,
} as const

/** Additional silence if the pitch stays level or rises, as it does in the middle of a sentence. */
const SUSPENSE_MS = 100

/** `semantic/v1`: silence, transcript and pitch. Incomplete sentences and dictated numbers get more time. */
export function createSemanticDetector(
  eagerness: Eagerness = 'auto',
  words: TurnWords = findTurnWords(),
): TurnDetector {
  return {
    name: 'semantic/v1',
    needsWords: true,
    silenceMs: (pause) => Math.round(waitFor(pause, words) * FACTOR[eagerness]),
  }
}

function waitFor({ transcript, expects, pitch }: SpeechPause, words: TurnWords): number {
  if (!transcript) return WAIT.unknown
  const end = endOfWords(transcript, words)
  if (end === 'hanging') return WAIT.hanging
  if (expects === 'yes-no') return WAIT.complete
  const pauseMs = (expects && PAUSE_MS[expects]) ?? 0
  if (end === 'dictating') return Math.max(WAIT.dictating, pauseMs)
  if (end === 'closed') return WAIT.complete
  // The pitch of a question rises at its end. After a question, a rising pitch therefore does not show that the user
  // continues.
  const isQuestion = /[?？؟]$/.test(transcript.trim())
  const isSuspended = pitch !== undefined && pitch !== 'falling' && !isQuestion
  return Math.max(WAIT[end] + (isSuspended ? SUSPENSE_MS : 0), pauseMs)
}

/** `silence/v1`: ends a turn after a fixed time of silence and ignores its words. */
export function createSilenceDetector(silenceMs: number = defaultTurnDetection.silenceMs): TurnDetector {
  return { name: 'silence/v1', needsWords: false, silenceMs: () => silenceMs }
}
