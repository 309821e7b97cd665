import { lazy } from '../toolkit/model/lazy.js'
import { singularOf } from '../toolkit/semantics/id-names.js'
import { wordsOf } from '../toolkit/semantics/words.js'
import { languageData } from './data.js'
import type { FieldKind } from './language-data.js'
import { phrasesPattern, withoutAccents } from './word-lists.js'

const patterns = lazy(() => {
  const names = languageData.map(({ words }) => words.fieldNames)
  const kinds = Object.keys(names[0]!) as FieldKind[]
  return new Map(
    kinds.map((kind) => [kind, phrasesPattern(names.flatMap((one) => one[kind].map(withoutAccents)))]),
  )
})

/** Whether a field of a record has values of a kind, by the words of its name in any language: `createdAt`, `fecha`. */
export function isFieldOf(kind: FieldKind, name: string): boolean {
  const words = wordsOf(name)
  const single = words.map(singularOf)
  // "time zone" is no time, and `user_id` no person.
  return (
    !words.includes('zone') &&
    !/^ids?$/.test(words.at(-1) ?? '') &&
    [words, single].some((form) => patterns().get(kind)!.test(form.join(' ')))
  )
}
