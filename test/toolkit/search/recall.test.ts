import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'
import { createToolIndex } from '../../../src/toolkit/search/tool-index.js'
import { type QuestionSet, recallOf, severalCalls, singleCalls } from '../../support/search-questions.js'
import { hasShared } from '../../support/shared.js'

type Find = (text: string) => ToolDefinition[]

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

/** Asks with one index for each collection. */
function asking(sets: QuestionSet[], search: (tools: ToolDefinition[]) => Find) {
  const finds = new Map(sets.map(({ tools }) => [tools, search(tools)]))
  return (some: QuestionSet[]) => recallOf(some, ({ say }, { tools }) => finds.get(tools)!(say))
}

describe.skipIf(!hasShared)('recall of all needed endpoints on 57 questions that need several', () => {
  it('reaches 0.88 within ten and 0.75 within five', () => {
    const sets = [severalCalls()]
    const [ours, plain] = [asking(sets, ourSearch)(sets), asking(sets, plainSearch)(sets)]
    for (const limit of [10, 5])
      console.info(
        `search: recall at ${limit}: ${ours.within(limit).toFixed(3)} (plain MiniSearch ${plain.within(limit).toFixed(3)})`,
      )
    expect(ours.within(10)).toBeGreaterThanOrEqual(0.88)
    expect(ours.within(5)).toBeGreaterThanOrEqual(0.75)
  })
})

describe.skipIf(!hasShared)('the one endpoint that answers, on questions for 23 other collections', () => {
  it('is far more often the first and within five than by plain MiniSearch', () => {
    const sets = singleCalls()
    const held = sets.map((set) => ({ ...set, questions: set.questions.filter((one) => one.held) }))
    const ask = asking(sets, ourSearch)
    const [ours, plain] = [ask(sets), asking(sets, plainSearch)(sets)]
    console.info(
      `search: first: ${ours.within(1).toFixed(3)} (plain ${plain.within(1).toFixed(3)}), held out ${ask(held).within(1).toFixed(3)}`,
    )
    console.info(`search: within five: ${ours.within(5).toFixed(3)} (plain ${plain.within(5).toFixed(3)})`)
    expect(ours.of).toBe(160)
    expect(ours.within(1)).toBeGreaterThanOrEqual(0.85)
    expect(ours.within(5)).toBeGreaterThanOrEqual(0.95)
  })
})
