import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { silentLogger, systemClock } from '../../src/ports.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { walkItems } from '../../src/toolkit/collection/walk.js'
import type { Variable } from '../../src/toolkit/model/collection.js'
import type { JsonSchema } from '../../src/toolkit/model/json.js'
import type { Binding, ToolDefinition, ToolFunction } from '../../src/toolkit/model/tool.js'
import type { RunContext } from '../../src/toolkit/run/run-context.js'
import { createToolFunction } from '../../src/toolkit/run/tool-function.js'
import { listenHere } from './loopback.js'

/** A tool by hand: a request as it stands in a Postman file, its bindings, and anything else that matters. */
export interface ToolSketch extends Partial<Omit<ToolDefinition, 'request'>> {
  request: unknown
  bindings?: Binding[]
  parameters?: JsonSchema
}

/** The definition of a sketch. */
export function sketchTool({ request, ...rest }: ToolSketch): ToolDefinition {
  const collection = parseCollection({ info: { name: 'sketch' }, item: [{ name: 'sketch', request }] })
  const [placed] = walkItems(collection)
  const template = placed!.item.request
  return {
    name: 'sketch',
    description: '',
    title: 'sketch',
    method: template.method,
    path: '/',
    folder: [],
    parameters: { type: 'object', properties: {}, additionalProperties: true },
    bindings: [],
    provenance: {},
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    settings: [],
    words: '',
    tokens: 0,
    ...rest,
    request: template,
  }
}

/** A context with these variables and the rest as usual. */
export function contextOf(values: Record<string, string> = {}, more: Partial<RunContext> = {}): RunContext {
  const layer: Variable[] = Object.entries(values).map(([key, value]) => ({ key, value }))
  return {
    layers: [layer],
    baseUrls: new Map(),
    collection: {},
    given: new Set(),
    requests: [],
    timeoutMs: 10_000,
    logger: silentLogger,
    clock: systemClock,
    ...more,
  }
}

/** A sketched tool, callable. */
export function toolOf(sketch: ToolSketch, context: RunContext = contextOf()): ToolFunction {
  return createToolFunction(sketchTool(sketch), context)
}

/** A request as a Node server sees it. */
export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  body: Buffer
}

/** A real API on loopback. */
export interface TestApi {
  url: string
  port: number
  seen: SeenRequest[]
  server: Server
  close(): Promise<void>
}

/** Starts an API that reads each request whole, keeps it, and answers with `handle`. */
export async function startApi(
  handle: (request: SeenRequest, response: ServerResponse) => void = (_request, response) =>
    response.end('{}'),
): Promise<TestApi> {
  const seen: SeenRequest[] = []
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('error', () => {})
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = message
      const request = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) }
      seen.push(request)
      handle(request, response)
    })
  })
  const { port, close } = await listenHere(server)
  return { url: `http://127.0.0.1:${port}`, port, seen, server, close }
}
