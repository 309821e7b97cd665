import type { TurnWords } from '../../languages/turn-words.js'
import { fieldsOf, isObject } from '../../protocol/is-object.js'
import type { Agent } from '../agent/agent.js'
import { defaultTurnDetection } from '../defaults.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import type { TurnSettings } from '../speech/input/turn-segmenter.js'
import { createSemanticDetector, type Eagerness } from '../speech/turns/semantic.js'
import { createSilenceDetector } from '../speech/turns/silence.js'
import type { SessionConfig } from './session-config.js'
import { toAudioFormat } from './session-fields.js'

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

/**
 * Parses the effective `audio` settings of a session. If the client chooses no turn detector, the detector of the agent
 * is used.
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
  const {
    type,
    eagerness,
    threshold,
    prefix_padding_ms: paddingMs,
    silence_duration_ms: silenceMs,
  } = detection
  if (type === 'server_vad')
    return {
      detector: createSilenceDetector(silenceMs as number),
      prefixPaddingMs: paddingMs as number,
      threshold: threshold as number,
    }
  const detector = eagerness === 'auto' ? own : createSemanticDetector(eagerness as Eagerness, words)
  return { detector, prefixPaddingMs: defaultTurnDetection.paddingMs }
}
