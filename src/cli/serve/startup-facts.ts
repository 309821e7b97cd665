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
import { offeredTokens } from '../../server/agent/offered-tools.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { ROUTER } from '../../server/model/language-model.js'
import { callPath, type PhoneOptions } from '../../server/phone/phone-options.js'
import { contextProblem } from '../../server/providers/context-window.js'
import { toolProblems } from '../../server/providers/tool-rules.js'
import { mockSentence } from '../mock.js'
import {
  ignoredLinesWarnings,
  missingValueWarnings,
  unusedEverywhere,
  unusedInputSentences,
} from '../tool-notices.js'
import { findModels } from './choose-model.js'
import { callLines } from './choose-network.js'
import { findSpeech } from './find-speech.js'
import type { ServeFlags } from './flags.js'
import type { LoadedAgent } from './load-agents.js'
import type { ServePlan } from './plan-agents.js'
import type { CollectionStart, ListedNames, StartupFacts } from './startup-banner.js'

export interface ListeningServer {
  /** The WebSocket address of the server. */
  url: string
  plan: ServePlan
  agents: LoadedAgent[]
  mock: Mock | undefined
  flags: ServeFlags
}

/** Collects the facts and warnings that the startup banner shows. */
export async function startupFactsOf({
  url,
  plan,
  agents,
  mock,
  flags,
}: ListeningServer): Promise<StartupFacts> {
  const main = agents.find((agent) => agent.plan.appId === undefined)
  const { speech, llm, isDefaultModel, approve } = (main ?? agents[0]!).plan
  const toolkits = agents.flatMap((agent) => agent.toolkits)
  const model = isDefaultModel && llm[0] === 'builtin/router' ? await findModels(settingsEnv()) : []
  const present = { stt: speech.stt !== null, tts: speech.tts !== null }
  const found = { model, speech: findSpeech(present, settingsEnv()).filter((line) => !model.includes(line)) }
  const notices = new Set(agents.flatMap((agent) => agent.plan.speech.notices))
  return {
    version,
    url,
    collections: main ? await collectionsOf(main) : [],
    destinations: united(toolkits.flatMap(({ destinations }) => destinations)),
    apps: await Promise.all(
      agents
        .filter((agent) => agent !== main)
        .map(async (agent) => ({
          id: agent.plan.appId!,
          collections: await collectionsOf(agent),
          llm: namesOf(agent.plan.llm),
        })),
    ),
    hasDefault: main !== undefined,
    ...(mock && {
      mock: mock.url,
      mockAnswers: mockSentence(mock.counts, { strict: flags.strict === true }),
    }),
    ...(speech.stt !== null && {
      calls: callLines(pageAt(url, '/v1/realtime/calls'), { network: plan.webrtc, host: flags.host }),
    }),
    mcp: pageAt(url, '/mcp'),
    store: withoutPassword(plan.store ?? 'memory'),
    config: plan.config.path,
    phone: plan.phone && phoneLine(plan.phone),
    playground: flags.playground ? pageAt(url, '/') : undefined,
    providers: {
      stt: speech.stt && namesOf(speech.stt),
      llm: namesOf(llm),
      tts: speech.tts && namesOf(speech.tts),
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

function collectionsOf({ sources, toolkits }: LoadedAgent): Promise<CollectionStart[]> {
  return Promise.all(
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
}

/**
 * Merges entries that have the same origin and the same URL. The URL is where the requests for the origin go. The
 * number of requests of a merged entry is the sum.
 */
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

/** The address to enter as the webhook of a telephone number. */
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
    ...new Set(unusedInputSentences(unused)),
    ...new Set(agents.flatMap(refusedTools)),
  ]
}

/** Warnings about tools that a language model of an agent would refuse. */
function refusedTools({ plan, toolkits }: LoadedAgent): string[] {
  const tools = toolkits.flatMap(({ definitions }) => definitions)
  return plan.llm
    .filter((name) => name !== ROUTER)
    .flatMap((name) => toolProblems(name, tools, { offersAll: plan.toolSet === 'all' }))
}

/** Warnings about local servers whose models take fewer tokens than the requests of an agent have. */
async function cutRequests({ plan, toolkits }: LoadedAgent): Promise<string[]> {
  const all = toolkits.flatMap(({ definitions }) => definitions).reduce((sum, { tokens }) => sum + tokens, 0)
  const toolTokens = offeredTokens(all, plan.toolSet)
  const credentials = credentialsFromEnv()
  const found = await Promise.all(plan.llm.map((name) => contextProblem(name, { toolTokens, credentials })))
  return found.flatMap((one) => (one ? [`${one.problem} To change this, ${one.advice}.`] : []))
}

/** Warnings about services that `.env` moves to another machine: they get the conversations or the speech. */
function foreignAddressWarnings({ fromEnvFile = [], ...credentials }: Credentials): string[] {
  return (['llm', 'stt', 'tts'] as const).flatMap((part) => {
    const [name, given] = [`${part.toUpperCase()}_BASE_URL`, credentials[part]]
    const address = typeof given === 'object' ? given.baseUrl : undefined
    if (!fromEnvFile.includes(name) || !address || !URL.canParse(address)) return []
    const { hostname, origin } = new URL(address)
    return LOCAL_HOST.test(hostname) ? [] : [`${name} in .env: ${PART_NAMES[part]} is at ${origin}.`]
  })
}

const PART_NAMES = { llm: 'the language model', stt: 'the recognizer', tts: 'the voice' }
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
