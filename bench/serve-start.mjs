// @ts-check
/**
 * `voice serve` on 1, 100, 1,000 and 6,040 requests: until it listens, and until its first answer, the list of its tools over MCP. Beside
 * Node loading `ws` and `undici`, and FastMCP's `from_openapi` on the same requests where a Python has it: that of `npm run test:peers`, or
 * the one that FASTMCP_PYTHON names. In turn, so that all see the same machine. Needs `npm run build`. `node bench/serve-start.mjs`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROUNDS = 5
const COUNTS = [1, 100, 1000, 6040]
const TARGET = 1.5
const KEY = 'bench-key'
/** Node reads certificates named here at each start, which says nothing about the contestants. */
const ENVIRONMENT = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: '',
  SERVICE_API_KEY: KEY,
  FASTMCP_CHECK_FOR_UPDATES: 'off',
}
const BIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const PYTHON = [
  process.env.FASTMCP_PYTHON ?? '',
  join(
    process.env.VOICE_PEERS_DIR ?? fileURLToPath(new URL('../build/peers', import.meta.url)),
    'python/bin/python',
  ),
].find((path) => path !== '' && existsSync(path))

/** Node with the two packages that every server of voice uses. */
const FLOOR = `
import { createServer } from 'node:http'
import '${import.meta.resolve('ws')}'
import '${import.meta.resolve('undici')}'
createServer((_, answer) => answer.end()).listen(Number(process.argv.at(-1)), '127.0.0.1')
`

const FASTMCP = `
import json, sys
from fastmcp import FastMCP
spec = json.load(open(sys.argv[1]))
server = FastMCP.from_openapi(openapi_spec=spec)
server.run(transport="http", host="127.0.0.1", port=int(sys.argv[2]), path="/mcp", show_banner=False, log_level="ERROR")
`

const folder = mkdtempSync(join(tmpdir(), 'voice-bench-'))

/**
 * @typedef {{ command: string, args: string[], url: string, answers: boolean }} Start how a server is started on a port
 * @typedef {{ listening: number[], answered: number[] }} Times milliseconds since the start of the process
 */

/** @type {Record<string, (count: number, port: number) => Start>} */
const SERVERS = {
  'node with ws and undici': (_, port) => ({
    command: process.execPath,
    args: [join(folder, 'floor.mjs'), `${port}`],
    url: `http://127.0.0.1:${port}/`,
    answers: false,
  }),
  'voice serve': (count, port) => ({
    command: process.execPath,
    args: [BIN, 'serve', join(folder, `${count}.json`), '--host', '127.0.0.1', '--port', `${port}`],
    url: `http://127.0.0.1:${port}/healthz`,
    answers: true,
  }),
  ...(PYTHON && {
    'FastMCP from_openapi': (/** @type {number} */ count, /** @type {number} */ port) => ({
      command: PYTHON,
      args: [join(folder, 'fastmcp_server.py'), join(folder, `openapi-${count}.json`), `${port}`],
      url: `http://127.0.0.1:${port}/mcp`,
      answers: true,
    }),
  }),
}

/** @param {Start} start @param {Times} times */
async function measure({ command, args, url, answers }, times) {
  const began = performance.now()
  const child = spawn(command, args, {
    stdio: 'ignore',
    cwd: folder,
    env: ENVIRONMENT,
  })
  const ended = once(child, 'exit')
  try {
    await untilItListens(url, ended)
    times.listening.push(performance.now() - began)
    if (!answers) return
    await listTools(url.replace('/healthz', '/mcp'))
    times.answered.push(performance.now() - began)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** @param {string} url @param {Promise<unknown>} ended */
async function untilItListens(url, ended) {
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer) return
    await wait(2)
  }
  throw new Error(`nothing listens at ${url}`)
}

/** The first page of the tools. @param {string} url */
async function listTools(url) {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  const begun = await post(url, { id: 1, method: 'initialize', params: hello })
  const session = begun.headers.get('mcp-session-id') ?? ''
  const answer = await post(url, { id: 2, method: 'tools/list', params: {} }, session)
  if (!answer.text.includes('inputSchema')) throw new Error(`no tools: ${answer.text.slice(0, 200)}`)
}

