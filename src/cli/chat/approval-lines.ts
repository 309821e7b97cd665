import { shownInput } from '../../text/shown-input.js'
import { shownText } from '../../text/visible.js'

/** Maximum length in characters of a value in the input, and of the address. A longer text is cut in the middle. */
const MAX_CHARS = 160

/**
 * Shows a tool call that waits for approval. Returns at most `maxLines` lines: first the method and address of the HTTP
 * request, then one line for each field of the input. If there are too many fields, the last line has the number and
 * the names of the fields that have no line of their own.
 */
export function approvalLines(
  { request, input }: { request: string; input: string },
  maxLines: number,
): string[] {
  const [head = ''] = request.split('\n', 1)
  const first = head === '' ? [] : [shownText(head, { max: MAX_CHARS, length: String })]
  const rows = shownInput(input, {
    maxChars: MAX_CHARS,
    maxRows: Math.max(maxLines - first.length, 1),
  })
  const fields = rows.map(({ path, value }) => `${path.join('.')} ${value}`.trim())
  const lines = [...first, ...fields]
  return lines.length === 0 ? ['(nothing)'] : lines
}
