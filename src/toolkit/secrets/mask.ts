import type { JsonValue } from '../model/json.js'
import { createSecretMatcher, type SecretMatcher } from './secret-matcher.js'

/** What stands in place of a secret. */
export const MASK = '•••'

/** Takes secrets out of texts and JSON values, in every form an API may echo them. */
export interface Masker {
  text(text: string): string
  json(value: JsonValue): JsonValue
  /** Whether a JSON text surely holds no secret, so that its value need not be searched. */
  isClean(text: string): boolean
}

const untouched: Masker = { text: (text) => text, json: (value) => value, isClean: () => true }

/** Maskers by their secrets; calls of one user need the same one again and again. */
const known = new Map<string, Masker>()
const MAX_KNOWN = 200
const byList = new WeakMap<string[], Masker>()

/** A masker for these secrets, in every form that a matcher knows. */
export function createMasker(secrets: string[]): Masker {
  if (secrets.length === 0) return untouched
  const same = byList.get(secrets)
  if (same) return same
  const made = findMasker(secrets)
  byList.set(secrets, made)
  return made
}

function findMasker(secrets: string[]): Masker {
  const key = secrets.join('\0')
  const old = known.get(key)
  if (old) return old
  if (known.size >= MAX_KNOWN) known.clear()
  const matcher = createSecretMatcher(secrets)
  const made = matcher ? buildMasker(matcher) : untouched
  known.set(key, made)
  return made
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

function maskText(text: string, matcher: SecretMatcher): string {
  const found = matcher.find(text)
  if (found.length === 0) return text
  let masked = ''
  let done = 0
  for (const { start, end } of found) {
    masked += text.slice(done, start) + MASK
    done = end
  }
  return masked + text.slice(done)
}
