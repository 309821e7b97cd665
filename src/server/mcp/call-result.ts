import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { ToolResult } from '../../toolkit/model/tool.js'
import { waitsForApproval } from '../../toolkit/run/with-prerequisites.js'

/** Converts a `ToolResult` to an MCP result. Notes about truncation and further pages are a separate text after the content. */
export function toCallResult(result: ToolResult, { structured }: { structured: boolean }): CallToolResult {
  if (waitsForApproval(result)) return waiting(textOf(result))
  const texts = [textOf(result), ...remarks(result)]
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    ...(result.isError ? { isError: true } : {}),
    ...(structured && !result.isError ? { structuredContent: structuredContent(result) } : {}),
  }
}

/**
 * The result of a call that waits for the approval of the user, which is no error. The structured content is for
 * clients that demand it of every result of a tool with an output schema.
 */
export function waiting(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], structuredContent: { content: sentence } }
}

/** A refusal that tells the model what to do. No request was sent. */
export function refused(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true }
}

function textOf({ content, isError, status }: ToolResult): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  if (isError && status !== undefined) return `HTTP ${status}: ${text}`
  return text || `Done (HTTP ${status ?? 'without status'}, no content).`
}

function remarks({ truncated, next, note }: ToolResult): string[] {
  return [
    ...(note === undefined ? [] : [note]),
    ...(truncated ? [`Shown are ${truncated.kept} of ${truncated.total}.`] : []),
    ...(next ? [`Call again with ${JSON.stringify(next)} for what follows.`] : []),
  ]
}

function structuredContent({ status, content, truncated, next }: ToolResult): Record<string, unknown> {
  return { status, content, truncated, next }
}
