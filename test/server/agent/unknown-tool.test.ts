import { afterEach, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

it('names the nearest tools first to a model that calls one which does not exist', async () => {
  const others = Array.from({ length: 60 }, (_, at) => `list_shelf_${at}`)
  const names = [...others, 'booking_cancel', 'create_booking']
  const tools = names.map((name) => new FakeTool({ name, answer: {} }))
  const model = new ScriptedModel([[{ call: 'create_bookings', input: {} }], [{ say: 'Sorry.' }]])
  server = await startServer({ llm: model, tools })
  const client = await server.connect({ protocols: ['voice.v1'] })
  await client.next('session.created')
  await client.turn('book it')
  const seen = JSON.stringify(model.requests[1]?.history.at(-1))
  expect(seen).toMatch(/There is no tool .{1,4}create_bookings.{1,4}\. The tools are: create_booking, /)
  expect(seen).not.toContain('list_shelf_59')
})
