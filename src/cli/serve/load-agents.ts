import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Credentials, credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { McpToolkit } from '../../server/mcp/mcp-toolkit.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { serviceCredentials } from '../../server/providers/services.js'
import { checkAgent, resolveAgent } from '../../server/resolve-agent.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { stepsOf } from '../../toolkit/model/json-pointer.js'
import { lazy } from '../../toolkit/model/lazy.js'
import { withMembers } from '../../toolkit/model/map-members.js'
import type { ToolDefinition, Toolkit } from '../../toolkit/model/tool.js'
import type { CollectionInput } from '../../toolkit/read-collection.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import type { ChosenCollection } from '../choose-collections.js'
import { createToolkit, toolkitOnMock } from '../create-toolkit.js'
import { type LoadedToolkit, loadChoice } from '../load-toolkit.js'
import type { LoadedConfig } from '../settings/settings.js'
import type { McpServers } from './mcp-servers.js'
import type { AgentPlan, ServePlan } from './plan-agents.js'

interface SourcedAgent {
  plan: AgentPlan
  sources: AgentSource[]
}

export interface LoadedAgent extends SourcedAgent {
  toolkits: RESTAPIToolkit[]
  mcpServers: McpToolkit[]
}

/** All that the model of an agent can call. */
const toolsOf = ({ toolkits, mcpServers }: LoadedAgent): Toolkit[] => [...toolkits, ...mcpServers]

export function loadSources({ agents, config }: ServePlan): Promise<SourcedAgent[]> {
  return Promise.all(
    agents.map(async (plan) => ({
      plan,
      sources: await Promise.all(plan.choices.map((choice) => loadSource(choice, config))),
    })),
  )
}

export function createToolkits(
  agents: SourcedAgent[],
  { mock, logger, mcpServers }: { mock: Mock | undefined; logger: Logger; mcpServers: McpServers },
): Promise<LoadedAgent[]> {
  return Promise.all(
    agents.map(async (agent) => ({
      ...agent,
      toolkits: await Promise.all(
        agent.sources.map(({ collection, settings, lock, approve }) => {
          const options = { logger, lock, approve }
          return mock
            ? toolkitOnMock(collection, { settings, options, mock })
            : createToolkit(collection, settings, options)
        }),
      ),
      mcpServers: await mcpServers.open(agent.plan.mcpServers),
    })),
  )
}

export function sourcesOf(agents: readonly SourcedAgent[]): AgentSource[] {
  const all = agents.flatMap(({ sources }) => sources)
  return [...new Map(all.map((source) => [source.path, source])).values()]
}

function createAgentSession(loaded: LoadedAgent): AgentSession {
  const { plan } = loaded
  const { speech, llm, fallback, approve, toolSet, instructions, timezone, showModel, limits } = plan
  const { notices: _said, ...engines } = speech
  const options = { llm, fallback, approve, toolSet, instructions, timezone, showModel, limits }
  return new AgentSession({
    ...{ ...engines, ...options },
    tools: toolsOf(loaded),
    credentials: credentialsOf(plan),
  })
}

/** The credentials of the service of `provider`, else those of the environment. */
export const credentialsOf = ({ service }: AgentPlan): Credentials =>
  service ? serviceCredentials(service) : credentialsFromEnv()

export interface AgentSource extends LoadedToolkit {
  check(): Promise<SourceFindings>
}

interface SourceFindings {
  errors: AgentSourceError[]
  warnings: number
}

export interface AgentSourceError {
  /** The file of the error, in a collection of several files. */
  path?: string
  line: number
  /** The name of the request or folder that contains the error; empty if the error is outside of all items. */
  name: string
  message: string
}

/** Loads a collection; one that was converted is not validated, because its lines are not the user's. */
export async function loadSource(choice: ChosenCollection, config: LoadedConfig): Promise<AgentSource> {
  const loaded = await loadChoice(choice, { config })
  const check = lazy(async () =>
    loaded.convertedFrom ? { errors: [], warnings: 0 } : findingsIn(loaded.input),
  )
  return withMembers<LoadedToolkit, Pick<AgentSource, 'check'>>(loaded, { check })
}

