import { patternOfTexts } from '../../../text/literals.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonValue } from '../../model/json.js'
import { encodeQuery, encodeStrictly } from '../request/encode.js'

/** What stands in place of a secret. */
export const MASK = '•••'

/** Shorter texts are too common to be looked for. */
const MIN_LENGTH = 4

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
const MAX_KNOWN = 500
const byList = new WeakMap<string[], Masker>()

/** A masker for these secrets: as they are, percent-encoded, as base64 and as JSON text. */
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
  const made = buildMasker(secrets)
  known.set(key, made)
  return made
}

function buildMasker(secrets: string[]): Masker {
  const forms = [...new Set(secrets)].filter((secret) => secret.length >= MIN_LENGTH).flatMap(formsOf)
  if (forms.length === 0) return untouched
  const pattern = patternOfTexts(forms)
  const text = (value: string) => value.replace(pattern, MASK)
  const json = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return text(String(value)) === String(value) ? value : MASK
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), json(member)]))
  }
  // An escape such as \u0041 may hide a secret from a search of the text.
  const isClean = (value: string) => !value.includes('\\') && value.search(pattern) < 0
  return { text, json, isClean }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64')
  return [
    secret,
    encodeStrictly(secret),
    encodeURIComponent(secret),
    encodeQuery(secret),
    JSON.stringify(secret).slice(1, -1),
    // Inside a longer base64 text the last characters differ.
    ...(secret.length >= 8 ? [base64, trimEndOf(base64, '=').slice(0, -1), bytes.toString('base64url')] : []),
  ]
}
