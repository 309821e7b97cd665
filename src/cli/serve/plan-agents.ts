import { openSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { networkInterfaces } from 'node:os'
import { settingsEnv } from '../../environment.js'
import { messageOf, VoiceError } from '../../errors.js'
import type { ApprovalPolicy, ReplyLimits, ToolSet } from '../../server/agent/agent.js'
import type { AppOptions } from '../../server/app-options.js'
import type { McpOAuthOptions } from '../../server/mcp/oauth.js'
import { ROUTER } from '../../server/model/language-model.js'
import type { ShowModel } from '../../server/model/show-model.js'
import { CARRIER_VARIABLES } from '../../server/phone/carriers/carriers.js'
import type { PhoneOptions } from '../../server/phone/phone-options.js'
import type { AppBudgets } from '../../server/sessions/budget-ledger.js'
import type { WebRtcOptions } from '../../server/webrtc/webrtc-options.js'
import { appOf, type ChosenCollection, chooseCollections } from '../choose-collections.js'
import type { CollectionFlags } from '../load.js'
import { durationMs, type Flags, type OwnFlags } from '../settings/kinds.js'
import type { McpServerConfig } from '../settings/mcp-settings.js'
import type { LoadedConfig } from '../settings/settings.js'
import {
  AGENT_SETTINGS,
  type AppConfig,
  type ConfigFile,
  type LIMIT_SETTINGS,
  limitsOf,
  type RUN_SETTINGS,
  SERVER_SETTINGS,
  type WEBRTC_SETTINGS,
  type WebRtcConfig,
} from '../settings/settings.js'
import {
  type ChosenService,
  chooseEngines,
  chooseSpeech,
  defaultModel,
  refuseBesideVoiceModel,
  type SpeechChoice,
} from './choose-engines.js'
import { fillFromEnv } from './mcp-servers.js'

export interface AgentPlan {
  /** Absent for the default agent, which serves clients without a known app. */
  appId: string | undefined
  choices: ChosenCollection[]
  mcpServers: Readonly<Record<string, McpServerConfig>>
  llm: string[]
  fallback: 'builtin/router' | undefined
  isDefaultModel: boolean
  speech: SpeechChoice
  /** The service of `provider`, and the parts of the agent that it has. */
  service?: ChosenService
  instructions: string
  timezone?: string | undefined
  showModel?: ShowModel | undefined
  toolSet: ToolSet
  approve: ApprovalPolicy
  lockSession: boolean
  budgets: AppBudgets
  limits: Partial<ReplyLimits>
}

/** A server's settings: flag, environment, file, default. */
export interface ServePlan extends Pick<AppOptions, PlannedOptions> {
  config: LoadedConfig
  /** The default agent comes first, if there is one. */
  agents: AgentPlan[]
  webrtc: WebRtcOptions
  mcpOAuth: McpOAuthOptions | undefined
}

/** The options of an app that come from settings unchanged. */
type PlannedOptions =
  | 'allowedOrigins'
  | 'trustProxy'
  | 'graceMs'
  | 'maxSessions'
  | 'connectionLimits'
  | 'sessionLimits'
  | 'store'
  | 'phone'
  | 'mcpOrigins'

/** Combines flags and configuration. Throws the errors of `chooseCollections`, `chooseSpeech` and `planPhone`. */
export async function planServe(
  files: readonly string[],
  { flags, config }: { flags: PlanFlags; config: LoadedConfig },
): Promise<ServePlan> {
  const { values } = config
  const { maxSessions, maxMessageBytes } = values.limits ?? {}
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
    connectionLimits: maxMessageBytes === undefined ? undefined : { maxMessageBytes },
    sessionLimits: limitsOf(values).session,
    store: flags.store ?? values.store,
    webrtc: chooseNetwork(flags, values.webrtc),
    mcpOAuth: planOAuth(values),
    mcpOrigins: values.mcpOrigins,
  }
}

/** Throws `missing-key` if the secret of the server has no value. */
function planOAuth({ mcpOAuth }: ConfigFile): McpOAuthOptions | undefined {
  const { introspection } = mcpOAuth ?? {}
  if (!mcpOAuth || !introspection) return mcpOAuth
  const clientSecret = fillFromEnv(introspection.clientSecret, 'mcpOAuth.introspection')
  return { ...mcpOAuth, introspection: { ...introspection, clientSecret } }
}

interface PlanContext {
  files: readonly string[]
  flags: PlanFlags
  config: LoadedConfig
  showModel: ShowModel | undefined
}

