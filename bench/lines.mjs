// @ts-check
/**
 * Sessions at the pace of people over each line: N callers, in a process of their own, each sending 20 ms of sound; silero listens to each.
 * Recognizer, model and voice take no time; the agent speaks about a third of the time. For each line and N: the CPU of the server per session,
 * how late its frames come beside their 20 ms (99 of 100), and the time from the end of speech to the first sound of the answer (half of all).
 * At the end: that time over WebRTC beside the WebSocket. Needs `npm run build` and `voice models pull silero/v5`.
 * `node bench/lines.mjs [websocket] [webrtc] [phone] [N...]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { KINDS, PHONE_TOKEN, startCallers } from './line-callers.mjs'
import { quantile, sleep, spokenAgent } from './stand-ins.mjs'

const SECONDS = 20
const WARM_UP_MS = 6_000
const STEPS = [1, 10, 25]
const LATE_MS = 60
const SLOWER_MS = 40

/** A server whose recognizer, model and voice answer at once. */
async function serve() {
  const { AgentSession, createApp } = await import('../dist/index.js')
  const speech = Uint8Array.from({ length: 96_000 }, (_, at) => (at % 2 === 0 ? at % 251 : 4))
  const agentSession = new AgentSession(spokenAgent(speech))
  const phone = { carrier: /** @type {const} */ ('twilio'), credential: PHONE_TOKEN }
  const quota = { connectionsPerUser: 10_000 }
  const app = createApp({ agentSession, apiKeyValidator: () => true, phone, quota })
  const { port } = await app.listen({ port: 0 })
  let cpu = process.cpuUsage()
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage(cpu)
    if (message === 'start') cpu = process.cpuUsage()
    else process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 1e6 })
  })
  process.send?.({ port })
}

/** The process of all callers. @param {string} kind @param {number} port @param {number} count */
async function call(kind, port, count) {
  const seen = await startCallers(kind, { port, count })
  process.on('message', (message) => {
    if (message === 'start') seen.late.length = seen.first.length = 0
    else process.send?.(seen)
  })
  process.send?.({})
}

/** @param {string[]} args */
async function start(...args) {
  const child = fork(fileURLToPath(import.meta.url), args)
  const [told] = await once(child, 'message')
  return { child, told }
}

/** @param {import('node:child_process').ChildProcess} child */
async function measured(child) {
  child.send('stop')
  const [told] = await once(child, 'message')
  return told
}

/** @param {string} kind @param {number} count @returns {Promise<number>} milliseconds to the first sound */
async function measure(kind, count) {
  const server = await start('serve')
  const callers = await start('call', kind, String(server.told.port), String(count))
  await sleep(WARM_UP_MS)
  for (const { child } of [server, callers]) child.send('start')
  await sleep(SECONDS * 1000)
  const { cpuMs, rssMb } = await measured(server.child)
  const { late, first } = await measured(callers.child)
  for (const { child } of [server, callers]) child.kill()
  const share = cpuMs / SECONDS / 10 / count
  const p99 = quantile(late, 0.99)
  const frames =
    late.length === 0
      ? ''
      : `${late.length} frames, p99 ${p99.toFixed(0)} ms late; target ${LATE_MS} ms ${p99 <= LATE_MS ? 'met' : 'missed'}; `
  const firstMs = quantile(first, 0.5)
  console.log(
    `${kind.padEnd(9)} ${String(count).padStart(3)}: ${share.toFixed(2)} % of a core each (${Math.floor(100 / share)} a core), ` +
      `${rssMb.toFixed(0)} MB, ${frames}first sound ${firstMs.toFixed(0)} ms after the end of speech (p50 of ${first.length})`,
  )
  return firstMs
}

/** @param {string[]} args */
async function measureAll(args) {
  const kinds = args.filter((arg) => KINDS.includes(arg))
  const counts = args.map(Number).filter((count) => count > 0)
  for (const count of counts.length > 0 ? counts : STEPS) {
    /** @type {Record<string, number>} */
    const firstMs = {}
    for (const kind of kinds.length > 0 ? kinds : KINDS) firstMs[kind] = await measure(kind, count)
    const { websocket, webrtc } = firstMs
    if (websocket === undefined || webrtc === undefined) continue
    const more = webrtc - websocket
    console.log(
      `          ${count}: first sound over WebRTC ${more.toFixed(0)} ms after that over the WebSocket; target ${SLOWER_MS} ms ${more <= SLOWER_MS ? 'met' : 'missed'}`,
    )
  }
}

const [, , role, ...args] = process.argv
if (role === 'serve') await serve()
else if (role === 'call') await call(args[0] ?? '', Number(args[1]), Number(args[2]))
else await measureAll(process.argv.slice(2))
