import type { TurnWords } from '../../languages/turn-words.js'
import type { Agent } from '../agent/agent.js'
import { defaultTurnDetection } from '../defaults.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import type { TurnSettings } from '../speech/input/turn-segmenter.js'
import { createSemanticDetector, createSilenceDetector } from '../speech/turns/detectors.js'
import type { SessionConfig } from './session-config.js'
import type { Detection } from './session-settings.js'

export interface AudioSettings {
  inputFormat: AudioFormat
  outputFormat: AudioFormat
  voice: string | undefined
  /** Settings of turn detection. `null` if turn detection is off and the client commits turns itself. */
  turns: TurnSettings | null
  createsResponse: boolean
  interruptsResponse: boolean
  /** Whether a reply is withdrawn when the user continues the sentence that the reply answers. */
  withdrawsResponse: boolean
  idleTimeoutMs: number | undefined
}

export function readAudioSettings(
  { agent, config }: { agent: Pick<Agent, 'speech'>; config: SessionConfig },
  words: TurnWords,
): AudioSettings {
  const { detection, inputFormat, outputFormat, voice } = config
  const createsResponse = detection?.create_response ?? true
  const interruptsResponse = detection?.interrupt_response ?? true
  return {
    inputFormat,
    outputFormat,
    voice,
    turns: detection && turnsOf(detection, { own: agent.speech?.turnDetector, words }),
    createsResponse,
    interruptsResponse,
    // A voice model takes the turns itself: what it has answered stays answered.
    withdrawsResponse:
      detection !== null && createsResponse && interruptsResponse && !agent.speech?.voiceModel,
    idleTimeoutMs: detection?.idle_timeout_ms ?? undefined,
  }
}

function turnsOf(
  {
    type,
    eagerness = 'auto',
    threshold,
    prefix_padding_ms: paddingMs,
    silence_duration_ms: silenceMs,
  }: Detection,
  { own, words }: { own: TurnDetector | undefined; words: TurnWords },
): TurnSettings {
  if (type === 'server_vad')
    return { detector: createSilenceDetector(silenceMs), prefixPaddingMs: paddingMs ?? 0, threshold }
  const detector = (eagerness === 'auto' && own) || createSemanticDetector(eagerness, words)
  return { detector, prefixPaddingMs: defaultTurnDetection.paddingMs }
}
