import { credentialsFromEnv } from '../../environment.js'
import type { Logger } from '../../ports.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { Mock } from '../../server/mock/mock-server.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { createToolkit } from '../load-toolkit.js'
import { toolkitOnMock } from '../toolkit-on-mock.js'
import { loadSource, type Source } from './load-sources.js'
import type { AgentPlan, ServePlan } from './plan.js'

/** An agent whose collections were read. */
export interface SourcedAgent {
  plan: AgentPlan
  sources: Source[]
}

/** An agent with its tools. */
export interface LoadedAgent extends SourcedAgent {
  toolkits: RESTAPIToolkit[]
}

/** Reads the collections of all agents. */
export function loadSources({ agents, config }: ServePlan): Promise<SourcedAgent[]> {
  return Promise.all(
    agents.map(async (plan) => ({
      plan,
      sources: await Promise.all(plan.choices.map((choice) => loadSource(choice, config))),
    })),
  )
}

/** Makes the tools of all agents; with a mock, every request goes there. */
export function createToolkits(
  agents: SourcedAgent[],
  { mock, logger }: { mock: Mock | undefined; logger: Logger },
): Promise<LoadedAgent[]> {
  return Promise.all(
    agents.map(async (agent) => ({
      ...agent,
      toolkits: await Promise.all(
        agent.sources.map(({ collection, settings, lock, approve }) => {
          const options = { logger, lock, ...(approve && { approve }) }
          return mock
            ? toolkitOnMock(collection, { settings, options, mock })
            : createToolkit(collection, settings, options)
        }),
      ),
    })),
  )
}

/** All collections, each file once. */
export function sourcesOf(agents: readonly SourcedAgent[]): Source[] {
  const all = agents.flatMap(({ sources }) => sources)
  return [...new Map(all.map((source) => [source.path, source])).values()]
}

/** The agent that a plan and its tools make. */
export function createAgentSession({ plan, toolkits }: LoadedAgent): AgentSession {
  const { speech, llm, approve, toolSet, instructions, limits } = plan
  const { stt, tts, vad, turnDetection } = speech
  return new AgentSession({
    ...{ stt, tts, vad, turnDetection },
    ...{ llm, approve, toolSet, instructions, limits },
    tools: toolkits,
    credentials: credentialsFromEnv(),
  })
}
