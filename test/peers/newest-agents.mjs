// @ts-check
/**
 * A conversation of the newest `@openai/agents-realtime`, as a script for a newer Node: text, a tool of the server, one of its own, approvals, sound,
 * an interruption. It stands where the package is installed when it runs. Arguments: the address, the key, a file of speech.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

const [, , url = '', apiKey = '', sound = '', installed = ''] = process.argv
const { RealtimeAgent, RealtimeSession, tool } = createRequire(`${installed}/index.js`)(
  '@openai/agents-realtime',
)

/** @param {() => boolean} condition */
async function eventually(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1_000) throw new Error('it never came to it')
    await wait(10)
  }
}

const told = {
  /** @type {string[]} */ texts: [],
  /** @type {unknown[]} */ calls: [],
  /** @type {string[]} */ errors: [],
  asked: 0,
  audioMs: 0,
  interrupted: 0,
}
const tellTime = tool({
  name: 'tell_time',
  description: 'Tells the time.',
  parameters: {
    type: 'object',
    properties: { zone: { type: 'string' } },
    required: ['zone'],
    additionalProperties: true,
  },
  strict: false,
  execute: (/** @type {unknown} */ input) => {
    told.calls.push(['tell_time', input])
    return 'noon'
  },
})
const agent = new RealtimeAgent({ name: 'test', instructions: 'Be kind.', tools: [tellTime] })
const session = new RealtimeSession(agent, { transport: 'websocket' })
session.on('error', (/** @type {unknown} */ error) => told.errors.push(JSON.stringify(error)))
session.on('agent_end', (/** @type {unknown[]} */ ...[, , output]) => told.texts.push(String(output)))
session.on('audio', (/** @type {{ data: ArrayBuffer }} */ { data }) => {
  told.audioMs += data.byteLength / 48
})
session.on('audio_interrupted', () => {
  told.interrupted += 1
})
session.on('tool_approval_requested', (/** @type {any[]} */ ...[, , request]) => {
  told.asked += 1
  if (told.asked === 1) session.approve(request.approvalItem)
  else session.reject(request.approvalItem)
})

/** @param {string} text @param {string} answer */
async function ask(text, answer) {
  session.sendMessage(text)
  await eventually(() => told.texts.includes(answer))
}

const turn = readFileSync(sound)
const speak = () => session.sendAudio(new Uint8Array(turn).buffer)

await session.connect({ apiKey, url })
await ask('hello', 'Hello there.')
await ask('which pets are there?', 'There is Rex.')
await ask('what time is it?', 'It is noon.')
await ask('delete order 17', 'It is gone.')
await ask('delete order 18', 'I left it.')
const before = told.audioMs
speak()
await eventually(() => told.audioMs - before > 500)
speak()
await eventually(() => told.texts.includes('Yes?'))
let settled = 0
session.transport.on('*', (/** @type {{ type: string }} */ { type }) => {
  if (type === 'session.updated') settled += 1
})
// Two exchanges: the second ends after all that came of the first answer.
for (const last of [1, 2]) {
  session.transport.sendEvent({ type: 'session.update', session: { type: 'realtime' } })
  await eventually(() => settled >= last)
}
session.close()
console.log(JSON.stringify(told))