/** @param {string} url @param {object} message @param {string} [session] */
async function post(url, message, session) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${KEY}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(session && { 'Mcp-Session-Id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })
  return { headers: response.headers, text: await response.text() }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const NOUNS = ['order', 'product', 'customer', 'invoice', 'cart', 'coupon', 'shipment', 'review']

/** One request of a shop; all differ in name and path. @param {number} index */
function request(index) {
  const noun = NOUNS[index % NOUNS.length] ?? 'order'
  const group = `${noun}s${index < NOUNS.length ? '' : Math.floor(index / NOUNS.length)}`
  return { noun, group, method: ['GET', 'POST', 'DELETE'][index % 3] ?? 'GET' }
}

/** @param {number} count */
const collection = (count) => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'base_url', value: 'http://127.0.0.1:9' }],
  item: Array.from({ length: count }, (_, index) => {
    const { noun, group, method } = request(index)
    return {
      name: `${{ GET: 'Get', POST: 'Update', DELETE: 'Delete' }[method]} ${noun} of group ${index}`,
      request: {
        method,
        url: {
          raw: `{{base_url}}/${group}/:${noun}Id?limit=10`,
          host: ['{{base_url}}'],
          path: [group, `:${noun}Id`],
          query: [{ key: 'limit', value: '10', description: 'How many parts at most' }],
          variable: [{ key: `${noun}Id`, value: '1', description: `Id of the ${noun}` }],
        },
        ...(method === 'POST' && {
          body: { mode: 'raw', raw: '{"name":"Rex","count":3}', options: { raw: { language: 'json' } } },
        }),
        description: `Works on one ${noun} and answers with it.`,
      },
      response: [],
    }
  }),
})

/** @param {number} count */
function openapi(count) {
  /** @type {Record<string, Record<string, unknown>>} */
  const paths = {}
  for (let index = 0; index < count; index++) {
    const { noun, group, method } = request(index)
    const path = `/${group}/{${noun}Id}`
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: `${method.toLowerCase()}_${noun}_${index}`,
        description: `Works on one ${noun} and answers with it.`,
        parameters: [
          { name: `${noun}Id`, in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' }, description: 'How many parts at most' },
        ],
        ...(method === 'POST' && {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { name: { type: 'string' }, count: { type: 'integer' } },
                },
              },
            },
          },
        }),
        responses: { 200: { description: 'ok' } },
      },
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'http://127.0.0.1:9' }],
    paths,
  }
}

/** @param {number[]} list */
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

function writeFiles() {
  writeFileSync(join(folder, 'floor.mjs'), FLOOR)
  writeFileSync(join(folder, 'fastmcp_server.py'), FASTMCP)
  for (const count of COUNTS) {
    writeFileSync(join(folder, `${count}.json`), JSON.stringify(collection(count)))
    writeFileSync(join(folder, `openapi-${count}.json`), JSON.stringify(openapi(count)))
  }
}

console.log(
  `serve-start: median of ${ROUNDS}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`,
)
if (!PYTHON) console.log('FastMCP is not installed here: npm run test:peers, or FASTMCP_PYTHON')
try {
  writeFiles()
  for (const count of COUNTS) {
    /** @type {Record<string, Times>} */
    const all = Object.fromEntries(
      Object.keys(SERVERS).map((name) => [name, { listening: [], answered: [] }]),
    )
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, start] of Object.entries(SERVERS)) {
        const times = all[name]
        if (times) await measure(start(count, await freePort()), times)
      }
    }
    const floor = median(all['node with ws and undici']?.listening ?? [])
    for (const [name, { listening, answered }] of Object.entries(all)) {
      const end = answered.length > 0 ? `, first answer ${median(answered).toFixed(0).padStart(6)} ms` : ''
      const ratio = `${(median(listening) / floor).toFixed(2)} times the first line`
      console.log(
        `${`${count}`.padStart(5)} requests  ${name.padEnd(24)} listening ${median(listening).toFixed(0).padStart(6)} ms${end}  ${ratio}`,
      )
    }
    const ratio = median(all['voice serve']?.listening ?? []) / floor
    if (count === 100)
      console.log(
        `target: listening on ${count} requests within ${TARGET} times: ${ratio.toFixed(2)}, ${ratio <= TARGET ? 'met' : 'missed'}`,
      )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
