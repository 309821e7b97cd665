/**
 * Ten thousand times connect, talk, hang up: what the server still holds afterwards. Heap after a forced collection and RSS are compared with
 * the values after the first 1,000. Needs `npm run build`. `node bench/soak.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

const KEY = 'bench-key'
const CYCLES = 10_000
const AT_THE_SAME_TIME = 20
/** How much more than after the first 1,000 cycles, and, for the heap, than after 5,000. */
const TARGETS = { heap: 1.05, rss: 1.15 }

if (process.argv[2] === 'server') await serve()
else await soak()

async function serve() {
  const { AgentSession, createApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  const app = createApp({
    apiKeyValidator: (/** @type {string} */ key) => key === KEY,
    agentSession: new AgentSession({ llm: { name: 'bench/instant', stream: answer }, credentials: {} }),
    graceMs: 500,
  })
  process.on('message', () => {
    for (let count = 0; count < 4; count += 1) globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    process.send?.({ heapUsed, rss })
  })
  process.send?.((await app.listen({ port: 0 })).url)
}

async function* answer() {
  yield { type: 'text-delta', text: 'There are two pets.' }
  yield { type: 'end', reason: 'stop' }
}

async function soak() {
  const server = fork(fileURLToPath(import.meta.url), ['server'], { execArgv: ['--expose-gc'] })
  const [url] = await once(server, 'message')
  /** @type {Record<number, { heapUsed: number, rss: number }>} */
  const seen = {}
  for (let done = 0; done < CYCLES; done += 1_000) {
    await cycles(String(url), 1_000)
    seen[done + 1_000] = await memory(server)
    console.error(`soak: ${done + 1_000} cycles`)
  }
  server.kill()
  report(seen)
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<{ heapUsed: number, rss: number }>} */
async function memory(server) {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  server.send('memory')
  const [values] = await once(server, 'message')
  return values
}

/** @param {string} url @param {number} count */
async function cycles(url, count) {
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      await cycle(url)
    }
  }
  await Promise.all(Array.from({ length: AT_THE_SAME_TIME }, work))
}

/** Half of them in the dialect that keeps a session for a while. @param {string} url @returns {Promise<void>} */
async function cycle(url) {
  const protocols = Math.random() < 0.5 ? ['voice.v1'] : []
  const socket = new WebSocket(url, protocols, { headers: { Authorization: `Bearer ${KEY}` } })
  await once(socket, 'open')
  const content = [{ type: 'input_text', text: 'Which pets are there?' }]
  socket.send(
    JSON.stringify({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }),
  )
  socket.send(JSON.stringify({ type: 'response.create' }))
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      socket.on('message', (data) => {
        if (data.toString().includes('"type":"response.done"')) resolve()
      })
    })
  )
  socket.close()
  await once(socket, 'close')
}

/** @param {Record<number, { heapUsed: number, rss: number }>} seen */
function report(seen) {
  const [first, middle, last] = /** @type {const} */ ([1_000, CYCLES / 2, CYCLES]).map(
    (at) => seen[at] ?? { heapUsed: 0, rss: 0 },
  )
  if (!first || !middle || !last) return
  const mb = (/** @type {number} */ bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
  const line = (/** @type {string} */ what, /** @type {number} */ ratio, /** @type {number} */ target) =>
    console.log(
      `soak, ${CYCLES} cycles, ${what}: ${ratio.toFixed(3)} (target ${target}: ${ratio <= target ? 'met' : 'missed'})`,
    )
  console.log(
    `soak: heap ${mb(first.heapUsed)} → ${mb(middle.heapUsed)} → ${mb(last.heapUsed)}, RSS ${mb(first.rss)} → ${mb(last.rss)}`,
  )
  line('heap against the first 1,000', last.heapUsed / first.heapUsed, TARGETS.heap)
  line('heap against the first 5,000', last.heapUsed / middle.heapUsed, TARGETS.heap)
  line('RSS against the first 1,000', last.rss / first.rss, TARGETS.rss)
}
