import { X509Certificate } from 'node:crypto'
import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { describe, expect, it } from 'vitest'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { createApp } from '../../../src/server/app.js'
import { createSelfSigned } from '../../../src/server/http/self-signed.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY } from '../../support/app.js'

describe('createSelfSigned', () => {
  const names = ['localhost', '127.0.0.1', '::1', 'fe80::1:2', 'phone.local']
  const { cert, key } = createSelfSigned({ names, now: Date.UTC(2026, 0, 31) })

  it('makes a certificate that Node reads, signed by its own key', () => {
    const certificate = new X509Certificate(cert)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.subject).toBe('CN=voice self-signed')
    expect(new Date(certificate.validFrom).toISOString()).toBe('2026-01-30T00:00:00.000Z')
    expect(new Date(certificate.validTo).toISOString()).toBe('2026-05-01T00:00:00.000Z')
    expect(key).toContain('PRIVATE KEY')
  })

  it('is good for its names and no others', () => {
    const certificate = new X509Certificate(cert)
    expect(['localhost', 'phone.local', 'evil.example'].map((name) => certificate.checkHost(name))).toEqual([
      'localhost',
      'phone.local',
      undefined,
    ])
    expect(['127.0.0.1', '10.0.0.1'].map((ip) => certificate.checkIP(ip))).toEqual(['127.0.0.1', undefined])
    expect(certificate.subjectAltName).toContain('IP Address:0:0:0:0:0:0:0:1')
  })
})

describe('a server with a certificate', () => {
  it('takes the class of the openai package just as it dials', async () => {
    const tls = createSelfSigned({ names: ['localhost', '127.0.0.1'], now: Date.now() })
    const agentSession = new AgentSession({ llm: new ScriptedModel([[{ say: 'Safe.' }]]), credentials: {} })
    const app = createApp({ agentSession, apiKeyValidator: (key) => key === KEY, tls })
    const { url, port } = await app.listen()
    expect(url).toBe(`wss://127.0.0.1:${port}/ws`)
    const client = new OpenAIRealtimeWS(
      { model: 'gpt-realtime', options: { ca: tls.cert } },
      new OpenAI({ apiKey: KEY, baseURL: `https://127.0.0.1:${port}/v1` }),
    )
    const said = new Promise((resolve, reject) => {
      client.on('error', reject)
      client.on('response.output_text.done', ({ text }) => resolve(text))
    })
    client.on('session.created', () => client.send({ type: 'response.create' }))
    expect(await said).toBe('Safe.')
    client.close()
    await app.close()
  })

  it('says what is wrong with a certificate', async () => {
    const agentSession = new AgentSession({ llm: new ScriptedModel([]), credentials: {} })
    const app = createApp({ agentSession, tls: { cert: 'nonsense', key: 'nonsense' } })
    await expect(app.listen()).rejects.toMatchObject({
      code: 'tls-invalid',
      message: expect.stringContaining('PEM'),
    })
  })
})
