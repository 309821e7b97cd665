import type { TurnWords } from '../../languages/turn-words.js'
import { fieldsOf, isObject } from '../../protocol/is-object.js'
import type { Agent } from '../agent/agent.js'
import { defaultTurnDetection } from '../defaults.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import type { TurnSettings } from '../speech/input/turn-segmenter.js'
import { createSemanticDetector, type Eagerness } from '../speech/turns/semantic.js'
import { createSilenceDetector } from '../speech/turns/silence.js'
import { toAudioFormat } from './format-fields.js'
import type { SessionConfig } from './session-config.js'

export interface AudioSettings {
  inputFormat: AudioFormat
  outputFormat: AudioFormat
  /** The voice that the client requested; `undefined` for the default voice. */
  voice: string | undefined
  /** Settings of turn detection. `null` if turn detection is off and the client commits turns itself. */
  turns: TurnSettings | null
  /** Whether the end of a turn starts a reply. */
  createsResponse: boolean
  /** Whether user speech stops a reply. */
  interruptsResponse: boolean
  /** Whether a reply is withdrawn when the user continues the sentence that the reply answers. */
  withdrawsResponse: boolean
  /** If the user is silent for this long, the agent speaks by itself. `undefined`: never. */
  idleTimeoutMs: number | undefined
}

const MAX_PADDING_MS = 1_000
const EAGERNESS = ['low', 'medium', 'high', 'auto']

/**
 * Parses the effective `audio` settings of a session. If the client chooses no turn detector, that of the agent is
 * used.
 */
export function readAudioSettings(
  { agent, config }: { agent: Pick<Agent, 'speech'>; config: Pick<SessionConfig, 'effective' | 'ownVoice'> },
  words: TurnWords,
): AudioSettings {
  const own = agent.speech?.turnDetector ?? createSemanticDetector('auto', words)
  const { input, output } = fieldsOf(config.effective().audio)
  const detection = fieldsOf(input).turn_detection
  const named = fieldsOf(output).voice
  const createsResponse = fieldsOf(detection).create_response !== false
  const interruptsResponse = fieldsOf(detection).interrupt_response !== false
  return {
    inputFormat: toAudioFormat(fieldsOf(input).format),
    outputFormat: toAudioFormat(fieldsOf(output).format),
    voice: typeof named === 'string' && named !== config.ownVoice ? named : undefined,
    turns: isObject(detection) ? turnsOf(detection, { own, words }) : null,
    createsResponse,
    interruptsResponse,
    withdrawsResponse: isObject(detection) && createsResponse && interruptsResponse,
    idleTimeoutMs: idleTimeoutOf(fieldsOf(detection)),
  }
}

/** The `idle_timeout_ms` of turn detection; `undefined` if off. The protocol defines it for `server_vad` only. */
function idleTimeoutOf({ type, idle_timeout_ms: ms }: Record<string, unknown>): number | undefined {
  return type === 'server_vad' && typeof ms === 'number' && ms > 0 ? ms : undefined
}

function turnsOf(
  detection: Record<string, unknown>,
  { own, words }: { own: TurnDetector; words: TurnWords },
): TurnSettings {
  const { type, eagerness } = detection
  const prefixPaddingMs = numberOf(detection.prefix_padding_ms, {
    otherwise: defaultTurnDetection.paddingMs,
    max: MAX_PADDING_MS,
  })
  if (type === 'server_vad') {
    const silenceMs = numberOf(detection.silence_duration_ms, {
      otherwise: defaultTurnDetection.silenceMs,
      max: 30_000,
    })
    const threshold =
      'threshold' in detection ? numberOf(detection.threshold, { otherwise: 0.5, max: 1 }) : undefined
    return { detector: createSilenceDetector(silenceMs), prefixPaddingMs, threshold }
  }
  const isNamed = EAGERNESS.includes(String(eagerness)) && eagerness !== 'auto'
  return { detector: isNamed ? createSemanticDetector(eagerness as Eagerness, words) : own, prefixPaddingMs }
}

function numberOf(value: unknown, { otherwise, max }: { otherwise: number; max: number }): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, max) : otherwise
}
