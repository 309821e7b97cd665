import { describe, expect, it } from 'vitest'
import { resolveLanguageModel } from '../../../src/server/providers/registry.js'
import { SERVICES, serviceCredentials } from '../../../src/server/providers/services.js'
import {
  resolveSpeechToText,
  resolveTextToSpeech,
} from '../../../src/server/providers/speech/speech-registry.js'

describe.each(Object.entries(SERVICES))('the service %s', (name, service) => {
  const { llm, stt, tts, keyVariable } = service

  it('names engines that there are, which take its own key', () => {
    const credentials = { keys: { [keyVariable]: 'k' } }
    const names = [
      llm === undefined ? [] : resolveLanguageModel(llm, credentials).name,
      stt === undefined ? [] : resolveSpeechToText(stt, credentials).name,
      tts === undefined ? [] : resolveTextToSpeech(tts, credentials).name,
    ].flat()
    expect(names).toEqual([llm, stt, tts].filter((one) => one !== undefined))
    expect(names.every((one) => one.startsWith(`${name}/`))).toBe(true)
  })
})

describe('the keys for a service', () => {
  const { openai } = SERVICES
  const given = { llm: { apiKey: 'other' }, stt: { apiKey: 'other' }, tts: {} }

  it('are its own for its parts, where its variable is set', () => {
    const credentials = { ...given, keys: { OPENAI_API_KEY: 'own' } }
    expect(serviceCredentials({ service: openai!, parts: ['llm', 'tts'] }, credentials)).toEqual({
      ...credentials,
      ...{ llm: {}, tts: {} },
    })
  })

  it('are those of the stages without it', () => {
    const credentials = { ...given, keys: { GROQ_API_KEY: 'k' } }
    expect(serviceCredentials({ service: openai!, parts: ['llm'] }, credentials)).toBe(credentials)
  })
})
