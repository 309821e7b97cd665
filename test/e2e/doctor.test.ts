import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { voice } from '../support/cli.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The models of this machine's user do not count. */
const NO_MODELS = { VOICE_MODELS_DIR: join(folder, 'models') }

interface Check {
  name: string
  status: 'ok' | 'note' | 'failed'
  message: string
  advice?: string
}

async function doctor(env: Record<string, string> = {}, cwd = folder) {
  const { code, stdout } = await voice(['doctor', '--format', 'json'], { cwd, env: { ...NO_MODELS, ...env } })
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  return { code, stdout, checks, find: (name: string) => checks.find((check) => check.name === name) }
}

/** A provider that answers every request with one status. */
async function provider(status: number) {
  const server = createServer((_, response) => void response.writeHead(status).end('{"data": []}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => server.close() }
}

describe('voice doctor', () => {
  it('runs a full turn and says what is missing', async () => {
    const { code, checks, find } = await doctor()
    expect(code).toBe(0)
    expect(find('full turn')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/words \d+ ms, turn \d+ ms/),
    })
    expect(find('node')).toMatchObject({ status: 'ok' })
    expect(find('LLM_API_KEY')).toMatchObject({ status: 'note', message: 'not set' })
    expect(find('model')).toMatchObject({
      status: 'note',
      message: expect.stringMatching(/^builtin\/router: /),
    })
    expect(find('speech')).toMatchObject({ status: 'note', message: 'none: clients open in text' })
    expect(find('postman.json')).toMatchObject({ status: 'note' })
    expect(checks.filter(({ status, advice }) => status === 'failed' && !advice)).toEqual([])
  })

  it.each<[status: number, want: Partial<Check>]>([
    [200, { status: 'ok' }],
    [401, { status: 'failed', advice: expect.stringContaining('LLM_API_KEY') }],
    [500, { status: 'failed' }],
  ])('asks the provider: HTTP %i', async (status, want) => {
    const { url, close } = await provider(status)
    const { code, stdout, find } = await doctor({ LLM_BASE_URL: url, LLM_API_KEY: 'secret-key-of-a-test' })
    close()
    expect(find('model')).toMatchObject(want)
    expect(find('LLM_API_KEY')).toEqual({ name: 'LLM_API_KEY', status: 'ok', message: 'set' })
    expect(code).toBe(want.status === 'failed' ? 1 : 0)
    expect(stdout).not.toContain('secret-key-of-a-test')
  })

  it('says that a provider cannot be reached', async () => {
    const { code, find } = await doctor({ LLM_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect([code, find('model')]).toEqual([
      1,
      expect.objectContaining({ message: expect.stringContaining('cannot be reached') }),
    ])
  })

  it('looks at the collection of the folder', async () => {
    copyFileSync('examples/petshop/postman.json', join(folder, 'postman.json'))
    expect((await doctor()).find('postman.json')).toMatchObject({ status: 'ok', message: 'valid, 9 tools' })
    writeFileSync(join(folder, 'postman.json'), '{"info": {')
    const { code, find } = await doctor()
    expect([code, find('postman.json')]).toEqual([
      1,
      expect.objectContaining({ status: 'failed', advice: expect.stringContaining('voice validate') }),
    ])
  })

  it('prints a line for each check', async () => {
    const { stdout } = await voice(['doctor'], { cwd: folder, env: NO_MODELS })
    expect(stdout).toMatch(/✔ node +Node \d+/)
    expect(stdout).toMatch(/\nThis does not work:\n✖ [^\n]+(?:\n {20}[^\n]+)*\n$/)
  })
})
