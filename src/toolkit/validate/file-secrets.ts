import { parseVariables } from '../collection/parse-environment.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { isSecretAuthParameter } from '../secrets/auth-parameters.js'
import { basicPair, splitScheme } from '../secrets/auth-scheme.js'
import { credentialsAmong, isCredentialLike, mentionsCredential } from '../secrets/credential-name.js'
import { isLiteralPassword, knownCredential, looksLikeCredential } from '../secrets/credential-value.js'
import { namedValues } from '../semantics/named-values.js'
import { parseAddress } from '../semantics/parse-address.js'
import type { FileFacts } from './file-facts.js'
import { below, type Path } from './raw-diagnostic.js'

/** Where a value that looks like a secret is, and what it is. The value itself is not stored. */
export interface FoundSecret {
  path: Path
  what: string
  /** If the text at `path` contains a document: where the secret starts in that text. */
  offset?: number
}

/** Finds all literal values of a collection that look like secrets. */
export function findFileSecrets(facts: FileFacts): FoundSecret[] {
  return [
    ...inVariables(facts),
    ...inAuth(facts),
    ...inEntries(facts),
    ...inBodies(facts),
    ...inAddresses(facts),
    ...inExamples(facts),
    ...inTexts(facts),
  ].filter(once())
}

function inVariables({ collection, path }: FileFacts): FoundSecret[] {
  return asArray(collection.variable).flatMap((entry, index) => {
    const [variable] = parseVariables([entry])
    const secret =
      variable && (variable.secret || isCredentialLike(variable.key)) && looksLikeCredential(variable.value)
    return secret
      ? [{ path: below(path, 'variable', index, 'value'), what: `the value of ${variable.key}` }]
      : []
  })
}

function inAuth({ collection, path, folders, items }: FileFacts): FoundSecret[] {
  const owners: [JsonObject, Path][] = [
    [collection, path],
    ...folders.map(({ folder, path: place }): [JsonObject, Path] => [folder, place]),
    ...items.map(({ request, requestPath }): [JsonObject, Path] => [request, requestPath]),
  ]
  return owners.flatMap(([owner, place]) => {
    const auth = asObject(owner.auth)
    const type = asText(auth?.type)
    if (!auth || !type) return []
    return asArray(auth[type]).flatMap((entry, index) => {
      const parameter = asObject(entry)
      const key = asText(parameter?.key) ?? ''
      if (!isSecretAuthParameter(type, key) || !isSecretIn(type, key, parameter?.value)) return []
      return [{ path: below(place, 'auth', type, index, 'value'), what: `the ${type} ${key}` }]
    })
  })
}

/** Whether a value of an auth is a secret. A password of a request is one even if it is simple, such as `test`. */
function isSecretIn(type: string, key: string, value: JsonValue | undefined): boolean {
  const isPassword = key === 'password' && type !== 'oauth2'
  return isPassword ? isLiteralPassword(value) : looksLikeCredential(value)
}

/** Headers and query parameters that contain credentials. */
function inEntries({ items }: FileFacts): FoundSecret[] {
  return items.flatMap(({ request, requestPath, urlPath }) => [
    ...credentialsIn(request.header, { path: below(requestPath, 'header'), what: 'header' }),
    ...credentialsIn(asObject(request.url)?.query, {
      path: below(urlPath, 'query'),
      what: 'query parameter',
    }),
  ])
}

function credentialsIn(list: JsonValue | undefined, place: FoundSecret): FoundSecret[] {
  const entries = asArray(list).map(asObject)
  const isNamed = credentialsAmong(entries.map((entry) => asText(entry?.key) ?? ''))
  return entries.flatMap((fields, index) => {
    const key = asText(fields?.key) ?? ''
    if (!isNamed(key) || !isCredential(asText(fields?.value) ?? '')) return []
    return [{ path: below(place.path, index, 'value'), what: `the value of the ${place.what} ${key}` }]
  })
}

/** Whether a value is a credential; a scheme such as `Bearer` may be before it. */
function isCredential(value: string): boolean {
  const { scheme, credential } = splitScheme(value)
  const pair = scheme.toLowerCase() === 'basic' ? basicPair(credential) : undefined
  return pair ? isLiteralPassword(pair.password) : looksLikeCredential(credential)
}

