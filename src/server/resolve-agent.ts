import { VoiceError } from '../errors.js'
import { findAgentTexts } from '../languages/agent-texts.js'
import type { Toolkit } from '../toolkit/model/tool.js'
import type { Agent, ReplyLimits } from './agent/agent.js'
import type { AgentDescription, AgentSession } from './agent/agent-session.js'
import { applicationText, instructionsFor } from './agent/model-request.js'
import { mergeTools, OfferedTools } from './agent/offered-tools.js'
import { isAiSdkModel } from './model/ai-sdk-model.js'
import type { Identity } from './model/identity.js'
import { type LanguageModel, ROUTER } from './model/language-model.js'
import { shownModel } from './model/show-model.js'
import { withDefaults } from './model/with-defaults.js'
import { createAiSdkModel } from './providers/ai-sdk.js'
import { resolveLanguageModel } from './providers/registry.js'
import { createRouter } from './providers/router/router.js'
import { languageOf, resolveSpeech } from './resolve-speech.js'

/** An agent with the description from which it was created. */
interface ResolvedAgent {
  agent: Agent
  description: AgentDescription
  isPrepared: boolean
}

const resolved = new WeakMap<AgentSession, ResolvedAgent>()

/**
 * Returns the agent for the current description of a session. Creates the agent only if the description is new. Also
 * lets the agent's first model prepare for the first turn. Throws a `VoiceError` for an unknown provider or a missing
 * key.
 */
export function resolveAgent(session: AgentSession): Agent {
  const entry = resolvedOf(session)
  if (!entry.isPrepared) prepare(entry.agent)
  entry.isPrepared = true
  return entry.agent
}

/**
 * Creates the agent like {@link resolveAgent} and throws the same errors, but does not prepare the model. After this
 * check, a server can accept connections while the model is not yet prepared.
 */
export function checkAgent(session: AgentSession): void {
  resolvedOf(session)
}

function resolvedOf(session: AgentSession): ResolvedAgent {
  const { description } = session
  const known = resolved.get(session)
  if (known?.description === description) return known
  const agent = known ? changed(known.agent, description) : resolve(session)
  const entry = { agent, description, isPrepared: false }
  resolved.set(session, entry)
  return entry
}

/**
 * The agent for the identity of a client. The identity's variables, base URL and tool filters apply only to the tools
 * of that client's sessions.
 */
export function agentFor(session: AgentSession, identity: Identity): Agent {
  const agent = resolveAgent(session)
  const { variables, baseUrl, allow, deny, timezone, language, name } = identity
  const hasOwnTools = Boolean(variables || baseUrl || allow || deny)
  if (!hasOwnTools && !timezone && !language && !name) return agent
  const { description } = session
  const tools = hasOwnTools
    ? new OfferedTools(mergeTools(toolkitsFor(session, identity)), description.toolSet)
    : agent.tools
  const own: Agent = { ...agent, tools, user: withDefaults(agent.user ?? {}, { timezone, language, name }) }
  own.latest = () => (session.description === description ? own : agentFor(session, identity))
  return own
}

/**
 * A copy of an agent with the tools, instructions and approval policy of a new description. Models and speech engines
 * stay the same.
 */
function changed(agent: Agent, description: AgentDescription): Agent {
  const { instructions, approve, tools, toolSet } = description
  return {
    ...agent,
    tools: new OfferedTools(mergeTools(tools), toolSet),
    instructions,
    application: applicationText(tools),
    approve,
  }
}

/** Lets the first model prepare for the instructions and tools with which each session starts. */
function prepare(agent: Agent): void {
  const {
    models: [model],
    tools,
  } = agent
  model?.prepare?.({
    instructions: instructionsFor(agent, ''),
    tools: tools.offer(model, { clues: { words: '' }, client: [] }),
  })
}

/** The toolkits of an agent, limited to the tools that an identity may use. */
export function toolkitsFor({ description }: AgentSession, identity: Identity): Toolkit[] {
  return description.tools.map((toolkit) => toolkit.forIdentity?.(identity) ?? toolkit)
}

function resolve(session: AgentSession): Agent {
  const { description } = session
  const { llm, fallback, credentials, stt, limits } = description
  const language = description.locale ?? languageOf(stt)
  const [main] = llm
  const { showModel } = description
  const own = llm.map((one) => {
    if (typeof one !== 'string') return isAiSdkModel(one) ? createAiSdkModel(one) : one
    if (one === ROUTER) return createRouter({ language })
    // LLM_API_KEY belongs to the provider of `llm`. It must never be sent to another provider.
    const isOwn = typeof main !== 'string' || providerOf(one) === providerOf(main)
    return resolveLanguageModel(one, isOwn ? credentials : { ...credentials, llm: undefined })
  })
  const models = showModel ? own.map((model) => shownModel(model, showModel)) : own
  const tools = mergeTools(description.tools)
  const lastResort = fallback && models[0]!.name !== ROUTER ? createRouter({ language }) : undefined
  const speech = resolveSpeech(description)
  const { voiceModel = null } = speech
  const answering = voiceModel?.traits.work === 'calls' ? voiceModel : undefined
  if (answering && main !== ROUTER) throw needsNone(answering.name, 'llm')
  if (answering && fallback) throw needsNone(answering.name, 'fallback')
  return {
    models: lastResort ? [...models, lastResort] : models,
    lastResort,
    tools: new OfferedTools(tools, description.toolSet),
    instructions: description.instructions,
    application: applicationText(description.tools),
    user: { timezone: description.timezone, language },
    approve: description.approve,
    limits: withTimeFor(models, limits),
    locale: findAgentTexts(language),
    speech,
    latest: () => resolveAgent(session),
    providers: {
      stt: nameOf(voiceModel ?? speech.stt),
      llm: (answering ?? models[0]!).name,
      tts: nameOf(voiceModel ?? speech.tts),
      vad: nameOf(speech.vad),
      turn_detection: speech.stt && speech.turnDetector.name,
    },
  }
}

const needsNone = (name: string, setting: 'llm' | 'fallback') =>
  new VoiceError(
    'wrong-usage',
    `The voice model ${name} answers and calls tools by itself, so a language model has no use beside it. Leave out "${setting}" (--${setting}) or "voiceModel" (--voice-model).`,
  )

/** The limits, with enough time for models that a person plays. */
function withTimeFor(models: LanguageModel[], limits: ReplyLimits): ReplyLimits {
  const ms = Math.max(...models.map(({ answerMs = 0 }) => answerMs))
  const { modelSilenceMs, replyTimeoutMs, approvalTimeoutMs } = limits
  return {
    ...limits,
    modelSilenceMs: Math.max(modelSilenceMs, ms),
    replyTimeoutMs: Math.max(replyTimeoutMs, ms),
    approvalTimeoutMs: Math.max(approvalTimeoutMs, ms),
  }
}

const providerOf = (name: string) => name.split('/')[0]

const nameOf = (one: { name: string } | null) => one?.name ?? null
