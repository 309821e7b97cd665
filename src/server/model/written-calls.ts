import { isObject } from '../../protocol/is-object.js'
import { parseExact } from '../../protocol/parse-exact.js'
import { JsonEnd } from './json-end.js'

export interface WrittenCall {
  name: string
  arguments: string
}

/** Maximum characters that are held back until it is clear whether they are calls. */
const MAX_HELD = 65_536

/** Number of characters at the start that decide whether a text may be calls. */
const HEAD = 120

/** Marks that models write before a call if their server does not parse calls: Qwen and Hermes, Llama, Mistral, and a code block. */
const OPENINGS = [
  '<tool_call>',
  '<function_call>',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '```json',
  '```tool_call',
  '```',
]

/** Marks that models write after a call. */
const CLOSINGS = ['</tool_call>', '</function_call>', '<|eom_id|>', '```']

/** Names that may come first in the JSON of a call. */
const FIRST_MEMBERS = ['"name"', '"function"', '"type"', '"id"', '"arguments"', '"parameters"']

/**
 * Recognizes calls that a model writes as text because its server has no parser for them (llama.cpp with some
 * templates, vLLM without `--tool-call-parser`). The whole answer must be JSON objects with a tool name and arguments.
 * Other text is passed on at once.
 * States: held → text.
 */
export class WrittenCalls {
  readonly #tools: ReadonlySet<string>
  readonly #pass: (text: string) => void
  /** The text that is held back; `undefined` when the answer is known to be text. */
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

  /** Drops the held text and starts again, as at the beginning of an answer. */
  retract(): void {
    this.#held = this.#tools.size > 0 ? '' : undefined
  }

  /** Ends the answer and returns its calls. If there are none, passes the held text on. */
  take(): WrittenCall[] {
    const calls = this.#held === undefined ? [] : readCalls(this.#held, this.#tools)
    if (calls.length > 0) this.#held = undefined
    this.release()
    return calls
  }
}

/** Whether an answer with this beginning may consist of calls. */
function mayBeCalls(head: string): boolean {
  const text = head.trimStart()
  const opening = OPENINGS.find((one) => begins(text, one))
  if (opening) return text.length < opening.length || mayBeCalls(text.slice(opening.length))
  const inside = text.replace(/^[[{\s]{1,40}/, '')
  if (inside === text) return text === ''
  return inside === '' || FIRST_MEMBERS.some((member) => begins(inside, member))
}

/** Whether one text is the beginning of the other: `<tool` and `<tool_call>`. False if only `text` is empty. */
const begins = (text: string, start: string) =>
  text.startsWith(start.slice(0, text.length)) && (text !== '' || start === '')

/** The calls in a complete answer. Empty if any part of it is not a call of an offered tool. */
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

/** A text without the marks and separators at its start. */
function skipMarks(text: string): string {
  let at = 0
  for (;;) {
    while (at < text.length && /[\s,;]/.test(text[at]!)) at += 1
    const mark = [...OPENINGS, ...CLOSINGS].find((one) => text.startsWith(one, at))
    if (!mark) return text.slice(at)
    at += mark.length
  }
}

/** The calls in a JSON value: a call, or a list of calls. `undefined` for any other value. */
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
