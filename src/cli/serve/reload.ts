import { messageOf, VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { type Change, diffTools } from '../../toolkit/compile/diff.js'
import { withValues } from '../commands/mock.js'
import { DEFAULT_CONFIG } from '../config.js'
import { FileWatch } from '../file-watch.js'
import { DEFAULT_COLLECTION } from '../load.js'
import { loadConfig } from '../load-config.js'
import { lockPath } from '../load-toolkit.js'
import type { ServeFlags } from './flags.js'
import { createToolkits, type LoadedAgent, loadSources, sourcesOf } from './load-agents.js'
import { planServe, type ServePlan } from './plan.js'
import type { Screen } from './screen.js'
import { changedMembers, type ServedAgents } from './served-agents.js'

/** What is reloaded, and how it is said. */
export interface ReloadOptions {
  files: readonly string[]
  flags: ServeFlags
  /** What runs now. */
  plan: ServePlan
  agents: ServedAgents
  mock: Mock | undefined
  logger: Logger
  /** Where whoever started the server reads what came of it. */
  screen: Pick<Screen, 'say' | 'warn'>
}

/** So many changed tools are named. */
const MOST_NAMED = 12

/**
 * Reloads the tools whenever a collection, environment or configuration file changes. Files that cannot be used change nothing.
 * Returns what ends it.
 */
export function watchServed(options: ReloadOptions): () => void {
  let { plan } = options
  const watching = new FileWatch(filesOf(plan), async () => {
    plan = (await reload({ ...options, plan })) ?? plan
    watching.watch(filesOf(plan))
  })
  return () => watching.close()
}

/** Reads everything again and takes the new tools. Gives the new plan, or nothing when something is broken. Never throws. */
export async function reload(options: ReloadOptions): Promise<ServePlan | undefined> {
  const { files, flags, agents, mock, logger, screen } = options
  try {
    const config = await loadConfig(flags.config, screen.warn)
    const plan = await planServe(files, { flags, config })
    refuseLostDefault(options.plan, plan)
    const sourced = await loadSources(plan)
    const unsound = sourcesOf(sourced).find(({ errors }) => errors.length > 0)
    if (flags.strict && unsound)
      throw new VoiceError(
        'not-a-collection',
        `${unsound.path}, line ${unsound.errors[0]!.line}: ${unsound.errors[0]!.message}`,
      )
    const loaded = await createToolkits(sourced, { mock, logger })
    const before = agents.all
    const restart = [...agents.replace(loaded), ...changedMembers(serverOf(options.plan), serverOf(plan))]
    mock?.replace(sourcesOf(sourced).map(({ collection, settings }) => withValues(collection, settings)))
    const lines = changeLines(before, loaded)
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

/** A file that nobody has to name is found by being there, so its going is seen only against what was before. */
function refuseLostDefault(before: ServePlan, { agents, config }: ServePlan): void {
  const has = (plan: Pick<ServePlan, 'agents'>) =>
    plan.agents.some(({ choices }) => choices.some(({ path }) => path === DEFAULT_COLLECTION))
  if (config.values.collections || config.values.apps || !has(before) || has({ agents })) return
  throw new VoiceError('file-unreadable', `${DEFAULT_COLLECTION} does not exist any more.`)
}

/** What of a plan belongs to the server as a whole, by its name in the configuration. */
function serverOf(plan: ServePlan) {
  const { allowedOrigins, trustProxy, graceMs: retain, store, maxSessions, maxMessageBytes } = plan
  return { allowedOrigins, trustProxy, retain, store, maxSessions, maxMessageBytes, ...plan.sessionLimits }
}

/** Every file that decides about the tools, also those that are not there yet. */
function filesOf({ config, agents }: ServePlan): string[] {
  const choices = agents.flatMap((agent) => agent.choices)
  return [
    config.path ?? DEFAULT_CONFIG,
    '.env',
    DEFAULT_COLLECTION,
    ...choices.flatMap(({ path, options: { env, globals } }) => [
      path,
      lockPath(path),
      ...[env ?? [], globals ?? []].flat(),
    ]),
  ]
}

const counted = (count: number) => (count === 1 ? '1 tool' : `${count || 'no'} tools`)

const definitionsOf = ({ toolkits }: LoadedAgent) => toolkits.flatMap(({ definitions }) => definitions)

/** What is different now, agent by agent. */
function changeLines(before: readonly LoadedAgent[], after: readonly LoadedAgent[]): string[] {
  const lines = after.flatMap((agent) => {
    const { appId } = agent.plan
    const old = before.find(({ plan }) => plan.appId === appId)
    const definitions = definitionsOf(agent)
    const changed = toolLines(diffTools(old ? definitionsOf(old) : [], definitions))
    const title = `Reloaded${appId === undefined ? '' : ` ${appId}`}: ${counted(definitions.length)}.`
    return changed.length > 0 ? [title, ...changed] : []
  })
  const gone = before.filter(({ plan }) => !after.some((agent) => agent.plan.appId === plan.appId))
  for (const { plan } of gone) lines.push(`${plan.appId ?? 'The agent outside of the apps'} is gone.`)
  const errors = sourcesOf(after).filter((source) => source.errors.length > 0)
  const notes = errors.map(({ path, errors: all }) => `${path}, line ${all[0]!.line}: ${all[0]!.message}`)
  return [...(lines.length > 0 ? lines : ['Reloaded: no tool has changed.']), ...notes]
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
