import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { settle } from '../../src/testing/virtual-clock.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { listenHere } from './loopback.js'
import { address, collectionOf } from './small-collection.js'
import type { VoiceScript } from './voice-script.js'

export interface Order {
  id: number
  item: string
  amount: number
}

/** A shop with a database behind a collection of four requests, and the tools that are made from it. */
export interface Shop {
  orders: Map<number, Order>
  /** The requests that changed something, in order. */
  writes: string[]
  tools: ToolFunction[]
  /** Resolves when no call runs. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const orders = new Map<number, Order>()
  const writes: string[] = []
  let ids = 0
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const id = Number(url.split('/')[2] ?? 0)
    const body = method === 'POST' || method === 'PATCH' ? JSON.parse(await text(request)) : {}
    if (method !== 'GET') writes.push(`${method} ${url} ${JSON.stringify(body)}`)
    const order = method === 'POST' ? { id: ++ids, item: '', amount: 0 } : orders.get(id)
    if (order) Object.assign(order, body)
    if (order) orders.set(order.id, order)
    if (method === 'DELETE') orders.delete(id)
    response.writeHead(order ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(order ?? { error: 'no such order' }))
  })
  const { port, close } = await listenHere(server)
  const toolkit = new RESTAPIToolkit(parseCollection(shopCollection(port)))
  let running = 0
  const tools = toolkit.getFunctions().map(
    (tool): ToolFunction =>
      Object.assign(Object.create(tool) as ToolFunction, {
        call: async (...args: Parameters<ToolFunction['call']>) => {
          running += 1
          try {
            return await tool.call(...args)
          } finally {
            running -= 1
          }
        },
      }),
  )
  return {
    ...{ orders, writes, tools, close },
    async settled() {
      while (running > 0) await settle()
    },
  }
}

function shopCollection(port: number) {
  const json = (value: object) => ({
    mode: 'raw',
    raw: JSON.stringify(value),
    options: { raw: { language: 'json' } },
  })
  const one = {
    ...address('orders', ':id'),
    variable: [{ key: 'id', value: '4', description: 'Number of the order' }],
  }
  const request = (name: string, method: string, more: object) => ({
    name,
    request: { method, header: [], ...more },
    response: [],
  })
  return collectionOf(
    [
      request('Get order', 'GET', { url: one }),
      request('Create order', 'POST', { url: address('orders'), body: json({ item: 'brush', amount: 3 }) }),
      request('Change order', 'PATCH', { url: one, body: json({ amount: 3 }) }),
      request('Delete order', 'DELETE', { url: one }),
    ] as never,
    { auth: undefined, variable: [{ key: 'base_url', value: `http://127.0.0.1:${port}` }] },
  )
}

interface Wanted {
  call: string
  input: { id?: number; body?: { item?: string; amount: number } }
}

/** The calls that a sentence of the user asks for, such as "buy 3 brushes and delete order 4". */
function wantedBy(words: string): Wanted[] {
  const found = words.matchAll(/(show|change|delete) order (\d+)(?: to (\d+))?|buy (\d+) (\w+)/g)
  return [...found].map(([, verb, id, amount, count, item]) => {
    if (item) return { call: 'create_order', input: { body: { item, amount: Number(count) } } }
    const call = { show: 'get_order', change: 'change_order', delete: 'delete_order' }[verb!]!
    return { call, input: { id: Number(id), ...(amount && { body: { amount: Number(amount) } }) } }
  })
}

/** What a call is about, whatever the types of its arguments are. */
const keyOf = (name: string, { id, body }: { id?: unknown; body?: object }) =>
  `${name} ${id ?? ''} ${Object.values(body ?? {})
    .map(String)
    .sort()}`

/** The answer to results: the longest is as long as a story. */
const answerTo = (outputs: readonly string[]) =>
  `Done. ${outputs.map((output) => /"item":"(\w+)"/.exec(output)?.[1] ?? 'It').join(' and ')} is in the books now, as you have wished it to be.`

/** Calls what the user has asked for and nobody has called yet; otherwise says what the results are. */
export function shopScript(): VoiceScript {
  const called = new Set<string>()
  let last: Wanted[] = []
  return (cue) => {
    const mustRepeat = 'outputs' in cue && cue.outputs.some(({ output }) => output.includes('call it again'))
    if (mustRepeat) return last.map(({ call, input }) => ({ call, arguments: input }))
    if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
    const { said = '' } = cue
    const missing = wantedBy(said).filter(({ call, input }) => !called.has(keyOf(call, input)))
    for (const { call, input } of missing) called.add(keyOf(call, input))
    if (missing.length > 0) last = missing
    if (missing.length > 0) return missing.map(({ call, input }) => ({ call, arguments: input }))
    return [{ say: answerTo('outputs' in cue ? cue.outputs.map(({ output }) => output) : []) }]
  }
}
