import { walkItems } from '../toolkit/collection/walk.js'
import { originOf } from '../toolkit/meaning/address.js'
import { namedUrl } from '../toolkit/meaning/base-urls.js'
import type { Collection } from '../toolkit/model/collection.js'
import { quotedList } from './skipped.js'

/** What to say about a `--base-url NAME=URL` whose NAME no origin has, with the names that there are. */
export function unknownOrigins(
  collections: readonly Collection[],
  named: Readonly<Record<string, string>>,
): string | undefined {
  const names = Object.keys(named)
  if (names.length === 0 || collections.length === 0) return undefined
  const all = collections.flatMap((collection) =>
    [...walkItems(collection)].map(({ item }) => originOf(item.request.url)),
  )
  const origins = [...new Set(all)].filter(Boolean)
  const unknown = names.filter(
    (name) => !origins.some((origin) => namedUrl(origin, { [name]: '-' }) !== undefined),
  )
  if (unknown.length === 0) return undefined
  const known = origins.map(
    (origin) => /\{\{([^{}]*)\}\}/.exec(origin)?.[1] ?? origin.replace(/^.*?:\/\//, ''),
  )
  const hint = known.length > 0 ? `; known are ${quotedList([...new Set(known)], 10)}` : ''
  return `No request goes to ${quotedList(unknown)}, which --base-url names${hint}.`
}
