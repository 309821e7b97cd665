// @ts-check
/**
 * `ToolFunction.call` (input checked, request built and signed, answer shaped and masked) against clients that send the same request and
 * parse the same answer: a bare undici Pool, undici's fetch, axios and postman-request. One process, 64 requests under way, the clients
 * taking turns; the API is another process. Counted in requests per second of processor time, so that a busy machine changes nothing. Needs `npm run build`. `node bench/call.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROUNDS = 7
const REQUESTS = 4000
const AT_ONCE = 64
const TARGETS = { pool: 0.5, 'postman-request': 3 }

const PET = {
  id: 7,
  name: 'Rex',
  status: 'available',
  tags: [
    { id: 1, name: 'dog' },
    { id: 2, name: 'young' },
  ],
  owner: { id: 12, name: 'Ada', address: { city: 'Turin', street: 'Via Po 12' } },
  photos: ['https://pets.example/7/1.jpg', 'https://pets.example/7/2.jpg'],
}

if (process.argv[2] === 'server') serve()
else await measure()

function serve() {
  const body = JSON.stringify(PET)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}

async function measure() {
  const server = fork(fileURLToPath(import.meta.url), ['server'])
  const [{ port }] = await once(server, 'message')
  const origin = `http://127.0.0.1:${port}`
  const clients = await createClients(origin)
  /** @type {Record<string, number[]>} */
  const rates = Object.fromEntries(Object.keys(clients).map((name) => [name, []]))
  for (const send of Object.values(clients)) await run(send, REQUESTS)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, send] of Object.entries(clients)) rates[name]?.push(await run(send, REQUESTS))
  }
  report(rates)
  server.kill()
  process.exit(0)
}

/** @param {string} origin @returns {Promise<Record<string, (id: number) => Promise<{ name: string }>>>} */
async function createClients(origin) {
  const { Pool, fetch } = await import('undici')
  const { default: axios } = await import('axios')
  const postmanRequest = createRequire(createRequire(import.meta.url).resolve('postman-runtime'))(
    'postman-request',
  )
  const headers = { authorization: 'Bearer token-of-the-bench', accept: '*/*' }
  const pool = new Pool(origin, { connections: AT_ONCE })
  const tool = await createTool(origin)
  const path = (/** @type {number} */ id) => `/v1/pets/${id}?fields=all`
  return {
    pool: async (id) => {
      const { body } = await pool.request({ method: 'GET', path: path(id), headers })
      return /** @type {Promise<{ name: string }>} */ (body.json())
    },
    voice: async (id) => {
      const { content } = await tool.call({ petId: id, detail: 'all' })
      return /** @type {{ name: string }} */ (content)
    },
    fetch: async (id) => {
      const response = await fetch(`${origin}${path(id)}`, { headers })
      return /** @type {Promise<{ name: string }>} */ (response.json())
    },
    axios: async (id) => (await axios.get(`${origin}${path(id)}`, { headers })).data,
    'postman-request': (id) =>
      new Promise((resolve, reject) => {
        const options = { url: `${origin}${path(id)}`, headers, forever: true, json: true }
        postmanRequest(
          options,
          (
            /** @type {Error} */ error,
            /** @type {unknown} */ _response,
            /** @type {{ name: string }} */ body,
          ) => (error ? reject(error) : resolve(body)),
        )
      }),
  }
}

/** @param {string} origin */
async function createTool(origin) {
  const { RESTAPIToolkit } = await import('../dist/toolkit/index.js')
  const toolkit = await RESTAPIToolkit.fromApiCollection({
    variables: { token: 'token-of-the-bench' },
    baseUrl: `${origin}/v1`,
    collection: {
      info: { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      item: [
        {
          name: 'Get pet',
          request: {
            method: 'GET',
            url: {
              host: ['{{base_url}}'],
              path: ['pets', ':petId'],
              query: [{ key: 'detail', value: 'all' }],
              variable: [{ key: 'petId', value: '7' }],
            },
          },
        },
      ],
    },
  })
  const [tool] = toolkit.getFunctions()
  if (!tool) throw new Error('the bench collection gave no tool')
  return tool
}

/** @param {(id: number) => Promise<{ name: string }>} send @param {number} count @returns {Promise<number>} requests a second of one core */
async function run(send, count) {
  let next = 0
  const work = async () => {
    while (next < count) {
      const pet = await send(next++)
      if (pet.name !== PET.name) throw new Error('a wrong answer')
    }
  }
  const start = process.cpuUsage()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const { user, system } = process.cpuUsage(start)
  return (count * 1e6) / (user + system)
}

/** @param {Record<string, number[]>} rates */
function report(rates) {
  const median = (/** @type {number[]} */ list) =>
    list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const voice = median(rates.voice ?? [])
  console.log(
    `call: median of ${ROUNDS} × ${REQUESTS}, ${AT_ONCE} at once, Node ${process.versions.node}, ${cpus()[0]?.model}`,
  )
  for (const [name, list] of Object.entries(rates)) {
    const rate = median(list)
    console.log(
      `${name.padEnd(16)} ${rate.toFixed(0).padStart(7)} requests/s   voice is ${(voice / rate).toFixed(2)} of it`,
    )
  }
  for (const [name, target] of Object.entries(TARGETS)) {
    const ratio = voice / median(rates[name] ?? [])
    console.log(`target: at least ${target} of ${name}: ${ratio >= target ? 'met' : 'missed'}`)
  }
}
