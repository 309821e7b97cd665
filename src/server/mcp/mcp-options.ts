import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Clock, Logger } from '../../ports.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { ApprovalPolicy, ToolSet } from '../agent/agent.js'

/** What is offered over MCP, and how. */
export interface McpOptions {
  toolkits: readonly Toolkit[]
  /** The version that clients are told. */
  version: string
  /** Which calls the user is asked about first, where the client can ask. Others rely on the annotations. */
  approve: ApprovalPolicy
  /** All tools, two that find and call them, or whichever costs a model less. */
  toolSet: ToolSet
  /** Time for one tool call, all its retries included. */
  toolTimeoutMs: number
  clock: Clock
  logger: Logger
}

/** What a request of a client comes with. */
export type McpExtra = RequestHandlerExtra<ServerRequest, ServerNotification>
