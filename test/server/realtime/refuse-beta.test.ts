import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { RawClient, RefusedError, typesOf } from '../../support/raw-client.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

type Options = NonNullable<Parameters<typeof RawClient.connect>[1]>

const connect = async (options: Options) => {
  server = await startServer({ llm: new ScriptedModel([]) })
  return RawClient.connect(server.url, options)
}

it.each<[string, Options]>([
  ['the header', { key: KEY, headers: { 'OpenAI-Beta': 'realtime=v1' } }],
  ['the header among others', { key: KEY, headers: { 'OpenAI-Beta': 'assistants=v2, realtime=v1' } }],
  ['the subprotocol', { key: KEY, protocols: ['realtime', 'openai-beta.realtime-v1'] }],
])('a client of the beta gets one error and a close, by %s', async (_name, options) => {
  const client = await connect(options)
  const [code, reason] = await once(client.socket, 'close')
  expect([code, String(reason)]).toEqual([1008, 'beta'])
  expect(typesOf(client.events)).toEqual(['error'])
  expect(client.events[0]).toMatchObject({
    error: { code: 'beta_api_shape_disabled', message: expect.stringContaining('output_modalities') },
  })
})

it.each<[string, Options]>([
  ['another feature of the header', { key: KEY, headers: { 'OpenAI-Beta': 'assistants=v2' } }],
  ['voice.v1', { key: KEY, headers: { 'OpenAI-Beta': 'realtime=v1' }, protocols: ['voice.v1'] }],
])('%s is no beta', async (_name, options) => {
  const client = await connect(options)
  expect((await client.next('session.created')).type).toBe('session.created')
  await client.close()
})

it('needs the key first', async () => {
  const refused = connect({ headers: { 'OpenAI-Beta': 'realtime=v1' } })
  await expect(refused).rejects.toThrow(RefusedError)
})
