// @ts-check
/** The MCP client of the Vercel AI SDK, as a script for a newer Node: the tools, a read, a write that it approves when asked. */
import { createRequire } from 'node:module'

const [, , url = '', installed = ''] = process.argv
const load = createRequire(`${installed}/index.js`)
const { createMCPClient, ElicitationRequestSchema } = load('@ai-sdk/mcp')

/** @type {string[]} */
const asked = []
const client = await createMCPClient({ transport: { type: 'http', url }, capabilities: { elicitation: {} } })
client.onElicitationRequest(ElicitationRequestSchema, (/** @type {any} */ { params }) => {
  asked.push(params.message)
  return { action: 'accept', content: {} }
})
const tools = await client.tools()
/** @param {string} name @param {object} input */
const call = async (name, input) =>
  (await tools[name].execute(input, { toolCallId: 'call_1', messages: [] })).content[0].text
console.log(
  JSON.stringify({
    tools: Object.keys(tools),
    read: await call('list_pets', {}),
    write: await call('delete_pet', { petId: 4 }),
    asked,
  }),
)
await client.close()
