import { cutNesting, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { createMasker, MASK } from '../../toolkit/run/shape/mask.js'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
} from '../../toolkit/secrets/credential-name.js'
import { maskLookalikes } from '../../toolkit/secrets/credential-value.js'

/** Whether a name among others is that of a credential. */
type IsNamed = (name: string) => boolean

/** Secrets that turned up under their names and are looked for everywhere from then on. */
const MOST_LEARNED = 500
/** JSON texts in JSON texts are read as far as a call and its result put them into each other. */
const MAX_TEXT_DEPTH = 4

/** Streamed arguments hold secrets in pieces that no look can find: this stands for each. */
const PIECE = '···'

/**
 * Takes secrets and sound out of what is recorded: the given values, members named like credentials, and what looks like a token. A value that stood
 * under such a name is also taken out wherever it comes up later. What was redacted once comes out the same a second time.
 */
export class Redactor {
  readonly #secrets: string[]
  readonly #learned = new Set<string>()
  #masker: ReturnType<typeof createMasker>
  /** How many JSON texts the present one stands in. */
  #textDepth = 0

  constructor(secrets: readonly string[]) {
    this.#secrets = [...secrets]
    this.#masker = createMasker(this.#secrets)
  }

  /** A copy without secrets; what is nested deeper than a recording can hold is `null`. */
  json(value: JsonValue): JsonValue {
    return this.#value(cutNesting(value, MAX_FILE_NESTING) as JsonValue, '')
  }

  text(text: string): string {
    return maskLookalikes(this.#masker.text(text), MASK)
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
    const { type, delta, status, arguments: written } = object
    const isNamed = credentialsAmong(Object.keys(object))
    const masked = Object.fromEntries(
      Object.entries(object).map(([name, value]) => [this.text(name), this.#value(value, name, isNamed)]),
    )
    const label = object.key ?? object.name
    if (typeof label === 'string' && typeof object.value === 'string')
      masked.value = this.#string(object.value, label)
    if (typeof delta === 'string' && isArgumentsDelta(type)) masked.delta = PIECE
    if (status === 'incomplete' && typeof written === 'string') masked.arguments = written && PIECE
    if (type === 'response.output_audio.delta' && typeof delta === 'string') masked.delta = soundMark(delta)
    const { audio } = object
    if (typeof audio === 'string' && audio !== '') masked.audio = soundMark(audio)
    return masked
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
    if (this.#learned.size < MOST_LEARNED && !this.#learned.has(secret)) {
      this.#learned.add(secret)
      this.#masker = createMasker([...this.#secrets, ...this.#learned])
    }
    return MASK
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
