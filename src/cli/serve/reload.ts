import { loadEnv } from '../../environment.js'
import { messageOf, VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { counted } from '../../text/counted.js'
import { folderOfFile } from '../../toolkit/collection/formats/recognize.js'
import { diffTools, type ToolChange } from '../../toolkit/compile/diff.js'
import { loadConfig } from '../config.js'
import { withValues } from '../create-toolkit.js'
import { FileWatch } from '../file-watch.js'
import { DEFAULT_COLLECTION } from '../load.js'
import { lockPath } from '../load-toolkit.js'
import { DEFAULT_CONFIG } from '../settings/settings.js'
import {
  type AgentSourceError,
  changedMembers,
  createToolkits,
  type LoadedAgent,
  loadSources,
  type ServedAgents,
  sourcesOf,
  unsoundAmong,
} from './load-agents.js'
import type { McpServers } from './mcp-servers.js'
import { planServe, type ServeFlags, type ServePlan } from './plan-agents.js'
import type { Screen } from './screen.js'

export interface ReloadOptions {
  files: readonly string[]
  flags: ServeFlags
  plan: ServePlan
  agents: ServedAgents
  mock: Mock | undefined
  mcpServers: McpServers
  logger: Logger
  screen: Pick<Screen, 'say' | 'warn'>
}

const MOST_NAMED = 12

/** Reloads tools when a file changes; an invalid one changes nothing. Returns the end of the watch. */
export function watchServed(options: ReloadOptions): () => void {
  let { plan } = options
  const watching = new FileWatch(filesOf(plan), async () => {
    plan = (await reload({ ...options, plan })) ?? plan
    watching.watch(filesOf(plan))
  })
  return () => watching.close()
}

/** Reads all files again and replaces the tools. Returns the new settings, or undefined on an error. Never throws. */
export async function reload(options: ReloadOptions): Promise<ServePlan | undefined> {
  const { files, flags, agents, mock, mcpServers, logger, screen } = options
  try {
    loadEnv()
    const config = await loadConfig(flags.config, screen.warn)
    const plan = await planServe(files, { flags, config })
    refuseLostDefault(options.plan, plan)
    const sourced = await loadSources(plan)
    const faults = (await unsoundAmong(sourcesOf(sourced))).map(faultLine)
    if (flags.strict && faults.length > 0) throw new VoiceError('not-a-collection', faults[0]!)
    const loaded = await createToolkits(sourced, { mock, logger, mcpServers })
    const before = agents.all
    const restart = [...agents.replace(loaded), ...changedMembers(serverOf(options.plan), serverOf(plan))]
    await mcpServers.keep(loaded.flatMap((agent) => agent.mcpServers))
    mock?.replace(sourcesOf(sourced).map(({ collection, settings }) => withValues(collection, settings)))
    const lines = [...changeLines(before, loaded), ...faults]
    if (restart.length > 0) lines.push(`A change of ${restart.join(', ')} takes a restart.`)
    if (flags.logFormat === 'json') logger.info('tools reloaded', { changes: lines })
    else for (const line of lines) screen.say(line)
    return plan
  } catch (error) {
    if (flags.logFormat === 'json') logger.error('tools not reloaded', { error: messageOf(error) })
    else screen.warn(`${messageOf(error)}\nNothing was reloaded: the agent keeps the tools it has.`)
    return undefined
  }
}

/** Throws `file-unreadable` if the default postman.json is gone, which only the old plan shows. */
function refuseLostDefault(before: ServePlan, { agents, config }: ServePlan): void {
  const has = (plan: Pick<ServePlan, 'agents'>) =>
    plan.agents.some(({ choices }) => choices.some(({ path }) => path === DEFAULT_COLLECTION))
  if (config.values.collections || config.values.apps || !has(before) || has({ agents })) return
  throw new VoiceError('file-unreadable', `${DEFAULT_COLLECTION} does not exist any more.`)
}

/** The settings that need a restart, by name, without those of agents. */
function serverOf(plan: ServePlan) {
  const {
    config: _config,
    agents: _agents,
    graceMs: retain,
    sessionLimits,
    connectionLimits,
    ...options
  } = plan
  return { ...options, retain, ...connectionLimits, ...sessionLimits }
}

function filesOf({ config, agents }: ServePlan): string[] {
  const choices = agents.flatMap((agent) => agent.choices)
  return [
    config.path ?? DEFAULT_CONFIG,
    '.env',
    DEFAULT_COLLECTION,
    ...choices.flatMap(({ path, options: { env, globals } }) => [
      folderOfFile(path) ?? path,
      lockPath(path),
      ...[env ?? [], globals ?? []].flat(),
    ]),
  ]
}

const definitionsOf = ({ toolkits }: LoadedAgent) => toolkits.flatMap(({ definitions }) => definitions)

function changeLines(before: readonly LoadedAgent[], after: readonly LoadedAgent[]): string[] {
  const lines = after.flatMap((agent) => {
    const { appId } = agent.plan
    const old = before.find(({ plan }) => plan.appId === appId)
    const definitions = definitionsOf(agent)
    const changed = toolLines(diffTools(old ? definitionsOf(old) : [], definitions))
    const title = `Reloaded${appId === undefined ? '' : ` ${appId}`}: ${counted(definitions.length, 'tool')}.`
    return changed.length > 0 ? [title, ...changed] : []
  })
  const gone = before.filter(({ plan }) => !after.some((agent) => agent.plan.appId === plan.appId))
  for (const { plan } of gone) lines.push(`${plan.appId ?? 'The agent outside of the apps'} is gone.`)
  return lines.length > 0 ? lines : ['Reloaded: no tool has changed.']
}

function faultLine({ path, errors: [first] }: { path: string; errors: AgentSourceError[] }): string {
  return `${first!.path ?? path}, line ${first!.line}: ${first!.message}`
}

function toolLines(changes: readonly ToolChange[]): string[] {
  const lines = new Map<string, string>()
  for (const { tool, code, after } of changes) {
    if (lines.has(tool)) continue
    if (code === 'tool-added') lines.set(tool, `  + ${tool}`)
    else if (code === 'tool-removed') lines.set(tool, `  - ${tool}`)
    else if (code === 'tool-renamed') lines.set(tool, `  ~ ${tool}, now ${after}`)
    else lines.set(tool, `  ~ ${tool}`)
  }
  const all = [...lines.values()]
  const rest = all.length - MOST_NAMED
  return rest > 0 ? [...all.slice(0, MOST_NAMED), `  and ${rest} more`] : all
}
