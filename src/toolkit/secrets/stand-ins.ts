import type { Collection, Folder, Item } from '../model/collection.js'
import { namedValues, replaceNamed } from '../semantics/named-values.js'
import { wordsOf } from '../semantics/words.js'
import { credentialsAmong, isCredentialValue, mentionsCredential } from './credential-name.js'
import { knownCredential, sureSpans } from './credential-value.js'
import { maskSpans } from './mask.js'

/** Replaces the credentials in a saved response by placeholders: `"token": "x1"` becomes `"token": "[token]"`. */
export function withStandIns(text: string): string {
  if (!mentionsCredential(text) && knownCredential(text) === undefined) return withoutSure(text)
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  const named = replaceNamed(text, ({ name, value, isNumber }) =>
    !isNumber && (isCredentialValue(name, value, isNamed) || knownCredential(value) !== undefined)
      ? standIn(name)
      : undefined,
  )
  return withoutSure(named)
}

const withoutSure = (text: string) => maskSpans(text, sureSpans(text), '[secret]')

const standIn = (name: string) => `[${wordsOf(name).join('_').normalize('NFC')}]`

/** The collection with placeholders for the credentials in its saved responses. */
export function withSafeAnswers(collection: Collection): Collection {
  return { ...collection, items: collection.items.map(safeAnswers) }
}

function safeAnswers(entry: Folder | Item): Folder | Item {
  if (entry.kind === 'folder') return { ...entry, items: entry.items.map(safeAnswers) }
  const examples = entry.examples.map((example) => {
    const isNamed = credentialsAmong(example.headers.map(({ key }) => key))
    const headers = example.headers.map(({ key, value }) => ({
      key,
      value: isCredentialValue(key, value, isNamed) ? standIn(key) : value,
    }))
    return { ...example, headers, body: withStandIns(example.body) }
  })
  return { ...entry, examples }
}
