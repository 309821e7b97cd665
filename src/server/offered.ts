import { randomBytes } from 'node:crypto'
import type { ToolFunction } from '../toolkit/model/tool.js'
import type { AgentSession } from './agent/agent-session.js'
import type { Principal } from './http/gate.js'
import type { McpAgent } from './mcp/mcp-route.js'
import type { Identity } from './model/identity.js'
import { SessionConfig } from './realtime/session-config.js'
import { agentFor, resolveAgent, toolkitsFor } from './resolve-agent.js'

/** Finds the agent for whoever connects. */
export type SessionFor = (identity: Identity, appId: string | undefined) => AgentSession

/** An id that nobody can guess. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The tools of each agent, for their list. */
export function toolsBy(sessionFor: SessionFor) {
  return (identity: Identity, appId: string | undefined): readonly ToolFunction[] =>
    agentFor(sessionFor(identity, appId), identity).tools.tools
}

/** What MCP offers of each agent, as it is now. */
export function offeredBy(sessionFor: SessionFor) {
  return (identity: Identity, appId: string | undefined): McpAgent => {
    const session = sessionFor(identity, appId)
    return {
      read: () => ({ ...session.description, toolkits: toolkitsFor(session, identity) }),
      onUpdate: session.onUpdate.bind(session),
    }
  }
}

/** The session that somebody with a short-lived key would begin with. */
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
