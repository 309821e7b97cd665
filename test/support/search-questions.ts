import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { decodeDocument } from '../../src/toolkit/collection/read-document.js'
import { compileCollection } from '../../src/toolkit/compile/compile-collection.js'
import type { ToolDefinition } from '../../src/toolkit/model/tool.js'
import { sharedPath } from './shared.js'

/** A question, and the tools that answer it. */
export interface SearchQuestion {
  say: string
  /** The needs of the question. Any tool of a list meets the need. */
  needed: ToolDefinition[][]
  /** Not looked at while the rules of search are written. */
  held: boolean
}

/** Questions for the tools of one collection. */
export interface QuestionSet {
  tools: ToolDefinition[]
  questions: SearchQuestion[]
}

const FIXTURES = join(import.meta.dirname, '../fixtures/eval')

/** The tools of a collection of the reference material. */
export function sharedTools(...path: string[]): ToolDefinition[] {
  const text = decodeDocument(readFileSync(sharedPath(...path)))
  return compileCollection(parseCollection(JSON.parse(text))).definitions
}

/** 57 questions that mostly need several endpoints of one large API. */
export function severalCalls(): QuestionSet {
  const tools = sharedTools('tool-search', 'spotify.postman.json')
  const asked: { query: string; solution: string[] }[] = JSON.parse(
    readFileSync(sharedPath('tool-search', 'spotify.queries.json'), 'utf8'),
  )
  const questions = asked.map(({ query, solution }) => ({
    say: query,
    needed: solution.map((endpoint) => tools.filter(({ method, path }) => `${method} ${path}` === endpoint)),
    held: false,
  }))
  return { tools, questions }
}

/** Questions that one endpoint answers, for 23 other collections. */
export function singleCalls(): QuestionSet[] {
  return ['corpus.yaml', 'corpus-wide.yaml'].flatMap((file) => {
    const asked: Record<string, { say: string; titles: string[]; held?: boolean }[]> = parse(
      readFileSync(join(FIXTURES, file), 'utf8'),
    )
    return Object.entries(asked).map(([name, lines]) => {
      const tools = sharedTools('corpus', 'collections', `${name}.json`)
      const questions = lines.map(({ say, titles, held = false }) => ({
        ...{ say, held },
        needed: [tools.filter(({ title }) => titles.includes(title.trim()))],
      }))
      return { tools, questions }
    })
  })
}

/** The number of needs, and how many of them the first so many tools meet. */
export interface Recall {
  of: number
  within: (limit: number) => number
}

/** Asks all questions and counts. `find` answers tools, best first. */
export function recallOf(
  sets: readonly QuestionSet[],
  find: (question: SearchQuestion, set: QuestionSet) => readonly ToolDefinition[],
): Recall {
  const places = sets.flatMap((set) =>
    set.questions.flatMap((question) => {
      const found = find(question, set)
      return question.needed.map((any) => found.findIndex((tool) => any.includes(tool)))
    }),
  )
  const within = (limit: number) => places.filter((at) => at >= 0 && at < limit).length
  return { of: places.length, within: (limit) => within(limit) / places.length }
}