async function planAgent(
  appId: string | undefined,
  { files, flags, config, showModel }: PlanContext,
): Promise<AgentPlan> {
  const app = appOf(config, appId)
  const choices = await chooseCollections(files, { flags, config, appId })
  if (choices.some(({ path }) => path === '-'))
    throw new VoiceError('wrong-usage', '`voice serve` reads files only; name one instead of "-".')
  const { llm, stt, tts, service } = chooseEngines(flags, app)
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const set: AppConfig = { ...app, ...given }
  const { provider, voiceModel, vad, turnDetection, fallback, timezone, instructions = '' } = set
  if (voiceModel !== undefined) refuseBesideVoiceModel({ provider, stt, tts, vad, turnDetection })
  const speech = await chooseSpeech({ stt, tts, vad, turnDetection, voiceModel }, settingsEnv())
  const usual = voiceModel === undefined ? defaultModel(settingsEnv()) : ROUTER
  return {
    ...{ appId, choices, fallback, speech, service, instructions, timezone, showModel },
    mcpServers: app.mcpServers ?? {},
    llm: llm ?? [usual],
    isDefaultModel: llm === undefined,
    toolSet: set.tools ?? AGENT_SETTINGS.tools.default,
    approve: set.approve ?? AGENT_SETTINGS.approve.default,
    lockSession: set.lockSession ?? AGENT_SETTINGS.lockSession.default,
    budgets: { ...app.budgets, countedAs: appId ?? '' },
    limits: limitsOf(config.values).reply,
  }
}

export type ServeFlags = CollectionFlags &
  OwnFlags<typeof RUN_SETTINGS> &
  Flags<typeof AGENT_SETTINGS> &
  Flags<typeof SERVER_SETTINGS> &
  Flags<typeof WEBRTC_SETTINGS> &
  Flags<typeof LIMIT_SETTINGS>

/** What a plan is made of. `voice doctor` has few of the flags of `serve`. */
type PlanFlags = CollectionFlags & Partial<ServeFlags>

/** The options of calls, if a carrier is set. Throws `missing-key`, or `wrong-usage` without speech. */
export function planPhone(
  flags: Pick<ServeFlags, 'phone' | 'publicUrl'>,
  { config, env, speech }: { config: ConfigFile; env: NodeJS.ProcessEnv; speech: readonly SpeechChoice[] },
): PhoneOptions | undefined {
  const carrier = flags.phone ?? config.phone
  if (carrier === undefined) return undefined
  const name = CARRIER_VARIABLES[carrier]
  const credential = env[name]
  if (!credential) {
    const message = `Telephone calls of ${carrier} need ${name}: without it the server cannot tell a call from a forged request. docs/telephone.md says where to find it.`
    throw new VoiceError('missing-key', message)
  }
  if (carrier === 'openai' && !speech.some(({ voiceModel = '' }) => /^(openai|azure)\//.test(voiceModel))) {
    const message =
      'OpenAI answers calls with its own voice models: name one, such as --voice-model openai/gpt-realtime-2.1.'
    throw new VoiceError('wrong-usage', message)
  }
  if (
    !speech.some(({ stt, tts, voiceModel }) => voiceModel !== undefined || (stt !== null && tts !== null))
  ) {
    const message =
      'An agent on the telephone must hear and speak: name a recognizer with --stt and a voice with --tts, or a --voice-model.'
    throw new VoiceError('wrong-usage', message)
  }
  const { phoneGreeting: greeting, limits: { maxCallMinutes } = {} } = config
  return {
    carrier,
    credential,
    publicUrl: flags.publicUrl ?? config.publicUrl,
    greeting,
    maxCallMs: maxCallMinutes && maxCallMinutes * 60_000,
  }
}

/** The network options of WebRTC. Flags override the configuration. */
export function chooseNetwork(flags: WebRtcConfig, config: WebRtcConfig = {}): WebRtcOptions {
  const ports = flags.udpPorts ?? config.udpPorts
  return {
    publicAddresses: flags.publicAddresses ?? config.publicAddresses,
    udpPorts: ports?.split('-').map(Number) as [number, number] | undefined,
    iceServers: config.iceServers,
  }
}

/** Lines of the startup banner about WebRTC: the address that clients use, or what is missing. */
export function callLines(
  address: string,
  { network, host }: { network: WebRtcOptions; host: string },
): string[] {
  if (!isInstalled()) return ['WebRTC is off: npm install werift opusscript brings it']
  const isLocal = /^(127\.|localhost$|::1$)/.test(host)
  const hasWay = (network.publicAddresses ?? network.iceServers ?? []).length > 0
  if (isLocal || hasWay || hasPublicAddress()) return [address]
  return [
    `${address}, from this network only:`,
    'this machine has no public address; --public-address names it, and --udp-ports the ports to open',
  ]
}

function isInstalled(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return ['werift', 'opusscript'].every((name) => resolve(name) !== '')
  } catch {
    return false
  }
}

const PRIVATE =
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/

const hasPublicAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ address, family }) => family === 'IPv4' && !PRIVATE.test(address))

/** Appends what models see for `--show-model`. Throws `file-unwritable`; a full disk only ends it. */
export function modelLog(path: string): ShowModel {
  const file = open(path)
  let isWritable = true
  return (text) => {
    if (!isWritable) return
    try {
      writeSync(file, text)
    } catch {
      isWritable = false
    }
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw new VoiceError('file-unwritable', `--show-model: ${path} cannot be written: ${messageOf(error)}.`)
  }
}
