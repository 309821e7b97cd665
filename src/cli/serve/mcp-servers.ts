import { setTimeout } from 'node:timers/promises'
import { valuesForVariables } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import { McpToolkit } from '../../server/mcp/mcp-toolkit.js'
import { mapMembers } from '../../toolkit/model/map-members.js'
import { VARIABLE } from '../../toolkit/template/variables.js'
import type { McpServerConfig } from '../settings/mcp-settings.js'

/** So long the start waits for the tools of MCP servers. A server that takes longer adds its tools later. */
const START_MS = 15_000

/** The MCP servers that the agents of `voice serve` use. A server that several agents name alike is started once. */
export class McpServers {
  readonly #open = new Map<string, McpToolkit>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Throws `missing-key` for a `{{NAME}}` without a value, and `wrong-usage` for a server without a command or an address. */
  async open(servers: Readonly<Record<string, McpServerConfig>>): Promise<McpToolkit[]> {
    const opened = Object.entries(servers).map(([name, config]) => {
      const { type: _, ...options } = filled(name, config)
      const key = JSON.stringify([name, options])
      const toolkit = this.#open.get(key) ?? new McpToolkit(name, { ...options, logger: this.#logger })
      this.#open.set(key, toolkit)
      return toolkit
    })
    if (opened.length > 0)
      await Promise.race([
        Promise.all(opened.map(({ ready }) => ready)),
        setTimeout(START_MS, undefined, { ref: false }),
      ])
    return opened
  }

  /** Ends all servers except those that are still in use. */
  async keep(used: readonly McpToolkit[]): Promise<void> {
    const unused = [...this.#open].filter(([, toolkit]) => !used.includes(toolkit))
    for (const [key] of unused) this.#open.delete(key)
    await Promise.all(unused.map(([, toolkit]) => toolkit.close()))
  }
}

/**
 * A text of the configuration with the values of its `{{NAME}}`, which `onValue` is told. Throws `missing-key` for one
 * without a value.
 */
export function fillFromEnv(text: string, member: string, onValue?: (value: string) => void): string {
  const values = valuesForVariables()
  return text.replace(VARIABLE, (_, variable: string) => {
    const value = values[variable]
    if (value !== undefined) {
      onValue?.(value)
      return value
    }
    const message = `${member}: {{${variable}}} has no value. Set VOICE_VAR_${variable} in the environment.`
    throw new VoiceError('missing-key', message)
  })
}

function filled(
  name: string,
  { args, env, headers, ...config }: McpServerConfig,
): McpServerConfig & { secrets: string[] } {
  const secrets: string[] = []
  const fill = (text: string) => fillFromEnv(text, `mcpServers.${name}`, (value) => secrets.push(value))
  return {
    ...config,
    secrets,
    ...(args && { args: args.map(fill) }),
    ...(env && { env: mapMembers(env, fill) }),
    ...(headers && { headers: mapMembers(headers, fill) }),
  }
}
