import { cutNesting, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import {
  credentialsAmong,
  isCredentialLike,
  isSensitiveValue,
  mentionsSensitive,
} from '../../toolkit/secrets/credential-name.js'
import { MASK, maskLookalikes, maskSpans } from '../../toolkit/secrets/mask.js'
import { MIN_LENGTH } from '../../toolkit/secrets/secret-forms.js'
import { createSecretMatcher, type SecretMatcher } from '../../toolkit/secrets/secret-matcher.js'
import { nameOfMember } from '../../toolkit/semantics/labels.js'
import { replaceNamed } from '../../toolkit/semantics/named-values.js'

/** Whether a member has a credential, also by the names beside it. */
type IsSecretName = (name: string) => boolean

/** How many secrets are learned from values under a credential's name, and masked everywhere. Short ones are words. */
const MOST_LEARNED = 500
const MOST_LEARNED_CHARS = 50_000

/** The depth of JSON in JSON, such as arguments and results of calls. */
const MAX_TEXT_DEPTH = 4

/** Replaces each delta of arguments: a secret over several could not be found. */
const PIECE = '···'

/** Longer strings are cut; no item or setting has one by the default limits. */
const MAX_TEXT_CHARS = 1_000_000

/** Redacts in steps and yields the work of each member: about 1 per character. */
export type Redaction<T = JsonValue> = Generator<number, T>

const workOf = (member: JsonValue) => 100 + (typeof member === 'string' ? member.length : 0)

/**
 * Removes secrets and audio from recorded values. To redact a value a second time changes nothing. Secrets are:
 * - the values that were passed to the constructor
 * - values under the name of a credential
 * - text that looks like a token
 */
export class Redactor {
  readonly #masker: GrowingMasker
  #learned = 0
  #learnedChars = 0
  /** Number of JSON strings that the current value is nested in. */
  #textDepth = 0

  constructor(secrets: readonly string[]) {
    this.#masker = new GrowingMasker(secrets)
  }

  /** A copy of a value without secrets. Values that are nested too deeply become `null`. */
  json(value: JsonValue): JsonValue {
    const redaction = this.slices(value)
    for (let next = redaction.next(); ; next = redaction.next()) if (next.done) return next.value
  }

  slices(value: JsonValue): Redaction {
    return this.#value(cutNesting(value, MAX_FILE_NESTING) as JsonValue, '')
  }

  text(text: string): string {
    return maskLookalikes(this.#masker.text(this.#named(text)))
  }

  /** Masks values that follow the name of a credential in text. Used for text that is not parsed as JSON. */
  #named(text: string): string {
    if (!mentionsSensitive(text)) return text
    return replaceNamed(text, ({ name, value, isNumber }) =>
      value !== MASK && isSensitiveValue(name, isNumber ? Number(value) : value)
        ? this.#learn(value)
        : undefined,
    )
  }

  *#value(value: JsonValue, name: string, isNamed = isCredentialLike): Redaction {
    if (Array.isArray(value)) return yield* this.#list(value, name, isNamed)
    if (value !== null && typeof value === 'object') return yield* this.#object(value)
    if (typeof value === 'string') return yield* this.#string(value, name, isNamed)
    return isSensitiveValue(name, value, isNamed) ? this.#learn(String(value)) : value
  }

  /** Redacts a list. A list of two strings may be a header: its name and its value. */
  *#list(list: JsonValue[], name: string, isNamed: IsSecretName): Redaction<JsonValue[]> {
    const [first, second] = list
    if (list.length === 2 && typeof first === 'string' && typeof second === 'string')
      return [
        yield* this.#string(first, name, isNamed),
        isSensitiveValue(name, second, isNamed)
          ? yield* this.#string(second, name, isNamed)
          : yield* this.#string(second, first),
      ]
    const redacted: JsonValue[] = []
    for (const one of list) {
      redacted.push(yield* this.#value(one, name, isNamed))
      yield workOf(one)
    }
    return redacted
  }

  *#object(object: JsonObject): Redaction<JsonObject> {
    const put = putsOf(object)
    const isNamed = credentialsAmong(Object.keys(object))
    const redacted: [string, JsonValue][] = []
    for (const [name, value] of Object.entries(object)) {
      const label = nameOfMember(object, name)
      const kept = label === name ? this.#value(value, name, isNamed) : this.#value(value, label)
      redacted.push([this.text(name), put[name] ?? (yield* kept)])
      yield workOf(value) + name.length
    }
    return Object.fromEntries(redacted)
  }

  *#string(whole: string, name: string, isNamed = isCredentialLike): Redaction<string> {
    const text = whole.slice(0, MAX_TEXT_CHARS)
    if (text === '' || text === MASK) return text
    if (isSensitiveValue(name, text, isNamed)) return this.#learn(text)
    return (yield* this.#jsonText(text)) ?? this.text(text)
  }

  /** Redacts JSON inside a string, such as arguments; `undefined` if there is none. */
  *#jsonText(text: string): Redaction<string | undefined> {
    if (this.#textDepth === MAX_TEXT_DEPTH || !/^\s*[[{]/.test(text)) return undefined
    this.#textDepth += 1
    try {
      const value = parseJson(text) as JsonValue
      const before = JSON.stringify(value)
      const masked = JSON.stringify(yield* this.#value(value, ''))
      return masked === before ? text : masked
    } catch {
      return undefined
    } finally {
      this.#textDepth -= 1
    }
  }

  #learn(secret: string): string {
    const hasRoom = this.#learned < MOST_LEARNED && this.#learnedChars + secret.length <= MOST_LEARNED_CHARS
    if (hasRoom && secret.length >= MIN_LENGTH && this.#masker.add(secret)) {
      this.#learned += 1
      this.#learnedChars += secret.length
    }
    return MASK
  }
}

