import { isObject } from '../../protocol/is-object.js'
import { parseJson } from '../../protocol/parse-json.js'
import { JsonEnd } from './json-end.js'

/** A call that a model wrote as text. */
export interface WrittenCall {
  name: string
  /** JSON of an object. */
  arguments: string
}

/** How much text may wait for its end. */
const MAX_HELD = 65_536

/** How much of the text decides whether it may be calls. */
const HEAD = 120

/** What models without a tool parser write before a call: Qwen and Hermes, Llama, Mistral, and a block of code. */
const OPENINGS = [
  '<tool_call>',
  '<function_call>',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '```json',
  '```tool_call',
  '```',
]

/** The text that models write after a call. */
const CLOSINGS = ['</tool_call>', '</function_call>', '<|eom_id|>', '```']

/** The first member of a call. */
const FIRST_MEMBERS = ['"name"', '"function"', '"type"', '"id"', '"arguments"', '"parameters"']

/**
 * Reads the calls of models whose server has no parser for them (llama.cpp with some templates, vLLM without `--tool-call-parser`): an answer that is
 * nothing but JSON objects with the name of an offered tool and an object of arguments. Text that cannot become such an answer is passed on at once.
 *
 * States: held → text.
 */
export class WrittenCalls {
  readonly #tools: ReadonlySet<string>
  readonly #pass: (text: string) => void
  /** `undefined` once the answer is text. */
  #held: string | undefined

  /** `tools`: the names of the offered tools; without any, nothing is held. */
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

  /** The held text is part of the answer. */
  release(): void {
    const text = this.#held
    this.#held = undefined
    if (text) this.#pass(text)
  }

  /** Drops the text so far from the answer. */
  retract(): void {
    this.#held = this.#tools.size > 0 ? '' : undefined
  }

  /** The answer is complete. Returns its calls; without any, the held text is part of the answer. */
  take(): WrittenCall[] {
    const calls = this.#held === undefined ? [] : readCalls(this.#held, this.#tools)
    if (calls.length > 0) this.#held = undefined
    this.release()
    return calls
  }
}

/** Whether an answer that begins so may still be calls. */
function mayBeCalls(head: string): boolean {
  const text = head.trimStart()
  const opening = OPENINGS.find((one) => begins(text, one))
  if (opening) return text.length < opening.length || mayBeCalls(text.slice(opening.length))
  const inside = text.replace(/^[[{\s]{1,40}/, '')
  if (inside === text) return text === ''
  return inside === '' || FIRST_MEMBERS.some((member) => begins(inside, member))
}

/** Whether one text begins with the other, as far as both go. */
const begins = (text: string, start: string) =>
  text.startsWith(start.slice(0, text.length)) && (text !== '' || start === '')

/** The calls of a whole answer; none if anything in it is no call of an offered tool. */
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

/** The text without the marks and separators at its beginning. */
function skipMarks(text: string): string {
  let at = 0
  for (;;) {
    while (at < text.length && /[\s,;]/.test(text[at]!)) at += 1
    const mark = [...OPENINGS, ...CLOSINGS].find((one) => text.startsWith(one, at))
    if (!mark) return text.slice(at)
    at += mark.length
  }
}

/** The calls of one JSON value: a call, or a list of calls. */
function callsIn(json: string, tools: ReadonlySet<string>): WrittenCall[] | undefined {
  try {
    const calls = [parseJson(json)].flat().map((value) => callOf(value, tools))
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
  const given = typeof input === 'string' ? parseJson(input) : input
  const isInput = isObject(given)
  return typeof name === 'string' && tools.has(name) && isInput
    ? { name, arguments: JSON.stringify(given) }
    : undefined
}
