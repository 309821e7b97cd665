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

/** The values of an input by name, one level of objects opened: what a person is asked to allow. */
export function inputEntries(text: string): [name: string, value: string][] {
  const value = parseJson(text)
  if (!isObject(value)) return text.trim() === '' ? [] : [['', text]]
  return Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) ? Object.entries(inner).map(entry) : [entry([name, inner])],
  )
}

/** A time as it is read: `240 ms`, `1.3 s`. */
export function readableTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

function entry([name, value]: [string, unknown]): [string, string] {
  return [readableName(name), typeof value === 'string' ? value : JSON.stringify(value)]
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
