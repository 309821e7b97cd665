import { cutNesting, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  mentionsCredential,
} from '../../toolkit/secrets/credential-name.js'
import { maskLookalikes } from '../../toolkit/secrets/credential-value.js'
import { MASK, maskSpans } from '../../toolkit/secrets/mask.js'
import { MIN_LENGTH } from '../../toolkit/secrets/secret-forms.js'
import { createSecretMatcher, type SecretMatcher } from '../../toolkit/secrets/secret-matcher.js'
import { replaceNamed } from '../../toolkit/semantics/named-values.js'

/** Whether a member with this name has a credential as its value. The names of its neighbors may decide. */
type IsSecretName = (name: string) => boolean

/**
 * Maximum number and total length of learned secrets. A value under the name of a credential is learned and then
 * masked everywhere. Short values are not learned: they are often common words.
 */
const MOST_LEARNED = 500
const MOST_LEARNED_CHARS = 50_000

/** Maximum depth of JSON texts inside JSON texts. Tool calls and their results contain JSON texts. */
const MAX_TEXT_DEPTH = 4

/** Replaces each piece of streamed arguments, because a secret in several pieces cannot be found. */
const PIECE = '···'

/** A longer text is cut. No session accepts such a text. */
const MAX_TEXT_CHARS = 1_000_000

/** The redaction of a value in steps. After each member it yields the amount of work done: about one per character. */
export type Redaction<T = JsonValue> = Generator<number, T>

const workOf = (member: JsonValue) => 100 + (typeof member === 'string' ? member.length : 0)

/**
 * Removes secrets and audio from recorded values. Secrets are the known ones, values under the name of a credential,
 * and texts that look like tokens. Redacting a value twice has the same result as once.
 */
export class Redactor {
  readonly #masker: GrowingMasker
  #learned = 0
  #learnedChars = 0
  /** Number of JSON texts that contain the current one. */
  #textDepth = 0

  constructor(secrets: readonly string[]) {
    this.#masker = new GrowingMasker(secrets)
  }

  /** A copy of a value without secrets. Values that are nested too deeply become `null`. */
  json(value: JsonValue): JsonValue {
    const redaction = this.slices(value)
    for (let next = redaction.next(); ; next = redaction.next()) if (next.done) return next.value
  }

  /** A copy without secrets, made in steps. */
  slices(value: JsonValue): Redaction {
    return this.#value(cutNesting(value, MAX_FILE_NESTING) as JsonValue, '')
  }

  text(text: string): string {
    return maskLookalikes(this.#masker.text(this.#named(text)), MASK)
  }

  /** Masks the values after credential names in a text that is not JSON or is nested too deeply. */
  #named(text: string): string {
    if (!mentionsCredential(text)) return text
    return replaceNamed(text, ({ name, value, isNumber }) =>
      value !== MASK && isCredentialValue(name, isNumber ? Number(value) : value)
        ? this.#learn(value)
        : undefined,
    )
  }

  *#value(value: JsonValue, name: string, isNamed = isCredentialLike): Redaction {
    if (Array.isArray(value)) return yield* this.#list(value, name, isNamed)
    if (value !== null && typeof value === 'object') return yield* this.#object(value)
    if (typeof value === 'string') return yield* this.#string(value, name, isNamed)
    return isCredentialValue(name, value, isNamed) ? this.#learn(String(value)) : value
  }

  /** Redacts a list. A list may be a header: `[name, value]`. */
  *#list(list: JsonValue[], name: string, isNamed: IsSecretName): Redaction<JsonValue[]> {
    const [first, second] = list
    if (list.length === 2 && typeof first === 'string' && typeof second === 'string')
      return [
        yield* this.#string(first, name, isNamed),
        isCredentialValue(name, second, isNamed)
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
    const label = object.key ?? object.name
    const redacted: [string, JsonValue][] = []
    for (const [name, value] of Object.entries(object)) {
      const isLabelled = name === 'value' && typeof label === 'string' && typeof value === 'string'
      const kept = isLabelled ? this.#string(value, label) : this.#value(value, name, isNamed)
      redacted.push([this.text(name), put[name] ?? (yield* kept)])
      yield workOf(value) + name.length
    }
    return Object.fromEntries(redacted)
  }

  *#string(whole: string, name: string, isNamed = isCredentialLike): Redaction<string> {
    const text = whole.slice(0, MAX_TEXT_CHARS)
    if (text === '' || text === MASK) return text
    if (isCredentialValue(name, text, isNamed)) return this.#learn(text)
    return (yield* this.#jsonText(text)) ?? this.text(text)
  }

  /** Redacts JSON inside a string, such as the arguments of a call. `undefined` if the string is not such JSON. */
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

/** Replacements for members that cannot be redacted: audio, and pieces of arguments. */
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

/** Replaces base64 audio by its length. */
function soundMark(base64: string): string {
  return SOUND_MARK.test(base64) ? base64 : `(${Buffer.from(base64, 'base64').length} bytes of sound)`
}

/** Silence in base64, as long as the audio that `mark` replaced; `undefined` if `mark` does not say the length. */
export function silenceFor(mark: JsonValue | undefined): string | undefined {
  const bytes = typeof mark === 'string' ? SOUND_MARK.exec(mark)?.[1] : undefined
  return bytes === undefined ? undefined : Buffer.alloc(Number(bytes)).toString('base64')
}

/** Number of secrets in one matcher. A new secret only rebuilds the matcher of the last group. */
const GROUP_SIZE = 32

/** Masks secrets. More secrets can be added at any time. */
class GrowingMasker {
  readonly #full: (SecretMatcher | undefined)[] = []
  readonly #known = new Set<string>()
  #latest: string[] = []
  #matcher: SecretMatcher | undefined

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret)
  }

  /** Adds a secret. Returns whether it is new. */
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
