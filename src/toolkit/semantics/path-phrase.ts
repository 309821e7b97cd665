import { pathVariableOf } from './address.js'
import { isPlural, nounWords, singularOf, VERBS } from './id-names.js'
import { literalKind } from './literal-id.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/** What a request is for, by method and path: "delete", "user comment", `isById` for `DELETE /users/:id/comments/:id`. */
export interface PathPhrase {
  verb: string
  /** The words for the records; the last is singular if the request is about one. */
  noun: readonly string[]
  isById: boolean
}

/** Whether a word alone says what a call does: `POST /auth/login`. */
const ALONE = wordList('callsAlone')
export const isAlone = (word: string): boolean => ALONE.has(word)

/** A word that says that the verb after it works on many records at once: `bulk` in `bulk-delete`. */
export const AT_ONCE = /^(?:batch|bulk|mass)$/

const OF_ONE = wordList('verbsOfOne')

/** Segments without meaning before an action: `actions` in `/servers/:id/actions/reboot`. */
const NO_PARTS = new Set(['do', 'action', 'actions'])

interface PhrasePart {
  noun: readonly string[]
  verb: string | undefined
  isNamed: boolean
}

export function phraseOfPath(method: string, path: readonly string[]): PathPhrase | undefined {
  const parts: PhrasePart[] = []
  for (const segment of path) {
    if (isValue(segment)) {
      const last = parts.at(-1)
      if (last) last.isNamed = true
      continue
    }
    if (NO_PARTS.has(segment)) continue
    const { noun, verb } = readSegment(segment)
    if (noun.length > 0 || verb !== undefined) parts.push({ noun, verb, isNamed: false })
  }
  return phraseOf(method, parts)
}

function phraseOf(method: string, parts: PhrasePart[]): PathPhrase | undefined {
  const last = parts.at(-1)
  if (!last) return undefined
  const [only] = last.noun
  if (last.noun.length === 1 && isAlone(only!)) return { verb: only!, noun: [], isById: false }
  const nouns = parts.filter(({ noun }) => noun.length > 0)
  const target = nouns.at(-1)
  if (!target) return undefined
  const owner = nouns.at(-2)
  const verb = last.verb ?? verbOf(method, target)
  const isOne = target.isNamed || OF_ONE.has(verb)
  const own = isOne ? oneOf(target.noun) : target.noun
  const outer = owner && (owner.isNamed || !isPlural(owner.noun.at(-1)!)) ? oneOf(owner.noun) : []
  return {
    verb: verb === 'list' && !isPlural(own.at(-1)!) ? 'get' : verb,
    noun: [...outer.filter((word) => !own.includes(word)), ...own],
    isById: target.isNamed,
  }
}

function verbOf(method: string, { noun, isNamed }: PhrasePart): string {
  if (method === 'GET') return !isNamed && isPlural(noun.at(-1)!) ? 'list' : 'get'
  if (method === 'POST') return isNamed ? 'update' : 'create'
  if (method === 'PUT' || method === 'PATCH') return 'update'
  if (method === 'HEAD') return 'check'
  return method.toLowerCase()
}

export function isValue(segment: string): boolean {
  return (
    pathVariableOf(segment) !== undefined ||
    /^[{<[$]|^\(?\{/.test(segment) ||
    literalKind(segment) !== undefined
  )
}

function readSegment(segment: string): Pick<PhrasePart, 'noun' | 'verb'> {
  const plain = segment.replace(/\.(?:php|aspx?|jsp|do|json|xml|html?)$/i, '')
  const [first = '', second = ''] = wordsOf(plain)
  const noun = nounWords(plain)
  if (AT_ONCE.test(first) && VERBS.has(second)) return { noun: noun.slice(1), verb: `${first} ${second}` }
  return { noun, verb: VERBS.has(first) ? first : undefined }
}

function oneOf(noun: readonly string[]): readonly string[] {
  return noun.length === 0 ? noun : [...noun.slice(0, -1), singularOf(noun.at(-1)!)]
}
