import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ModelMessage, ModelTool } from '../../../../src/server/model/language-model.js'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { hasShared, sharedPath } from '../../../support/shared.js'
import { step } from './talk.js'

const root = join(import.meta.dirname, '../../../..')
const fixtures = join(root, 'test/fixtures/eval')

interface Case {
  say: string[]
  tool: string | null
  input?: JsonValue
}

interface CorpusCase {
  say: string
  titles: string[]
  held?: boolean
}

function readYaml<Shape>(name: string): Shape {
  return parse(readFileSync(join(fixtures, name), 'utf8')) as Shape
}

function toolsOf(file: string): ModelTool[] {
  const { definitions } = compileCollection(parseCollection(JSON.parse(readFileSync(file, 'utf8'))))
  return definitions.map((definition) => ({ ...definition, definition }))
}

/** Says the sentences one after another until a tool is called. */
async function firstCall(says: string[], tools: ModelTool[]) {
  const history: ModelMessage[] = []
  for (const text of says) {
    history.push({ role: 'user', text })
    const { call, text: said } = await step(history, { tools })
    if (call) return call
    history.push({ role: 'assistant', text: said, toolCalls: [] })
  }
  return undefined
}

async function passes({ say, tool, input }: Case, tools: ModelTool[]): Promise<boolean> {
  const call = await firstCall(say, tools)
  return (call?.name ?? null) === tool && (call === undefined || contains(call.input, input ?? {}))
}

function contains(got: JsonValue | undefined, want: JsonValue): boolean {
  if (typeof want !== 'object' || want === null || Array.isArray(want)) return got === want
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false
  return Object.entries(want).every(([name, value]) => contains(got[name], value))
}

async function countPassing(cases: Case[], tools: ModelTool[]): Promise<number> {
  let passed = 0
  for (const one of cases) if (await passes(one, tools)) passed++
  return passed
}

function report(name: string, { passed, of }: { passed: number; of: number }): void {
  console.info(`router: ${name}: ${passed} of ${of}`)
}

describe('the router on the example shop', () => {
  const tools = toolsOf(join(root, 'examples/petshop/postman.json'))
  it.each(['petshop-open.yaml', 'petshop-held.yaml'])(
    '%s: at least 90 percent of ten paraphrases per tool',
    async (file) => {
      const { cases } = readYaml<{ cases: Case[] }>(file)
      const passed = await countPassing(cases, tools)
      report(file, { passed, of: cases.length })
      expect(passed / cases.length).toBeGreaterThanOrEqual(0.9)
    },
  )

  it('abstains on at least 90 % of what it has no tool for', async () => {
    const { cases } = readYaml<{ cases: Case[] }>('unrelated.yaml')
    const passed = await countPassing(cases, tools)
    report('unrelated questions', { passed, of: cases.length })
    expect(passed / cases.length).toBeGreaterThanOrEqual(0.9)
  })
})

describe.skipIf(!hasShared)('the router on collections of the corpus', () => {
  const corpus = readYaml<Record<string, CorpusCase[]>>('corpus.yaml')
  const unrelated = readYaml<{ cases: Case[] }>('unrelated.yaml').cases
  it.each(Object.entries(corpus))('%s', async (file, cases) => {
    const tools = toolsOf(sharedPath('corpus/collections', `${file}.json`))
    const passed = { open: 0, held: 0 }
    for (const { say, titles, held } of cases) {
      const { explain } = await step([{ role: 'user', text: say }], { tools })
      const title = tools.find((tool) => tool.name === explain.chosen)?.definition?.title.trim() ?? ''
      if (titles.includes(title)) passed[held ? 'held' : 'open']++
    }
    const held = cases.filter((one) => one.held).length
    report(`${file}, open`, { passed: passed.open, of: cases.length - held })
    report(`${file}, held out`, { passed: passed.held, of: held })
    expect((passed.open + passed.held) / cases.length).toBeGreaterThanOrEqual(0.8)
    let abstained = 0
    for (const { say } of unrelated)
      if ((await step([{ role: 'user', text: say[0]! }], { tools })).explain.chosen === null) abstained++
    report(`${file}, unrelated`, { passed: abstained, of: unrelated.length })
    expect(abstained / unrelated.length).toBeGreaterThanOrEqual(0.9)
  })
})
