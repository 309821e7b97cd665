import { shownInput } from '../../text/shown-input.js'

/** A name of a program as a person reads it: `create_order` is "Create order", `petId` is "Pet id". */
export function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z][a-z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/[_\s-]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/** JSON text with indents; anything else as it is. */
export function prettyJson(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** What a tool answered, for the eye: the content of a result of ours without its envelope, text as text. */
export function readableResult(text: string): string {
  const value = parseJson(text)
  const content = isObject(value) && 'isError' in value && 'content' in value ? value.content : value
  if (typeof content === 'string') return content
  return content === undefined ? text : JSON.stringify(content, null, 2)
}

/** The usual words of credentials. The page stays small: the server covers more of them in what the agent says. */
const SECRET =
  /pass(?:wor[dt]|phrase|code|wd)|\bpwd\b|secret|credential|authorization|api.?key|private.?key|(?:access|auth|refresh|bearer).?token|senha|contrase|密码/i

const isSecret = (name: string, value: unknown) => typeof value === 'string' && SECRET.test(name)

const MAX_VALUE_CHARS = 300
const MAX_ROWS = 60

/** The values of an input by name: what a person is asked to allow, with nothing hidden and credentials covered. */
export function inputEntries(text: string): [name: string, value: string][] {
  const style = { maxChars: MAX_VALUE_CHARS, maxRows: MAX_ROWS, isSecret }
  return shownInput(text, style).map(({ path, value }) => [path.map(readableName).join(' › '), value])
}

/** A time as it is read: `240 ms`, `1.3 s`. */
export function readableTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
