import type { JsonValue } from '../model/json.js'
import { namedValues, replaceNamed } from '../semantics/named-values.js'
import {
  codesAmong,
  credentialsAmong,
  isCredentialValue,
  isSensitiveValue,
  mentionsCredential,
  mentionsSensitive,
} from './credential-name.js'
import { formedSpans, knownCredential, sureSpans } from './credential-value.js'
import { createSecretMatcher, type SecretMatcher, type TextSpan } from './secret-matcher.js'

export const MASK = '•••'

/** Masks secrets in texts and JSON values, in all forms in which an API may return them. */
export interface Masker {
  text(text: string): string
  json(value: JsonValue): JsonValue
  isClean(text: string): boolean
}

const untouched: Masker = { text: (text) => text, json: (value) => value, isClean: () => true }

const known = new Map<string, Masker>()
const MAX_KNOWN = 200

/** Creates a masker for these secrets. It masks every form that {@link createSecretMatcher} finds. */
export function createMasker(secrets: string[]): Masker {
  if (secrets.length === 0) return untouched
  const key = secrets.join('\0')
  const old = known.get(key)
  if (old) return old
  if (known.size >= MAX_KNOWN) known.clear()
  const matcher = matcherOf(secrets)
  const made = matcher ? buildMasker(matcher) : untouched
  known.set(key, made)
  return made
}

/** Most secrets of one matcher: its tables take long, so that only those of few secrets are built at a time. */
const MAX_GROUP = 8
const knownMatchers = new Map<string, SecretMatcher | undefined>()
const MAX_KNOWN_MATCHERS = 1_000

function matcherOf(secrets: string[]): SecretMatcher | undefined {
  const starts = Array.from(
    { length: Math.ceil(secrets.length / MAX_GROUP) },
    (_, group) => group * MAX_GROUP,
  )
  const matchers = starts
    .map((start) => matcherOfGroup(secrets.slice(start, start + MAX_GROUP)))
    .filter((one) => one !== undefined)
  if (matchers.length < 2) return matchers[0]
  return {
    find: (text) => matchers.flatMap((one) => one.find(text)).sort((one, other) => one.start - other.start),
  }
}

function matcherOfGroup(group: string[]): SecretMatcher | undefined {
  const key = group.join('\0')
  if (!knownMatchers.has(key)) {
    if (knownMatchers.size >= MAX_KNOWN_MATCHERS) knownMatchers.clear()
    knownMatchers.set(key, createSecretMatcher(group))
  }
  return knownMatchers.get(key)
}

function buildMasker(matcher: SecretMatcher): Masker {
  const text = (value: string) => maskText(value, matcher)
  const json = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return text(String(value)) === String(value) ? value : MASK
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), json(member)]))
  }
  return { text, json, isClean: (value) => matcher.find(value).length === 0 }
}

const maskText = (text: string, matcher: SecretMatcher) => maskSpans(text, matcher.find(text))

/** Masks ranges of a text. The ranges must be sorted by their starts, and may overlap. */
export const maskSpans = (text: string, found: readonly TextSpan[], mask = MASK): string =>
  replaceSpans(text, found, () => mask)

/** Replaces ranges of a text, which must be sorted by their starts. Those that touch or overlap are replaced as one. */
export function replaceSpans(
  text: string,
  found: readonly TextSpan[],
  put: (written: string) => string,
): string {
  if (found.length === 0) return text
  let replaced = ''
  let done = 0
  for (const { start, end } of found) {
    if (done === 0 || start > done) replaced += text.slice(done, start) + put(text.slice(start, end))
    done = Math.max(done, end)
  }
  return replaced + text.slice(done)
}

/** Masks everything in a text that looks like a credential, also words such as "authentication" after `Bearer`. */
export const maskLookalikes = (text: string): string => maskSpans(text, formedSpans(text))

interface FoundCredential {
  name?: string
  value: string
  written: string
  isNumber: boolean
}

/**
 * Replaces the credentials in a JSON, XML, GraphQL or form text by the results of `put`: the values that are named like
 * credentials or have the form of a known token, then whatever can be nothing but a credential, such as the password in
 * `postgres://user:PASSWORD@host`. If `put` returns undefined, the credential stays.
 */
export function replaceCredentials(
  text: string,
  put: (found: FoundCredential) => string | undefined,
  isCredential = isCredentialValue,
): string {
  const mayHaveNamed =
    isCredential !== isCredentialValue ||
    text.includes('%') ||
    mentionsCredential(text) ||
    knownCredential(text) !== undefined
  const named = mayHaveNamed ? replaceNamedCredentials(text, put, isCredential) : text
  return replaceSpans(
    named,
    sureSpans(named),
    (written) => put({ value: written, written, isNumber: false }) ?? written,
  )
}

function replaceNamedCredentials(
  text: string,
  put: (found: FoundCredential) => string | undefined,
  isCredential: typeof isCredentialValue,
): string {
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber, start, end }) => {
    const written = text.slice(start, end)
    const isSecret =
      isCredential(name, isNumber ? Number(value) : value, isNamed) ||
      (!isNumber && knownCredential(value) !== undefined) ||
      (written !== value && sureSpans(value).length > 0)
    return isSecret ? put({ name, value, written, isNumber }) : undefined
  })
}

/** Masks the values in a JSON, XML, GraphQL or form text that are named like credentials or codes of a user. */
export function maskNamed(text: string, mask: string): string {
  if (!text.includes('%') && !mentionsSensitive(text)) return text
  const names = namedValues(text).map(({ name }) => name)
  const [isNamed, isCode] = [credentialsAmong(names), codesAmong(names)]
  return replaceNamed(text, ({ name, value, isNumber }) => {
    if (!isSensitiveValue(name, value, isNamed, isCode)) return undefined
    return isNumber ? `"${mask}"` : mask
  })
}
