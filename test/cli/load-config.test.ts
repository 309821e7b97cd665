import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/cli/config.js'
import { durationMs } from '../../src/cli/settings/kinds.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'voice.config.json')

async function load(text: string) {
  writeFileSync(path, text)
  const remarks: string[] = []
  const config = await loadConfig(path, (remark) => remarks.push(remark))
  return { config, remarks }
}

describe('a configuration', () => {
  it('is read, with the line of every member', async () => {
    const { config, remarks } = await load(
      '{\n  "llm": ["a/x", "b/y"],\n  "apps": {\n    "shop": { "approve": "none" }\n  }\n}',
    )
    expect(remarks).toEqual([])
    expect(config).toMatchObject({
      path,
      values: { llm: ['a/x', 'b/y'], apps: { shop: { approve: 'none' } } },
    })
    expect(config.at('/apps/shop/approve')).toBe(`${path}, line 4`)
    expect(config.at('/llm')).toBe(`${path}, line 2`)
    expect(config.at('/nothing')).toBe(`${path}, line 1`)
  })

  it('may have members that nobody knows: they are a remark', async () => {
    const { remarks } = await load('{\n  "apps": { "shop": {\n    "modle": "x" } }\n}')
    expect(remarks).toEqual([expect.stringMatching(/line 3: .*modle/)])
  })

  it.each<[text: string, line: number, problem: RegExp]>([
    ['{ "llm": 1 }', 1, /llm/],
    ['{\n\n "approve": "sometimes" }', 3, /approve|sometimes/],
    ['{ "collections": [\n {}] }', 2, /file/],
    ['{ "collections": [\n { "file": "" }] }', 2, /is none/],
    ['{ "collections": [{ "file": "a.json",\n "baseUrl": "a.test" }] }', 2, /"a\.test" is none/],
    [
      '{ "collections": [{ "file": "a.json",\n "baseUrl": { "auth": "ftp://x" } }] }',
      2,
      /"ftp:\/\/x" is none/,
    ],
    ['{\n "retain": "soon" }', 2, /"soon" is none/],
    ['{ "apps": {\n "x": {\n "llm": [] } } }', 3, /"llm" names nothing/],
    ['{\n "stt": ["a/b", ""] }', 2, /"stt" names nothing/],
    [
      '{ "budgets": {\n "user": { "turns": -1 } } }',
      2,
      /budgets\.user\.turns: "turns" must be at least 0, found -1/,
    ],
    ['{ "limits":\n { "maxSessions": 0 } }', 2, /"maxSessions" must be at least 1, found 0/],
    ['{\n "maxWarnings": 1.5 }', 2, /"maxWarnings" must be a whole number, found a fraction/],
    [
      '{ "apps": { "x": {\n "tools": "some" } } }',
      2,
      /apps\.x\.tools: "tools" must be one of all, search, auto, found "some"/,
    ],
    ['{ "deny": [\n 3] }', 2, /deny\.0: Entry 1 of this list must be a text, found a number/],
    ['{ "webrtc": {\n "publicAddresses": ["a.test"] } }', 2, /"publicAddresses" takes an IP address/],
    ['{ "webrtc": {\n "udpPorts": "50000" } }', 2, /"udpPorts" takes the first and the last port/],
    ['{\n "publicUrl": "voice.test" }', 2, /"publicUrl" takes the address/],
    [
      '{ "allowedOrigins": [\n "https://a.test/"] }',
      2,
      /allowedOrigins\.0: "allowedOrigins" takes an origin .*"https:\/\/a\.test\/" is none/,
    ],
  ])('%j is refused', async (text, line, problem) => {
    await expect(load(text)).rejects.toMatchObject({
      code: 'wrong-usage',
      message: expect.stringMatching(new RegExp(`line ${line}: .*(?:${problem.source})`, 's')),
    })
  })

  it('that is no JSON is shown where it breaks', async () => {
    await expect(load('{\n  "llm": }')).rejects.toMatchObject({ message: expect.stringContaining('line 2') })
  })
})

describe('a duration', () => {
  it.each<[string, number | undefined]>([
    ['250', undefined],
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['2 h', undefined],
    ['-1s', undefined],
    ['', undefined],
  ])('%s', (text, want) => {
    expect(durationMs(text)).toBe(want)
  })
})

describe('docs/config.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/config.md'), 'utf8')
  const blocks = Array.from(page.matchAll(/^```json\n([\s\S]*?)^```$/gm), ([, text]) => text!)

  it.each(blocks)('has examples that are read without a remark: %#', async (text) => {
    expect((await load(text)).remarks).toEqual([])
  })

  it('names every member', () => {
    const schema = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../schemas/voice-config.json'), 'utf8'),
    ) as { properties: object; definitions: Record<string, { properties?: object }> }
    const shapes = [schema, ...Object.values(schema.definitions)]
    const members = shapes.flatMap(({ properties = {} }) => Object.keys(properties))
    const unnamed = members.filter((name) => name !== '$schema' && !new RegExp(`[\`.]${name}\``).test(page))
    expect(unnamed).toEqual([])
  })
})
