import type { ProviderNames } from '../../protocol/voice-events.js'
import { PCM_RATE } from '../speech/audio/audio-format.js'

type DefaultFields = Record<string, unknown>

const SERVER_VAD = { threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500, idle_timeout_ms: null }
const SEMANTIC_VAD = { eagerness: 'auto' }

function detectionDefaults(isServerVad: boolean): DefaultFields {
  const own = isServerVad ? { type: 'server_vad', ...SERVER_VAD } : { type: 'semantic_vad', ...SEMANTIC_VAD }
  return { ...own, create_response: true, interrupt_response: true }
}

/** The settings of a session before any client update. */
export function sessionDefaults(providers: ProviderNames): DefaultFields {
  return {
    type: 'realtime',
    instructions: '',
    output_modalities: providers.tts === null ? ['text'] : ['audio'],
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    max_output_tokens: 'inf',
    truncation: 'auto',
    tracing: null,
    prompt: null,
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: PCM_RATE },
        turn_detection: detectionDefaults(providers.turn_detection === 'silence/v1'),
      },
      output: { format: { type: 'audio/pcm', rate: PCM_RATE }, voice: voiceOf(providers.tts), speed: 1 },
    },
  }
}

/** The voice in a provider string `PROVIDER/MODEL:VOICE`; `default` if the string has no voice. */
export const voiceOf = (tts: string | null) => tts?.split(':')[1] ?? 'default'

const upTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && value >= 0 ? Math.min(value, max) : undefined

const isTrueOrFalse = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

/** The effective value of each field of turn detection for a requested one; `undefined` for the default. */
const DETECTION: Record<string, (value: unknown) => unknown> = {
  threshold: upTo(1),
  prefix_padding_ms: upTo(1_000),
  silence_duration_ms: upTo(30_000),
  idle_timeout_ms: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  eagerness: (value) => ['low', 'medium', 'high', 'auto'].find((one) => one === value),
  create_response: isTrueOrFalse,
  interrupt_response: isTrueOrFalse,
}

/**
 * The effective `audio.input` settings. Without a recognizer, turn detection and transcription are off. If `answers` is
 * false, user turns can neither start nor stop a response.
 */
export function effectiveInput(
  input: DefaultFields,
  { providers, answers }: { providers: ProviderNames; answers: boolean },
): DefaultFields {
  if (providers.stt === null) return { ...input, turn_detection: null, transcription: undefined }
  const requested = input.turn_detection as DefaultFields | null | undefined
  if (!requested) return { ...input, turn_detection: null }
  const fields = detectionDefaults(requested.type === 'server_vad')
  for (const [name, read] of Object.entries(DETECTION))
    if (name in fields) fields[name] = read(requested[name]) ?? fields[name]
  const answering = answers ? {} : { create_response: false, interrupt_response: false }
  return { ...input, turn_detection: { ...fields, ...answering } }
}
