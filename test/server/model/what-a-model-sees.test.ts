import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { type Mock, startMock } from '../../../src/server/mock/mock-server.js'
import { agentFor } from '../../../src/server/resolve-agent.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { TestConversation } from '../../support/agent.js'
import { eventually } from '../../support/eventually.js'

const root = join(import.meta.dirname, '../../..')

const INTRO = `# What a model sees

\`voice serve --show-model FILE\` appends everything that a language model sees and answers to a file: instructions,
tools, conversation and facts. Instructions and tools are written again only when they change. What looks like a
credential is masked. Use the file to find out why a model did what it did. It contains the whole conversation, so delete
it when you no longer need it.

\`\`\`sh
npx voice serve --mock --show-model model.md --llm openai/gpt-6-luna examples/petshop/postman.json
\`\`\`

This is the whole file of a short conversation with the pet shop. The user asks which pets are available, orders one,
and approves the order with a yes. [What a model is told](providers.md#what-a-model-is-told) explains the parts.

To answer as the model yourself, see [Play the language model](play-the-model.md).

`

let mock: Mock

beforeAll(async () => {
  const collections = [
    parseCollection(JSON.parse(readFileSync(join(root, 'examples/petshop/postman.json'), 'utf8'))),
  ]
  mock = await startMock({
    collections,
    host: '127.0.0.1',
    port: 0,
    latencyMs: 0,
    strict: true,
    logger: silentLogger,
  })
})

afterAll(() => mock.close())

it('is on its page of the docs as it is', async () => {
  const shown: string[] = []
  const collectionPath = join(root, 'examples/petshop/postman.json')
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath, baseUrl: mock.url })
  const llm = new ScriptedModel(
    [
      [{ call: 'list_pets', input: { status: 'available' } }],
      [{ say: 'Bella and Momo are available.' }],
      [{ say: 'I order him.' }, { call: 'place_order', input: { body: { petId: 2, quantity: 1 } } }],
      [{ say: 'Momo is ordered.' }],
    ],
    { name: 'test/scripted' },
  )
  const showModel = (text: string) => void shown.push(text)
  const session = new AgentSession({ llm, tools: [toolkit], credentials: {}, showModel })
  const agent = agentFor(session, { name: 'Ada', timezone: 'Europe/Berlin', language: 'en' })
  const talking = new TestConversation(agent, new VirtualClock(Date.parse('2026-11-27T14:05:00Z')))
  for (const words of ['Which pets are available?', 'Order Momo, please.', 'Yes, order him.']) {
    const from = talking.events.length
    talking.say(words)
    await eventually(() => talking.events.slice(from).some(({ type }) => type === 'reply-ended'), words)
  }
  expect(shown).toHaveLength(4)
  const page = `${INTRO}~~~~text\n${shown.join('').trim()}\n~~~~\n`
  await expect(page).toMatchFileSnapshot(join(root, 'docs/what-a-model-sees.md'))
})
