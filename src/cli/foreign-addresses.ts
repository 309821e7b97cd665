import { refuseKeysAt, valuesOfProcess } from '../environment.js'
import { walkItems } from '../toolkit/collection/walk.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { RequestTemplate } from '../toolkit/model/request-template.js'
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
  const origins = requests.map(({ url }) => originOf(url)).filter((origin) => !replaced.has(origin))
  for (const template of new Set([...origins, ...requests.flatMap(furtherAddresses)])) {
    const address = fill(template, all).text
    if (address !== fill(template, trusted).text) refuseKeysAt(address, template)
  }
}

/** Where else a request can send a key: the addresses of its auth, such as that of an OAuth 2.0 token, and its `Host`. */
function furtherAddresses({ auth, headers }: RequestTemplate): string[] {
  const ofAuth = Object.entries(auth?.params ?? {}).filter(([name]) => /url$/i.test(name))
  const host = headers.filter(({ key }) => key?.toLowerCase() === 'host')
  return [...ofAuth, ...host.map(({ value }) => ['host', value] as const)].flatMap(([, value]) =>
    typeof value === 'string' ? [value] : [],
  )
}
