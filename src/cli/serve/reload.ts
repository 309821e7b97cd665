import { messageOf, VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { type Change, diffTools } from '../../toolkit/compile/diff.js'
import { withValues } from '../commands/mock.js'
import { DEFAULT_CONFIG } from '../config.js'
import { FileWatch } from '../file-watch.js'
import { loadConfig } from '../load-config.js'
import { lockPath } from '../load-toolkit.js'
import type { ServeFlags } from './flags.js'
import { createToolkits, type LoadedAgent, loadSources, sourcesOf } from './load-agents.js'
import { planServe, type ServePlan } from './plan.js'
import type { ServedAgents } from './served-agents.js'

/** What is reloaded, and how it is said. */
export interface ReloadOptions {
  files: readonly string[]
  flags: ServeFlags
  /** What runs now. */
  plan: ServePlan
  agents: ServedAgents
  mock: Mock | undefined
  logger: Logger
  /** Shows a line to whoever started the server. */
  say: (line: string) => void
}

/** So many changed tools are named. */
const MOST_NAMED = 12

/**
 * Reloads the tools whenever a collection, environment or configuration file changes. Files that cannot be used change nothing.
 * Returns what ends it.
 */
export function watchServed(options: ReloadOptions): () => void {
  const watching = new FileWatch(filesOf(options.plan), async () => {
    const plan = await reload(options)
    if (plan) watching.watch(filesOf(plan))
  })
  return () => watching.close()
}

/** Reads everything again and takes the new tools. Gives the new plan, or nothing when something is broken. Never throws. */
export async function reload(options: ReloadOptions): Promise<ServePlan | undefined> {
  const { files, flags, agents, mock, logger, say } = options
  try {
    const config = await loadConfig(flags.config, say)
    const plan = await planServe(files, { flags, config })
    const sourced = await loadSources(plan)
    const unsound = sourcesOf(sourced).find(({ errors }) => errors.length > 0)
    if (flags.strict && unsound)
      throw new VoiceError(
        'not-a-collection',
        `${unsound.path}, line ${unsound.errors[0]!.line}: ${unsound.errors[0]!.message}`,
      )
    const loaded = await createToolkits(sourced, { mock, logger })
    const before = agents.all
    const restart = agents.replace(loaded)
    mock?.replace(sourcesOf(sourced).map(({ collection, settings }) => withValues(collection, settings)))
    for (const line of changeLines(before, loaded)) say(line)
    for (const { appId, members } of restart)
      say(`${appId === undefined ? '' : `${appId}: `}a change of ${members.join(', ')} takes a restart.`)
    logger.info('tools reloaded', { tools: loaded.flatMap(definitionsOf).length })
    return plan
  } catch (error) {
    say(`${messageOf(error)}\nNothing was reloaded: the agent keeps the tools it has.`)
    logger.warn('tools not reloaded', { error: messageOf(error).split('\n')[0] ?? '' })
    return undefined
  }
}

/** Every file that decides about the tools, also those that are not there yet. */
function filesOf({ config, agents }: ServePlan): string[] {
  const choices = agents.flatMap((agent) => agent.choices)
  return [
    config.path ?? DEFAULT_CONFIG,
    '.env',
    ...choices.flatMap(({ path, options: { env, globals } }) => [
      path,
      lockPath(path),
      ...[env ?? [], globals ?? []].flat(),
    ]),
  ]
}

const definitionsOf = ({ toolkits }: LoadedAgent) => toolkits.flatMap(({ definitions }) => definitions)

/** What is different now, agent by agent. */
function changeLines(before: readonly LoadedAgent[], after: readonly LoadedAgent[]): string[] {
  return after.flatMap((agent) => {
    const { appId } = agent.plan
    const old = before.find(({ plan }) => plan.appId === appId)
    const definitions = definitionsOf(agent)
    const changes = diffTools(old ? definitionsOf(old) : [], definitions)
    const errors = agent.sources.reduce((sum, source) => sum + source.errors.length, 0)
    const title = `Reloaded${appId === undefined ? '' : ` ${appId}`}: ${definitions.length} tools`
    const count = errors > 0 ? `, ${errors} ${errors === 1 ? 'error' : 'errors'} in the files` : ''
    const lines = toolLines(changes)
    return lines.length === 0 ? [`${title}${count}, none changed.`] : [`${title}${count}.`, ...lines]
  })
}

/** One line for each tool that is new, gone, renamed or different. */
function toolLines(changes: readonly Change[]): string[] {
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
