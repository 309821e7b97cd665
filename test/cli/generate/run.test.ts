import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runHere } from '../../support/in-process.js'
import { choice, DONE, startStandIn } from '../../support/stand-in-provider.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-generate-run-'))
const docs = join(folder, 'api.md')
writeFileSync(docs, '`GET /pets` lists the pets.\n')
const streams = [process.stdin, process.stdout, process.stderr]
const before = streams.map(({ isTTY }) => isTTY)
beforeEach(() => {
  for (const stream of streams) stream.isTTY = true
})
afterEach(() => {
  for (const [index, stream] of streams.entries()) stream.isTTY = before[index]!
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

const SHOP = readFileSync('examples/petshop/postman.json', 'utf8')

it.each([
  ['counts the characters on a terminal', [], true],
  ['counts nothing with --quiet', ['--quiet'], false],
])('%s', async (_, flags, counts) => {
  const provider = await startStandIn([{ pieces: [choice({ content: SHOP }) + choice({}, 'stop') + DONE] }])
  vi.stubEnv('LLM_BASE_URL', provider.baseUrl)
  vi.stubEnv('LLM_API_KEY', 'k')
  const file = join(folder, 'made.json')
  const { code, stderr } = await runHere('generate', '--docs', docs, '-o', file, '--force', ...flags)
  await provider.close()
  expect(code).toBe(0)
  expect(/\d characters/.test(stderr)).toBe(counts)
})
