import { shownInput } from '../../text/shown-input.js'
import { shownText } from '../../text/visible.js'
import { isCredentialValue } from '../../toolkit/secrets/credential-name.js'

/** Maximum length of the value of a field, and of the address. Longer ones are truncated in the middle. */
const MAX_CHARS = 160

/**
 * The request of a tool call in at most `maxLines` lines: method and address, then a line for each field. If there are
 * too many fields, the last line has the number and the names of the fields without a line.
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
    isSecret: isCredentialValue,
  })
  const fields = rows.map(({ path, value }) => `${path.join('.')} ${value}`.trim())
  const lines = [...first, ...fields]
  return lines.length === 0 ? ['(nothing)'] : lines
}
