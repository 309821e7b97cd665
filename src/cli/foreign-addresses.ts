import { refuseKeysAt, valuesOfProcess } from '../environment.js'
import { walkItems } from '../toolkit/collection/walk.js'
import type { Collection } from '../toolkit/model/collection.js'
import { originOf } from '../toolkit/semantics/address.js'
import { resolveBaseUrls } from '../toolkit/semantics/base-urls.js'
import { fill } from '../toolkit/template/fill.js'
import { createScope } from '../toolkit/template/scope.js'
import { variableLayers } from '../toolkit/variable-layers.js'
import type { Settings } from './load.js'

/**
 * Throws `key-refused` if an address of the collection depends on a line of `.env` and the environment of the process
 * gives a credential to the collection.
 */
export function refuseForeignAddresses(collection: Collection, settings: Settings): void {
  const requests = [...walkItems(collection)].map(({ item }) => item.request)
  const { baseUrl, namedBaseUrls: named } = settings
  const replaced = resolveBaseUrls(requests, { baseUrl, named, isFilled: () => true })
  const scopeOf = (given: Settings) => createScope(variableLayers(collection.variables, given))
  const [all, trusted] = [scopeOf(settings), scopeOf({ ...settings, envFile: valuesOfProcess() })]
  for (const origin of new Set(requests.map(({ url }) => originOf(url)))) {
    const address = fill(origin, all).text
    if (!replaced.has(origin) && address !== fill(origin, trusted).text) refuseKeysAt(address, origin)
  }
}
