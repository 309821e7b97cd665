import { parseVariables } from '../collection/parse-environment.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import { namedValues } from '../meaning/named-values.js'
import { parseAddress } from '../meaning/parse-address.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { isCredentialLike, mentionsCredential } from '../secrets/credential-name.js'
import type { Facts } from './facts.js'
import { below, type Path } from './finding.js'

/** A value that looks like a secret: where, and what kind. Never the value itself. */
export interface FoundSecret {
  path: Path
  what: string
}

/** Forms that only keys of the named providers have. */
const KNOWN: readonly [what: string, form: RegExp][] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['an OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/],
  ['a SendGrid key', /\bSG\.[\w-]{20,}\.[\w-]{20,}/],
  ['a Postman API key', /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
]
const JWT = /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/
const ANY_KNOWN = new RegExp([...KNOWN.map(([, form]) => form), JWT].map((form) => form.source).join('|'))

/** Auth parameters that hold secrets, whatever they are called elsewhere. */
const SECRET_PARAMETERS = new Set(
  'password token accessToken refreshToken clientSecret consumerSecret tokenSecret secretKey sessionToken authKey privateKey secret clientToken'.split(
    ' ',
  ),
)

/** Texts that stand for a value and are none. */
const STAND_IN =
  /\{\{|^[<[(].*[>\])]$|^[*x.•_-]+$|your|change.?me|example|sample|dummy|placeholder|insert|replace|redacted|must.?be|set.?me|to.?be.?|xxx|\b(?:my|the|some|enter|todo|test|foo|bar|demo|null|undefined|none|string|password|secret|token|api.?key|value|key)\b/i

/** Every place of a collection whose literal value looks like a secret. */
export function findSecrets(facts: Facts): FoundSecret[] {
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

function inVariables({ collection, path }: Facts): FoundSecret[] {
  return asArray(collection.variable).flatMap((entry, index) => {
    const [variable] = parseVariables([entry])
    const secret =
      variable && (variable.secret || isCredentialLike(variable.key)) && looksReal(variable.value)
    return secret
      ? [{ path: below(path, 'variable', index, 'value'), what: `the value of ${variable.key}` }]
      : []
  })
}

function inAuth({ collection, path, folders, items }: Facts): FoundSecret[] {
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
      const isSecret = SECRET_PARAMETERS.has(key) || (type === 'apikey' && key === 'value')
      if (!isSecret || !looksReal(parameter?.value)) return []
      return [{ path: below(place, 'auth', type, index, 'value'), what: `the ${type} ${key}` }]
    })
  })
}

/** Headers and query parameters that carry credentials. */
function inEntries({ items }: Facts): FoundSecret[] {
  return items.flatMap(({ request, requestPath, urlPath }) => [
    ...credentialsIn(request.header, { path: below(requestPath, 'header'), what: 'header' }),
    ...credentialsIn(asObject(request.url)?.query, {
      path: below(urlPath, 'query'),
      what: 'query parameter',
    }),
  ])
}

function credentialsIn(list: JsonValue | undefined, place: FoundSecret): FoundSecret[] {
  return asArray(list).flatMap((entry, index) => {
    const fields = asObject(entry)
    const key = asText(fields?.key) ?? ''
    if (!isCredentialLike(key)) return []
    const value = asText(fields?.value) ?? ''
    if (!looksReal(value.replace(/^(?:bearer|basic|token|apikey|digest)\s+/i, ''))) return []
    return [{ path: below(place.path, index, 'value'), what: `the value of the ${place.what} ${key}` }]
  })
}

/** Form fields, members of JSON and XML bodies, arguments and variables of GraphQL. */
function inBodies({ items }: Facts): FoundSecret[] {
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

/** Credentials before the host, and query parameters of an address that is one text. */
function inAddresses({ items }: Facts): FoundSecret[] {
  return items.flatMap(({ request, urlPath }) => {
    const parts = asObject(request.url)
    const text = asText(parts ? parts.raw : request.url) ?? ''
    const isPlain = !text.includes('@') && (parts?.query !== undefined || !text.includes('?'))
    if (isPlain) return []
    const address = parseAddress(text)
    const path = parts ? below(urlPath, 'raw') : urlPath
    if (looksReal(address.password)) return [{ path, what: 'a password in the address' }]
    const query = parts?.query === undefined ? address.query : []
    const secret = query.find(({ key, value }) => key && isCredentialLike(key) && looksReal(value))
    return secret ? [{ path, what: `the value of the query parameter ${secret.key}` }] : []
  })
}

/** Headers and bodies of saved answers. */
function inExamples({ items }: Facts): FoundSecret[] {
  return items.flatMap(({ examples }) =>
    examples.flatMap(({ example, path }) => [
      ...credentialsIn(example.header, { path: below(path, 'header'), what: 'header' }),
      ...membersIn(example.body, below(path, 'body')),
    ]),
  )
}

/** The first credential among the named values of a text, which is one place of the file; of an object, every one. */
function membersIn(value: JsonValue | undefined, path: Path): FoundSecret[] {
  if (typeof value === 'string') {
    if (!mentionsCredential(value)) return []
    const secret = namedValues(value).find((one) => isCredentialLike(one.name) && looksReal(one.value))
    return secret ? [{ path, what: `the value of ${secret.name}` }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const isSecret = isCredentialLike(key) && [member].flat().some((one) => looksReal(one))
    const place = below(path, key)
    return isSecret ? [{ path: place, what: `the value of ${key}` }] : membersIn(member, place)
  })
}

/** Keys of known providers in any text of a request; one look at the whole file decides whether to search at all. */
function inTexts({ text, items, collection, path }: Facts): FoundSecret[] {
  if (!ANY_KNOWN.test(text)) return []
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
    if (!ANY_KNOWN.test(value)) return
    const what = KNOWN.find(([, form]) => form.test(value))?.[0] ?? 'a token (JWT)'
    found.push({ path, what })
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) searchTexts(found, element, { parent: path, key: index })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) searchTexts(found, member, { parent: path, key })
  }
}

/** Long enough, no variable, no stand-in, and mixed like a key or a password. */
function looksReal(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string') return false
  const text = value.trim()
  return (
    text.length >= 8 &&
    !/\s/.test(text) &&
    !STAND_IN.test(text) &&
    /[A-Za-z]/.test(text) &&
    /[\d\W]/.test(text)
  )
}

/** Keeps the first finding of each place. */
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
