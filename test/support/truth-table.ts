import type { ParameterFact } from './openapi-truth.js'

/** The facts that are compared for each parameter. */
export const ASPECTS = ['location', 'type', 'required', 'values', 'default', 'format'] as const
export type Aspect = (typeof ASPECTS)[number]

/** How many statements were right, made and true. */
export type Score = Record<Aspect, { right: number; said: number; true: number }>

/** Two lists of facts, and what differs. */
export interface Comparison {
  score: Score
  /** Wrong facts, beginning with `+`, and missing facts, beginning with `-`. */
  differences: string[]
}

/** Compares the facts of tools with the truth. */
export function compareFacts(truth: ParameterFact[], said: ParameterFact[]): Comparison {
  const differences: string[] = []
  const scores = ASPECTS.map((aspect) => {
    const [wanted, found] = [statements(truth, aspect), statements(said, aspect)]
    const right = [...found].filter((fact) => wanted.has(fact))
    for (const fact of found) if (!wanted.has(fact)) differences.push(`+ ${fact}`)
    for (const fact of wanted) if (!found.has(fact)) differences.push(`- ${fact}`)
    return [aspect, { right: right.length, said: found.size, true: wanted.size }]
  })
  return { score: Object.fromEntries(scores) as Score, differences }
}

function statements(facts: ParameterFact[], aspect: Aspect): Set<string> {
  return new Set(
    facts.flatMap((fact) => (fact[aspect] ? [`${fact.key} ${aspect} ${String(fact[aspect])}`] : [])),
  )
}

/** Both scores together. */
export function addScores(a: Score, b: Score): Score {
  const sum = (aspect: Aspect) => ({
    right: a[aspect].right + b[aspect].right,
    said: a[aspect].said + b[aspect].said,
    true: a[aspect].true + b[aspect].true,
  })
  return Object.fromEntries(ASPECTS.map((aspect) => [aspect, sum(aspect)])) as Score
}

export const precision = (score: Score, aspect: Aspect) => share(score[aspect].right, score[aspect].said)
export const recall = (score: Score, aspect: Aspect) => share(score[aspect].right, score[aspect].true)
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

/** The scores as a table of precision and recall. */
export function tableOf(rows: [name: string, score: Score][]): string {
  const head = `${'precision/recall'.padEnd(34)}${ASPECTS.map((aspect) => aspect.padEnd(14)).join('')}`
  const line = ([name, score]: [string, Score]) =>
    `${name.padEnd(34)}${ASPECTS.map((aspect) => `${precision(score, aspect).toFixed(2)}/${recall(score, aspect).toFixed(2)}`.padEnd(14)).join('')}`
  return [head, ...rows.map(line)].join('\n')
}
