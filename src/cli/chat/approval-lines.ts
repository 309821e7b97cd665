import type { ApprovalView } from '../../client/state.js'
import { shownInput } from '../../text/shown-input.js'

/** Maximum length in characters of a value in the input. A longer value is cut in the middle. */
const MAX_CHARS = 160

/**
 * Shows the values of a tool call that waits for approval, in at most `maxLines` lines: as the agent says them, or one
 * line for each field of the input. The last line is the HTTP request. If there are too many fields, the line before has
 * the names of those without a line of their own.
 */
export function approvalLines(
  { input, question }: Pick<ApprovalView, 'input' | 'question'>,
  maxLines: number,
): string[] {
  const request = question?.request ? [question.request] : []
  const room = Math.max(maxLines - request.length, 1)
  const lines = [...(question ? saidLines(question, room) : fieldLines(input, room)), ...request]
  return lines.length === 0 ? ['(nothing)'] : lines
}

function saidLines({ fields, note }: NonNullable<ApprovalView['question']>, room: number): string[] {
  const all = [...fields.map(({ name, value }) => `${name} ${value}`.trim()), ...(note ? [note] : [])]
  if (all.length <= room) return all
  const rest = fields.slice(room - 1).map(({ name, value }) => name || value)
  return [...all.slice(0, room - 1), `+${all.length - room + 1} ${rest.join(', ')}`]
}

function fieldLines(input: string, room: number): string[] {
  const rows = shownInput(input, { maxChars: MAX_CHARS, maxRows: room })
  return rows.map(({ path, value }) => `${path.join('.')} ${value}`.trim())
}
