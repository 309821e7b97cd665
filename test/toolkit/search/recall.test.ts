import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'
import { createToolIndex } from '../../../src/toolkit/search/tool-index.js'
import { hasShared, sharedPath } from '../../support/shared.js'

type Find = (text: string) => ToolDefinition[]

function toolsOf(...path: string[]): ToolDefinition[] {
  return compileCollection(parseCollection(JSON.parse(readFileSync(sharedPath(...path), 'utf8')))).definitions
}

/** What one has without any of this: MiniSearch over names and descriptions. */
function plainSearch(tools: ToolDefinition[]): Find {
  const engine = new MiniSearch<ToolDefinition>({ idField: 'name', fields: ['title', 'description'] })
  engine.addAll(tools)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return (text) => engine.search(text).map(({ id }) => byName.get(String(id))!)
}

function ourSearch(tools: ToolDefinition[]): Find {
  const index = createToolIndex(tools)
  return (text) => index.search(text).map(({ definition }) => definition)
}

const keyOf = ({ method, path }: ToolDefinition) => `${method} ${path}`

/** The share of all needed endpoints that stand within the first few. */
function recall(
  find: Find,
  { questions, limit }: { questions: { query: string; solution: string[] }[]; limit: number },
): number {
  let needed = 0
  let found = 0
  for (const { query, solution } of questions) {
    const first = find(query).slice(0, limit).map(keyOf)
    needed += solution.length
    found += solution.filter((endpoint) => first.includes(endpoint)).length
  }
  return found / needed
}

describe.skipIf(!hasShared)('recall of all needed endpoints on 57 questions that need several', () => {
  it('reaches 0.88 within ten and 0.75 within five', () => {
    const tools = toolsOf('tool-search', 'spotify.postman.json')
    const questions = JSON.parse(readFileSync(sharedPath('tool-search', 'spotify.queries.json'), 'utf8'))
    const [ours, plain] = [ourSearch(tools), plainSearch(tools)]
    const at = (find: Find, limit: number) => recall(find, { questions, limit })
    console.info(
      `search: recall at 10: ${at(ours, 10).toFixed(3)} (plain MiniSearch ${at(plain, 10).toFixed(3)})`,
    )
    console.info(
      `search: recall at 5: ${at(ours, 5).toFixed(3)} (plain MiniSearch ${at(plain, 5).toFixed(3)})`,
    )
    expect(at(ours, 10)).toBeGreaterThanOrEqual(0.88)
    expect(at(ours, 5)).toBeGreaterThanOrEqual(0.75)
  })
})

interface Question {
  say: string
  titles: string[]
  held?: boolean
}

describe.skipIf(!hasShared)('the one endpoint that answers, on questions for 23 other collections', () => {
  const fixtures = join(import.meta.dirname, '../../fixtures/eval')
  const files = ['corpus.yaml', 'corpus-wide.yaml']
  const sets = files.flatMap((file) =>
    Object.entries(parse(readFileSync(join(fixtures, file), 'utf8')) as Record<string, Question[]>),
  )

  it('is far more often the first and within five than by plain MiniSearch', () => {
    const count = { ours1: 0, ours5: 0, plain1: 0, plain5: 0, held1: 0, held: 0, of: 0 }
    for (const [file, questions] of sets) {
      const tools = toolsOf('corpus', 'collections', `${file}.json`)
      const [ours, plain] = [ourSearch(tools), plainSearch(tools)]
      for (const { say, titles, held } of questions) {
        const place = (find: Find) => find(say).findIndex(({ title }) => titles.includes(title.trim())) + 1
        const [own, other] = [place(ours), place(plain)]
        count.of++
        if (held) count.held++
        if (own === 1) count.ours1++
        if (held && own === 1) count.held1++
        if (own >= 1 && own <= 5) count.ours5++
        if (other === 1) count.plain1++
        if (other >= 1 && other <= 5) count.plain5++
      }
    }
    const share = (passed: number, of = count.of) => (passed / of).toFixed(3)
    console.info(
      `search: first: ${share(count.ours1)} (plain ${share(count.plain1)}), held out ${share(count.held1, count.held)}`,
    )
    console.info(`search: within five: ${share(count.ours5)} (plain ${share(count.plain5)})`)
    expect(count.ours1 / count.of).toBeGreaterThanOrEqual(0.85)
    expect(count.ours5 / count.of).toBeGreaterThanOrEqual(0.95)
  })
})
