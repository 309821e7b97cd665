// @ts-check
/** An MCP server of another program, over standard input and output. `node mcp-notes.mjs` starts it. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const notes = ['milk']
const text = { type: 'object', properties: { text: { type: 'string' } } }
const reads = { readOnlyHint: true }
const tools = [
  {
    name: 'list_notes',
    description: 'Lists the notes.',
    inputSchema: { type: 'object' },
    annotations: reads,
  },
  { name: 'add.note', title: 'Add note', inputSchema: text, annotations: { destructiveHint: false } },
  { name: 'wipe', description: 'Removes all notes.', inputSchema: { type: 'object' } },
  { name: 'say_env', inputSchema: { type: 'object' }, annotations: reads },
  { name: 'say_much', inputSchema: { type: 'object' }, annotations: reads },
  { name: 'wait', inputSchema: { type: 'object' }, annotations: reads },
  { name: 'crash', inputSchema: { type: 'object' }, annotations: reads },
  { name: 'learn', inputSchema: { type: 'object' }, annotations: reads },
  { name: 'forget_wipe', inputSchema: { type: 'object' }, annotations: reads },
]
const server = new Server({ name: 'notes', version: '1' }, { capabilities: { tools: { listChanged: true } } })
let stopped = 0

/** @type {Record<string, (input: any, signal: AbortSignal) => unknown>} */
const RUN = {
  list_notes: () => ({ notes, id: 1, stopped }),
  'add.note': ({ text }) => `added ${notes.push(String(text))}`,
  wipe: () => `removed ${notes.splice(0).length}`,
  say_env: () => process.env,
  say_much: () => Array.from({ length: 4_000 }, (_, id) => ({ id, name: `note ${id}` })),
  wait: (_, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error(`${++stopped}`))),
    ),
  crash: () => process.exit(1),
  learn: async () => {
    tools.push({ name: 'count_notes', inputSchema: { type: 'object' }, annotations: reads })
    await server.sendToolListChanged()
    return 'learnt'
  },
  forget_wipe: async () => {
    tools.splice(2, 1)
    await server.sendToolListChanged()
    return 'forgotten'
  },
}

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(
  CallToolRequestSchema,
  async ({ params: { name, arguments: input } }, { signal }) => {
    const run = RUN[name]
    if (!run) return { isError: true, content: [{ type: 'text', text: `There is no tool ${name}.` }] }
    const answer = await run(input, signal)
    return { content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer) }] }
  },
)
await server.connect(new StdioServerTransport())
