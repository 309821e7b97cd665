// @ts-check
/**
 * How long other sessions wait while a tool reads an answer of 10 MB: the delay of the event loop, sampled each millisecond. Beside it a plain client
 * in the same process that parses and searches the same answer where it stands. The API is another process. Needs `npm run build`.
 * `node bench/large.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const ROUNDS = 5
const BYTES = 9_900_000
const TARGET_MS = 50
const TOKEN = 'token-of-the-bench'

/** Kinds of answers, as text that is repeated up to the size. */
const KINDS = {
  list: {
    type: 'application/json',
    open: '[',
    item: '{"id":71,"name":"Rex","tags":["dog","young"],"owner":null}',
    close: ']',
  },
  members: { type: 'application/json', open: '{"total":1', item: '"member-#":{"name":"Rex"}', close: '}' },
  secrets: {
    type: 'application/json',
    open: '[',
    item: `"the key is ${TOKEN}, \\u0041nd & %41"`,
    close: ']',
  },
  page: {
    type: 'text/html',
    open: '<html><body><p>',
    item: '<li><a href="/x">Rex &amp; Co</a>',
    close: '</body></html>',
  },
}

if (process.argv[2] === 'server') serve()
else await measure()

/** @param {keyof typeof KINDS} kind */
function bodyOf(kind) {
  const { open, item, close } = KINDS[kind]
  const count = Math.floor(BYTES / (item.length + 6))
  const between = kind === 'page' ? '' : ','
  const items = Array.from({ length: count }, (_, index) => item.replace('#', String(index)))
  return open + between.repeat(kind === 'members' ? 1 : 0) + items.join(between) + close
}

function serve() {
  const bodies = new Map(
    Object.entries(KINDS).map(([kind, { type }]) => [
      `/${kind}`,
      { type, body: Buffer.from(bodyOf(/** @type {keyof typeof KINDS} */ (kind))) },
    ]),
  )
  const server = createServer((request, response) => {
    const { type, body } = bodies.get(request.url ?? '') ?? { type: 'text/plain', body: Buffer.from('') }
    response.writeHead(200, { 'content-type': type, 'content-length': body.byteLength })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

async function measure() {
  const server = fork(fileURLToPath(import.meta.url), ['server'])
  const [{ port }] = await once(server, 'message')
  const origin = `http://127.0.0.1:${port}`
  const tool = await createTool(origin)
  const clients = {
    nothing: async () => new Promise((resolve) => setTimeout(resolve, 300)),
    voice: async (/** @type {string} */ kind) => {
      const { isError, content } = await tool.call({ kind })
      if (isError) throw new Error(JSON.stringify(content))
    },
    plain: async (/** @type {string} */ kind) => {
      const text = await (await fetch(`${origin}/${kind}`)).text()
      const value = kind === 'page' ? text : JSON.parse(text)
      JSON.stringify(value).replaceAll(TOKEN, '***')
    },
  }
  console.log(`large: ${ROUNDS} answers of 10 MB each, Node ${process.versions.node}, ${cpus()[0]?.model}`)
  for (const kind of Object.keys(KINDS)) {
    /** @type {Record<string, Delay[]>} */
    const delays = { nothing: [], voice: [], plain: [] }
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, call] of Object.entries(clients))
        delays[name]?.push(await delayDuring(() => call(kind)))
    report(kind, delays)
  }
  server.kill()
  process.exit(0)
}

/** @typedef {{ p99: number, max: number }} Delay milliseconds */

/** The delay of a timer that other sessions would have, while something runs. @param {() => Promise<unknown>} work @returns {Promise<Delay>} */
async function delayDuring(work) {
  /** @type {number[]} */
  const delays = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delays.push(Math.max(0, now - last - 1))
    last = now
  }, 1)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(timer)
  delays.sort((a, b) => a - b)
  return { p99: delays[Math.floor(delays.length * 0.99)] ?? 0, max: delays.at(-1) ?? 0 }
}

/** @param {string} kind @param {Record<string, Delay[]>} delays */
function report(kind, delays) {
  /** @param {string} name @param {keyof Delay} what */
  const median = (name, what) =>
    (delays[name] ?? []).map((delay) => delay[what]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  for (const name of Object.keys(delays))
    console.log(
      `${kind.padEnd(8)} ${name.padEnd(8)} p99 ${median(name, 'p99').toFixed(1).padStart(6)} ms   max ${median(name, 'max').toFixed(1).padStart(6)} ms`,
    )
  const max = median('voice', 'max')
  const ratio = max / median('plain', 'max')
  console.log(
    `${kind.padEnd(8)} ${ratio.toFixed(2)} of a plain client; target: others wait at most ${TARGET_MS} ms: ${max <= TARGET_MS ? 'met' : 'missed'}`,
  )
}

/** @param {string} origin */
async function createTool(origin) {
  const { RESTAPIToolkit } = await import('../dist/toolkit/index.js')
  const toolkit = await RESTAPIToolkit.fromApiCollection({
    variables: { token: TOKEN },
    baseUrl: origin,
    collection: {
      info: { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      item: [
        {
          name: 'Get answer',
          request: {
            method: 'GET',
            url: { host: ['{{base_url}}'], path: [':kind'], variable: [{ key: 'kind', value: 'list' }] },
          },
        },
      ],
    },
  })
  const [tool] = toolkit.getFunctions()
  if (!tool) throw new Error('the bench collection gave no tool')
  return tool
}
