import { version } from '../../../package.json'
import {
  type Credentials,
  credentialsFromEnv,
  DEMO_API_KEY,
  isDemoKey,
  serviceKey,
  settingsEnv,
} from '../../environment.js'
import { singleLine } from '../../printable.js'
import { isSubprotocolSafe } from '../../protocol/subprotocols.js'
import type { ApprovalPolicy } from '../../server/agent/agent.js'
import { offeredTokens } from '../../server/agent/offered-tools.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { ROUTER } from '../../server/model/language-model.js'
import { callPath, type PhoneOptions } from '../../server/phone/phone-options.js'
import { contextProblem } from '../../server/providers/context-window.js'
import { toolProblems } from '../../server/providers/tool-rules.js'
import { counted } from '../../text/counted.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { mockSentence } from '../create-toolkit.js'
import { nameOfOrigin } from '../load-toolkit.js'
import { shellQuoted, shellWord, wrapped } from '../output.js'
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
import type { LoadedAgent } from './load-agents.js'
import { callLines, type ServeFlags, type ServePlan } from './plan-agents.js'

export interface ListeningServer {
  url: string
  plan: ServePlan
  agents: LoadedAgent[]
  mock: Mock | undefined
  flags: ServeFlags
}

export async function startupFactsOf({
  url,
  plan,
  agents,
  mock,
  flags,
}: ListeningServer): Promise<StartupFacts> {
  const main = agents.find((agent) => agent.plan.appId === undefined)
  const { speech, llm, isDefaultModel, approve } = (main ?? agents[0]!).plan
  const { voiceModel } = speech
  const toolkits = agents.flatMap((agent) => agent.toolkits)
  const model =
    isDefaultModel && voiceModel === undefined && llm[0] === 'builtin/router'
      ? await findModels(settingsEnv())
      : []
  const hears = voiceModel !== undefined || speech.stt !== null
  const present = { stt: hears, tts: voiceModel !== undefined || speech.tts !== null }
  const found = { model, speech: findSpeech(present, settingsEnv()).filter((line) => !model.includes(line)) }
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
    ...(hears && {
      calls: callLines(pageAt(url, '/v1/realtime/calls'), { network: plan.webrtc, host: flags.host }),
    }),
    mcp: pageAt(url, '/mcp'),
    store: withoutPassword(plan.store ?? 'memory'),
    config: plan.config.path,
    login: agents.flatMap(({ sources }) => sources.flatMap(({ settings }) => settings.login)),
    showModel: flags.showModel,
    phone: plan.phone && phoneLine(plan.phone),
    playground: flags.playground ? pageAt(url, '/') : undefined,
    providers: {
      stt: speech.stt && namesOf(speech.stt),
      llm: voiceModel ?? namesOf(llm),
      tts: speech.tts && namesOf(speech.tts),
      voiceModel,
    },
    found,
    approve,
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
}: LoadedAgent): Promise<CollectionStart[]> {
  const collections = await Promise.all(
    sources.map(async ({ path, approve, check }, index) => {
      const { definitions, skipped, scenarios } = toolkits[index]!
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
    }),
  )
  const servers = mcpServers.map((server) => ({
    path: `the MCP server ${server.name}`,
    approve: plan.mcpServers[server.name]?.approve,
    tools: server.getFunctions().length,
    ...{ skipped: [], errors: 0, warnings: 0, faults: [] },
  }))
  return [...collections, ...servers]
}

