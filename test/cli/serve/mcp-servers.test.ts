import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { McpServers } from '../../../src/cli/serve/mcp-servers.js'
import { silentLogger } from '../../../src/ports.js'

const notes = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../../support/mcp-notes.mjs')],
  env: { NOTES_LANGUAGE: '{{notes_language}}' },
}

const servers = new McpServers(silentLogger)
afterEach(async () => {
  vi.unstubAllEnvs()
  await servers.keep([])
})

describe('the MCP servers of a configuration', () => {
  it('get the values of the environment that the configuration names', async () => {
    vi.stubEnv('VOICE_VAR_notes_language', 'en')
    const [server] = await servers.open({ notes })
    const tool = server!.getFunctions().find(({ name }) => name === 'say_env')
    expect(await tool!.call({})).toMatchObject({ content: { NOTES_LANGUAGE: 'en' } })
  })

  it('do not show the values of the environment, whatever their names are', async () => {
    vi.stubEnv('VOICE_VAR_notes_language', 'lang-4711')
    const env = { A: '{{notes_language}}', B: 'open-value' }
    const [server] = await servers.open({ notes: { ...notes, env } })
    const tool = server!.getFunctions().find(({ name }) => name === 'say_env')
    expect(await tool!.call({})).toMatchObject({ content: { A: '•••', B: 'open-value' } })
  })

  it('are refused with a sentence if a value is missing', async () => {
    await expect(servers.open({ notes })).rejects.toThrow(
      'mcpServers.notes: {{notes_language}} has no value. Set VOICE_VAR_notes_language in the environment.',
    )
  })

  it('are started once for all agents, and kept while one uses them', async () => {
    vi.stubEnv('VOICE_VAR_notes_language', 'en')
    const [first] = await servers.open({ notes })
    const [second] = await servers.open({ notes })
    expect(second).toBe(first)
    await servers.keep([first!])
    expect(await servers.open({ notes })).toEqual([first])
  })
})