/** The secrets in bodies: form fields, members of JSON and XML, arguments and variables of GraphQL. */
function inBodies({ items }: FileFacts): FoundSecret[] {
  return items.flatMap(({ request, requestPath }) => {
    const body = asObject(request.body)
    if (!body) return []
    const path = below(requestPath, 'body')
    const graphql = asObject(body.graphql)
    const graphqlPath = below(path, 'graphql')
    const found = ['urlencoded', 'formdata'].flatMap((mode) =>
      credentialsIn(body[mode], { path: below(path, mode), what: 'form field' }),
    )
    return [
      ...found,
      ...membersIn(body.raw, below(path, 'raw')),
      ...membersIn(graphql?.query, below(graphqlPath, 'query')),
      ...membersIn(graphql?.variables, below(graphqlPath, 'variables')),
    ]
  })
}

/** The secrets in addresses: a password before the host, and query parameters of an address that is one text. */
function inAddresses({ items }: FileFacts): FoundSecret[] {
  return items.flatMap(({ request, urlPath }) => {
    const parts = asObject(request.url)
    const text = asText(parts ? parts.raw : request.url) ?? ''
    const isPlain = !text.includes('@') && (parts?.query !== undefined || !text.includes('?'))
    if (isPlain) return []
    const address = parseAddress(text)
    const path = parts ? below(urlPath, 'raw') : urlPath
    if (isLiteralPassword(address.password)) return [{ path, what: 'a password in the address' }]
    const query = parts?.query === undefined ? address.query : []
    const secret = query.find(({ key, value }) => key && isCredentialLike(key) && looksLikeCredential(value))
    return secret ? [{ path, what: `the value of the query parameter ${secret.key}` }] : []
  })
}

/** The secrets in headers and bodies of saved responses. */
function inExamples({ items }: FileFacts): FoundSecret[] {
  return items.flatMap(({ examples }) =>
    examples.flatMap(({ example, path }) => [
      ...credentialsIn(example.header, { path: below(path, 'header'), what: 'header' }),
      ...membersIn(example.body, below(path, 'body')),
    ]),
  )
}

/**
 * The credentials among the named values of a text or an object. For a text, one result names all of them; for an
 * object, each has its own.
 */
function membersIn(value: JsonValue | undefined, path: Path): FoundSecret[] {
  if (typeof value === 'string') {
    if (!mentionsCredential(value)) return []
    const values = namedValues(value)
    const isNamed = credentialsAmong(values.map(({ name }) => name))
    const secrets = values.filter((one) => isNamed(one.name) && looksLikeCredential(one.value))
    const [first] = secrets
    return first ? [{ path, what: valuesOf(secrets.map(({ name }) => name)), offset: first.start }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const isNamed = credentialsAmong(Object.keys(value))
  return Object.entries(value).flatMap(([key, member]) => {
    const isSecret = isNamed(key) && [member].flat().some((one) => looksLikeCredential(one))
    const place = below(path, key)
    return isSecret ? [{ path: place, what: `the value of ${key}` }] : membersIn(member, place)
  })
}

/** Maximum number of names in a message. */
const MOST_NAMES = 3

function valuesOf(all: string[]): string {
  const names = [...new Set(all)]
  const shown = names.slice(0, MOST_NAMES).join(', ')
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return `the value${names.length > 1 ? 's' : ''} of ${shown}${more}`
}

/**
 * The keys of known providers in all texts of a request. First searches the file as a whole, so that most files need no
 * walk.
 */
function inTexts({ text, items, collection, path }: FileFacts): FoundSecret[] {
  if (!knownCredential(text)) return []
  const found: FoundSecret[] = []
  searchTexts(found, collection.variable, below(path, 'variable'))
  for (const { request, requestPath, item, urlPath } of items) {
    if (request === item.request) searchTexts(found, request, requestPath)
    else searchTexts(found, request.url, urlPath)
  }
  return found
}

function searchTexts(found: FoundSecret[], value: JsonValue | undefined, path: Path): void {
  if (typeof value === 'string') {
    const what = knownCredential(value)
    if (what) found.push({ path, what })
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) searchTexts(found, element, { parent: path, key: index })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) searchTexts(found, member, { parent: path, key })
  }
}

/** A filter that keeps only the first result of each location. */
function once(): (secret: FoundSecret) => boolean {
  const seen = new Set<string>()
  return ({ path }) => {
    const key = keyOf(path)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}

function keyOf(path: Path): string {
  let key = ''
  for (let step = path; step; step = step.parent) key += `/${step.key}`
  return key
}
