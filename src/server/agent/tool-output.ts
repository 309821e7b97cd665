import type { RealtimeMcpToolCall } from '../../protocol/events.js'
import type { ToolResult } from '../../toolkit/model/tool.js'

/** Maximum characters of one result for the model. Compiled tools shorten their results to far less. */
const MAX_OUTPUT_CHARS = 60_000

/**
 * A result as the model and the client get it: JSON with `status`, `reason`, `content`, `truncated`, `partial`,
 * `next` and `note`. The response of an API is always inside `content`, so that it is read as data.
 */
export function outputText(result: ToolResult): string {
  const { isError, status, reason, content, truncated, next, partial, note } = result
  const text = JSON.stringify({ isError, status, reason, content, truncated, partial, next, note })
  if (text.length <= MAX_OUTPUT_CHARS) return text
  const kept = JSON.stringify(content).slice(0, MAX_OUTPUT_CHARS)
  return JSON.stringify({
    isError,
    status,
    reason,
    content: kept.replace(/[\ud800-\udbff]$/, ''),
    truncated: { total: text.length, kept: kept.length },
  })
}

/** The outcome of a call in the form of an `mcp_call` item: either an output or an error. */
export function callOutcome(result: ToolResult): Required<Pick<RealtimeMcpToolCall, 'output' | 'error'>> {
  const text = outputText(result)
  if (!result.isError) return { output: text, error: null }
  return {
    output: null,
    error:
      result.status === undefined
        ? { type: 'tool_execution_error', message: text }
        : { type: 'http_error', code: result.status, message: text },
  }
}
