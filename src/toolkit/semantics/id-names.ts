import { PLURAL_OF_IE } from '../../languages/en/stem.js'
import { memoized } from '../../text/memoized.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { ID_WORDS } from './placeholder-text.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/** How a collection joins the words of a name: `userId` or `user_id`. */
export type NameStyle = 'camel' | 'snake'

/** Segments at the start of an API's paths that do not name a kind of record. */
const PREFIX =
  /^(api|apis|rest|restapi|odata|ws|rpc|svc|app|public|private|internal|admin|v|ver|version|graphql|json|xml|index\.php|[\w-]+\.(php|aspx?|jsp|do|svc|asmx))$/i

export const VERBS = wordList('recordVerbs')

const NO_NOUNS = new Set([
  ...VERBS,
  ...'put new detail details info single one by por for of the and all id ids uuid'.split(' '),
])

/** The style in which most of these names are written. It is snake_case if no name shows a style. */
export function styleOf(names: Iterable<string>): NameStyle {
  let camel = 0
  let snake = 0
  for (const name of names) {
    if (!/[A-Z_]/.test(name)) continue
    if (/^[a-z]+(?:[A-Z][a-z\d]*)+$/.test(name)) camel++
    else if (/^[a-z]+(?:_[a-z\d]+)+$/.test(name)) snake++
  }
  return camel > snake ? 'camel' : 'snake'
}

export function joinWords(words: readonly string[], style: NameStyle): string {
  if (style === 'snake') return words.join('_')
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')
}

const never = () => false

/**
 * The words of the nearest noun before a position: `users` for `5` in `/api/users/delete/5`. The search ends at the first
 * segment for which `isEnd` is true, such as an earlier value: in `/users/5/7`, `7` has no noun.
 */
export function nounBefore(
  path: readonly string[],
  index: number,
  isEnd: (segment: string) => boolean = never,
): readonly string[] {
  for (let place = index - 1; place >= 0 && !isEnd(path[place]!); place--) {
    const words = nounWords(path[place]!)
    if (words.length > 0) return words
  }
  return []
}

export const nounWords: (segment: string) => readonly string[] = memoized((segment) => {
  if (PREFIX.test(segment) || /^[:{$<[]|^\d/.test(segment) || /\{\{/.test(segment.slice(0, 2))) return []
  const words = wordsOf(/[({]/.test(segment) ? withoutArguments(segment) : segment)
  return words.filter((word) => !NO_NOUNS.has(word) && !/^v?\d+$/.test(word))
})

/** Removes arguments, so that `Users(5)` gives `Users`, and replaces each name in braces by a space. */
const withoutArguments = (segment: string) =>
  segment
    .split('(', 1)
    .join()
    .replace(/\{[^{}]*\}/g, ' ')

/** Words in the singular that end like a plural. */
const NO_PLURALS = /(ss|is|news|series|species|(stat|vir|camp|bon|corp|cens|foc|cact|radi|nex|pl|b)us)$/

/** Plurals that end with "es" in English and in Romance languages. */
const WITH_ES =
  /(ss|x|ch|sh|zz|(stat|vir|camp|bon|corp|cens|foc|b|ali)us|alias|[cgst]ion|(?<!^ci|ativi|novi|proprie)dad|^pais|[aeiou]dor|ector|(?<!s)tor|sor)es$/

/** The singular: `user`, `category`, `pedido`. Other words are unchanged. */
export function singularOf(word: string): string {
  return word.length <= 3 || !word.endsWith('s') ? word : singularOfPlural(word)
}

const singularOfPlural = memoized((word: string): string => {
  if (NO_PLURALS.test(word)) return word
  if (/[cs]oes$/.test(word)) return `${word.slice(0, -3)}ao`
  if (/[^aeiou]ies$/.test(word) && !PLURAL_OF_IE.test(word)) return `${word.slice(0, -3)}y`
  return WITH_ES.test(word) ? word.slice(0, -2) : word.slice(0, -1)
})

/** Whether a noun is plural. */
export function isPlural(word: string): boolean {
  return singularOf(word) !== word
}

/** The parameter name for a record's id: `userId` for `users`; `id` without a noun, or if it looked like a credential. */
export function idName(noun: readonly string[], style: NameStyle): string {
  const words = noun.slice(-3)
  if (words.length === 0) return 'id'
  const one = [...words.slice(0, -1), singularOf(words.at(-1)!)]
  const name = joinWords(ID_WORDS.has(one.at(-1)!) ? one : [...one, 'id'], style)
  return isCredentialLike(name) ? 'id' : name
}

/** Whether a name is that of an id: `id`, `userId`, `invoice_number`, `slug`. */
export function isIdName(name: string): boolean {
  const words = wordsOf(name)
  const [first = ''] = words
  return ID_WORDS.has(words.at(-1) ?? '') || (words.length > 1 && /^(id|ids|uuid|codigo)$/.test(first))
}
