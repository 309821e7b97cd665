import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { McpToolkit } from '../../src/server/mcp/mcp-toolkit.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { missingPeers, peersFolder } from './environment.js'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'voice-mcp-servers-')))
const opened: McpToolkit[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((toolkit) => toolkit.close()))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the server of a package as `mcpServers` of a configuration does. */
async function open(name: string, args: string[] = [], env: Record<string, string> = {}) {
  const command = join(peersFolder('mcp-servers'), 'node_modules/.bin', `mcp-server-${name}`)
  const toolkit = new McpToolkit(name, { command, args, env })
  opened.push(toolkit)
  await toolkit.ready
  const tools = toolkit.getFunctions()
  const call = async (tool: string, input: JsonObject) => {
    const found = tools.find((one) => one.name === tool)
    if (!found) throw new Error(`${tool} is not among ${tools.map((one) => one.name).join(', ')}`)
    return found.call(input)
  }
  return { tools, call }
}

/** Their versions are those of the table in docs/mcp.md. */
describe.skipIf(missingPeers('mcp-servers'))('an MCP server of the registry', { timeout: 60_000 }, () => {
  it('everything: answers, and shows a failure as one', async () => {
    const { tools, call } = await open('everything')
    expect(tools).toHaveLength(13)
    expect(await call('echo', { message: 'hello' })).toMatchObject({
      isError: false,
      content: expect.stringContaining('hello'),
    })
    expect(await call('get-sum', { a: 2, b: 'x' })).toMatchObject({ isError: true })
  })

  it('filesystem: reads are reads, and a write changes a file of its folder only', async () => {
    const { tools, call } = await open('filesystem', [folder])
    expect(tools).toHaveLength(14)
    const reads = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)
    expect(reads).toContain('read_text_file')
    expect(reads).not.toContain('write_file')
    const path = join(folder, 'note.txt')
    expect(await call('write_file', { path, content: 'milk' })).toMatchObject({ isError: false })
    expect(readFileSync(path, 'utf8')).toBe('milk')
    expect(JSON.stringify(await call('read_text_file', { path }))).toContain('milk')
    expect(await call('read_text_file', { path: '/etc/hostname' })).toMatchObject({ isError: true })
  })

  it('memory: what is stored is read back', async () => {
    const { tools, call } = await open('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') })
    expect(tools).toHaveLength(9)
    const entity = { name: 'Rex', entityType: 'dog', observations: ['likes balls'] }
    expect(await call('create_entities', { entities: [entity] })).toMatchObject({ isError: false })
    expect(await call('read_graph', {})).toMatchObject({ content: { entities: [entity] } })
  })
})
