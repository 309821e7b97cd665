import { afterEach, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

it('is an event with what the provider said', async () => {
  const said = {
    status: 429,
    code: 'insufficient_quota',
    requestId: 'req_1',
    message: 'You exceeded your quota.',
  }
  server = await startServer({ llm: new ScriptedModel([[{ fail: 'no-credit', ...said }]]) })
  const client = await server.connect({ protocols: ['voice.v1'] })
  await client.next('session.created')
  const events = await client.turn('hi')
  const error = events.find(({ type }) => type === 'error')
  expect(error).toMatchObject({
    error: {
      type: 'server_error',
      code: 'model_error',
      status: 429,
      provider_code: 'insufficient_quota',
      request_id: 'req_1',
    },
  })
  expect(JSON.stringify(error)).toMatch(/You exceeded your quota\. Pay or raise the quota/)
})
