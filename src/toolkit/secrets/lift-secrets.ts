import { isObject } from '../../protocol/is-object.js'
import { decodeUri } from '../../text/decode-uri.js'
import { freeName } from '../../text/free-name.js'
import { trimEndOf } from '../../text/trim.js'
import type { Collection, Folder, Item, Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import { mapChanged, mapMembers, setMember, withChanged } from '../model/map-members.js'
import type {
  AuthTemplate,
  BodyTemplate,
  Entry,
  PathVariable,
  RequestTemplate,
  UrlTemplate,
} from '../model/request-template.js'
import { nameOfMember } from '../semantics/labels.js'
import { namedValues } from '../semantics/named-values.js'
import { variablesSetIn } from '../semantics/script-text.js'
import { findVariables, hasVariable, isUsable, onlyVariable } from '../template/variables.js'
import { authKind, authParameter } from './auth-kinds.js'
import { splitScheme } from './auth-scheme.js'
import {
  credentialsAmong,
  isCredentialLike,
  isPathKey,
  mayNameCredential,
  secretName,
} from './credential-name.js'
import { likelySpans, maskProse } from './credential-spans.js'
import { isSecret, isTelling, knownCredential, looksLikeCredential } from './credential-value.js'
import { isAmbiguousKey, mentionsAmbiguousKey } from './machine-key.js'
import { replaceCredentials, replaceSpans } from './mask.js'
import { isInWord, PatternAutomaton, sameCase } from './pattern-automaton.js'
import { isSecretValue } from './secret-value.js'

const lifted = new WeakMap<Collection, Collection>()

/**
 * Replaces the credentials that are written into requests by secret variables that have them as their values. What is
 * sent stays the same, but no model and no output sees a credential, and `.env`, an environment or a login can replace
 * it. The credentials are those of the auth, the address, the headers and the query, and in bodies the keys that a
 * machine made. Values that the user gives with each call, such as the password of a login, stay in the body. A
 * collection without credentials is returned as it is.
 */
export function liftSecrets(collection: Collection): Collection {
  const known = lifted.get(collection)
  if (known) return known
  const secrets = new LiftedSecrets(collection)
  const items = collection.items.map((entry) =>
    mapRequests(entry, (request) => withoutSecrets(request, secrets)),
  )
  const made = replaced({ ...collection, items }, secrets)
  lifted.set(collection, made)
  lifted.set(made, made)
  return made
}

/** Minimum characters of a pasted token. A login or `.env` can replace it under the name that other requests use. */
const MIN_TOKEN = 16

class LiftedSecrets {
  readonly #collection: Collection
  readonly #own = new Map<string, string>()
  readonly #owners = new Map<string, string>()
  readonly #names = new Map<string, string>()
  /** How many variable names were created from each name in a request. */
  readonly #counts = new Map<string, number>()
  #taken: Set<string> | undefined
  readonly #made = new Set<string>()
  #telling: string[] | undefined
  #inRequests: Search | undefined
  #inProse: Search | undefined
  readonly auths = new WeakMap<AuthTemplate, AuthTemplate>()

  constructor(collection: Collection) {
    this.#collection = collection
    for (const { key, value, disabled } of collection.variables) {
      if (typeof value !== 'string') continue
      this.#own.set(key, value)
      if (!disabled && !this.#owners.has(value.trim())) this.#owners.set(value.trim(), key)
    }
    for (const { key, value } of collection.variables) this.addKey(key, value)
  }

  /** The reference to the variable for a credential. White space stays, and what is no usable text or has variables. */
  lift(text: string, hint: string): string {
    const value = text.trim()
    if (!isUsable(value) || hasVariable(value)) return text
    if (!this.#names.has(value)) this.#names.set(value, this.#owners.get(value) ?? this.#newName(hint))
    return text.replace(value, () => `{{${this.#names.get(value)}}}`)
  }

  liftToken(text: string, { wanted, hint }: { wanted: string; hint: string }): string {
    const value = text.trim()
    if (!this.#names.has(value) && isToken(value, wanted)) {
      const isFree = (name: string) => !isUsable(this.#own.get(name)) && !this.#made.has(name)
      const name = freeName(wanted, isFree)
      this.#made.add(name)
      this.#names.set(value, name)
    }
    return this.lift(text, hint)
  }

  addKey(name: string, value: unknown): void {
    const variable = onlyVariable(value)
    const text = variable === undefined ? value : this.#own.get(variable)
    if (isAmbiguousKey(name, text)) this.lift(text, name)
  }

  /**
   * Replaces the credentials inside a text, such as a JSON document or an address. `hint` is the name that the request gives
   * to the text. A text that has one behind percent-encoding is replaced as a whole.
   */
  liftInside(text: string, hint: string): string {
    if (hasVariable(text)) return text
    const lifted = (part: string) => {
      const open = replaceCredentials(part, ({ name = hint, written }) => this.lift(written, name))
      return replaceSpans(open, likelySpans(open), (written) => this.lift(written, hint))
    }
    for (let plain = decodeUri(text), rounds = 0; plain !== text && rounds < 3; rounds++) {
      if (lifted(plain) !== plain) return this.lift(text, hint)
      plain = decodeUri(plain)
    }
    return lifted(text)
  }

  /** Whether some credential of a request cannot be in a text by chance, so that all texts are searched for it. */
  get isTelling(): boolean {
    this.#telling ??= [...this.#names.keys()].filter(isTelling)
    return this.#telling.length > 0
  }

  /** A text for people: secrets of requests and of variables become references to the variables, all others are masked. */
  prose(text: string): string {
    this.#inProse ??= new Search(new Map([...this.#secretVariables(), ...this.#names]))
    return maskProse(this.#inProse.replace(text))
  }

  /** Replaces the credentials in a text that cannot be there by chance, by references to their variables. */
  text(text: string): string {
    if (!this.isTelling) return text
    this.#inRequests ??= new Search(this.#names)
    return this.#inRequests.replace(text)
  }

  #secretVariables(): [value: string, name: string][] {
    return [...this.#own]
      .filter(([name, value]) => isSecretValue(name, value))
      .map(([name, value]) => [value.trim(), name])
  }

  /** The old variables, secret if their value is a credential, and the new ones. */
  variables(): Variable[] {
    const own = this.#collection.variables.map((variable) =>
      this.#names.has(String(variable.value).trim()) ? { ...variable, secret: true } : variable,
    )
    const known = new Set(own.filter(({ value }) => isUsable(value)).map(({ key }) => key))
    const added = [...this.#names].filter(([, name]) => !known.has(name))
    return [...own, ...added.map(([value, key]) => ({ key, value, secret: true, extracted: true }))]
  }

  #newName(hint: string): string {
    this.#taken ??= new Set([
      ...this.#collection.variables.map(({ key }) => key),
      ...findVariables(this.#collection.items),
      ...variablesSetIn(scriptsOf(this.#collection)),
    ])
    const count = (this.#counts.get(hint) ?? 0) + 1
    this.#counts.set(hint, count)
    const isTaken = (name: string) => this.#taken!.has(name) || this.#made.has(name)
    const name = secretName(count === 1 ? hint : `${hint}_${count}`, isTaken)
    this.#made.add(name)
    return name
  }
}

/** Finds the values that cannot be in a text by chance. */
class Search {
  readonly #names: ReadonlyMap<string, string>
  readonly #automaton: PatternAutomaton | undefined

  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names
    const telling = [...names.keys()].filter(isTelling)
    this.#automaton = telling.length > 0 ? new PatternAutomaton(telling, sameCase()) : undefined
  }

  /** The text with references to variables in place of their values. */
  replace(text: string): string {
    let out = ''
    let from = 0
    this.#automaton?.scan(text, (start, end) => {
      const name = this.#names.get(text.slice(start, end))
      if (name === undefined || start < from || isInWord(text, start, end)) return
      out += `${text.slice(from, start)}{{${name}}}`
      from = end
    })
    return from === 0 ? text : out + text.slice(from)
  }
}

/** The code of all scripts. A variable that a script sets must not get the name of a credential's variable. */
function scriptsOf(entry: Collection | Folder | Item): string {
  const own = entry.scripts.map(({ lines }) => lines.join('\n'))
  return 'items' in entry ? [...own, ...entry.items.map(scriptsOf)].join('\n') : own.join('\n')
}

function isToken(text: string, name: string): boolean {
  if (text.length < MIN_TOKEN || hasVariable(text) || /[\s,;=]/.test(trimEndOf(text, '='))) return false
  return knownCredential(text) !== undefined || (isCredentialLike(name) && looksLikeCredential(text))
}

function mapRequests(
  entry: Folder | Item,
  change: (request: RequestTemplate) => RequestTemplate,
): Folder | Item {
  if (entry.kind === 'folder')
    return withChanged(entry, { items: mapChanged(entry.items, (one) => mapRequests(one, change)) })
  const examples = mapChanged(entry.examples, (one) =>
    one.request ? withChanged(one, { request: change(one.request) }) : one,
  )
  return withChanged(entry, { request: change(entry.request), examples })
}

function withoutSecrets(request: RequestTemplate, secrets: LiftedSecrets): RequestTemplate {
  const { auth, body, headers } = request
  if (body) addKeysOf(body, secrets)
  return withChanged(request, {
    url: urlWithout(request.url, secrets),
    headers: entriesWithout(headers, secrets),
    ...(auth && { auth: authWithout(auth, secrets) }),
  })
}

function urlWithout(url: UrlTemplate, secrets: LiftedSecrets): UrlTemplate {
  return withChanged(url, {
    ...(url.password && { password: secrets.lift(url.password, 'url_password') }),
    path: mapChanged(url.path, (segment, at) => segmentWithout(segment, url.path[at - 1], secrets)),
    query: entriesWithout(url.query, secrets),
    variables: entriesWithout(url.variables, secrets),
  })
}

/** Replaces a key that is a segment of a path, or a part of one: `/bot123:AA…/send`, or after its name: `/token/5f0c…`. */
function segmentWithout(segment: string, before: string | undefined, secrets: LiftedSecrets): string {
  return isPathKey(segment, before)
    ? secrets.lift(segment, before ?? 'path_key')
    : secrets.liftInside(segment, before ?? 'path_key')
}

function entriesWithout<E extends Entry | PathVariable>(entries: E[], secrets: LiftedSecrets): E[] {
  if (!entries.some(mayBeSecret)) return entries
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return mapChanged(entries, (entry) => {
    const { key, value } = entry
    if (!isText(value) || value === '') return entry
    const name = key ?? ''
    secrets.addKey(name, value)
    if (!isSecret(name, value, isNamed)) return withValue(entry, secrets.liftInside(value, name))
    if ('disabled' in entry && entry.disabled)
      return hasVariable(value) || /[<>]/.test(value) ? entry : { ...entry, value: '' }
    return withValue(entry, credentialToVariable(value, name, secrets))
  })
}

const withValue = <E extends Entry | PathVariable>(entry: E, value: string): E =>
  value === entry.value ? entry : { ...entry, value }

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string'

const mayBeSecret = ({ key, value }: Entry | PathVariable) =>
  mayNameCredential(key ?? '') || (isText(value) && (value.length >= MIN_TOKEN || value.startsWith('{{')))

/** Replaces a credential by a variable. A scheme stays: `Bearer abc` becomes `Bearer {{token}}`. */
function credentialToVariable(text: string, name: string, secrets: LiftedSecrets): string {
  const { scheme, credential } = splitScheme(text)
  if (/[<>]/.test(credential)) return text
  const wanted = scheme === '' ? name : 'token'
  const variable =
    scheme.toLowerCase() === 'basic'
      ? secrets.lift(credential, name)
      : secrets.liftToken(credential, { wanted, hint: name })
  return text.slice(0, text.length - credential.length) + variable
}

/** Replaces the secret parameters of an auth; requests that inherit the same auth share the new one too. */
function authWithout(auth: AuthTemplate, secrets: LiftedSecrets): AuthTemplate {
  const known = secrets.auths.get(auth)
  if (known) return known
  const { nameIn } = authKind(auth.type)
  const params = mapMembers(auth.params, (value, name): JsonValue => {
    const kind = authParameter(auth.type, name)
    const named = auth.params[nameIn ?? '']
    const hint = nameIn === undefined ? `${auth.type}_${name}` : isText(named) ? named : 'api_key'
    return kind === 'identity'
      ? value
      : partWithout(value, { name, hint, isSecret: kind === 'secret' }, secrets)
  })
  const made = withChanged(auth, { params: withChanged(auth.params, params) })
  secrets.auths.set(auth, made)
  return made
}

/** A parameter of an auth, which may be an object or a list of further fields: each is secret by its own name too. */
function partWithout(
  value: JsonValue,
  { name, hint, isSecret: isWhole }: { name: string; hint: string; isSecret: boolean },
  secrets: LiftedSecrets,
): JsonValue {
  if (Array.isArray(value))
    return mapChanged(value, (one) => partWithout(one, { name, hint, isSecret: isWhole }, secrets))
  if (isObject(value)) {
    const inside = mapMembers(value as JsonObject, (member, key) => {
      const label = nameOfMember(value as JsonObject, key)
      const isNamed = isSecret(label, member)
      return partWithout(member, { name: label, hint: label, isSecret: isNamed || isWhole }, secrets)
    })
    return withChanged(value as JsonObject, inside)
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value
  if (!isWhole) return isText(value) ? secrets.liftInside(value, hint) : value
  return name === 'token'
    ? secrets.liftToken(String(value), { wanted: 'token', hint })
    : secrets.lift(String(value), hint)
}

function addKeysOf(body: BodyTemplate, secrets: LiftedSecrets): void {
  if (body.mode === 'urlencoded' || body.mode === 'formdata') {
    for (const { key, value } of body.entries) if (key) secrets.addKey(key, value)
  } else if (body.mode === 'raw') {
    addKeysIn(body.text, secrets)
  } else if (body.mode === 'graphql') {
    addKeysIn(body.query, secrets)
    addKeysIn(isText(body.variables) ? body.variables : (JSON.stringify(body.variables) ?? ''), secrets)
  }
}

function addKeysIn(text: string, secrets: LiftedSecrets): void {
  if (hasVariable(text) || mentionsAmbiguousKey(text))
    for (const { name, value } of namedValues(text)) secrets.addKey(name, value)
}

/** Replaces credentials in names, descriptions and requests. The answers of examples are part of no request. */
function replaced(collection: Collection, secrets: LiftedSecrets): Collection {
  return {
    ...collection,
    description: secrets.prose(collection.description),
    items: collection.items.map((entry) => withoutTexts(entry, secrets)),
    variables: secrets.variables(),
  }
}

function withoutTexts(entry: Folder | Item, secrets: LiftedSecrets): Folder | Item {
  const name = secrets.prose(entry.name)
  // Only tools that are looked at need their descriptions, and prose takes the most time.
  const description = lazy(() => secrets.prose(entry.description))
  if (entry.kind === 'folder')
    return {
      ...entry,
      name,
      get description() {
        return description()
      },
      items: entry.items.map((one) => withoutTexts(one, secrets)),
    }
  return {
    ...entry,
    name,
    get description() {
      return description()
    },
    ...(entry.operation && { operation: cleaned(entry.operation, secrets) }),
    request: cleaned(entry.request, secrets),
    examples: mapChanged(entry.examples, (example) => {
      const safe = withChanged(example, { name: secrets.prose(example.name) })
      return example.request && secrets.isTelling
        ? withChanged(safe, { request: cleaned(example.request, secrets) })
        : safe
    }),
  }
}

/** Replaces the credentials in plain data; `description` is text for people. Without one, it returns the same object. */
function cleaned<T extends object>(value: T, secrets: LiftedSecrets): T {
  return cleanedPart(value, '', secrets) as T
}

function cleanedPart(part: unknown, key: string, secrets: LiftedSecrets): unknown {
  if (typeof part === 'string') return key === 'description' ? secrets.prose(part) : secrets.text(part)
  if (Array.isArray(part)) {
    if (typeof part[0] === 'string' && !secrets.isTelling) return part
    return mapChanged(part as unknown[], (one) => cleanedPart(one, '', secrets))
  }
  const isObject = typeof part === 'object' && part !== null
  return isObject ? cleanedObject(part as Record<string, unknown>, secrets) : part
}

function cleanedObject(object: Record<string, unknown>, secrets: LiftedSecrets): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const key in object) {
    const made = cleanedPart(object[key], key, secrets)
    if (made === object[key]) continue
    copy ??= { ...object }
    setMember(copy, key, made)
  }
  return copy ?? object
}