/** Merges entries with the same origin and URL, and sums their requests. */
function united(destinations: StartupFacts['destinations']): StartupFacts['destinations'] {
  const byPlace = new Map<string, StartupFacts['destinations'][number]>()
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
  const all = toolkits.flatMap(({ definitions }) => definitions).reduce((sum, { tokens }) => sum + tokens, 0)
  const toolTokens = offeredTokens(all, plan.toolSet)
  const credentials = credentialsFromEnv()
  const found = await Promise.all(plan.llm.map((name) => contextProblem(name, { toolTokens, credentials })))
  return found.flatMap((one) => (one ? [`${one.problem} To change this, ${one.advice}.`] : []))
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

interface CollectionStart {
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

interface AppStart {
  id: string
  collections: CollectionStart[]
  llm: ListedNames
}

type ListedNames = string | string[]

export interface StartupFacts {
  version: string
  url: string
  collections: CollectionStart[]
  destinations: { origin: string; url: string; requests: number; isFallback: boolean }[]
  /** Lines about the values of `.env` and `VOICE_VAR_NAME` that requests send, with the addresses that get them. */
  values?: string[]
  mock?: string
  mockAnswers?: string
  apps: AppStart[]
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

const MOST_LEFT_OUT = 10

const MOST_ERRORS = 5

const APPROVALS: Record<ApprovalPolicy, string> = {
  none: 'nothing asks first',
  writes: 'calls that write ask first',
  destructive: 'calls that destroy something ask first',
}

const NO_TOOLS =
  'NO TOOLS: there is no collection, so the agent can only talk. Name your collection: voice serve FILE (voice init writes one to begin with).'

const VALUES_AT = 12

export function startupBanner(
  start: StartupFacts,
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const rows: [label: string, lines: string[]][] = [
    ['tools', toolLines(start)],
    ['requests', destinationLines(start)],
    ['values', start.values ?? []],
    ['model', modelLines(start.providers.llm, start.found?.model)],
    ['speech', [...speechLines(start), ...(start.found?.speech ?? [])]],
    ['approval', [APPROVALS[start.approve]]],
    [
      'log-in',
      start.login?.length ? [`${start.login.join(', ')}, without a question when it is needed`] : [],
    ],
    ['shown', start.showModel ? [`what the model gets and answers is added to ${start.showModel}`] : []],
    ['apps', appLines(start)],
    ['config', start.config ? [start.config] : []],
    ['sessions', start.store === 'memory' ? [] : [`live in ${start.store}`]],
    ['address', [paint.cyan(start.url)]],
    ['mcp', [paint.cyan(start.mcp)]],
    ['calls', start.calls ?? []],
    ['phone', start.phone ? [start.phone] : []],
    ['page', start.playground ? [paint.cyan(start.playground)] : []],
  ]
  const table = rows
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([label, lines]) =>
      lines
        .flatMap((line) => wrapped(singleLine(line), columns - VALUES_AT))
        .map((line, index) => `  ${paint.dim((index === 0 ? label : '').padEnd(VALUES_AT - 2))}${line}`),
    )
  const warnings = start.warnings.flatMap((warning) =>
    wrapped(singleLine(warning), columns - 4).map(
      (line, index) => `  ${index === 0 ? paint.yellow('!') : ' '} ${line}`,
    ),
  )
  return [
    ...noToolsLines(start, { paint, columns }),
    paint.bold(`voice ${start.version}`),
    '',
    ...table,
    ...(warnings.length > 0 ? ['', ...warnings] : []),
  ].join('\n')
}

export function tryLine(start: StartupFacts, paint: Paint): string {
  return `\n  Try: ${paint.bold(`npx voice chat${addressFlag(start)}${messageFlag(start)}`)}`
}

function noToolsLines(
  { collections, hasDefault }: StartupFacts,
  { paint, columns }: { paint: Paint; columns: number },
): string[] {
  if (!hasDefault || collections.length > 0) return []
  return wrapped(NO_TOOLS, columns).map((line) => paint.bold(paint.red(line)))
}

const messageFlag = ({ question }: StartupFacts) =>
  question === undefined ? '' : ` --message ${shellQuoted(question)}`

function addressFlag({ url, hasDefault, apps }: StartupFacts): string {
  if (!hasDefault) return ` --url "${url}?app_id=${encodeURIComponent(apps[0]?.id ?? '')}"`
  return url === 'ws://127.0.0.1:8000/ws' ? '' : ` --url ${url}`
}

function toolLines({ collections, hasDefault }: StartupFacts): string[] {
  if (!hasDefault) return []
  if (collections.length === 0) return ['none: there is no collection, the agent only talks']
  return collections.flatMap(collectionLines)
}

function collectionLines(collection: CollectionStart): string[] {
  const { path, tools, skipped, scenarios = [], errors, warnings, faults, approve } = collection
  const served = faults.filter(({ name }) => !skipped.includes(name))
  return [
    `${counted(tools, 'tool')} from ${path}${approve ? `; ${APPROVALS[approve]}` : ''}`,
    ...leftOutLines(skipped, 'no usable address'),
    ...leftOutLines(scenarios, 'they test a failure, --allow NAME offers one'),
    ...(errors + warnings > 0
      ? [`${findings(errors, warnings)}: npx voice validate ${shellWord(path)}`]
      : []),
    ...served
      .slice(0, MOST_ERRORS)
      .map(
        ({ path: file, line, name, message }) =>
          `  ${file ? `${file}, ` : ''}line ${line}: ${name ? `${name}: ` : ''}${message}`,
      ),
    ...(served.length > MOST_ERRORS ? [`  and ${counted(served.length - MOST_ERRORS, 'error')} more`] : []),
  ]
}

/** Lines about apps and tools. An app names its model if it is not the default agent's. */
function appLines({ apps, providers, hasDefault }: StartupFacts): string[] {
  const lines = apps.flatMap(({ id, collections, llm }) => {
    const [first = 'no tools', ...rest] = collections.flatMap(collectionLines)
    const isOther = !hasDefault || String(llm) !== String(providers.llm)
    return [`${id}: ${first}${isOther ? `; ${listed(llm)}` : ''}`, ...rest.map((line) => `  ${line}`)]
  })
  if (apps.length === 0) return []
  const others = hasDefault ? 'any other app id gets the tools above' : 'any other app id is refused'
  return [...lines, others]
}

function destinationLines({
  destinations,
  mock,
  mockAnswers = 'the saved examples',
}: StartupFacts): string[] {
  const lines = destinations.map(({ origin, url, requests, isFallback }, index) => {
    const flag = `--base-url ${index === 0 ? '' : `${nameOfOrigin(origin)}=`}URL`
    if (!hasHost(url)) return `nowhere: ${origin} has no host; ${flag} sets it (${counted(requests, 'tool')})`
    const from = origin === url || origin === '' ? '' : ` for ${origin}`
    const note =
      url === mock
        ? ', the mock'
        : isFallback
          ? `, without credentials, since nothing gives ${origin} a value; ${flag} does`
          : ''
    return `${url}${from} (${counted(requests, 'tool')}${note})`
  })
  return mock === undefined ? lines : [...lines, mockAnswers]
}

/** Whether a base URL has a host: `http://` and `http://{{host}}` have none. */
const hasHost = (url: string) => URL.canParse(url.includes('://') ? url : `http://${url}`)

function modelLines(llm: ListedNames, found: string[] = []): string[] {
  if (llm !== ROUTER) return [llm].flat().map((name, at) => (at === 0 ? name : `else ${name}`))
  const ways = found.length > 0 ? found : ['--llm or LLM_API_KEY brings one']
  return [`${ROUTER}: embedded and offline, not a language model`, ...ways]
}

const listed = (names: ListedNames) => [names].flat().join(', else ')

function speechLines({ providers, playground }: StartupFacts): string[] {
  const { stt, tts, voiceModel } = providers
  if (voiceModel) return [`${voiceModel} hears and speaks`]
  const [recognizer, voice] = [stt && listed(stt), tts && listed(tts)]
  if (recognizer)
    return [voice ? `recognizer ${recognizer}, voice ${voice}` : `recognizer ${recognizer}, answers in text`]
  const none = voice ? `no recognizer, voice ${voice}` : 'none: clients open in text'
  return playground ? [none, 'the playground uses the recognizer and the voice of the browser'] : [none]
}

function findings(errors: number, warnings: number): string {
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

function leftOutLines(names: string[], why: string): string[] {
  if (names.length === 0) return []
  const rest = names.length - MOST_LEFT_OUT
  return [
    `left out, ${why}: ${counted(names.length, 'request')}`,
    ...names
      .slice(0, MOST_LEFT_OUT)
      .map((name) => `  ${name.replace(/\s+/g, ' ').trim() || '(without a name)'}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}
