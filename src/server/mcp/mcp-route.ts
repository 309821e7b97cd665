import type { IncomingMessage, ServerResponse } from 'node:http'
import { version } from '../../../package.json'
import type { Clock, Logger } from '../../ports.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { AgentDescription, AgentSession } from '../agent/agent-session.js'
import type { Access } from '../http/access.js'
import type { Identity } from '../model/identity.js'
import { McpEndpoint, refuse } from './mcp-endpoint.js'
import { createChangingMcpServer } from './mcp-server.js'

/** What MCP offers to somebody: the tools of the agent, with its rules. */
export interface McpAgent {
  /** What is offered now. */
  read: () => Pick<AgentDescription, 'approve' | 'toolSet' | 'limits'> & { toolkits: readonly Toolkit[] }
  /** Calls with what changes. Returns what ends it. */
  onUpdate: AgentSession['onUpdate']
}

/** How MCP is offered beside the conversations of a server. */
export interface McpRouteOptions {
  agentFor: (identity: Identity, appId: string | undefined) => McpAgent
  access: Access
  logger: Logger
  clock: Clock
}

/** The tools of an agent over MCP, behind the keys that its conversations need. */
export class McpRoute {
  readonly #options: McpRouteOptions
  readonly #endpoint: McpEndpoint

  constructor(options: McpRouteOptions) {
    this.#options = options
    this.#endpoint = new McpEndpoint(options)
  }

  /** Answers one request. Never throws. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access } = this.#options
    const entered = access.origins.refusal(request) ?? (await access.enter(request))
    if ('status' in entered) {
      if (entered.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
      return refuse(response, entered.status, entered.message)
    }
    if (entered.secret)
      return refuse(
        response,
        403,
        'A short-lived key is for conversations; MCP needs the key that minted it.',
      )
    const { keyId, identity, appId } = entered
    const owner = { id: `${keyId} ${appId ?? ''}`, createServer: () => this.#serverFor(identity, appId) }
    await this.#endpoint.handle(request, response, owner)
  }

  /** Ends all sessions. */
  close(): Promise<void> {
    return this.#endpoint.close()
  }

  #serverFor(identity: Identity, appId: string | undefined) {
    const { agentFor, clock, logger } = this.#options
    const agent = agentFor(identity, appId)
    return createChangingMcpServer({
      read: () => {
        const { toolkits, approve, toolSet, limits } = agent.read()
        return { toolkits, approve, toolSet, toolTimeoutMs: limits.toolTimeoutMs, version, clock, logger }
      },
      onChange: (listener) =>
        agent.onUpdate(({ tools, approve, toolSet }) => {
          const isOffer = tools !== undefined || approve !== undefined || toolSet !== undefined
          if (isOffer) listener()
        }),
    })
  }
}
