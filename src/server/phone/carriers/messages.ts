import { isObject } from '../../../protocol/is-object.js'
import { parseShallow } from '../../../protocol/parse-json.js'

/** The members of a JSON message. Their values are not checked. */
export type MessageFields = Readonly<Record<string, unknown>>

/** Maximum nesting of a message. Deeper objects are read as empty. */
const MAX_LEVELS = 8

/** The members of a message, or of an object in it; `{}` for any other value. Throws a `SyntaxError` if a text is not JSON. */
export function messageFields(message: unknown): MessageFields {
  const value =
    message instanceof Uint8Array
      ? parseShallow(Buffer.from(message).toString(), MAX_LEVELS)
      : typeof message === 'string'
        ? parseShallow(message, MAX_LEVELS)
        : message
  return isObject(value) ? (value as MessageFields) : {}
}

/** A value if it is a text; `undefined` for other values. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The fields of a form. If a field is repeated, the last value counts. */
export const formFields = (body: string): Partial<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(body))

/** A telephone number with its `+`. `undefined` for a withheld number, which carriers write as `anonymous` or another word. */
export function numberIn(text: string | undefined): string | undefined {
  const digits = /^\+?(\d{3,15})$/.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : `+${digits}`
}
