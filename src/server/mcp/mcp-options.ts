import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Clock, Logger } from '../../ports.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { ApprovalPolicy, ToolSet } from '../agent/agent.js'
import type { Confirmations } from './confirmations.js'

/** Options of an MCP server. */
export interface McpOptions {
  toolkits: readonly Toolkit[]
  /** The version reported to clients. */
  version: string
  /** Which calls need approval: asked for where the client can, else confirmed by `confirm_call`. */
  approve: ApprovalPolicy
  /** All tools (`all`), three tools that find, describe and call them (`search`), or the cheaper way (`auto`). */
  toolSet: ToolSet
  /** Whether tools list the schemas of their answers, and results have structured content. @default true */
  outputSchemas?: boolean
  /** Time for one tool call, all its retries included. */
  toolTimeoutMs: number
  /** Calls that wait for `confirm_call`. Shared by servers whose clients have no session. @default those of one server */
  confirmations?: Confirmations
  clock: Clock
  logger: Logger
}

/** The context of a client request. */
export type McpRequestContext = RequestHandlerExtra<ServerRequest, ServerNotification>
