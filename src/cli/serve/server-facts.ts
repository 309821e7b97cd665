import { version } from '../../../package.json'
import {
  type Credentials,
  credentialsFromEnv,
  DEMO_API_KEY,
  isDemoKey,
  serviceKey,
  settingsEnv,
} from '../../environment.js'
import { isSubprotocolSafe } from '../../protocol/subprotocols.js'
import type { ApprovalPolicy } from '../../server/agent/agent.js'
import { offeredTokens } from '../../server/agent/offered-tools.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { ROUTER } from '../../server/model/language-model.js'
import { callPath, type PhoneOptions } from '../../server/phone/phone-options.js'
import { contextProblem } from '../../server/providers/context-window.js'
import { toolProblems } from '../../server/providers/tool-rules.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { mockSentence } from '../create-toolkit.js'
import {
  envNotices,
  ignoredLinesWarnings,
  missingValueWarnings,
  unstoredLoginWarnings,
  unusedEverywhere,
  unusedInputSentences,
  unusedLockWarnings,
} from '../tool-notices.js'
import { findModels, findSpeech } from './choose-engines.js'
import type { AgentSource, LoadedAgent } from './load-agents.js'
import { type AgentPlan, callLines, type ServeFlags, type ServePlan } from './plan-agents.js'

export interface ListeningServer {
  url: string
  plan: ServePlan
  agents: LoadedAgent[]
  mock: Mock | undefined
  flags: ServeFlags
}

/** Gathers what a server that listens has set up. The banner, `--format json` and `voice doctor` show these facts. */
export async function serverFactsOf({
  url,
  plan,
  agents,
  mock,
  flags,
}: ListeningServer): Promise<ServerFacts> {
  const main = agents.find((agent) => agent.plan.appId === undefined)
  const { plan: agentPlan } = main ?? agents[0]!
  const engines = await enginesOf(agentPlan)
  const toolkits = agents.flatMap((agent) => agent.toolkits)
  const notices = new Set(agents.flatMap((agent) => agent.plan.speech.notices))
  return {
    version,
    url,
    collections: main ? await collectionsOf(main) : [],
    destinations: united(toolkits.flatMap(({ destinations }) => destinations)),
    values: [...new Set(noticesOf(agents).flatMap(({ sent }) => sent))],
    apps: await Promise.all(
      agents
        .filter((agent) => agent !== main)
        .map(async (agent) => ({
          id: agent.plan.appId!,
          collections: await collectionsOf(agent),
          llm: agent.plan.speech.voiceModel ?? namesOf(agent.plan.llm),
        })),
    ),
    hasDefault: main !== undefined,
    ...(mock && {
      mock: mock.url,
      mockAnswers: mockSentence(mock.counts, { strict: flags.strict === true }),
    }),
    ...((engines.providers.stt ?? engines.providers.voiceModel) && {
      calls: callLines(pageAt(url, '/v1/realtime/calls'), { network: plan.webrtc, host: flags.host }),
    }),
    mcp: pageAt(url, '/mcp'),
    store: withoutPassword(plan.store ?? 'memory'),
    config: plan.config.path,
    login: agents.flatMap(({ sources }) => sources.flatMap(({ settings }) => settings.login)),
    showModel: flags.showModel,
    phone: plan.phone && phoneLine(plan.phone),
    playground: flags.playground ? pageAt(url, '/') : undefined,
    ...engines,
    approve: agentPlan.approve,
    warnings: [
      ...warningsOf(flags, { plan, agents }),
      ...new Set((await Promise.all(agents.map(cutRequests))).flat()),
      ...notices,
    ],
  }
}

async function collectionsOf({
  plan,
  sources,
  toolkits,
  mcpServers,
}: LoadedAgent): Promise<CollectionFacts[]> {
  const collections = await Promise.all(
    sources.map((source, index) => collectionFacts(source, toolkits[index]!)),
  )
  const servers = mcpServers.map((server) => ({
    path: `the MCP server ${server.name}`,
    approve: plan.mcpServers[server.name]?.approve,
    tools: server.getFunctions().length,
    ...{ skipped: [], errors: 0, warnings: 0, faults: [] },
  }))
  return [...collections, ...servers]
}

/** What became of one collection: its tools, what was left out, and what `voice validate` finds in it. */
export async function collectionFacts(
  { path, approve, check }: AgentSource,
  { definitions, skipped, scenarios }: RESTAPIToolkit,
): Promise<CollectionFacts> {
  const { errors, warnings } = await check()
  return {
    path,
    approve,
    errors: errors.length,
    warnings,
    faults: errors,
    tools: definitions.length,
    skipped: skipped.map(({ name }) => name),
    scenarios: scenarios.map(({ name }) => name),
  }
}

