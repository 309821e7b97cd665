import { afterEach, describe, expect, it } from 'vitest'
import { clientTool, type StandardSchema } from '../../src/client/client-tool.js'
import type { VoiceClient } from '../../src/client/voice-client.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { startServer } from '../support/app.js'
import { newClient, until } from '../support/client.js'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A page with an agent whose model follows a script. */
async function page(llm: ScriptedModel, tools: FakeTool[] = []): Promise<VoiceClient> {
  const server = await startServer({ llm, tools })
  const client = newClient(server.url)
  open.push(server, { close: () => client.dispose() })
  return client
}

const answered = (client: VoiceClient, text: string) =>
  until(
    client,
    ({ items, agent }) => agent === 'idle' && items.some((item) => 'text' in item && item.text === text),
  )

/** A schema as libraries make it. */
const sku: StandardSchema<{ sku: string }> = {
  '~standard': {
    validate: (value) => {
      const { sku } = value as { sku?: unknown }
      return typeof sku === 'string'
        ? { value: { sku: sku.toUpperCase() } }
        : { issues: [{ message: 'Expected string', path: ['sku'] }] }
    },
    jsonSchema: {
      input: () => ({ type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] }),
    },
  },
}

describe('functions of a page', () => {
  it('are called by the agent, which goes on with what they return', async () => {
    const llm = new ScriptedModel([
      [{ call: 'show_product', input: { sku: 'a-1' } }],
      [{ say: 'There it is.' }],
    ])
    const client = await page(llm)
    const shown: unknown[] = []
    client.addTools({
      show_product: clientTool({
        description: 'Shows a product in the page.',
        parameters: sku,
        run: (input) => {
          shown.push(input)
          return { visible: true }
        },
      }),
    })
    await client.connect({ sessionId: 'session-tools-1' })
    client.sendText('show me a-1')
    const { items } = await answered(client, 'There it is.')
    expect(shown).toEqual([{ sku: 'A-1' }])
    expect(items[1]).toMatchObject({
      ...{ kind: 'tool', name: 'show_product', status: 'done', input: '{"sku":"a-1"}' },
      output: '{"visible":true}',
    })
    expect(llm.requests[0]!.tools.find(({ name }) => name === 'show_product')).toMatchObject({
      description: 'Shows a product in the page.',
      parameters: { type: 'object', required: ['sku'] },
    })
  })

  it('tell the agent why they failed, and go on', async () => {
    const calls = [
      { call: 'show_product', input: { sku: 7 } },
      { call: 'open_page', input: { path: '/x' } },
      { call: 'open_page', arguments: `{"path":${'['.repeat(2_000)}${']'.repeat(2_000)}}` },
    ]
    const client = await page(new ScriptedModel([calls, [{ say: 'That did not work.' }]]))
    client.addTools({
      show_product: { description: 'Shows a product.', parameters: sku, run: () => 'shown' },
      open_page: {
        description: 'Opens a page.',
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
        run: () => {
          throw new Error('There is no page /x.')
        },
      },
    })
    await client.connect({ sessionId: 'session-tools-2' })
    client.sendText('show it')
    const { items } = await answered(client, 'That did not work.')
    const outputs = items.flatMap((item) => (item.kind === 'tool' ? [item.output] : []))
    expect(outputs).toEqual([
      '{"error":"sku: Expected string"}',
      '{"error":"There is no page /x."}',
      expect.stringMatching(/nested more than \d+ levels deep/),
    ])
  })

  it('come and go while the page is open', async () => {
    const llm = new ScriptedModel([[{ say: 'One.' }], [{ say: 'Two.' }], [{ say: 'Three.' }]])
    const client = await page(llm, [new FakeTool({ name: 'get_time', answer: {} })])
    await client.connect({ sessionId: 'session-tools-3' })
    const names = () => llm.requests.at(-1)?.tools.map(({ name }) => name)
    client.sendText('1')
    await answered(client, 'One.')
    const remove = client.addTools({ go_back: { description: 'Goes back.', run: () => {} } })
    client.sendText('2')
    await answered(client, 'Two.')
    expect(names()).toEqual(['get_time', 'go_back'])
    remove()
    client.sendText('3')
    await answered(client, 'Three.')
    expect(names()).toEqual(['get_time'])
  })

  it('give their result only to the conversation that asked for it', async () => {
    const llm = new ScriptedModel([[{ call: 'slow' }], [{ say: 'Fresh.' }]])
    const client = await page(llm)
    let begun = () => {}
    let finish = (_: string) => {}
    const running = new Promise<void>((done) => {
      begun = done
    })
    const result = new Promise<string>((done) => {
      finish = done
    })
    const run = () => {
      begun()
      return result
    }
    client.addTools({ slow: { description: 'Takes long.', run } })
    await client.connect({ sessionId: 'session-tools-4' })
    client.sendText('begin')
    await running
    await client.connect({ sessionId: 'session-tools-5' })
    const sent: string[] = []
    client.on('event', ({ direction, event }) => direction === 'out' && sent.push(JSON.stringify(event)))
    finish('late')
    client.sendText('hello')
    const { items, error } = await answered(client, 'Fresh.')
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'message'])
    expect(error).toBeNull()
    expect(sent.filter((event) => event.includes('late'))).toEqual([])
  })

  it('are refused if their schema cannot give a JSON Schema', async () => {
    const client = await page(new ScriptedModel([]))
    const { validate } = sku['~standard']
    const tool = { description: 'Any.', parameters: { '~standard': { validate } }, run: () => '' }
    expect(() => client.addTools({ any: tool })).toThrow(/The parameters of the function any .* JSON Schema/)
  })
})

describe('what a page tells the agent', () => {
  it('reaches the model without an answer', async () => {
    const llm = new ScriptedModel([[{ say: 'The red one.' }]])
    const client = await page(llm)
    await client.connect({ sessionId: 'session-context' })
    client.sendContext({ page: 'cart', total: 12 })
    client.sendText('which one?')
    await answered(client, 'The red one.')
    expect(llm.requests).toHaveLength(1)
    expect(JSON.stringify(llm.requests[0])).toContain(
      'What the app of the user shows now: {\\"page\\":\\"cart\\",\\"total\\":12}',
    )
  })
})
