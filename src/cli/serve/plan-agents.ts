import { settingsEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { ApprovalPolicy, ReplyLimits, ToolSet } from '../../server/agent/agent.js'
import type { SessionLimits } from '../../server/model/session-limits.js'
import type { ShowModel } from '../../server/model/show-model.js'
import type { PhoneOptions } from '../../server/phone/phone-options.js'
import type { AppBudgets } from '../../server/sessions/budget-ledger.js'
import type { WebRtcOptions } from '../../server/webrtc/webrtc-options.js'
import { appOf, type ChosenCollection, chooseCollections } from '../choose-collections.js'
import type { LoadedConfig } from '../config.js'
import { checkOrigins } from '../origins.js'
import { AGENT_SETTINGS } from '../settings/agent-settings.js'
import { durationMs } from '../settings/kinds.js'
import { SERVER_SETTINGS } from '../settings/server-settings.js'
import { type ChosenService, chooseEngines } from './choose-engines.js'
import { defaultModel } from './choose-model.js'
import { chooseNetwork } from './choose-network.js'
import { chooseSpeech, type SpeechChoice } from './choose-speech.js'
import type { ServeFlags } from './flags.js'
import { modelLog } from './model-log.js'
import { planPhone } from './plan-phone.js'

/** The settings of one agent of a server: the agent of an app, or the default agent. */
export interface AgentPlan {
  /** Absent for the default agent, which serves clients without a known app. */
  appId: string | undefined
  choices: ChosenCollection[]
  /** The language models, in the order in which they are tried. */
  llm: string[]
  /** The built-in router, if it answers when all language models fail. */
  fallback: 'builtin/router' | undefined
  /** Whether the model is the default, not set explicitly. */
  isDefaultModel: boolean
  speech: SpeechChoice
  /**
   * The service that the flag `--provider` or the setting `provider` selects, and the parts of the agent (`llm`, `stt`,
   * `tts`) that this service provides.
   */
  service?: ChosenService
  instructions: string
  timezone?: string | undefined
  /** Receives what models see and answer. */
  showModel?: ShowModel | undefined
  toolSet: ToolSet
  approve: ApprovalPolicy
  lockSession: boolean
  budgets: AppBudgets
  limits: Partial<ReplyLimits>
}

/**
 * The settings of a server. A flag overrides the environment, which overrides the configuration file, which overrides
 * the default.
 */
export interface ServePlan {
  config: LoadedConfig
  /** The default agent comes first, if there is one. */
  agents: AgentPlan[]
  allowedOrigins: string[] | undefined
  trustProxy: number | undefined
  graceMs: number | undefined
  maxSessions: number | undefined
  maxMessageBytes: number | undefined
  sessionLimits: Partial<SessionLimits>
  store: string | undefined
  /** The options of telephone calls; absent if the server accepts none. */
  phone: PhoneOptions | undefined
  webrtc: WebRtcOptions
}

/** Combines flags and configuration. Throws the errors of `chooseCollections`, `chooseSpeech` and `planPhone`. */
export async function planServe(
  files: readonly string[],
  { flags, config }: { flags: ServeFlags; config: LoadedConfig },
): Promise<ServePlan> {
  const { values } = config
  const {
    maxSessions,
    maxMessageBytes,
    toolTimeoutMs: _,
    maxSteps: __,
    maxCallMinutes: ___,
    backgroundAfterMs: ____,
    ...sessionLimits
  } = values.limits ?? {}
  checkOrigins(flags.allowedOrigins ?? [], () => '--allowed-origins: ')
  const ids = Object.keys(values.apps ?? {})
  const showModel = flags.showModel === undefined ? undefined : modelLog(flags.showModel)
  const context = { files, flags, config, showModel }
  const isNamed = files.length > 0 || flags.collection !== undefined
  const hasDefault = ids.length === 0 || isNamed || values.collections !== undefined
  const wanted = [...(hasDefault ? [undefined] : []), ...ids]
  const agents = await Promise.all(wanted.map((appId) => planAgent(appId, context)))
  const speech = agents.map((agent) => agent.speech)
  return {
    config,
    agents,
    phone: planPhone(flags, { config: values, env: settingsEnv(), speech }),
    allowedOrigins: flags.allowedOrigins ?? values.allowedOrigins,
    trustProxy: values.trustProxy,
    graceMs: durationMs(flags.retain ?? values.retain ?? SERVER_SETTINGS.retain.default),
    maxSessions: flags.maxSessions ?? maxSessions,
    maxMessageBytes,
    sessionLimits,
    store: flags.store ?? values.store,
    webrtc: chooseNetwork(flags, values.webrtc),
  }
}

interface PlanContext {
  files: readonly string[]
  flags: ServeFlags
  config: LoadedConfig
  showModel: ShowModel | undefined
}

async function planAgent(
  appId: string | undefined,
  { files, flags, config, showModel }: PlanContext,
): Promise<AgentPlan> {
  const app = appOf(config, appId)
  const { maxSteps, toolTimeoutMs, backgroundAfterMs } = config.values.limits ?? {}
  const choices = await chooseCollections(files, { flags, config, appId })
  if (choices.some(({ path }) => path === '-'))
    throw new VoiceError('wrong-usage', '`voice serve` reads files only; name one instead of "-".')
  const { llm, stt, tts, service } = chooseEngines(flags, app)
  const speech = await chooseSpeech(
    {
      stt,
      tts,
      vad: flags.vad ?? app.vad,
      turnDetection: flags.turnDetection ?? app.turnDetection,
    },
    settingsEnv(),
  )
  return {
    appId,
    choices,
    llm: llm ?? [defaultModel(settingsEnv())],
    fallback: flags.fallback ?? app.fallback,
    isDefaultModel: llm === undefined,
    speech,
    service,
    instructions: flags.instructions ?? app.instructions ?? '',
    toolSet: flags.tools ?? app.tools ?? AGENT_SETTINGS.tools.default,
    approve: flags.approve ?? app.approve ?? AGENT_SETTINGS.approve.default,
    lockSession: flags.lockSession ?? app.lockSession ?? AGENT_SETTINGS.lockSession.default,
    budgets: { ...app.budgets, countedAs: appId ?? '' },
    limits: {
      ...(maxSteps && { maxSteps }),
      ...(toolTimeoutMs && { toolTimeoutMs }),
      ...(backgroundAfterMs && { backgroundAfterMs }),
    },
    timezone: flags.timezone ?? app.timezone,
    showModel,
  }
}
