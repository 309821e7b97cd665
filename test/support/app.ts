import { AgentSession, type AgentSessionOptions } from '../../src/server/agent/agent-session.js'
import { type AppOptions, createApp, type VoiceApp } from '../../src/server/app.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { eventually } from './eventually.js'
import { RawClient } from './raw-client.js'

/** The key the test servers accept. */
export const KEY = 'test-key'

/** A running server and what closes it. */
export interface TestServer {
  app: VoiceApp
  url: string
  port: number
  connect(options?: { query?: string; protocols?: string[]; key?: string }): Promise<RawClient>
  close(): Promise<void>
}

/** Waits for the store of a server: on a loaded machine, a server starts before it has reached its store. */
export const storeReached = (port: number) =>
  eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200, 'the store')

/** A server on a free port of the loopback, with one agent; with a store, when it has reached it. */
export async function startServer(
  agent: { tools?: ToolFunction[] } & Omit<AgentSessionOptions, 'tools'>,
  options: Omit<Partial<AppOptions>, 'agentSession'> = {},
): Promise<TestServer> {
  const { tools = [], ...rest } = agent
  const agentSession = new AgentSession({
    credentials: {},
    tools: [{ getFunctions: () => tools }],
    ...rest,
  })
  const app = createApp({ apiKeyValidator: (key) => key === KEY, ...options, agentSession })
  const { url, port } = await app.listen({ port: 0 })
  if (options.store) await storeReached(port)
  const clients: RawClient[] = []
  return {
    app,
    url,
    port,
    async connect({ query = '', protocols, key = KEY } = {}) {
      const client = await RawClient.connect(url + query, { key, ...(protocols && { protocols }) })
      clients.push(client)
      return client
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      await app.close()
    },
  }
}
