import data from '../../../templates/status-words.json'
import type { Script } from '../model/collection.js'
import { withoutComments } from './script-text.js'

const STATUS_WORDS: Readonly<Record<string, number>> = data

/** Assertions about the status of a response, in code without comments. */
const ASSERTIONS = [
  /\.to\.have\.status\(\s?(\d{3})\s?\)/g,
  /\.(?:code|status)\s?\)\s?\.to\.(?:be\.|deep\.)?(?:eql?|equals?|oneOf)\(\s?(\[?[\d,\s]{3,80})/g,
  /\btests\[[^\]\n]{1,200}\]\s?=\s?responseCode\.code\s?===?\s?(\d{3})/g,
]

/** The statuses that the test scripts of a request assert. A comparison in an `if` is not an assertion. */
export function assertedStatuses(scripts: readonly Script[]): number[] {
  const code = withoutComments(
    scripts.flatMap(({ when, lines }) => (when === 'test' ? lines : [])).join('\n'),
  )
  const numbers = ASSERTIONS.flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, list = '']) => list.match(/\d{3}/g) ?? []),
  )
  const words = [...code.matchAll(/\bpm\.response\.to\.be\.(\w{2,20})/g)]
  const named = words.flatMap(([, word = '']) =>
    Object.hasOwn(STATUS_WORDS, word) ? [STATUS_WORDS[word]!] : [],
  )
  return [...new Set([...numbers.map(Number), ...named])]
}
