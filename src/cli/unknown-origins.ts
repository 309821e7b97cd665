import { walkItems } from '../toolkit/collection/walk.js'
import type { Collection } from '../toolkit/model/collection.js'
import { originOf } from '../toolkit/semantics/address.js'
import { namedUrl, resolveBaseUrls } from '../toolkit/semantics/base-urls.js'
import { createScope } from '../toolkit/template/scope.js'
import { quotedList } from './tool-notices.js'

/**
 * The warning about a NAME that matches no origin; undefined if all names match. The names come from
 * `--base-url NAME=URL` and from `baseUrl` of the configuration.
 */
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
  const known = origins.map(nameOfOrigin)
  const hint = known.length > 0 ? `; known are ${quotedList([...new Set(known)], 10)}` : ''
  return `No request goes to ${quotedList(unknown)}, for which a base URL is given${hint}.`
}

/**
 * The warning about origins that no base URL replaces, with the flag that would replace the first of them. Undefined if
 * `baseUrl` is not set, or if all origins are replaced.
 */
export function keptOrigins(
  collection: Collection,
  { baseUrl, named }: { baseUrl: string | undefined; named: Readonly<Record<string, string>> },
): string | undefined {
  if (baseUrl === undefined) return undefined
  const requests = [...walkItems(collection)].map(({ item }) => item.request)
  const { lookup } = createScope([collection.variables])
  const replaced = resolveBaseUrls(requests, { baseUrl, named, isFilled: () => true, lookup })
  const kept = requests
    .map(({ url }) => originOf(url))
    .filter((origin) => isHost(origin) && !replaced.has(origin))
  const names = [...new Set(kept)].map(nameOfOrigin)
  if (names.length === 0) return undefined
  return `The base URL does not replace ${quotedList(names)}; --base-url ${names[0]}=URL does.`
}

/** Whether an origin has a host, so that a base URL can replace the origin. For example, `about:blank` has no host. */
const isHost = (origin: string) => origin !== '' && !/^[a-z][a-z0-9+.-]*:(?!\/\/|[\d{])/i.test(origin)

/** The NAME of an origin in `--base-url NAME=URL`: `authUrl` for `{{authUrl}}`, `a.example` for `https://a.example`. */
export function nameOfOrigin(origin: string): string {
  return /\{\{([^{}]*)\}\}/.exec(origin)?.[1] ?? origin.replace(/^[^:/]*:\/\//, '')
}
