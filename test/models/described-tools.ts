import { readdirSync, statSync } from 'node:fs'
import type { ToolDefinition } from '../../src/toolkit/model/tool.js'
import { type QuestionSet, sharedTools } from '../support/search-questions.js'
import { sharedPath } from '../support/shared.js'

const MOST_BYTES = 1_000_000
const LEAST_TOOLS = 15
const MOST_QUESTIONS = 10
/** Words of a sentence that tells something. */
const [LEAST_WORDS, MOST_WORDS] = [6, 30]

/** The first sentences of descriptions in the corpus as questions for their own tools, whose descriptions are taken away. */
export function describedTools(): QuestionSet[] {
  const names = readdirSync(sharedPath('corpus', 'collections')).filter(
    (name) => name.endsWith('.json') && statSync(sharedPath('corpus', 'collections', name)).size < MOST_BYTES,
  )
  const sets = names.map((name) => setOf(sharedTools('corpus', 'collections', name)))
  return sets.filter(({ tools, questions }) => tools.length >= LEAST_TOOLS && questions.length > 0)
}

function setOf(tools: ToolDefinition[]): QuestionSet {
  const bare = tools.map((tool) => ({ ...tool, description: '', words: '' }))
  const told = new Map<string, ToolDefinition[]>()
  for (const [at, tool] of tools.entries()) {
    const sentence = firstSentence(tool)
    if (sentence) told.set(sentence, [...(told.get(sentence) ?? []), bare[at]!])
  }
  const step = Math.ceil(told.size / MOST_QUESTIONS)
  const questions = [...told].map(([say, any]) => ({ say, needed: [any], held: true }))
  return { tools: bare, questions: questions.filter((_, at) => at % step === 0) }
}

/** `undefined` where the sentence is no sentence, or was made of method and path. */
function firstSentence({ title, description }: ToolDefinition): string | undefined {
  const text = description
    .replace(/\s+/g, ' ')
    .replace(/[*`#>]/g, '')
    .trim()
  const [first = ''] = text.split(/(?<=[a-z]{2}[.!?]) /)
  const words = first.split(' ').length
  const isMade = first === title || /\((GET|POST|PUT|PATCH|DELETE|HEAD) /.test(first)
  return isMade || words < LEAST_WORDS || words > MOST_WORDS ? undefined : first
}
