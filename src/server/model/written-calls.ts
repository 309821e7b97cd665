import { isObject } from '../../protocol/is-object.js'
import { parseExact } from '../../protocol/parse-exact.js'
import { JsonEnd } from './json-end.js'

export interface WrittenCall {
  name: string
  arguments: string
}

/** Maximum characters of an answer that are held back until it is clear whether they are tool calls. */
const MAX_HELD = 65_536

/** Number of characters at the start of an answer that show whether the answer may consist of tool calls. */
const HEAD = 120

/**
 * Marks that models write before a tool call, if their server does not parse calls: Qwen and Hermes, Llama, Mistral,
 * and Markdown code blocks.
 */
const OPENINGS = [
  '<tool_call>',
  '<function_call>',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '```json',
  '```tool_call',
  '```',
]

/** Marks that models write after a tool call. */
const CLOSINGS = ['</tool_call>', '</function_call>', '<|eom_id|>', '```']

/** Member names that may come first in the JSON object of a tool call. */
const FIRST_MEMBERS = ['"name"', '"function"', '"type"', '"id"', '"arguments"', '"parameters"']

/**
 * Recognizes tool calls that a model writes as text. This happens if the server has no parser for them (llama.cpp with
 * some templates, vLLM without `--tool-call-parser`). The text counts as calls only if the whole answer consists of
 * JSON objects, each with a tool name and arguments. An answer that cannot be calls is passed on at once.
 * States: held (the answer may be calls) → text (everything is passed on).
 */
export class WrittenCalls {
  readonly #tools: ReadonlySet<string>
  readonly #pass: (text: string) => void
  /** The text that is held back; `undefined` once it is clear that the answer is not tool calls. */
  #held: string | undefined

  /** `tools` are the names of the offered tools. If there are none, no text is held back. */
  constructor(tools: ReadonlySet<string>, pass: (text: string) => void) {
    this.#tools = tools
    this.#pass = pass
    this.retract()
  }

  push(text: string): void {
    if (this.#held === undefined) {
      this.#pass(text)
      return
    }
    this.#held += text
    if (this.#held.length > MAX_HELD || !mayBeCalls(this.#held.slice(0, HEAD))) this.release()
  }

  /** Passes the held text on as part of the answer. */
  release(): void {
    const text = this.#held
    this.#held = undefined
    if (text) this.#pass(text)
  }

  /** Drops the held text and expects a new answer. */
  retract(): void {
    this.#held = this.#tools.size > 0 ? '' : undefined
  }

  /** Ends the answer and returns its tool calls. If it has none, passes the held text on. */
  take(): WrittenCall[] {
    const calls = this.#held === undefined ? [] : readCalls(this.#held, this.#tools)
    if (calls.length > 0) this.#held = undefined
    this.release()
    return calls
  }
}

/** Whether an answer that begins with `head` may consist of tool calls. */
function mayBeCalls(head: string): boolean {
  const text = head.trimStart()
  const opening = OPENINGS.find((one) => begins(text, one))
  if (opening) return text.length < opening.length || mayBeCalls(text.slice(opening.length))
  const inside = text.replace(/^[[{\s]{1,40}/, '')
  if (inside === text) return text === ''
  return inside === '' || FIRST_MEMBERS.some((member) => begins(inside, member))
}

/**
 * Whether `text` begins with `start`, or is the beginning of `start`. For example, `<tool` is the beginning of
 * `<tool_call>`. If `text` is empty, the result is true only if `start` is empty too.
 */
const begins = (text: string, start: string) =>
  text.startsWith(start.slice(0, text.length)) && (text !== '' || start === '')

/** The tool calls in a complete answer. Empty if any part of the answer is not a call of an offered tool. */
function readCalls(text: string, tools: ReadonlySet<string>): WrittenCall[] {
  const calls: WrittenCall[] = []
  let rest = skipMarks(text)
  while (rest !== '') {
    const end = /^[{[]/.test(rest) ? new JsonEnd().push(rest) : undefined
    const found = end === undefined ? undefined : callsIn(rest.slice(0, end), tools)
    if (!found) return []
    calls.push(...found)
    rest = skipMarks(rest.slice(end))
  }
  return calls
}

/** Removes call marks, spaces, commas and semicolons from the start of a text. */
function skipMarks(text: string): string {
  let at = 0
  for (;;) {
    while (at < text.length && /[\s,;]/.test(text[at]!)) at += 1
    const mark = [...OPENINGS, ...CLOSINGS].find((one) => text.startsWith(one, at))
    if (!mark) return text.slice(at)
    at += mark.length
  }
}

/**
 * The tool calls in a JSON text: an object that is a call, or a list of calls. `undefined` if the JSON is anything else
 * or is not valid.
 */
function callsIn(json: string, tools: ReadonlySet<string>): WrittenCall[] | undefined {
  try {
    const calls = [parseExact(json)].flat().map((value) => callOf(value, tools))
    return calls.every((call) => call !== undefined) ? calls : undefined
  } catch {
    return undefined
  }
}

function callOf(value: unknown, tools: ReadonlySet<string>): WrittenCall | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const members = value as Record<string, unknown>
  if (typeof members.function === 'object') return callOf(members.function, tools)
  const { name } = members
  const input = members.arguments ?? members.parameters
  const given = typeof input === 'string' ? parseExact(input) : input
  const isInput = isObject(given)
  return typeof name === 'string' && tools.has(name) && isInput
    ? { name, arguments: JSON.stringify(given) }
    : undefined
}
