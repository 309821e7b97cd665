import { shownInput } from '../../text/shown-input.js'
import { shownText } from '../../text/visible.js'
import { isCredentialValue } from '../../toolkit/secrets/credential-name.js'

/** Longest value and longest address; the middle of a longer one is left out. */
const MAX_CHARS = 160

/** What a call would send, in at most so many lines: method and address, then each field; what has no line of its own is counted and named. */
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
