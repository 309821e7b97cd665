import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp } from '../../src/server/app.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { storeReached } from './app.js'

/**
 * One server of several, as a process of its own: `node shared-node.mjs STORE API_URL [DRAIN_MS]`. The key `user-7` is a
 * user whose own token is `token-7`. Prints its port. What the user says decides what the model does:
 * - `turn 7` calls the API once, with that token, and says what came of it.
 * - `add 1 2` calls the API for each number in one answer; `remove 3` also does, after an approval.
 * - `tell` says what the model is told of each call, as JSON.
 */
const [store, apiUrl, drainMs] = process.argv.slice(2)

const requestOf = (method: string, name: string) => ({
  name,
  request: {
    method,
    url: '{{baseUrl}}/marks/:turn',
    header: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
  },
})

const collection = {
  info: { name: 'Marks', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [requestOf('POST', 'Add mark'), requestOf('DELETE', 'Remove mark')],
}

const model = new ScriptedModel(({ history }): ScriptedStep => {
  const last = history.at(-1)
  if (last?.role !== 'user') return [{ say: 'It ' }, { waitMs: 5 }, { say: 'is marked.' }]
  const [word, ...rest] = last.text.split(' ')
  if (word === 'tell')
    return [{ say: JSON.stringify(history.flatMap((one) => (one.role === 'tool' ? one.output : []))) }]
  const calls = rest.flatMap((part, at): ScriptedStep => {
    const name =
      part === 'remove' || rest[at - 1] === 'remove' || word === 'remove' ? 'remove_mark' : 'add_mark'
    return word === 'turn' || /^\w*\d$/.test(part) ? [{ call: name, input: { turn: part } }] : []
  })
  return [{ say: 'Marking.' }, { waitMs: 2 }, ...calls]
})

const toolkit = await RESTAPIToolkit.fromApiCollection({
  collection,
  baseUrl: apiUrl!,
})
const app = createApp({
  agentSession: new AgentSession({ llm: model, tools: [toolkit], credentials: {}, approve: 'destructive' }),
  apiKeyValidator: (key) => {
    const number = /^user-(\d+)$/.exec(key)?.[1]
    return number !== undefined && { userId: key, variables: { token: `token-${number}` } }
  },
  store: store!,
  secret: 'of all nodes',
})
const { port } = await app.listen()
await storeReached(port)
process.stdout.write(`port ${port}\n`)
const options = drainMs === undefined ? {} : { drainMs: Number(drainMs) }
process.once('SIGTERM', () => void app.close(options).then(() => process.exit(0)))
