import type { TurnDetector } from '../model/turn-detector.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import type { TurnSettings } from '../speech/listening/listener.js'
import { createSemanticDetector, type Eagerness } from '../speech/turns/semantic.js'
import { createSilenceDetector, DEFAULT_SILENCE_MS } from '../speech/turns/silence.js'
import type { TurnWords } from '../speech/turns/words/turn-words.js'
import { isObject } from './session-config.js'

/** What a client's session says about sound, read once per update. */
export interface AudioSettings {
  inputFormat: AudioFormat
  outputFormat: AudioFormat
  /** The voice the client named; absent where it named none. */
  voice: string | undefined
  /** `null`: the client commits by itself. */
  turns: TurnSettings | null
  /** Whether the end of a turn starts a reply. */
  createsResponse: boolean
  /** Whether speech stops a reply. */
  interruptsResponse: boolean
  /** Silence of the user after which the agent says something by itself; `undefined`: never. */
  idleTimeoutMs: number | undefined
}

const DEFAULT_PADDING_MS = 300
const MAX_PADDING_MS = 1_000
const EAGERNESS = ['low', 'medium', 'high', 'auto']

/** Reads the effective `audio` of a session. `detector` is the agent's own, for a client that leaves the choice to the server. */
export function readAudioSettings(
  audio: unknown,
  { detector, voice, words }: { detector: TurnDetector; voice: string; words: TurnWords },
): AudioSettings {
  const { input, output } = fieldsOf(audio)
  const detection = fieldsOf(input).turn_detection
  const named = fieldsOf(output).voice
  return {
    inputFormat: formatOf(input),
    outputFormat: formatOf(output),
    voice: typeof named === 'string' && named !== voice ? named : undefined,
    turns: isObject(detection) ? turnsOf(detection, { own: detector, words }) : null,
    createsResponse: fieldsOf(detection).create_response !== false,
    interruptsResponse: fieldsOf(detection).interrupt_response !== false,
    idleTimeoutMs: idleTimeoutOf(fieldsOf(detection)),
  }
}

/** The protocol has it for `server_vad` alone. */
function idleTimeoutOf({ type, idle_timeout_ms: ms }: Record<string, unknown>): number | undefined {
  return type === 'server_vad' && typeof ms === 'number' && ms > 0 ? ms : undefined
}

function turnsOf(
  detection: Record<string, unknown>,
  { own, words }: { own: TurnDetector; words: TurnWords },
): TurnSettings {
  const { type, eagerness } = detection
  const prefixPaddingMs = numberOf(detection.prefix_padding_ms, {
    otherwise: DEFAULT_PADDING_MS,
    max: MAX_PADDING_MS,
  })
  if (type === 'server_vad') {
    const silenceMs = numberOf(detection.silence_duration_ms, { otherwise: DEFAULT_SILENCE_MS, max: 30_000 })
    const threshold =
      'threshold' in detection ? numberOf(detection.threshold, { otherwise: 0.5, max: 1 }) : undefined
    return { detector: createSilenceDetector(silenceMs), prefixPaddingMs, threshold }
  }
  const isNamed = EAGERNESS.includes(String(eagerness)) && eagerness !== 'auto'
  return { detector: isNamed ? createSemanticDetector(eagerness as Eagerness, words) : own, prefixPaddingMs }
}

function formatOf(side: unknown): AudioFormat {
  const { type } = fieldsOf(fieldsOf(side).format)
  return type === 'audio/pcmu' || type === 'audio/pcma' ? type : 'audio/pcm'
}

const fieldsOf = (value: unknown) => (isObject(value) ? value : {})

function numberOf(value: unknown, { otherwise, max }: { otherwise: number; max: number }): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, max) : otherwise
}
