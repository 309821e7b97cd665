import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp } from '../../src/server/app.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'

/**
 * One server of several, as a process of its own: `node shared-node.mjs STORE API_URL`. The key `user-7` is a user whose own token is
 * `token-7`; each turn calls the API once, with that token, and says what came of it. Prints its port.
 */
const [store, apiUrl] = process.argv.slice(2)

const collection = {
  info: { name: 'Marks', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Add mark',
      request: {
        method: 'POST',
        url: '{{baseUrl}}/marks/:turn',
        header: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
      },
    },
  ],
}

const model = new ScriptedModel(({ history }) => {
  const last = history.at(-1)
  if (last?.role !== 'user') return [{ say: 'It ' }, { waitMs: 5 }, { say: 'is marked.' }]
  return [
    { say: 'Marking.' },
    { waitMs: 2 },
    { call: 'add_mark', input: { turn: last.text.replace('turn ', '') } },
  ]
})

const toolkit = await RESTAPIToolkit.fromApiCollection({
  collection,
  baseUrl: apiUrl!,
})
const app = createApp({
  agentSession: new AgentSession({ llm: model, tools: [toolkit], credentials: {}, approve: 'none' }),
  apiKeyValidator: (key) => {
    const number = /^user-(\d+)$/.exec(key)?.[1]
    return number !== undefined && { userId: key, variables: { token: `token-${number}` } }
  },
  store: store!,
  secret: 'of all nodes',
})
const { port } = await app.listen()
process.stdout.write(`port ${port}\n`)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
