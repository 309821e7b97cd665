import { VoiceError } from '../../errors.js'
import type { ApprovalPolicy, ReplyLimits, ToolSet } from '../../server/agent/agent.js'
import type { SessionLimits } from '../../server/model/session-limits.js'
import type { AppBudgets } from '../../server/sessions/budget-book.js'
import { appOf, type Choice, chooseCollections } from '../choose-collections.js'
import type { LoadedConfig } from '../config.js'
import { durationMs } from '../duration.js'
import { checkOrigins } from '../origins.js'
import { defaultModel } from './choose-model.js'
import { chooseSpeech, type SpeechChoice } from './choose-speech.js'
import type { ServeFlags } from './flags.js'

/** One agent of a server: of an app, or of everybody else. */
export interface AgentPlan {
  /** Absent for the agent of whoever names no app that there is. */
  appId: string | undefined
  choices: Choice[]
  /** Tried in order. */
  llm: string[]
  /** Whether nobody chose the model. */
  isDefaultModel: boolean
  speech: SpeechChoice
  instructions: string
  toolSet: ToolSet
  approve: ApprovalPolicy
  lockSession: boolean
  budgets: AppBudgets
  limits: Partial<ReplyLimits>
}

/** What a server is, by flags, environment, configuration and defaults, in this order. */
export interface ServePlan {
  config: LoadedConfig
  /** The agent of everybody else comes first, where there is one. */
  agents: AgentPlan[]
  allowedOrigins: string[] | undefined
  trustProxy: number | undefined
  graceMs: number | undefined
  maxSessions: number | undefined
  maxMessageBytes: number | undefined
  sessionLimits: Partial<SessionLimits>
  store: string | undefined
}

/** Brings flags and configuration together. Throws what `chooseCollections` and `chooseSpeech` do. */
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
    ...sessionLimits
  } = values.limits ?? {}
  checkOrigins(flags.allowedOrigins ?? [], () => '--allowed-origins: ')
  const ids = Object.keys(values.apps ?? {})
  const context = { files, flags, config }
  const isNamed = files.length > 0 || flags.collection !== undefined
  const hasDefault = ids.length === 0 || isNamed || values.collections !== undefined
  const wanted = [...(hasDefault ? [undefined] : []), ...ids]
  return {
    config,
    agents: await Promise.all(wanted.map((appId) => planAgent(appId, context))),
    allowedOrigins: flags.allowedOrigins ?? values.allowedOrigins,
    trustProxy: values.trustProxy,
    graceMs: flags.retain ?? (values.retain === undefined ? undefined : durationMs(values.retain)),
    maxSessions: flags.maxSessions ?? maxSessions,
    maxMessageBytes,
    sessionLimits,
    store: flags.store ?? values.store,
  }
}

interface Context {
  files: readonly string[]
  flags: ServeFlags
  config: LoadedConfig
}

async function planAgent(appId: string | undefined, { files, flags, config }: Context): Promise<AgentPlan> {
  const app = appOf(config, appId)
  const { maxSteps, toolTimeoutMs } = config.values.limits ?? {}
  const choices = await chooseCollections(files, { flags, config, ...(appId !== undefined && { appId }) })
  if (choices.some(({ path }) => path === '-'))
    throw new VoiceError('wrong-usage', '`voice serve` reads files only; name one instead of "-".')
  const llm = namesOf('--llm', flags.llm) ?? listed(app.llm)
  const speech = await chooseSpeech(
    {
      stt: namesOf('--stt', flags.stt) ?? listed(app.stt),
      tts: namesOf('--tts', flags.tts) ?? listed(app.tts),
      vad: flags.vad ?? app.vad,
      turnDetection: flags.turnDetection ?? app.turnDetection,
    },
    process.env,
  )
  return {
    appId,
    choices,
    llm: llm ?? [defaultModel(process.env)],
    isDefaultModel: llm === undefined,
    speech,
    instructions: flags.instructions ?? app.instructions ?? '',
    toolSet: flags.tools ?? app.tools ?? 'auto',
    approve: flags.approve ?? app.approve ?? 'writes',
    lockSession: flags.lockSession ?? app.lockSession ?? false,
    budgets: { ...app.budgets, countedAs: appId ?? '' },
    limits: { ...(maxSteps && { maxSteps }), ...(toolTimeoutMs && { toolTimeoutMs }) },
  }
}

const listed = (names: string | string[] | undefined) => (names === undefined ? undefined : [names].flat())

/** Names of a flag that takes several, with commas between them. Throws `wrong-usage` for one without any. */
export function namesOf(flag: string, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => name !== '')) return names
  throw new VoiceError(
    'wrong-usage',
    `${flag} takes names with commas between them; "${text}" has an empty one.`,
  )
}
