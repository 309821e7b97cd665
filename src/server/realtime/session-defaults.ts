import type { ProviderNames } from '../../protocol/voice-events.js'

type Fields = Record<string, unknown>

const SERVER_VAD = { threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500, idle_timeout_ms: null }
const SEMANTIC_VAD = { eagerness: 'auto' }
const ANSWERING = { create_response: true, interrupt_response: true }

/** The settings of a session in which the client has wished for nothing. */
export function sessionDefaults(providers: ProviderNames): Fields {
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
        format: { type: 'audio/pcm', rate: 24_000 },
        turn_detection:
          providers.turn_detection === 'silence/v1'
            ? { type: 'server_vad', ...SERVER_VAD, ...ANSWERING }
            : { type: 'semantic_vad', ...SEMANTIC_VAD, ...ANSWERING },
      },
      output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: voiceOf(providers.tts), speed: 1 },
    },
  }
}

/** The voice of a provider string, as a session names it. */
export const voiceOf = (tts: string | null) => tts?.split(':')[1] ?? 'default'

/**
 * The input as it is in effect. Without a recognizer nothing is detected and nothing transcribed, and the session says so. `answers` is false
 * where a turn never starts a response, and never stops one.
 */
export function effectiveInput(
  input: Fields,
  { providers, answers }: { providers: ProviderNames; answers: boolean },
): Fields {
  if (providers.stt === null) return { ...input, turn_detection: null, transcription: undefined }
  const wished = input.turn_detection as Fields | null | undefined
  if (!wished) return { ...input, turn_detection: null }
  const own = wished.type === 'server_vad' ? SERVER_VAD : SEMANTIC_VAD
  const answering = answers ? {} : { create_response: false, interrupt_response: false }
  return { ...input, turn_detection: { ...own, ...ANSWERING, ...wished, ...answering } }
}
