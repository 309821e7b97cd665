import { afterEach, describe, expect, it } from 'vitest'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../../src/server/app.js'
import { withDefaults } from '../../../src/server/model/with-defaults.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { answerText, RawClient } from '../../support/raw-client.js'

let app: VoiceApp | undefined

afterEach(async () => {
  await app?.close()
  app = undefined
})

describe('options that are undefined', () => {
  it('have their defaults', () => {
    expect(withDefaults({ a: 1, b: 2, c: 3 }, { a: undefined, b: 0 } as object)).toEqual({ a: 1, b: 0, c: 3 })
    expect(withDefaults({ a: 1 })).toEqual({ a: 1 })
  })

  it('limit a conversation as their defaults do', async () => {
    const llm = new ScriptedModel(() => [{ say: 'Hello.' }])
    app = createApp({
      agentSession: new AgentSession({ llm, credentials: {}, limits: { maxSteps: undefined } }),
      apiKeyValidator: (key) => key === 'key',
      quota: { attemptsPerMinute: undefined, connectionsPerUser: undefined },
      connectionLimits: { pingIntervalMs: undefined, messagesPerSecond: undefined },
      sessionLimits: { maxItems: undefined, maxBytes: undefined },
    })
    const { url } = await app.listen()
    const client = await RawClient.connect(url, { key: 'key' })
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
    await client.close()
  })
})
