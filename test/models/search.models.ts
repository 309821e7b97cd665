import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../src/toolkit/model/tool.js'
import { createToolIndex } from '../../src/toolkit/search/tool-index.js'
import {
  type QuestionSet,
  type Recall,
  recallOf,
  type SearchQuestion,
  severalCalls,
  singleCalls,
} from '../support/search-questions.js'
import { hasShared } from '../support/shared.js'
import { describedTools } from './described-tools.js'
import { alike, type Embed, embeddingEngine, loadEmbedding } from './sentence-embedding.js'

const directory = process.env.VOICE_MODELS_DIR ?? ''
const folder = join(directory, 'test-minilm-l6-v2')
const engine = embeddingEngine(directory)
const isReady = existsSync(folder) && engine !== undefined
if (!existsSync(folder)) console.warn(`skipped: there is no ${folder}; --fetch brings it`)
if (!engine)
  console.warn('skipped: onnxruntime-web is absent: npm install --prefix "$VOICE_MODELS_DIR" onnxruntime-web')

/** Some five thousand texts, each a few dozen milliseconds of one core. */
const PATIENCE_MS = 1_800_000
const LIMITS = [1, 5, 10]
/** What an embedding has to find more within five, of the mean of all sets, to be worth its size. */
const WORTHWHILE = 0.05
/** Of reciprocal rank fusion, as its authors have it. */
const RANK_OFFSET = 60
/** What the likeness may count beside a score of search, which is about 1 where all fits. */
const WEIGHTS = [0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2]
/** A score of search where all fits. */
const FULL_SCORE = 3

type Scores = ReadonlyMap<ToolDefinition, number>
/** What both ways say of the tools; search is silent about tools that have nothing in common with the question. */
interface Said {
  words: Scores
  meaning: Scores
}
type Answers = Map<SearchQuestion, Said>

const best = (scores: Scores) => [...scores].sort(([, a], [, b]) => b - a).map(([tool]) => tool)

function byRanks({ words, meaning }: Said): ToolDefinition[] {
  const scores = new Map<ToolDefinition, number>()
  for (const list of [best(words), best(meaning)])
    for (const [at, tool] of list.entries())
      scores.set(tool, (scores.get(tool) ?? 0) + 1 / (RANK_OFFSET + 1 + at))
  return best(scores)
}

function byWeight({ words, meaning }: Said, weight: number): ToolDefinition[] {
  if (weight === 0) return best(words)
  const score = (tool: ToolDefinition, likeness: number) =>
    (words.get(tool) ?? 0) / FULL_SCORE + weight * likeness
  return best(new Map([...meaning].map(([tool, likeness]) => [tool, score(tool, likeness)])))
}

/** Both ways on all questions, and what one text and one question cost. */
async function askAll(sets: readonly QuestionSet[], embed: Embed) {
  const answers: Answers = new Map()
  const ms = { texts: [] as number[], questions: [] as number[], searches: [] as number[] }
  const timed = async <T>(times: number[], work: () => T | Promise<T>) => {
    const began = performance.now()
    const result = await work()
    times.push(performance.now() - began)
    return result
  }
  for (const { tools, questions } of sets) {
    const index = createToolIndex(tools)
    const vectors = new Map<ToolDefinition, Float32Array>()
    for (const tool of tools) vectors.set(tool, await timed(ms.texts, () => embed(textOf(tool))))
    for (const question of questions) {
      const hits = await timed(ms.searches, () => index.search(question.say))
      const asked = await timed(ms.questions, () => embed(question.say))
      answers.set(question, {
        words: new Map(hits.map(({ definition, score }) => [definition, score])),
        meaning: new Map([...vectors].map(([tool, vector]) => [tool, alike(asked, vector)])),
      })
    }
  }
  return { answers, ms }
}

const textOf = ({ title, method, path, description }: ToolDefinition) =>
  `${title}. ${method} ${path}. ${description}`

/** Every other question. */
function halves(sets: readonly QuestionSet[]): [QuestionSet[], QuestionSet[]] {
  const half = (odd: number) =>
    sets.map((set) => ({ ...set, questions: set.questions.filter((_, at) => at % 2 === odd) }))
  return [half(0), half(1)]
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const inPercent = (recall: Recall) =>
  LIMITS.map((limit) => (100 * recall.within(limit)).toFixed(1)).join(' / ')

describe.skipIf(!isReady)('a sentence embedding beside search', () => {
  it('is the model it is said to be', async () => {
    const embed = await loadEmbedding(folder, engine!)
    const happy = await embed('That is a happy person')
    // As https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2 shows them.
    const known = {
      'That is a happy dog': 0.695,
      'That is a very happy person': 0.943,
      'Today is a sunny day': 0.257,
    }
    for (const [text, likeness] of Object.entries(known))
      expect(alike(happy, await embed(text))).toBeCloseTo(likeness, 3)
  })

  it.skipIf(!hasShared)('finds too little more to be worth its size', { timeout: PATIENCE_MS }, async () => {
    const single = singleCalls()
    const only = (held: boolean) =>
      single.map((set) => ({ ...set, questions: set.questions.filter((one) => one.held === held) }))
    const groups: Record<string, QuestionSet[]> = {
      'several calls': [severalCalls()],
      'one call': only(false),
      'one call, held out': only(true),
      descriptions: describedTools(),
    }
    const { answers, ms } = await askAll(Object.values(groups).flat(), await loadEmbedding(folder, engine!))
    const recall = (sets: QuestionSet[], order: (said: Said) => ToolDefinition[]) =>
      recallOf(sets, (question) => order(answers.get(question)!))

    const parts = Object.values(groups).map(halves)
    /** The weight that finds most within five in one half of all sets. */
    const weightBy = (half: 0 | 1) => {
      const found = (weight: number) =>
        mean(parts.map((sets) => recall(sets[half], (said) => byWeight(said, weight)).within(5)))
      return WEIGHTS.reduce((one, other) => (found(other) > found(one) ? other : one))
    }
    const weights = [weightBy(1), weightBy(0)]
    const weightOf = new Map(
      parts.flatMap((sets) =>
        sets.flatMap((half, at) =>
          half.flatMap(({ questions }) => questions.map((one) => [one, weights[at]!] as const)),
        ),
      ),
    )
    const rows: Record<string, (sets: QuestionSet[]) => Recall> = {
      search: (sets) => recall(sets, ({ words }) => best(words)),
      embedding: (sets) => recall(sets, ({ meaning }) => best(meaning)),
      'both, by ranks': (sets) => recall(sets, byRanks),
      'both, weighted': (sets) =>
        recallOf(sets, (question) => byWeight(answers.get(question)!, weightOf.get(question)!)),
    }
    console.log('% of what is needed within 1 / 5 / 10')
    console.table(
      Object.entries(groups).map(([name, sets]) => ({
        questions: name,
        of: rows.search!(sets).of,
        ...Object.fromEntries(Object.entries(rows).map(([row, measure]) => [row, inPercent(measure(sets))])),
      })),
    )
    console.log(
      `weights chosen on the other half: ${weights.join(', ')}; a question takes search ${mean(ms.searches).toFixed(1)} ms and the embedding ${mean(ms.questions).toFixed(0)} ms more; 1,000 tools take it ${mean(ms.texts).toFixed(0)} s once`,
    )
    const gains = Object.values(groups).map((sets) => {
      const more = Math.max(...['both, by ranks', 'both, weighted'].map((row) => rows[row]!(sets).within(5)))
      return more - rows.search!(sets).within(5)
    })
    expect(mean(gains)).toBeLessThan(WORTHWHILE)
  })
})
