import { credentialsFromEnv } from '../../environment.js'
import type { Logger } from '../../ports.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { serviceCredentials } from '../../server/providers/services.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { createToolkit } from '../create-toolkit.js'
import { toolkitOnMock } from '../mock.js'
import { type AgentSource, loadSource } from './load-sources.js'
import type { AgentPlan, ServePlan } from './plan-agents.js'

/** An agent whose collections are loaded. */
export interface SourcedAgent {
  plan: AgentPlan
  sources: AgentSource[]
}

export interface LoadedAgent extends SourcedAgent {
  toolkits: RESTAPIToolkit[]
}

export function loadSources({ agents, config }: ServePlan): Promise<SourcedAgent[]> {
  return Promise.all(
    agents.map(async (plan) => ({
      plan,
      sources: await Promise.all(plan.choices.map((choice) => loadSource(choice, config))),
    })),
  )
}

/** Creates the tools of all agents. If there is a mock, every request goes to the mock. */
export function createToolkits(
  agents: SourcedAgent[],
  { mock, logger }: { mock: Mock | undefined; logger: Logger },
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
    })),
  )
}

/** The collections of all agents, without duplicate files. */
export function sourcesOf(agents: readonly SourcedAgent[]): AgentSource[] {
  const all = agents.flatMap(({ sources }) => sources)
  return [...new Map(all.map((source) => [source.path, source])).values()]
}

export function createAgentSession({ plan, toolkits }: LoadedAgent): AgentSession {
  const { speech, llm, fallback, service, approve, toolSet, instructions, timezone, showModel, limits } = plan
  const { stt, tts, vad, turnDetection } = speech
  return new AgentSession({
    stt,
    tts,
    vad,
    turnDetection,
    llm,
    fallback,
    approve,
    toolSet,
    instructions,
    ...(timezone && { timezone }),
    ...(showModel && { showModel }),
    limits,
    tools: toolkits,
    credentials: service ? serviceCredentials(service) : credentialsFromEnv(),
  })
}
