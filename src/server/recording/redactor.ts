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
import { MASK } from '../../toolkit/secrets/mask.js'
import { MIN_LENGTH } from '../../toolkit/secrets/secret-forms.js'
import { replaceNamed } from '../../toolkit/semantics/named-values.js'
import { GrowingMasker } from './growing-masker.js'

/** Whether a name, given its neighbours, is the name of a credential. */
type IsSecretName = (name: string) => boolean

/**
 * Secrets found under a credential name are then masked everywhere. These constants limit their number and total
 * length. Shorter values are often common words and are not masked elsewhere.
 */
const MOST_LEARNED = 500
const MOST_LEARNED_CHARS = 50_000

/** Maximum depth of JSON texts inside JSON texts, as calls and their results nest them. */
const MAX_TEXT_DEPTH = 4

/** Replaces each piece of streamed arguments, because a secret split over pieces cannot be found. */
const PIECE = '···'

/** Longer texts are cut: no session accepts them. */
const MAX_TEXT_CHARS = 1_000_000

/** A value being redacted. It pauses after each member and yields the work done, about one per character. */
export type Redaction<T = JsonValue> = Generator<number, T>

const workOf = (member: JsonValue) => 100 + (typeof member === 'string' ? member.length : 0)

/**
 * Removes secrets and audio from recorded values: the known secrets, members with the name of a credential, and texts
 * that look like tokens. A value found under such a name is masked everywhere afterwards. Redacting a redacted value
 * again does not change it.
 */
export class Redactor {
  readonly #masker: GrowingMasker
  #learned = 0
  #learnedChars = 0
  /** Number of JSON texts around the current one. */
  #textDepth = 0

  constructor(secrets: readonly string[]) {
    this.#masker = new GrowingMasker(secrets)
  }

  /** A copy without secrets; values nested too deep for a recording become `null`. */
  json(value: JsonValue): JsonValue {
    const redaction = this.slices(value)
    for (let next = redaction.next(); ; next = redaction.next()) if (next.done) return next.value
  }

  /** The same in slices. */
  slices(value: JsonValue): Redaction {
    return this.#value(cutNesting(value, MAX_FILE_NESTING) as JsonValue, '')
  }

  text(text: string): string {
    return maskLookalikes(this.#masker.text(this.#named(text)), MASK)
  }

  /** Masks named members in a text that is not JSON or nested too deep. */
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

  /** Headers are lists of `[name, value]`. */
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

  /** Redacts JSON inside a JSON string, such as arguments of calls and their results. */
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

/** Replacements for members that cannot be checked: pieces of arguments, and audio. */
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

/** Silence of the same length as the removed audio. */
export function silenceFor(mark: JsonValue | undefined): string | undefined {
  const bytes = typeof mark === 'string' ? SOUND_MARK.exec(mark)?.[1] : undefined
  return bytes === undefined ? undefined : Buffer.alloc(Number(bytes)).toString('base64')
}
