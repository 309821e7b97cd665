import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type McpHttp, startMcpHttp } from '../../src/server/mcp/mcp-http.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { mcpOptions } from '../support/mcp.js'
import { startStandIn } from '../support/stand-in-provider.js'
import { missingPeers, newestNode, peersFolder, peersPython } from './environment.js'
import { npmVersion, pythonVersion, recordPeer } from './record-peer.js'

let server: McpHttp
let deletePet: FakeTool

async function start(approve: 'writes' | 'none' = 'writes'): Promise<void> {
  const listPets = new FakeTool({ name: 'list_pets', answer: [{ name: 'Rex' }] })
  deletePet = new FakeTool({ name: 'delete_pet', answer: 'gone', effect: 'destroy' })
  const toolkit = { getFunctions: () => [listPets, deletePet] }
  server = await startMcpHttp(mcpOptions([toolkit], { approve }), { port: 0 })
}

beforeEach(() => start())
afterEach(() => server.close())

/** Runs a program to its end; returns what it printed. */
async function outputOf(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...env } })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(out, errors).not.toBe('')
  return out
}

const script = (name: string) => join(import.meta.dirname, 'python', name)
const READ = '[{"name":"Rex"}]'
const ASKED = [expect.stringContaining('Go ahead?')]
const TOOLS = ['list_pets', 'delete_pet']
const BY_FORM = 'a read, a write after a form'
const BY_CODE = 'a read, a write by `confirm_call`'

describe.skipIf(missingPeers('python'))('Python', { timeout: 90_000 }, () => {
  it.each([
    ['2026-07-28', '2026-07-28'],
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ])('mcp, mode %s: tools, prompts, a read, a write that is approved', async (mode, version) => {
    const out = await outputOf(peersPython(), [script('mcp_client.py'), server.url, mode])
    expect(JSON.parse(out)).toEqual({
      ...{ version, tools: TOOLS, read: READ, write: [false, 'gone'], asked: ASKED },
      prompts: ['what_can_i_ask', 'list_pets', 'delete_pet'],
    })
    expect(deletePet.calls).toHaveLength(1)
    recordPeer({
      ...{ page: 'mcp', client: `\`mcp\` for Python, MCP ${version}` },
      ...{ version: pythonVersion('mcp'), tested: BY_FORM },
    })
  })

  it('openai-agents: a read, a write that stops the run until it is approved', async () => {
    await server.close()
    await start('none')
    const out = await outputOf(peersPython(), [script('mcp_openai_agents.py'), server.url])
    const asked = ['delete_pet']
    expect(JSON.parse(out)).toEqual({ tools: TOOLS, read: READ, write: 'gone', asked, answer: 'Done.' })
    const [version, tested] = [pythonVersion('openai-agents'), 'a read, a write after `interruptions`']
    recordPeer({ page: 'mcp', client: '`openai-agents`', version, tested })
  })
})

/** The clients whose scripts print the same. */
const CLIENTS = [
  { name: 'fastmcp', tested: BY_FORM },
  { name: 'ag2', tools: [...TOOLS, 'confirm_call'], tested: BY_CODE },
  { name: 'langchain-mcp-adapters', environment: 'langchain', file: 'mcp_langchain.py', tested: BY_FORM },
  {
    ...{ name: 'semantic-kernel', environment: 'semantic-kernel', file: 'mcp_semantic_kernel.py' },
    ...{ tools: [...TOOLS, 'confirm_call'], tested: BY_CODE },
  },
]

describe.each(CLIENTS)(
  '$name',
  ({ name, environment = 'python', file = `mcp_${name}.py`, tools, tested }) => {
    it.skipIf(missingPeers(environment))(
      'lists, reads, and writes after a yes',
      { timeout: 90_000 },
      async () => {
        const out = await outputOf(peersPython(environment), [script(file), server.url])
        expect(JSON.parse(out)).toEqual({ tools: tools ?? TOOLS, read: READ, write: 'gone', asked: ASKED })
        expect(deletePet.calls).toHaveLength(1)
        recordPeer({ page: 'mcp', client: `\`${name}\``, version: pythonVersion(name, environment), tested })
      },
    )
  },
)

describe.skipIf(missingPeers('newest'))('@ai-sdk/mcp, on a newer Node', { timeout: 90_000 }, () => {
  it('lists, reads, and writes after a yes', async () => {
    const folder = peersFolder('newest')
    const out = await outputOf(newestNode, [join(import.meta.dirname, 'ai-sdk-mcp.mjs'), server.url, folder])
    expect(JSON.parse(out)).toEqual({ tools: TOOLS, read: READ, write: 'gone', asked: ASKED })
    expect(deletePet.calls).toHaveLength(1)
    const version = npmVersion('@ai-sdk/mcp', folder)
    recordPeer({ page: 'mcp', client: '`@ai-sdk/mcp`', version, tested: BY_FORM })
  })
})

/** The Python block of docs/mcp.md that imports from a module, with the address of the server of the test. */
function documented(module: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')
  const blocks = [...page.matchAll(/```python\n([^`]*)```/g)].map(([, code]) => code!)
  const block = blocks.find((code) => code.includes(`from ${module} import`))
  expect(block).toBeDefined()
  return block!.replace('http://127.0.0.1:3001/mcp', server.url)
}

describe('docs/mcp.md', { timeout: 90_000 }, () => {
  it.skipIf(missingPeers('python'))('shows fastmcp as it runs', async () => {
    expect(await outputOf(peersPython(), ['-c', documented('fastmcp')])).toContain(READ)
  })

  it.skipIf(missingPeers('langchain'))('shows langchain-mcp-adapters as it runs', async () => {
    const code = documented('langchain_mcp_adapters.client')
    expect(await outputOf(peersPython('langchain'), ['-c', code])).toContain('Rex')
  })

  it.skipIf(missingPeers('python'))('shows openai-agents as it runs', async () => {
    const model = await startStandIn([responseWith(CALL), responseWith(MESSAGE)])
    try {
      const env = {
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: 'key',
        OPENAI_AGENTS_DISABLE_TRACING: '1',
      }
      expect(await outputOf(peersPython(), ['-c', documented('agents')], env)).toContain('There is Rex.')
      expect(JSON.stringify(model.requests[1]!.body)).toContain('Rex')
    } finally {
      await model.close()
    }
  })
})

const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'list_pets', arguments: '{}' }
const CONTENT = [{ type: 'output_text', text: 'There is Rex.', annotations: [] }]
const MESSAGE = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: CONTENT }

/** An answer of the Responses API with one item. */
function responseWith(item: object): Parameters<typeof startStandIn>[0][number] {
  const rest = { tools: [], tool_choice: 'auto', parallel_tool_calls: true }
  const body = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', output: [item], ...rest }
  return { status: 200, body: JSON.stringify(body) }
}