export async function unsoundAmong(
  sources: readonly AgentSource[],
): Promise<{ path: string; errors: AgentSourceError[] }[]> {
  const all = await Promise.all(
    sources.map(async ({ path, check }) => ({ path, errors: (await check()).errors })),
  )
  return all.filter(({ errors }) => errors.length > 0)
}

async function findingsIn(input: CollectionInput): Promise<SourceFindings> {
  const { checkCollection } = await import('../../toolkit/validate/validate.js')
  const { errors, warnings, document = null } = checkCollection(input)
  const named = errors.map(({ path, line, message, pointer }) => ({
    ...(path !== undefined && { path }),
    line,
    message,
    name: nameAt(document, pointer),
  }))
  return { errors: named, warnings }
}

function nameAt(document: JsonValue, pointer: string): string {
  let name = ''
  let here: JsonValue | undefined = document
  let isItem = false
  for (const step of stepsOf(pointer)) {
    const list: JsonValue[] | undefined = Array.isArray(here) ? here : undefined
    here = list ? list[Number(step)] : asObject(here)?.[step]
    const inItems = list !== undefined && isItem
    if (inItems) name = String(asObject(here)?.name ?? name)
    isItem = list === undefined && step === 'item'
  }
  return name.replace(/\s+/g, ' ').trim()
}

/** A few milliseconds of work between pauses, in which the server answers. */
const TOOLS_PER_PAUSE = 20

/** Reads what a search needs, which is computed at first use, ahead and with pauses. */
export async function readAhead(definitions: readonly ToolDefinition[]): Promise<void> {
  for (const [index, { annotations, bindings, description, output, words }] of definitions.entries()) {
    void [annotations, bindings, description, output, words]
    if (index % TOOLS_PER_PAUSE === 0) await nextTurn()
  }
}

interface Served {
  loaded: LoadedAgent
  session: AgentSession
}

/** The agents by app. New tools reach existing sessions at their next turn. */
export class ServedAgents {
  #served: ReadonlyMap<string | undefined, Served>

  /** Throws a `VoiceError` for an unknown provider or a missing key of any app. */
  constructor(agents: readonly LoadedAgent[]) {
    this.#served = new Map(agents.map((loaded) => [loaded.plan.appId, begin(loaded)]))
  }

  get all(): LoadedAgent[] {
    return [...this.#served.values()].map(({ loaded }) => loaded)
  }

  sessionFor(appId: string | undefined): AgentSession {
    return this.#find(appId).session
  }

  /** Lets the models prepare for their first turns, while the server already listens. */
  prepare(): void {
    for (const { session } of this.#served.values()) resolveAgent(session)
  }

  planFor(appId: string | undefined): AgentPlan {
    return this.#find(appId).loaded.plan
  }

  /** Replaces the agents, or none if a constructor throws. Returns settings that need a restart. */
  replace(agents: readonly LoadedAgent[]): string[] {
    const next = agents.map((loaded) => ({ loaded, old: this.#served.get(loaded.plan.appId) }))
    const fresh = next.map(({ loaded, old }) => ({ loaded, session: old?.session ?? begin(loaded).session }))
    for (const { loaded, session } of fresh) {
      const { instructions, approve, toolSet } = loaded.plan
      session.update({ tools: toolsOf(loaded), instructions, approve, toolSet })
    }
    this.#served = new Map(fresh.map((one) => [one.loaded.plan.appId, one]))
    const members = next.flatMap(({ loaded, old }) =>
      old ? changedMembers(fixedOf(old.loaded.plan), fixedOf(loaded.plan)) : [],
    )
    return [...new Set(members)]
  }

  #find(appId: string | undefined): Served {
    const served = this.#served.get(appId) ?? this.#served.get(undefined)
    if (served) return served
    throw new VoiceError(
      'unknown-app',
      appId === undefined
        ? 'This server has apps only: name one with ?app_id=.'
        : `This server has no app "${appId.slice(0, 80)}".`,
    )
  }
}

function begin(loaded: LoadedAgent): Served {
  const session = createAgentSession(loaded)
  checkAgent(session)
  return { loaded, session }
}

function fixedOf({ llm, fallback, speech: { notices: _said, ...engines }, limits }: AgentPlan) {
  return { llm, fallback, ...engines, limits }
}

export function changedMembers<T extends object>(before: T, after: T): string[] {
  const names = Object.keys(after) as (keyof T & string)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