/** The engines of an agent, and what else of this machine could be used in their place. */
export async function enginesOf({
  speech,
  llm,
  isDefaultModel,
}: AgentPlan): Promise<Required<Pick<ServerFacts, 'providers' | 'found'>>> {
  const { voiceModel, stt, tts } = speech
  const isRouter = isDefaultModel && voiceModel === undefined && llm[0] === ROUTER
  const model = isRouter ? await findModels(settingsEnv()) : []
  const present = { stt: (voiceModel ?? stt) !== null, tts: (voiceModel ?? tts) !== null }
  const others = findSpeech(present, settingsEnv()).filter((line) => !model.includes(line))
  return {
    providers: {
      stt: stt && namesOf(stt),
      llm: voiceModel ?? namesOf(llm),
      tts: tts && namesOf(tts),
      voiceModel,
    },
    found: { model, speech: others },
  }
}

/** Merges entries with the same origin and URL, and sums their requests. */
function united(destinations: ServerFacts['destinations']): ServerFacts['destinations'] {
  const byPlace = new Map<string, ServerFacts['destinations'][number]>()
  for (const one of destinations) {
    const place = `${one.origin} ${one.url}`
    const requests = one.requests + (byPlace.get(place)?.requests ?? 0)
    byPlace.set(place, { ...one, requests })
  }
  return [...byPlace.values()]
}

const namesOf = (names: string[]): ListedNames => (names.length === 1 ? names[0]! : names)

/** The HTTP address of a path: `ws://127.0.0.1:8000/ws` and `/mcp` give `http://127.0.0.1:8000/mcp`. */
function pageAt(url: string, path: string): string {
  return new URL(path, url.replace(/^ws/, 'http')).href
}

function phoneLine({ carrier, publicUrl }: PhoneOptions): string {
  const base = publicUrl?.endsWith('/') ? publicUrl.slice(0, -1) : (publicUrl ?? 'https://PUBLIC-ADDRESS')
  const hint = publicUrl === undefined ? '; --public-url names the address' : ''
  return `${carrier}, webhook (POST) ${base}${callPath(carrier)}${hint}`
}

function withoutPassword(store: string): string {
  if (!URL.canParse(store)) return store
  const url = new URL(store)
  url.password = ''
  url.username = ''
  return url.href
}

function warningsOf(
  { host }: ServeFlags,
  { plan, agents }: { plan: ServePlan; agents: LoadedAgent[] },
): string[] {
  const missing = new Set(
    agents.flatMap(({ toolkits }) => toolkits.flatMap(({ missingSettings }) => missingSettings)),
  )
  const unused = unusedEverywhere(
    agents.flatMap(({ sources, toolkits }) =>
      sources.map(({ settings }, at) => ({ inputs: settings.inputs, unused: toolkits[at]!.unusedInputs })),
    ),
  )
  return [
    ...(isDemoKey() ? demoKeyWarnings(host, plan.allowedOrigins) : []),
    ...(!isSubprotocolSafe(serviceKey())
      ? [
          'SERVICE_API_KEY has characters that clients of the OpenAI API cannot send from a browser; use letters and digits.',
        ]
      : []),
    ...ignoredLinesWarnings(),
    ...foreignAddressWarnings(credentialsFromEnv()),
    ...missingValueWarnings([...missing]),
    ...new Set(noticesOf(agents).flatMap(({ kept }) => kept)),
    ...new Set(unusedInputSentences(unused)),
    ...agents.flatMap(({ toolkits }) => toolkits.flatMap(({ unusedLock }) => unusedLockWarnings(unusedLock))),
    ...new Set(
      agents.flatMap(({ toolkits }) =>
        toolkits.flatMap(({ unstoredLogins }) => unstoredLoginWarnings(unstoredLogins)),
      ),
    ),
    ...new Set(agents.flatMap(refusedTools)),
  ]
}

const noticesOf = (agents: readonly LoadedAgent[]) =>
  agents.flatMap(({ sources, toolkits }) => sources.map((source, at) => envNotices(toolkits[at]!, source)))

function refusedTools({ plan, toolkits }: LoadedAgent): string[] {
  const tools = toolkits.flatMap(({ definitions }) => definitions)
  return plan.llm
    .filter((name) => name !== ROUTER)
    .flatMap((name) => toolProblems(name, tools, { offersAll: plan.toolSet === 'all' }))
}

async function cutRequests({ plan, toolkits }: LoadedAgent): Promise<string[]> {
  const found = await contextProblems(plan, toolkits)
  return found.map(({ problem, advice }) => `${problem} To change this, ${advice}.`)
}

/** The models of an agent whose context is too small for a request with its tools. */
export async function contextProblems(
  { llm, toolSet }: Pick<AgentPlan, 'llm' | 'toolSet'>,
  toolkits: readonly RESTAPIToolkit[],
): Promise<{ problem: string; advice: string }[]> {
  const all = toolkits.flatMap(({ definitions }) => definitions).reduce((sum, { tokens }) => sum + tokens, 0)
  const toolTokens = offeredTokens(all, toolSet)
  const credentials = credentialsFromEnv()
  const found = await Promise.all(llm.map((name) => contextProblem(name, { toolTokens, credentials })))
  return found.flatMap((one) => one ?? [])
}

