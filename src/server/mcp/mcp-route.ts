import type { IncomingMessage, ServerResponse } from 'node:http'
import { version } from '../../../package.json'
import type { Clock, Logger } from '../../ports.js'
import { lazy } from '../../toolkit/model/lazy.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { AgentDescription, AgentSession } from '../agent/agent-session.js'
import type { Budget } from '../agent/budget.js'
import type { Access } from '../http/access.js'
import { corsHeaders } from '../http/origin-policy.js'
import { addressOf, headerKey } from '../http/upgrade-request.js'
import type { Identity } from '../model/identity.js'
import { McpEndpoint, type McpOwner, refuse } from './mcp-endpoint.js'
import type { McpSource } from './mcp-options.js'
import { createMcpServer } from './mcp-server.js'
import { METADATA_PATH, type TokenCheck } from './oauth.js'

export interface McpAgent {
  read: () => Pick<AgentDescription, 'approve' | 'toolSet' | 'limits'> & { toolkits: readonly Toolkit[] }
  /** Calls the listener on every change. Returns a function that removes the listener. */
  onUpdate: AgentSession['onUpdate']
}

export interface McpRouteOptions {
  agentFor: (identity: Identity, appId: string | undefined) => McpAgent
  access: Access
  outputSchemas: boolean
  /** Checks access tokens; absent if clients use keys. */
  tokens: TokenCheck | undefined
  /** The budgets of a client that connects. */
  budgetsFor: (owner: { identity: Identity; appId: string | undefined }) => Budget[]
  logger: Logger
  clock: Clock
}

/** Serves the tools of an agent over MCP. Clients use the same keys as for conversations. */
export class McpRoute {
  readonly #options: McpRouteOptions
  readonly #endpoint: McpEndpoint

  constructor(options: McpRouteOptions) {
    this.#options = options
    this.#endpoint = new McpEndpoint(options)
  }

  /** Handles one request. Never throws. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, tokens } = this.#options
    if (tokens && addressOf(request).pathname.startsWith(METADATA_PATH)) return describe(tokens, response)
    for (const [name, value] of Object.entries(pageHeaders(request, access))) response.setHeader(name, value)
    const token = headerKey(request) ?? ''
    const foreign = access.origins.refusal(request)
    if (request.method === 'OPTIONS' && !foreign) return void response.writeHead(204).end()
    const entered = foreign ?? (await access.enter(request))
    if ('status' in entered) {
      const wrong = token ? ({ code: 'invalid_token' } as const) : undefined
      if (entered.status === 401)
        response.setHeader('WWW-Authenticate', tokens ? tokens.challenge(wrong) : 'Bearer')
      return refuse(response, entered.status, entered.message)
    }
    const scopes = tokens?.missingScopes(token) ?? []
    if (scopes.length > 0) {
      response.setHeader('WWW-Authenticate', tokens!.challenge({ code: 'insufficient_scope', scopes }))
      return refuse(response, 403, `The token lacks a scope: ${scopes.join(', ')}.`)
    }
    if (entered.secret)
      return refuse(
        response,
        403,
        'A short-lived key is for conversations; MCP needs the key that minted it.',
      )
    const { keyId, identity, appId } = entered
    const source = lazy(() => this.#sourceFor(identity, appId))
    const owner: McpOwner = {
      id: `${tokens?.ownerOf(token) ?? keyId} ${appId ?? ''}`,
      createServer: (confirmations) => createMcpServer(source(), confirmations),
      onChange: (listener) => source().onChange(listener),
    }
    await this.#endpoint.handle(request, response, owner)
  }

  close(): Promise<void> {
    return this.#endpoint.close()
  }

  #sourceFor(identity: Identity, appId: string | undefined) {
    const { agentFor, budgetsFor, clock, logger, outputSchemas } = this.#options
    const agent = agentFor(identity, appId)
    const budgets = budgetsFor({ identity, appId })
    return {
      read: () => {
        const { toolkits, approve, toolSet, limits } = agent.read()
        const { toolTimeoutMs } = limits
        const rules = { approve, toolSet, outputSchemas, toolTimeoutMs, budgets }
        return { toolkits, ...rules, version, clock, logger }
      },
      onChange: (listener: () => void) =>
        agent.onUpdate(({ tools, approve, toolSet }) => {
          const isOffer = tools !== undefined || approve !== undefined || toolSet !== undefined
          if (isOffer) listener()
        }),
    } satisfies McpSource
  }
}

/** Answers with the protected resource metadata, which any page may read. */
function describe({ metadata }: TokenCheck, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  response.end(JSON.stringify(metadata))
}

/** The headers that a page may send. Pages of listed origins may use MCP and read its responses. */
const PAGE_HEADERS =
  'Authorization, api-key, Content-Type, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name'

function pageHeaders(request: IncomingMessage, { origins }: Access): Record<string, string> {
  const origin = origins.namedOrigin(request)
  const cors = corsHeaders(origin, { methods: 'GET, POST, DELETE', headers: PAGE_HEADERS })
  return origin === undefined
    ? cors
    : { ...cors, 'Access-Control-Expose-Headers': 'Mcp-Session-Id, WWW-Authenticate' }
}
