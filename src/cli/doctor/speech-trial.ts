import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { LISTENING_RATE } from '../../server/model/vad.js'
import { AudioDecoder } from '../../server/speech/audio/audio-format.js'

/** Longest time a trial may take: models load in it. */
const PATIENCE_MS = 120_000

/** What a voice did with one sentence. */
export interface VoiceTrial {
  /** Until the first sound, in milliseconds; the first time includes loading. */
  firstMs: number
  /** Time for each second of sound, in seconds: below 1 it is faster than it speaks. */
  realTimeFactor: number
  /** What it said, at `LISTENING_RATE`. */
  samples: Int16Array
}

/** Lets a voice say a sentence. Rejects with a `SpeechError`. */
export async function tryVoice(tts: TextToSpeech, text: string): Promise<VoiceTrial> {
  const started = performance.now()
  let firstMs = 0
  let decoder: AudioDecoder | undefined
  const parts: Int16Array[] = []
  for await (const { pcm, rate } of tts.speak({ text }, { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    firstMs ||= performance.now() - started
    decoder ??= new AudioDecoder({ format: rate, to: LISTENING_RATE })
    parts.push(decoder.push(pcm))
  }
  if (decoder) parts.push(decoder.flush())
  const samples = Int16Array.from(parts.flatMap((part) => [...part]))
  return { firstMs, realTimeFactor: factorOf(performance.now() - started, samples), samples }
}

/** What a recognizer did with some sound. */
export interface EarsTrial {
  /** From the end of the sound to its words, in milliseconds. */
  wordsMs: number
  realTimeFactor: number
  words: string
}

/** Lets a recognizer hear some sound. Rejects with a `SpeechError`. */
export async function tryEars(stt: SpeechToText, samples: Int16Array): Promise<EarsTrial> {
  const recognizer = stt.createRecognizer()
  try {
    const recognition = recognizer.begin({ onPartial() {} })
    const started = performance.now()
    recognition.push(samples)
    const words = await recognition.transcribe(AbortSignal.timeout(PATIENCE_MS))
    const wordsMs = performance.now() - started
    recognition.end()
    return { wordsMs, realTimeFactor: factorOf(wordsMs, samples), words }
  } finally {
    recognizer.close()
  }
}

function factorOf(ms: number, samples: Int16Array): number {
  return samples.length === 0 ? 0 : ms / ((samples.length * 1000) / LISTENING_RATE)
}
