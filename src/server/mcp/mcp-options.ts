import type { Clock, Logger } from '../../ports.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { ApprovalPolicy, ToolSet } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'

/** Maximum bytes of one message, from a client or from another server. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

export interface McpOptions {
  toolkits: readonly Toolkit[]
  version: string
  /** Which calls need approval. The client asks its user if it can; otherwise the user confirms with `confirm_call`. */
  approve: ApprovalPolicy
  /**
   * How clients get the tools. With `all`, they get all definitions. With `search`, they get three tools, which find,
   * describe and call the other tools. With `auto`, they search only if the definitions are large.
   */
  toolSet: ToolSet
  /** Whether tools have schemas of their results, and results have structured content. @default true */
  outputSchemas?: boolean
  /** Maximum time for one tool call with all its retries, in milliseconds. */
  toolTimeoutMs: number
  /** The budgets of the client. Each call that starts counts, also a log-in that another call needs. @default [] */
  budgets?: readonly Budget[]
  clock: Clock
  logger: Logger
}

/** The tools of an MCP server. */
export interface McpSource {
  read: () => McpOptions
  /** Calls the listener when the tools change. Returns a function that removes it. Absent if the tools never change. */
  onChange?: (listener: () => void) => () => void
}
