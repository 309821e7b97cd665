import type { Clock } from '../../../ports.js'
import { HistoryWindow } from '../../agent/history-window.js'
import type { ModelRequest } from '../../model/language-model.js'
import type {
  ProviderCall,
  VoiceEvent,
  VoiceLink,
  VoiceModel,
  VoiceRules,
  VoiceSetup,
} from '../../model/voice-model.js'
import { AudioConverter, encodeAudio, rateOf } from '../../speech/audio/audio-format.js'
import { PacedAudio } from './paced-audio.js'
import { VoiceCalls } from './voice-calls.js'

/** What a session has set of the audio. The formats are those of its client. */
export type VoiceAudio = Pick<VoiceSetup, 'input' | 'output' | 'turns' | 'voice'>

/** A call at the provider, with the calls of tools in it, which every link to it has. */
export type AttachedCall = ProviderCall & { tools: VoiceCalls }

export interface OpenLinkOptions {
  model: VoiceModel
  clock: Clock
  language: string | undefined
  audio: VoiceAudio
  request: ModelRequest
  maxHistoryTokens: number
  call: AttachedCall | undefined
  /** Where in the audio of the session the link begins. */
  startMs: number
  /** Whether the model needs no silence now. `onPause` is then called in place of it. */
  mayPause: () => boolean
  onPause: () => void
  take: (event: VoiceEvent) => void
}

/** A link with what its model was told, and the formats of both sides. */
export interface OpenedLink extends Pick<OpenLinkOptions, 'startMs' | 'audio'> {
  link: VoiceLink
  setup: VoiceSetup
  rules: VoiceRules
  calls: VoiceCalls
  facts: string
  paced: PacedAudio | undefined
  toModel: AudioConverter
  toClient: AudioConverter
  stopTimer: () => void
}

/** Opens a link with the conversation so far as text. One to a call, whose provider has the conversation, gets none. */
export function openLink(options: OpenLinkOptions): OpenedLink {
  const { model, clock, audio, request, call, startMs, take, mayPause, onPause } = options
  const rules = rulesOf(request)
  const history = call ? [] : new HistoryWindow(options.maxHistoryTokens).fit(request.history)
  const { language } = options
  const setup = { ...audio, ...formatsOf(options), language, rules, history, call }
  const link = model.open(setup, take)
  const silence = (ms: number) => encodeAudio(new Int16Array((ms * rateOf(setup.input)) / 1000), setup.input)
  const send = (bytes: Uint8Array) => link.audio(bytes)
  const isPaced = model.traits.needsClock && !call
  return {
    ...{ link, setup, audio, rules, facts: '', startMs },
    calls: call?.tools ?? new VoiceCalls(history),
    paced: isPaced ? new PacedAudio({ clock, silence, send, mayPause, onPause }) : undefined,
    toModel: new AudioConverter(audio.input, setup.input),
    toClient: new AudioConverter(setup.output, audio.output),
    stopTimer: () => {},
  }
}

function formatsOf({ model, audio, call }: OpenLinkOptions): Pick<VoiceSetup, 'input' | 'output'> {
  const { formats, hears, hasOneFormat } = model.traits
  const heard = hasOneFormat ? audio.output : audio.input
  const known = (format: VoiceSetup['input']) => formats.find((one) => !call && one === format) ?? formats[0]
  return { input: hears ?? known(heard), output: known(audio.output) }
}

export const rulesOf = ({ instructions, tools, toolChoice, maxOutputTokens }: ModelRequest): VoiceRules => ({
  instructions,
  tools,
  toolChoice,
  maxOutputTokens,
})
