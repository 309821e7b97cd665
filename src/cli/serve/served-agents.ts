import { VoiceError } from '../../errors.js'
import type { AgentSession } from '../../server/agent/agent-session.js'
import { checkAgent, resolveAgent } from '../../server/resolve-agent.js'
import { createAgentSession, type LoadedAgent } from './load-agents.js'
import type { AgentPlan } from './plan-agents.js'

interface Served {
  loaded: LoadedAgent
  session: AgentSession
}

/**
 * The agents of a server, by app. Their tools can be replaced while the server runs; existing sessions use the new
 * tools from their next turn.
 */
export class ServedAgents {
  #served: ReadonlyMap<string | undefined, Served>

  /** Throws a `VoiceError` for an unknown provider or a missing key of any app. */
  constructor(agents: readonly LoadedAgent[]) {
    this.#served = new Map(agents.map((loaded) => [loaded.plan.appId, begin(loaded)]))
  }

  get all(): LoadedAgent[] {
    return [...this.#served.values()].map(({ loaded }) => loaded)
  }

  /** The agent of an app, else the default agent. Throws `unknown-app` if the server has neither. */
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

  /**
   * Replaces the agents. Returns the names of changed settings that apply only after a restart. Throws the errors of
   * the constructor; then no agent is replaced.
   */
  replace(agents: readonly LoadedAgent[]): string[] {
    const next = agents.map((loaded) => ({ loaded, old: this.#served.get(loaded.plan.appId) }))
    const fresh = next.map(({ loaded, old }) => ({ loaded, session: old?.session ?? begin(loaded).session }))
    for (const { loaded, session } of fresh) {
      const { instructions, approve, toolSet } = loaded.plan
      session.update({ tools: loaded.toolkits, instructions, approve, toolSet })
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

/** Settings that need a restart, by their names in the configuration. */
function fixedOf({ llm, fallback, speech, limits }: AgentPlan) {
  const { stt, tts, vad, turnDetection } = speech
  return { llm, fallback, stt, tts, vad, turnDetection, limits }
}

/** The names of the members that differ. */
export function changedMembers<T extends object>(before: T, after: T): string[] {
  const names = Object.keys(after) as (keyof T & string)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
