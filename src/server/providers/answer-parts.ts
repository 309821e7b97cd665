import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { ModelChunk, ModelMessage, ModelToolCall } from '../model/language-model.js'

/**
 * What an answer was made of, in order. Reasoning is kept as it came; `text` and `call` are the places of the text, of
 * which a part has so many characters, and of the calls. `own` is what the provider wants back with the part.
 */
export type AnswerPart =
  | { type: 'reasoning'; text?: string; own?: JsonValue }
  | { type: 'text'; chars: number; own?: JsonValue }
  | { type: 'call'; own?: JsonValue }

/** Writes the parts of an answer as a provider takes them in a history. */
export interface PartWriter<T> {
  reasoning: (part: AnswerPart & { type: 'reasoning' }) => T
  text: (text: string, own?: JsonValue) => T
  call: (call: ModelToolCall, own?: JsonValue) => T
}

/**
 * The parts of an answer for the history of a provider. Its reasoning stands before what it belongs to, unless a text or
 * a call of the answer is gone, for example because the user did not hear it: providers refuse reasoning without the
 * part that followed it.
 */
export function writeAnswer<T>(answer: ModelMessage & { role: 'assistant' }, to: PartWriter<T>): T[] {
  const { parts } = asObject(answer.providerData?.data) ?? {}
  const texts = (text: string) => (text ? [to.text(text)] : [])
  const written = Array.isArray(parts) ? inOrder(answer, parts as unknown as AnswerPart[], to) : undefined
  if (!written) return [...texts(answer.text), ...answer.toolCalls.map((call) => to.call(call))]
  return [...written.parts, ...texts(written.rest), ...written.calls.map((call) => to.call(call))]
}

/** The parts that were kept, and the text and the calls that follow them. `undefined` if a text or a call is gone. */
function inOrder<T>(
  { text, toolCalls }: ModelMessage & { role: 'assistant' },
  kept: readonly AnswerPart[],
  to: PartWriter<T>,
): { parts: T[]; rest: string; calls: ModelToolCall[] } | undefined {
  const calls = [...toolCalls]
  const parts: T[] = []
  let rest = text
  const lastText = kept.findLastIndex(({ type }) => type === 'text')
  for (const [at, part] of kept.entries()) {
    if (part.type === 'reasoning') parts.push(to.reasoning(part))
    else if (part.type === 'call') {
      const call = calls.shift()
      if (!call) return undefined
      parts.push(to.call(call, part.own))
    } else {
      const length = at === lastText ? rest.length : part.chars
      if (rest === '' || length === 0) return undefined
      parts.push(to.text(rest.slice(0, length), part.own))
      rest = rest.slice(length)
    }
  }
  return { parts, rest, calls }
}

/** The chunk that keeps the parts of an answer for the history; none if they are only text and calls. */
export function* keptParts(parts: readonly AnswerPart[]): Generator<ModelChunk> {
  if (parts.some(({ type, own }) => type === 'reasoning' || own !== undefined))
    yield { type: 'provider-data', data: { parts: parts as unknown as JsonValue } }
}
