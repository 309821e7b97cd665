import type { ToolView } from '../../client/state.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import { cutText } from '../../text/cut.js'
import { asObject } from '../../toolkit/collection/read-shape.js'

const MAX_LINES = 60

/** Formats JSON on several lines. Text that is not JSON keeps its lines. Only the first 60 lines are shown. */
export function prettyJson(text: string): string {
  const value = tryParseExact(text)
  const indented = value === undefined ? text : JSON.stringify(value, null, 2)
  return firstLines(indented || '(nothing)', MAX_LINES)
}

/** The first `most` lines of a text. If there are more, a last line says how many are left out. */
export function firstLines(text: string, most: number): string {
  const lines = text.split('\n')
  if (lines.length <= most) return text
  return [...lines.slice(0, most), `… ${lines.length - most} more lines`].join('\n')
}

export function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()
}

/** Maximum length of the reason of a failed call, in characters. */
const MAX_REASON = 300

/**
 * Says why a tool call failed. If the result of the call is a text, returns the beginning of this text. Otherwise,
 * returns the text of `resultLine`, such as `404 not found`.
 */
export function failureText(view: ToolView): string {
  const { content } = asObject(tryParseJson(view.output ?? '')) ?? {}
  return typeof content === 'string' ? cutText(onOneLine(content), MAX_REASON) : resultLine(view)
}

/** The result of a call in a few words: `200`, `404 not found`, `failed`. */
export function resultLine({ output, status }: ToolView): string {
  if (status === 'running') return 'running'
  const result = asObject(tryParseJson(output ?? '')) ?? {}
  const facts = [result.status, result.isError === true ? result.reason : undefined]
  const said = facts.filter((fact) => typeof fact === 'string' || typeof fact === 'number').join(' ')
  return said || (status === 'failed' ? 'failed' : 'done')
}
