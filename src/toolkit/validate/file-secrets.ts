import { parseVariables } from '../collection/parse-environment.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import type { Item } from '../model/collection.js'
import { distinctBy } from '../model/group-by.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { authKind, authParameter } from '../secrets/auth-kinds.js'
import { basicPair, splitScheme } from '../secrets/auth-scheme.js'
import {
  credentialsAmong,
  isCredentialLike,
  mayNameCredential,
  mentionsCredential,
} from '../secrets/credential-name.js'
import { isLiteralPassword, knownCredential, looksLikeCredential } from '../secrets/credential-value.js'
import { isAmbiguousKey } from '../secrets/machine-key.js'
import { Intent } from '../semantics/intent.js'
import { namedValues } from '../semantics/named-values.js'
import { parseAddress } from '../semantics/parse-address.js'
import type { FileFacts } from './file-facts.js'
import { below, type Path, pathPointer } from './raw-diagnostic.js'

/** A value that looks like a secret: its path, and a short description (`what`). The value itself is not stored. */
export interface FoundSecret {
  path: Path
  what: string
  /** The position of the first secret in a text of named values, such as a JSON body. */
  offset?: number
}

export function findFileSecrets(facts: FileFacts): FoundSecret[] {
  const found: FoundSecret[] = []
  for (const search of SEARCHES) search(facts, found)
  return distinctBy(found, ({ path }) => pathPointer(path))
}

type Search = (facts: FileFacts, found: FoundSecret[]) => void

const SEARCHES: readonly Search[] = [
  inVariables,
  inAuth,
  inEntries,
  inBodies,
  inAddresses,
  inExamples,
  inTexts,
]

function inVariables({ collection, path }: FileFacts, found: FoundSecret[]): void {
  asArray(collection.variable).forEach((entry, index) => {
    const [variable] = parseVariables([entry])
    if (
      variable &&
      (variable.secret ? looksLikeCredential(variable.value) : isSecretValue(variable.key, variable.value))
    )
      found.push({ path: below(path, 'variable', index, 'value'), what: `the value of ${variable.key}` })
  })
}

function inAuth({ collection, path, folders, items }: FileFacts, found: FoundSecret[]): void {
  inAuthOf(collection, path, found)
  for (const folder of folders) inAuthOf(folder.folder, folder.path, found)
  for (const { request, requestPath } of items) inAuthOf(request, requestPath, found)
}

function inAuthOf(owner: JsonObject, path: Path, found: FoundSecret[]): void {
  const auth = asObject(owner.auth)
  const type = asText(auth?.type)
  if (!auth || !type) return
  const search = (key: string, value: JsonValue | undefined, place: (string | number)[]) => {
    if (authParameter(type, key) === 'secret' && isSecretIn(type, key, value))
      found.push({ path: below(path, 'auth', type, ...place), what: `the ${type} ${key}` })
  }
  for (const [index, entry] of asArray(auth[type]).entries())
    search(asText(asObject(entry)?.key) ?? '', asObject(entry)?.value, [index, 'value'])
  // Format v2.0 has an object instead of the list.
  for (const [key, value] of Object.entries(asObject(auth[type]) ?? {})) search(key, value, [key])
}

/** Whether the value of an auth parameter is a secret. A simple password, such as `test`, counts if it is sent. */
function isSecretIn(type: string, key: string, value: JsonValue | undefined): boolean {
  const isPassword = key === 'password' && authKind(type).sendsPassword
  return isPassword ? isLiteralPassword(value) : looksLikeCredential(value)
}

function isSecretValue(name: string, value: JsonValue | undefined, isNamed = isCredentialLike): boolean {
  return isAmbiguousKey(name, value) || (isNamed(name) && looksLikeCredential(value))
}

function inEntries({ items }: FileFacts, found: FoundSecret[]): void {
  for (const { request, requestPath, urlPath } of items) {
    credentialsIn(request.header, { parent: requestPath, key: 'header', what: 'header' }, found)
    const query = asObject(request.url)?.query
    credentialsIn(query, { parent: urlPath, key: 'query', what: 'query parameter' }, found)
  }
}

/** A list of headers, parameters or fields. `what` is the word for one: "header", "form field". */
interface ListPlace {
  parent: Path
  key: string
  what: string
}

function credentialsIn(
  list: JsonValue | undefined,
  { parent, key: member, what }: ListPlace,
  found: FoundSecret[],
): void {
  if (!Array.isArray(list) || !list.some(mayHoldCredential)) return
  const keys = list.map(keyOf)
  const isNamed = credentialsAmong(keys)
  keys.forEach((key, index) => {
    const value = valueIn(list[index])
    if (isAmbiguousKey(key, value) || (isNamed(key) && isCredential(value)))
      found.push({ path: below(parent, member, index, 'value'), what: `the value of the ${what} ${key}` })
  })
}

const keyOf = (entry: JsonValue) => asText(asObject(entry)?.key) ?? ''
const valueIn = (entry: JsonValue | undefined) => asText(asObject(entry)?.value) ?? ''
const mayHoldCredential = (entry: JsonValue) =>
  mayNameCredential(keyOf(entry)) || isAmbiguousKey(keyOf(entry), valueIn(entry))

