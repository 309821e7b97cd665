import { isObject } from '../../../protocol/is-object.js'
import { parseShallow } from '../../../protocol/parse-json.js'

/** Members of a JSON message, not yet checked. */
export type MessageFields = Readonly<Record<string, unknown>>

/** Messages have few levels; deeper ones are read as empty. */
const MAX_LEVELS = 8

/**
 * The members of a message, or of an object in it; `{}` for anything else. Throws a `SyntaxError` for a text that is
 * not JSON.
 */
export function messageFields(message: unknown): MessageFields {
  const value =
    message instanceof Uint8Array
      ? parseShallow(Buffer.from(message).toString(), MAX_LEVELS)
      : typeof message === 'string'
        ? parseShallow(message, MAX_LEVELS)
        : message
  return isObject(value) ? (value as MessageFields) : {}
}

/** A text member; `undefined` for anything else. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The fields of a form; of a repeated one, the last. */
export const formFields = (body: string): Partial<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(body))

/** A telephone number with its `+`; `undefined` for `anonymous` and other words that stand for a withheld number. */
export function numberIn(text: string | undefined): string | undefined {
  const digits = /^\+?(\d{3,15})$/.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : `+${digits}`
}
