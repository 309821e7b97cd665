// @ts-check
/**
 * A file of 5 MB (6,040 requests) from text to tool definitions, against postman-collection's `new Collection` of the same text and, where
 * it can be imported, openapi-mcp-generator's reading of a comparable OpenAPI file. Twice: until name, address, annotations and words of
 * every tool are there, and until all members are. CPU time; every round is a process of its own, in turn. Needs `npm run build`.
 * `node bench/compile.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROUNDS = 7
const REQUESTS = 6040
const TARGETS = { 'voice, ready': 0.5, 'voice, whole': 1.2 }
const NOUNS = [
  'pet',
  'order',
  'invoice',
  'customer',
  'shipment',
  'ticket',
  'device',
  'report',
  'user',
  'team',
]

/** CPU time of some work in this process, in milliseconds. @param {() => unknown} work */
async function cpuTime(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** @param {string} path @param {(definition: import('../dist/toolkit/index.js').ToolDefinition) => unknown} read */
async function compiled(path, read) {
  const { compileCollection, parseCollection } = await import('../dist/toolkit/index.js')
  return cpuTime(() => {
    const { definitions } = compileCollection(parseCollection(JSON.parse(readFileSync(path, 'utf8'))))
    if (definitions.length !== REQUESTS) throw new Error(`${definitions.length} tools`)
    definitions.forEach(read)
  })
}

/** @type {Record<string, (path: string) => Promise<number>>} */
const PEERS = {
  'voice, ready': (path) =>
    compiled(path, ({ name, method, path: address, annotations, words }) => [
      ...[name, method, address, annotations, words],
    ]),
  'voice, whole': (path) => compiled(path, (definition) => ({ ...definition })),
  'postman-collection': async (path) => {
    const { Collection } = createRequire(import.meta.url)('postman-collection')
    return cpuTime(() => {
      const collection = new Collection(JSON.parse(readFileSync(path, 'utf8')))
      if (collection.items.count() === 0) throw new Error('no items')
    })
  },
  'openapi-mcp-generator': async (path) => {
    const { getToolsFromOpenApi } = await import(process.env.OPENAPI_MCP_GENERATOR ?? 'openapi-mcp-generator')
    return cpuTime(async () => {
      const tools = await getToolsFromOpenApi(path.replace('collection', 'openapi'), { dereference: false })
      if (tools.length !== REQUESTS) throw new Error(`${tools.length} tools`)
    })
  },
}

if (process.argv[2]) {
  const time = await PEERS[process.argv[2]]?.(process.argv[3] ?? '').catch(() => undefined)
  process.send?.(time ?? null)
} else await measure()

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'voice-bench-'))
  const path = join(folder, 'collection.json')
  writeFileSync(path, JSON.stringify(collection()))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi()))
  /** @type {Record<string, number[]>} */
  const times = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(PEERS)) {
      const child = fork(fileURLToPath(import.meta.url), [name, path])
      const [time] = await once(child, 'message')
      if (time !== null) times[name] = [...(times[name] ?? []), time]
    }
  }
  const megabytes = readFileSync(path).length / 1e6
  rmSync(folder, { recursive: true })
  report(times, megabytes)
}

/** @param {Record<string, number[]>} times @param {number} megabytes */
function report(times, megabytes) {
  console.log(
    `compile: ${REQUESTS} requests, ${megabytes.toFixed(1)} MB, median of ${ROUNDS}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`,
  )
  const peer = median(times['postman-collection'] ?? [])
  for (const name of Object.keys(PEERS)) {
    const list = times[name]
    const text = list
      ? `${median(list).toFixed(0).padStart(6)} ms CPU  ${(median(list) / peer).toFixed(2)} times postman-collection`
      : '     not installed'
    console.log(`${name.padEnd(22)} ${text}`)
  }
  for (const [name, most] of Object.entries(TARGETS)) {
    const ratio = median(times[name] ?? []) / peer
    console.log(
      `target: ${name} at most ${most} times postman-collection: ${ratio.toFixed(2)}, ${ratio <= most ? 'met' : 'missed'}`,
    )
  }
}

/** @param {number[]} list */
function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

/** One request of many; all different in name, path and values. @param {number} index */
function operation(index) {
  const noun = NOUNS[index % NOUNS.length] ?? 'pet'
  const group = `${noun}s-${Math.floor(index / 40)}`
  const method = ['GET', 'GET', 'POST', 'PUT', 'DELETE'][index % 5] ?? 'GET'
  return { noun, group, method, path: [group, `v${index}`], hasBody: method === 'POST' || method === 'PUT' }
}

/** @param {number} index */
function requestItem(index) {
  const { noun, method, path, hasBody } = operation(index)
  const raw = JSON.stringify(
    {
      name: `${noun} ${index}`,
      count: index,
      active: true,
      tags: ['a', 'b'],
      owner: { id: index, email: `o${index}@example.com` },
    },
    null,
    2,
  )
  return {
    name: `${method} ${noun} ${index}`,
    request: {
      method,
      header: [{ key: 'Accept', value: 'application/json' }],
      ...(hasBody ? { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } } : {}),
      url: {
        raw: `{{base_url}}/${path.join('/')}/:id?limit=10`,
        host: ['{{base_url}}'],
        path: [...path, ':id'],
        query: [{ key: 'limit', value: '10', description: 'How many at most. Default: 20' }],
        variable: [{ key: 'id', value: `${index}`, description: `The number of the ${noun}` }],
      },
      description: `Works on the ${noun} with this number and answers with it as it is then.`,
    },
    response: [
      {
        name: `The ${noun}`,
        status: 'OK',
        code: 200,
        _postman_previewlanguage: 'json',
        header: [{ key: 'Content-Type', value: 'application/json' }],
        cookie: [],
        body: JSON.stringify({ id: index, name: `${noun} ${index}`, active: true, owner: { id: index } }),
      },
    ],
  }
}

function collection() {
  const folders = Array.from({ length: Math.ceil(REQUESTS / 40) }, (_, folder) => ({
    name: `Group ${folder}`,
    item: Array.from({ length: 40 }, (_, index) => folder * 40 + index)
      .filter((index) => index < REQUESTS)
      .map(requestItem),
  }))
  return {
    info: { name: 'Bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: folders,
  }
}

function openapi() {
  const properties = {
    name: { type: 'string' },
    count: { type: 'integer' },
    active: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    owner: { type: 'object', properties: { id: { type: 'integer' }, email: { type: 'string' } } },
  }
  const paths = Object.fromEntries(
    Array.from({ length: REQUESTS }, (_, index) => {
      const { noun, method, path, hasBody } = operation(index)
      return [
        `/${path.join('/')}/{id}`,
        {
          [method.toLowerCase()]: {
            operationId: `${method.toLowerCase()}_${noun}_${index}`,
            description: `Works on the ${noun} with this number and answers with it as it is then.`,
            parameters: [
              {
                name: 'id',
                in: 'path',
                required: true,
                schema: { type: 'integer' },
                description: `The number of the ${noun}`,
              },
              {
                name: 'limit',
                in: 'query',
                schema: { type: 'integer', default: 20 },
                description: 'How many at most.',
              },
            ],
            ...(hasBody
              ? {
                  requestBody: {
                    content: { 'application/json': { schema: { type: 'object', properties } } },
                  },
                }
              : {}),
            responses: { 200: { description: 'ok' } },
          },
        },
      ]
    }),
  )
  return {
    openapi: '3.0.3',
    info: { title: 'Bench', version: '1' },
    servers: [{ url: 'https://x.example' }],
    paths,
  }
}
