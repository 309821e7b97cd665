import type { Collection, Folder, Item } from '../model/collection.js'
import { wordsOf } from '../semantics/words.js'
import { credentialsAmong, isCredentialValue } from './credential-name.js'
import { replaceCredentials } from './mask.js'

/** Replaces the credentials in a saved response by placeholders: `"token": "x1"` becomes `"token": "[token]"`. */
export function withStandIns(text: string, isCredential = isCredentialValue): string {
  return replaceCredentials(
    text,
    ({ name, isNumber }) => (isNumber ? undefined : standIn(name ?? 'secret')),
    isCredential,
  )
}

const standIn = (name: string) => `[${wordsOf(name).join('_').normalize('NFC')}]`

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
