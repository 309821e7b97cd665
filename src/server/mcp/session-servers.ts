import type { Clock, Logger } from '../../ports.js'
import { fieldsOf } from '../../protocol/is-object.js'
import type { ToolFunction, Toolkit } from '../../toolkit/model/tool.js'
import type { Agent } from '../agent/agent.js'
import { mergeTools, OfferedTools } from '../agent/offered-tools.js'
import { McpToolkit, toolName } from './mcp-toolkit.js'

/** An MCP server that a client adds to the tools of its session, as the Realtime protocol describes it. */
export interface SessionServer {
  server_label: string
  server_url: string
  authorization?: string | null
  headers?: Readonly<Record<string, string>> | null
  allowed_tools?: readonly string[] | NamedTools | null
  require_approval?: 'always' | 'never' | { always?: NamedTools; never?: NamedTools } | null
}

interface NamedTools {
  tool_names?: readonly string[]
  read_only?: boolean
}

export interface SessionServersOptions {
  /** The agent of the session, without the tools of these servers. */
  agent: Agent
  /**
   * Called before a server is asked for its tools, and when they have changed. The returned function gets the tools, or
   * `undefined` if the server cannot be reached.
   */
  onList: (label: string) => (tools: readonly ToolFunction[] | undefined) => void
  logger: Logger
  clock: Clock
}

/** The MCP servers that the client of a session has added. Their tools stand beside those of the agent. */
export class SessionServers {
  readonly #options: SessionServersOptions
  readonly #open = new Map<string, { toolkit: McpToolkit; tools: Toolkit }>()
  #version = 0
  #made: { base: Agent; version: number; agent: Agent }

  constructor(options: SessionServersOptions) {
    this.#options = options
    const { agent } = options
    this.#made = { base: agent, version: 0, agent: { ...agent, latest: () => this.#latest() } }
  }

  /** The agent with the tools of the servers. `latest` returns it with those that have come since. */
  get agent(): Agent {
    return this.#made.agent
  }

  /** Connects to the servers that are new, and leaves those that are gone. */
  update(servers: readonly SessionServer[]): void {
    const wanted = new Map(servers.map((server) => [JSON.stringify(server), server]))
    for (const [key, { toolkit }] of this.#open) {
      if (wanted.has(key)) continue
      this.#open.delete(key)
      this.#version += 1
      void toolkit.close()
    }
    for (const [key, server] of wanted) if (!this.#open.has(key)) this.#connect(key, server)
  }

  close(): void {
    this.update([])
  }

  #connect(key: string, server: SessionServer): void {
    const { logger, clock, onList } = this.#options
    const { server_label: label, server_url: url, authorization, headers } = server
    const bearer: Record<string, string> = authorization ? { Authorization: `Bearer ${authorization}` } : {}
    const toolkit = new McpToolkit(label, { url, headers: { ...headers, ...bearer }, logger, clock })
    this.#open.set(key, { toolkit, tools: { getFunctions: () => toolsFor(server, toolkit) } })
    const tell = (listed: ReturnType<typeof onList>, isReached: boolean) => {
      if (this.#open.get(key)?.toolkit !== toolkit) return
      this.#version += 1
      listed(isReached ? this.#latest().tools.tools.filter((tool) => tool.server === label) : undefined)
    }
    const listed = onList(label)
    void toolkit.ready.then((isReached) => {
      tell(listed, isReached)
      toolkit.onChange(() => tell(onList(label), true))
    })
  }

  #latest(): Agent {
    const base = this.#options.agent.latest?.() ?? this.#options.agent
    if (this.#made.base === base && this.#made.version === this.#version) return this.#made.agent
    const own: Toolkit = { getFunctions: () => [...base.tools.tools] }
    const all = mergeTools([own, ...[...this.#open.values()].map(({ tools }) => tools)])
    const agent = { ...base, tools: new OfferedTools(all, base.tools.kind), latest: () => this.#latest() }
    this.#made = { base, version: this.#version, agent }
    return agent
  }
}

/** The tools that the client allows, with its wishes for approvals. */
function toolsFor(
  { server_label: server, allowed_tools: allowed, require_approval: approval }: SessionServer,
  toolkit: McpToolkit,
) {
  const { always, never } = fieldsOf(approval) as { always?: NamedTools; never?: NamedTools }
  const asksAlways = (tool: ToolFunction) => approval === 'always' || isAmong(tool, always)
  return toolkit
    .getFunctions()
    .filter((tool) => !allowed || isAmong(tool, 'length' in allowed ? { tool_names: allowed } : allowed))
    .map((tool): ToolFunction => {
      if (asksAlways(tool))
        return {
          ...tool,
          server,
          approve: 'writes',
          annotations: { ...tool.annotations, readOnlyHint: false },
        }
      return { ...tool, server, ...((approval === 'never' || isAmong(tool, never)) && { approve: 'none' }) }
    })
}

function isAmong({ name, annotations }: ToolFunction, named: NamedTools | undefined): boolean {
  if (!named) return false
  const { tool_names: names, read_only: isRead } = named
  return (
    (!names || names.some((one) => toolName(one) === name)) &&
    (isRead === undefined || annotations.readOnlyHint === isRead)
  )
}