/** Replacements for those members of an event that cannot be redacted: audio, and incomplete tool arguments. */
function putsOf({ type, delta, status, arguments: written, audio }: JsonObject): Record<string, string> {
  const isSound = type === 'response.output_audio.delta'
  return {
    ...(typeof delta === 'string' && isArgumentsDelta(type) && { delta: PIECE }),
    ...(typeof delta === 'string' && isSound && { delta: soundMark(delta) }),
    ...(status === 'incomplete' && typeof written === 'string' && { arguments: written && PIECE }),
    ...(typeof audio === 'string' && audio !== '' && { audio: soundMark(audio) }),
  }
}

const isArgumentsDelta = (type: JsonValue | undefined) =>
  type === 'tool-call-delta' || (typeof type === 'string' && type.endsWith('arguments.delta'))

const SOUND_MARK = /^\((\d+) bytes of sound\)$/

function soundMark(base64: string): string {
  return SOUND_MARK.test(base64) ? base64 : `(${Buffer.from(base64, 'base64').length} bytes of sound)`
}

/** Silence in base64, as long as the audio that `mark` replaced; `undefined` if `mark` does not contain the length. */
export function silenceFor(mark: JsonValue | undefined): string | undefined {
  const bytes = typeof mark === 'string' ? SOUND_MARK.exec(mark)?.[1] : undefined
  return bytes === undefined ? undefined : Buffer.alloc(Number(bytes)).toString('base64')
}

const GROUP_SIZE = 32

class GrowingMasker {
  readonly #full: (SecretMatcher | undefined)[] = []
  readonly #known = new Set<string>()
  #latest: string[] = []
  #matcher: SecretMatcher | undefined

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret)
  }

  add(secret: string): boolean {
    if (this.#known.has(secret)) return false
    this.#known.add(secret)
    if (this.#latest.length === GROUP_SIZE) {
      this.#full.push(this.#current)
      this.#latest = []
    }
    this.#latest = [...this.#latest, secret]
    this.#matcher = undefined
    return true
  }

  /** Masks all secrets in a text. All matchers search the original text, because secrets may overlap. */
  text(text: string): string {
    const found = [...this.#full, this.#current].flatMap((matcher) => matcher?.find(text) ?? [])
    return maskSpans(
      text,
      found.sort((a, b) => a.start - b.start),
    )
  }

  get #current(): SecretMatcher | undefined {
    this.#matcher ??= createSecretMatcher(this.#latest)
    return this.#matcher
  }
}
