// @ts-check
/**
 * A Realtime session of the Vercel AI SDK with `@ai-sdk/openai`, as a script for a newer Node: typed turns with a tool of the server, a function of its own
 * and an approval. Arguments: the address, the key, the folder with the packages, what to type as JSON.
 */
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

const [, , url = '', key = '', installed = '', words = '[]'] = process.argv
const load = createRequire(`${installed}/index.js`)
const { createOpenAI } = load('@ai-sdk/openai')
const { Experimental_AbstractRealtimeSession: AbstractRealtimeSession } = load('ai')

// Made for browsers: it opens a player before it connects. Nothing is played here.
Object.assign(globalThis, {
  AudioContext: class {
    state = 'running'
    currentTime = 0
    destination = {}
    resume = async () => {}
    close = async () => {}
  },
})

class Session extends AbstractRealtimeSession {
  /** @param {string} name @param {unknown} value */
  setState(name, value) {
    this.state = { ...this.state, [name]: value }
  }
  get messages() {
    return this.state.messages
  }
}

/** @type {unknown[]} */
const calls = []
/** @type {string[]} */
const errors = []
const parameters = { type: 'object', properties: { zone: { type: 'string' } } }
const session = new /** @type {any} */ (Session)({
  model: createOpenAI({ apiKey: key }).experimental_realtime('gpt-realtime'),
  api: { websocket: url, protocols: ['realtime', `openai-insecure-api-key.${key}`] },
  sessionConfig: {
    instructions: 'Be kind.',
    outputModalities: ['text'],
    tools: [{ type: 'function', name: 'tell_time', description: 'Tells the time.', parameters }],
  },
  onToolCall: (/** @type {any} */ { toolCall }) => {
    calls.push([toolCall.toolName, toolCall.args])
    return 'noon'
  },
  onError: (/** @type {Error} */ error) => errors.push(error.message),
})

const texts = () =>
  session.messages
    .filter((/** @type {any} */ { role }) => role === 'assistant')
    .flatMap((/** @type {any} */ { parts }) => parts)
    .flatMap((/** @type {any} */ part) =>
      part.type === 'text' && part.state !== 'streaming' ? [part.text] : [],
    )

await session.connect()
for (let tries = 0; session.state.status !== 'connected' && tries < 500; tries += 1) await wait(10)
for (const [at, text] of JSON.parse(words).entries()) {
  session.sendTextMessage(text)
  for (let tries = 0; texts().length <= at && tries < 1_000; tries += 1) await wait(10)
}
console.log(JSON.stringify({ texts: texts(), calls, errors }))
session.disconnect()