/** Warnings about services that `.env` moves to another machine: they get the conversations or the speech. */
function foreignAddressWarnings({ fromEnvFile = [], ...credentials }: Credentials): string[] {
  return PARTS.flatMap(([part, prefix, what]) => {
    const [name, given] = [`${prefix}_BASE_URL`, credentials[part]]
    const address = typeof given === 'object' ? given.baseUrl : undefined
    if (!fromEnvFile.includes(name) || !address || !URL.canParse(address)) return []
    const { hostname, origin } = new URL(address)
    return LOCAL_HOST.test(hostname) ? [] : [`${name} in .env: ${what} is at ${origin}.`]
  })
}

const PARTS = [
  ['llm', 'LLM', 'the language model'],
  ['stt', 'STT', 'the recognizer'],
  ['tts', 'TTS', 'the voice'],
  ['voiceModel', 'VOICE_MODEL', 'the voice model'],
] as const
const LOCAL_HOST = /^(127\.|localhost$|\[?::1\]?$)/

function demoKeyWarnings(host: string, allowedOrigins: readonly string[] | undefined): string[] {
  const isLocal = LOCAL_HOST.test(host)
  const named = allowedOrigins?.filter((origin) => origin !== '*') ?? []
  const pages = allowedOrigins?.includes('*')
    ? 'With this key, any web page may use the agent.'
    : `With this key, only pages of ${['this server', ...named].join(', ')} may use the agent; --allowed-origins adds others.`
  return [
    `The key ${DEMO_API_KEY} is public: set SERVICE_API_KEY before you share this.`,
    pages,
    ...(isLocal ? [] : [`Other machines can connect (${host}); --host 127.0.0.1 keeps them out.`]),
  ]
}

export interface CollectionFacts {
  path: string
  tools: number
  approve?: ApprovalPolicy
  /** The names of requests without a usable address, which became no tools. */
  skipped: string[]
  /** The names of requests that are left out because they test a failure. */
  scenarios?: string[]
  errors: number
  warnings: number
  /** Validation errors, including those of requests that still became tools. */
  faults: { path?: string; line: number; name: string; message: string }[]
}

interface AppFacts {
  id: string
  collections: CollectionFacts[]
  llm: ListedNames
}

type ListedNames = string | string[]

export interface ServerFacts {
  version: string
  url: string
  collections: CollectionFacts[]
  destinations: { origin: string; url: string; requests: number; isFallback: boolean }[]
  /** Lines about the values of `.env` and `VOICE_VAR_NAME` that requests send, with the addresses that get them. */
  values?: string[]
  mock?: string
  mockAnswers?: string
  apps: AppFacts[]
  hasDefault: boolean
  mcp: string
  store: string
  config?: string
  /** The names of the tools that log in without a question. */
  login?: readonly string[]
  /** The file of `--show-model`. */
  showModel?: string
  /** Lines about WebRTC calls: their address, and what is missing. Absent without a recognizer. */
  calls?: string[]
  phone?: string
  playground?: string
  providers: {
    stt: ListedNames | null
    llm: ListedNames
    tts: ListedNames | null
    voiceModel?: string | undefined
  }
  /** Lines about models and engines that are not in use, each with its flag. */
  found?: { model: string[]; speech: string[] }
  approve: ApprovalPolicy
  warnings: string[]
  /** An example question that a tool of this agent answers; absent if none was found. */
  question?: string
}

type Engines = Pick<ServerFacts, 'providers' | 'found' | 'playground'>

/** The language models in words; if there is none, the ways to one. */
export function modelLines({ providers: { llm }, found: known }: Engines): string[] {
  if (llm !== ROUTER) return [llm].flat().map((name, at) => (at === 0 ? name : `else ${name}`))
  const found = known?.model ?? []
  const ways = found.length > 0 ? found : ['--llm or LLM_API_KEY brings one']
  return [`${ROUTER}: embedded and offline, not a language model`, ...ways]
}

export const listed = (names: ListedNames) => [names].flat().join(', else ')

/** The recognizer and the voice in words, and the ways to those that are missing. */
export function speechLines({ providers, found, playground }: Engines): string[] {
  const { stt, tts, voiceModel } = providers
  const ways = found?.speech ?? []
  if (voiceModel) return [`${voiceModel} hears and speaks`, ...ways]
  const [recognizer, voice] = [stt && listed(stt), tts && listed(tts)]
  const speaks = voice ? `voice ${voice}` : 'answers in text'
  if (recognizer) return [`recognizer ${recognizer}, ${speaks}`, ...ways]
  const none = voice ? `no recognizer, ${speaks}` : 'none: clients open in text'
  const browser = playground ? ['the playground uses the recognizer and the voice of the browser'] : []
  return [none, ...browser, ...ways]
}
