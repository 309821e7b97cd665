import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Clock } from '../../ports.js'
import type { ToolResult } from '../../toolkit/model/tool.js'
import { waitsForApproval } from '../../toolkit/run/with-prerequisites.js'
import type { PreparedCall } from '../agent/tool-calls.js'

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

const CONFIRMATION_MS = 300_000

/** Maximum number of calls of one client that wait at the same time. The oldest is dropped first. */
const MAX_WAITING = 100

/** A call that waits for the approval of the user. */
interface WaitingCall {
  call: PreparedCall
  /**
   * For a question of MCP 2026-07-28: the calls of the same request that the user has approved before. `confirm_call` does
   * not run such a call.
   */
  granted?: readonly PreparedCall[]
}

/**
 * The calls of one client that wait for approval. Each has a code that cannot be guessed and works only once, and only
 * for this client.
 */
export class Confirmations {
  readonly #waiting = new Map<string, WaitingCall & { deadline: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(waiting: WaitingCall): string {
    const code = randomUUID()
    this.#waiting.set(code, { ...waiting, deadline: this.#clock.now() + CONFIRMATION_MS })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest)
    return code
  }

  /** The call that waits for a code. `undefined` if this client has no such code, or if it is used or expired. */
  take(code: string): WaitingCall | undefined {
    const found = this.#waiting.get(code)
    this.#waiting.delete(code)
    return found && this.#clock.now() < found.deadline ? found : undefined
  }
}