/** Whether a value is a credential; a scheme such as `Bearer` may be before it. */
function isCredential(value: string): boolean {
  const { scheme, credential } = splitScheme(value)
  const pair = scheme.toLowerCase() === 'basic' ? basicPair(credential) : undefined
  return pair ? isLiteralPassword(pair.password) : looksLikeCredential(credential)
}

/** Finds the secrets in bodies: form fields, members of JSON and XML, arguments and variables of GraphQL. */
function inBodies({ items }: FileFacts, found: FoundSecret[]): void {
  for (const { request, requestPath, parsed } of items) {
    const body = asObject(request.body)
    if (!body) continue
    const path = below(requestPath, 'body')
    passwordsIn(asText(body.raw) ?? '', { path: below(path, 'raw'), parsed }, found)
    credentialsIn(body.urlencoded, { parent: path, key: 'urlencoded', what: 'form field' }, found)
    credentialsIn(body.formdata, { parent: path, key: 'formdata', what: 'form field' }, found)
    membersIn(body.raw, below(path, 'raw'), found)
    const graphql = asObject(body.graphql)
    membersIn(graphql?.query, below(path, 'graphql', 'query'), found)
    membersIn(graphql?.variables, below(path, 'graphql', 'variables'), found)
  }
}

/** Finds the password that a log-in sends, even a simple one. Elsewhere in a body, a simple one is a sample. */
function passwordsIn(
  text: string,
  { path, parsed }: { path: Path; parsed: Item },
  found: FoundSecret[],
): void {
  if (!mentionsCredential(text) || !new Intent(parsed.name, parsed.request).logsIn()) return
  const password = namedValues(text).find(
    ({ name, value }) => /passw|pwd/i.test(name) && isCredentialLike(name) && isLiteralPassword(value),
  )
  if (password) found.push({ path, what: valuesOf([password.name]), offset: password.start })
}

/** Passwords before the host, and query parameters of an address that is one text. */
function inAddresses({ items }: FileFacts, found: FoundSecret[]): void {
  for (const { request, urlPath } of items) {
    const parts = asObject(request.url)
    const text = asText(parts ? parts.raw : request.url) ?? ''
    const isPlain = !text.includes('@') && (parts?.query !== undefined || !text.includes('?'))
    const what = isPlain ? undefined : secretInAddress(text, parts?.query === undefined)
    if (what) found.push({ path: parts ? below(urlPath, 'raw') : urlPath, what })
  }
}

function secretInAddress(text: string, readsQuery: boolean): string | undefined {
  const { password, query } = parseAddress(text)
  if (isLiteralPassword(password)) return 'a password in the address'
  if (!readsQuery) return undefined
  const secret = query.find(({ key, value }) => key && isSecretValue(key, value))
  return secret && `the value of the query parameter ${secret.key}`
}

function inExamples({ items }: FileFacts, found: FoundSecret[]): void {
  for (const { examples } of items)
    for (const { example, path } of examples) {
      credentialsIn(example.header, { parent: path, key: 'header', what: 'header' }, found)
      membersIn(example.body, { parent: path, key: 'body' }, found)
    }
}

function membersIn(value: JsonValue | undefined, path: Path, found: FoundSecret[]): void {
  if (typeof value === 'string') {
    if (mentionsCredential(value)) namedIn(value, path, found)
  } else if (typeof value === 'object' && value !== null) {
    const isNamed = credentialsAmong(Object.keys(value))
    for (const [key, member] of Object.entries(value)) {
      const isSecret = [member].flat().some((one) => isSecretValue(key, one, isNamed))
      if (isSecret) found.push({ path: below(path, key), what: `the value of ${key}` })
      else membersIn(member, below(path, key), found)
    }
  }
}

function namedIn(text: string, path: Path, found: FoundSecret[]): void {
  const values = namedValues(text)
  const isNamed = credentialsAmong(values.map(({ name }) => name))
  const secrets = values.filter(({ name, value }) => isSecretValue(name, value, isNamed))
  const [first] = secrets
  if (first) found.push({ path, what: valuesOf(secrets.map(({ name }) => name)), offset: first.start })
}

const MOST_NAMES = 3

function valuesOf(all: string[]): string {
  const names = [...new Set(all)]
  const shown = names.slice(0, MOST_NAMES).join(', ')
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return `the value${names.length > 1 ? 's' : ''} of ${shown}${more}`
}

/** Keys of known services in all texts. The file's text is searched first, so that most need no walk. */
function inTexts({ text, items, collection, path }: FileFacts, found: FoundSecret[]): void {
  if (!knownCredential(text)) return
  searchTexts(collection.variable, below(path, 'variable'), found)
  for (const { request, requestPath, item, urlPath } of items) {
    if (request === item.request) searchTexts(request, requestPath, found)
    else searchTexts(request.url, urlPath, found)
  }
}

function searchTexts(value: JsonValue | undefined, path: Path, found: FoundSecret[]): void {
  if (typeof value === 'string') {
    const what = knownCredential(value)
    if (what) found.push({ path, what })
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) searchTexts(element, { parent: path, key: index }, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) searchTexts(member, { parent: path, key }, found)
  }
}
