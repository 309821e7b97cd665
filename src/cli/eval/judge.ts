import { cutText } from '../../text/cut.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { EvalCase } from './cases.js'
import type { Observed, ObservedCall } from './run-case.js'

/** The problems of a case's result, one sentence each; empty if the case passed. */
export function judge(expected: EvalCase, { calls, answer, failure }: Observed): string[] {
  return [
    ...(failure === undefined ? [] : [`the agent failed (${failure})`]),
    ...judgeTool(expected, calls),
    ...judgeApproval(expected, calls),
    ...expected.absent
      .filter((name) => calls.some((call) => call.name === name))
      .map((name) => `${name} must not be called`),
    ...(expected.answer && !expected.answer.matches(answer)
      ? [`the answer does not hold ${expected.answer.shown}: ${shorten(answer)}`]
      : []),
  ]
}

function judgeTool({ tool, input }: EvalCase, calls: ObservedCall[]): string[] {
  if (tool === undefined) return []
  if (tool === null) return calls.length === 0 ? [] : [`no tool was wanted, but there was ${listed(calls)}`]
  const named = calls.filter((call) => call.name === tool)
  if (named.length === 0)
    return [`${tool} was not called, ${calls.length === 0 ? 'nor was any tool' : `but ${listed(calls)}`}`]
  if (input === undefined || named.some((call) => contains(call.input, input))) return []
  return [
    `${tool} was called with ${named.map((call) => JSON.stringify(call.input)).join(' and ')}, not with ${JSON.stringify(input)}`,
  ]
}

function judgeApproval({ approve, tool }: EvalCase, calls: ObservedCall[]): string[] {
  if (approve === undefined) return []
  const asked = calls.filter(
    (call) => call.approved !== undefined && (tool === undefined || call.name === tool),
  )
  return asked.length > 0 ? [] : ['no approval was asked for']
}

/** Whether `got` has the values of `want`. Objects of `got` may have more members; lists must have the same length. */
function contains(got: JsonValue | undefined, want: JsonValue): boolean {
  if (Array.isArray(want)) {
    return Array.isArray(got) && want.length === got.length && want.every((one, at) => contains(got[at], one))
  }
  if (typeof want !== 'object' || want === null) return got === want
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false
  return Object.entries(want).every(([name, value]) => contains(got[name], value))
}

function listed(calls: ObservedCall[]): string {
  return calls.map((call) => `${call.name} ${JSON.stringify(call.input)}`).join(', ')
}

function shorten(text: string): string {
  return text.length <= 120 ? JSON.stringify(text) : `${JSON.stringify(cutText(text, 120))}...`
}
