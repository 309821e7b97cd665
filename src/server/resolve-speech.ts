import type { Credentials } from '../environment.js'
import type { AgentSpeech } from './agent/agent.js'
import type { AgentDescription, EngineChoice } from './agent/agent-session.js'
import type { SpeechToText } from './model/speech-to-text.js'
import type { TextToSpeech } from './model/text-to-speech.js'
import { createFallbackStt, createFallbackTts } from './providers/speech/fallback.js'
import { resolveSpeechToText, resolveTextToSpeech, resolveVad } from './providers/speech/speech-registry.js'
import { resolveVoiceModel } from './providers/voice-model/registry.js'
import { resolveTurnDetector } from './resolve-turn-detector.js'

/** Resolves the speech engines of an agent. Without a recognizer, no voice activity detector is resolved. */
export function resolveSpeech(description: AgentDescription): AgentSpeech {
  const { stt, tts, vad, turnDetection, voiceModel, credentials } = description
  const language = description.locale ?? languageOf(stt)
  const recognizers = resolveList(stt, { credentials, stage: 'stt', resolve: resolveSpeechToText })
  const voices = resolveList(tts, { credentials, stage: 'tts', resolve: resolveTextToSpeech })
  return {
    stt: united<SpeechToText>(recognizers, createFallbackStt),
    tts: united<TextToSpeech>(voices, createFallbackTts),
    vad: recognizers.length === 0 ? null : typeof vad === 'string' ? resolveVad(vad, credentials) : vad,
    turnDetector:
      typeof turnDetection === 'string'
        ? resolveTurnDetector(turnDetection, { credentials, language })
        : turnDetection,
    language,
    ...(voiceModel && {
      voiceModel: resolveVoiceModel(voiceModel, credentials),
    }),
  }
}

/** The language in the provider string of the first recognizer; `undefined` if the string has none. */
export function languageOf(stt: EngineChoice<SpeechToText>): string | undefined {
  const [first] = listOf(stt)
  const name = typeof first === 'string' ? first : first?.name
  return name?.includes('/') ? /:([A-Za-z]{2,3}(?:-\w+)?)$/.exec(name)?.[1] : undefined
}

interface Resolving<T> {
  credentials: Credentials
  stage: 'stt' | 'tts'
  resolve: (name: string, credentials: Credentials) => T
}

function resolveList<T extends object>(
  choice: EngineChoice<T>,
  { credentials, stage, resolve }: Resolving<T>,
): T[] {
  const list = listOf(choice)
  const [first] = list
  return list.map((one) => {
    if (typeof one !== 'string') return one
    // STT_API_KEY and TTS_API_KEY belong to the first provider. They must never be sent to another one.
    const isOwn = typeof first !== 'string' || providerOf(one) === providerOf(first)
    return resolve(one, isOwn ? credentials : { ...credentials, [stage]: undefined })
  })
}

function listOf<T extends object>(choice: EngineChoice<T>): (string | T)[] {
  if (choice === null) return []
  const list = isList(choice) ? choice : [choice]
  return list.flatMap((one): (string | T)[] => (typeof one === 'string' ? namesIn(one) : [one]))
}

const isList = <T extends object>(choice: EngineChoice<T>): choice is readonly (string | T)[] =>
  Array.isArray(choice)

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const providerOf = (name: string) => name.split('/')[0]

function united<T>(engines: T[], unite: (engines: [T, ...T[]]) => T): T | null {
  const [first, ...others] = engines
  if (first === undefined) return null
  return others.length === 0 ? first : unite([first, ...others])
}
