import { cutNesting, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'
import { replaceNamed } from '../../toolkit/meaning/named-values.js'
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
import { GrowingMasker } from './growing-masker.js'

/** Whether a name among others is that of a credential. */
type IsNamed = (name: string) => boolean

/**
 * Secrets that turned up under their names are looked for everywhere from then on: so many of them, of so many characters together. Shorter ones
 * are common words.
 */
const MOST_LEARNED = 500
const MOST_LEARNED_CHARS = 50_000

/** JSON texts in JSON texts are read as far as a call and its result put them into each other. */
const MAX_TEXT_DEPTH = 4

/** Streamed arguments hold secrets in pieces that no look can find: this stands for each. */
const PIECE = '···'

/**
 * Takes secrets and sound out of what is recorded: the given values, members named like credentials, and what looks like a token. A value that stood
 * under such a name is also taken out wherever it comes up later. What was redacted once comes out the same a second time.
 */
export class Redactor {
  readonly #masker: GrowingMasker
  #learned = 0
  #learnedChars = 0
  /** How many JSON texts the present one stands in. */
  #textDepth = 0

  constructor(secrets: readonly string[]) {
    this.#masker = new GrowingMasker(secrets)
  }

  /** A copy without secrets; what is nested deeper than a recording can hold is `null`. */
  json(value: JsonValue): JsonValue {
    return this.#value(cutNesting(value, MAX_FILE_NESTING) as JsonValue, '')
  }

  text(text: string): string {
    return maskLookalikes(this.#masker.text(this.#named(text)), MASK)
  }

  /** Members of what is no JSON, or too deep: names tell there, too. */
  #named(text: string): string {
    if (!mentionsCredential(text)) return text
    return replaceNamed(text, ({ name, value, isNumber }) =>
      value !== MASK && isCredentialValue(name, isNumber ? Number(value) : value)
        ? this.#learn(value)
        : undefined,
    )
  }

  #value(value: JsonValue, name: string, isNamed = isCredentialLike): JsonValue {
    if (Array.isArray(value)) return this.#list(value, name, isNamed)
    if (value !== null && typeof value === 'object') return this.#object(value)
    if (typeof value === 'string') return this.#string(value, name, isNamed)
    return isCredentialValue(name, value, isNamed) ? this.#learn(String(value)) : value
  }

  /** `[name, value]` is how headers are written. */
  #list(list: JsonValue[], name: string, isNamed: IsNamed): JsonValue[] {
    const [first, second] = list
    if (list.length === 2 && typeof first === 'string' && typeof second === 'string')
      return [
        this.#string(first, name, isNamed),
        isCredentialValue(name, second, isNamed)
          ? this.#string(second, name, isNamed)
          : this.#string(second, first),
      ]
    return list.map((one) => this.#value(one, name, isNamed))
  }

  #object(object: JsonObject): JsonObject {
    const put = putsOf(object)
    const isNamed = credentialsAmong(Object.keys(object))
    const label = object.key ?? object.name
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const isLabelled = name === 'value' && typeof label === 'string' && typeof value === 'string'
        const kept = isLabelled ? this.#string(value, label) : this.#value(value, name, isNamed)
        return [this.text(name), put[name] ?? kept]
      }),
    )
  }

  #string(text: string, name: string, isNamed = isCredentialLike): string {
    if (text === '' || text === MASK) return text
    if (isCredentialValue(name, text, isNamed)) return this.#learn(text)
    return this.#jsonText(text) ?? this.text(text)
  }

  /** JSON inside of JSON: arguments of calls and their results. */
  #jsonText(text: string): string | undefined {
    if (this.#textDepth === MAX_TEXT_DEPTH || !/^\s*[[{]/.test(text)) return undefined
    this.#textDepth += 1
    try {
      const value = parseJson(text) as JsonValue
      const before = JSON.stringify(value)
      const masked = JSON.stringify(this.#value(value, ''))
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

/** What stands in the place of members that no look can judge: pieces of arguments, and sound. */
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

/** What stands for sound in base64: how much it was. */
function soundMark(base64: string): string {
  return SOUND_MARK.test(base64) ? base64 : `(${Buffer.from(base64, 'base64').length} bytes of sound)`
}

/** Sound that is as long as the one that was left out, and silent. */
export function silenceFor(mark: JsonValue | undefined): string | undefined {
  const bytes = typeof mark === 'string' ? SOUND_MARK.exec(mark)?.[1] : undefined
  return bytes === undefined ? undefined : Buffer.alloc(Number(bytes)).toString('base64')
}
