import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { LISTENING_RATE } from '../../server/model/vad.js'
import { AudioDecoder } from '../../server/speech/audio/audio-format.js'

/** Timeout of a check in milliseconds, including the loading of models. */
const PATIENCE_MS = 120_000

/** The measurements of a synthesizer for one sentence. */
export interface SynthesizerCheck {
  /** Milliseconds from the start of the synthesis to the first audio. The first run also loads the model. */
  firstMs: number
  /** Seconds of processing per second of audio: below 1 is faster than real time. */
  realTimeFactor: number
  /** The synthesized audio, at `LISTENING_RATE`. */
  samples: Int16Array
}

/** Measures the synthesis of a sentence. Rejects with a `SpeechError`. */
export async function checkSynthesizer(tts: TextToSpeech, text: string): Promise<SynthesizerCheck> {
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

export interface RecognizerCheck {
  /** Milliseconds from the end of the input audio to its transcript. */
  wordsMs: number
  realTimeFactor: number
  words: string
}

/** Measures the recognition of audio. Rejects with a `SpeechError`. */
export async function checkRecognizer(stt: SpeechToText, samples: Int16Array): Promise<RecognizerCheck> {
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
