import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserAudio } from '../../src/client/audio/browser-audio.js'
import type { VoiceClient } from '../../src/client/voice-client.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../support/app.js'
import { newClient, until } from '../support/client.js'

interface Result {
  transcript: string
  isFinal?: boolean
}

/** The recognizer that was started last. */
let recognition: Recognition
class Recognition {
  onresult: ((event: object) => void) | null = null
  constructor() {
    recognition = this
  }
  start(): void {}
  abort(): void {}
  hear({ transcript, isFinal = false }: Result): void {
    this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] })
  }
}

/** The texts that the browser has still to speak. */
let spoken: string[]
class Utterance {
  constructor(readonly text: string) {}
}

let server: TestServer
let client: VoiceClient

beforeEach(async () => {
  spoken = []
  const silent = { setAttribute() {}, play: async () => {}, pause() {} }
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, createElement: () => ({ ...silent }) })
  vi.stubGlobal('SpeechRecognition', Recognition)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    speak: ({ text }: Utterance) => spoken.push(text),
    cancel: () => spoken.splice(0),
  })
  server = await startServer({ llm: new ScriptedModel(() => [{ say: 'One is here. Two are there.' }]) })
  client = newClient(server.url, { config: { browserSpeech: true }, parts: { audio: browserAudio } })
  await client.connect({ sessionId: 'session-of-browser-speech', mode: 'voice' })
})
afterEach(async () => {
  client.dispose()
  await server.close()
  vi.unstubAllGlobals()
})

it('listens no longer when the recognizer takes its words back', () => {
  recognition.hear({ transcript: 'what' })
  expect(client.state).toMatchObject({ heard: 'what', agent: 'listening' })
  recognition.hear({ transcript: '' })
  expect(client.state).toMatchObject({ heard: '', agent: 'idle' })
})

it('listens no longer when the user mutes the microphone in the middle of a word', () => {
  recognition.hear({ transcript: 'wh' })
  client.setMuted(true)
  expect(client.state).toMatchObject({ heard: '', agent: 'idle' })
})

it('does not go on speaking the answer of another session', async () => {
  client.sendText('how many?')
  await until(client, ({ agent }) => agent === 'speaking')
  expect(spoken).not.toEqual([])
  await client.connect({ sessionId: 'another-session-of-browser-speech' })
  expect(spoken).toEqual([])
})
