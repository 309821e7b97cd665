import { randomUUID } from 'node:crypto'
import type { ToolFunction } from '../toolkit/model/tool.js'
import type { AgentSession } from './agent/agent-session.js'
import type { Principal } from './http/authenticator.js'
import type { McpAgent } from './mcp/mcp-route.js'
import type { Identity } from './model/identity.js'
import { SessionConfig } from './realtime/session-config.js'
import { agentFor, resolveAgent, toolkitsFor } from './resolve-agent.js'

export type SessionFor = (identity: Identity, appId: string | undefined) => AgentSession

/** Creates an id that cannot be guessed. */
export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`

export function toolsBy(sessionFor: SessionFor) {
  return (identity: Identity, appId: string | undefined): readonly ToolFunction[] =>
    agentFor(sessionFor(identity, appId), identity).tools.tools
}

/**
 * Returns a function that the MCP server calls for each user. It returns the agent's current tools, approval policy and
 * limits for that user.
 */
export function offeredBy(sessionFor: SessionFor) {
  return (identity: Identity, appId: string | undefined): McpAgent => {
    const session = sessionFor(identity, appId)
    return {
      read: () => ({ ...session.description, toolkits: toolkitsFor(session, identity) }),
      onUpdate: session.onUpdate.bind(session),
    }
  }
}

/**
 * Returns a function that creates the first settings of a session. The route that issues short-lived keys calls this
 * function, because such a key belongs to a session with these settings.
 */
export function describedBy(sessionFor: SessionFor) {
  return (
    settings: Record<string, unknown>,
    { identity, appId, expiresAt }: Principal & { expiresAt: number },
  ): object => {
    const { providers } = resolveAgent(sessionFor(identity, appId))
    const config = new SessionConfig({
      sessionId: newId('sess'),
      expiresAt,
      providers,
      locked: true,
      preset: settings,
      usableTools: (tools) => [...tools],
    })
    return config.effective()
  }
}
