import { scryptSync } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import { DEMO_API_KEY, isDemoKey, loadEnv, serviceKey, serviceKeyValidator } from '../../environment.js'
import { messageOf, VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import { readRegularFile } from '../../regular-file.js'
import { createApp, type VoiceApp } from '../../server/app.js'
import type { TlsOptions } from '../../server/http/listen.js'
import { createSelfSigned } from '../../server/http/self-signed.js'
import type { Mock } from '../../server/mock/mock-server.js'
import { Metrics } from '../../server/telemetry/metrics.js'
import { counted } from '../../text/counted.js'
import { loadCalling } from '../../toolkit/run/tool-function.js'
import { placedError } from '../check-config.js'
import { loadConfig } from '../config.js'
import { MOCK_PORT, withValues } from '../create-toolkit.js'
import { noticeUnknownOrigins } from '../load-toolkit.js'
import {
  createOutput,
  type ExitCode,
  type Output,
  screenColumns,
  shellWord,
  untilStopped,
} from '../output.js'
import type { LoadedConfig } from '../settings/settings.js'
import { exampleQuestionFor } from './find-example-question.js'
import {
  type AgentSource,
  createToolkits,
  loadSources,
  readAhead,
  ServedAgents,
  sourcesOf,
  unsoundAmong,
} from './load-agents.js'
import { McpServers } from './mcp-servers.js'
import { planServe, type ServeFlags, type ServePlan } from './plan-agents.js'
import { watchServed } from './reload.js'
import { openScreen, serverLogger } from './screen.js'
import { type ListeningServer, type ServerFacts, serverFactsOf } from './server-facts.js'
import { startupBanner, tryLine } from './startup-banner.js'

/** Serves until Ctrl-C or SIGTERM, then lets running work finish. */
export async function runServe(files: string[], flags: ServeFlags): Promise<ExitCode> {
  const out = createOutput(flags)
  // The plan needs the variables of `.env`: they decide about the model, the speech engines and the telephone.
  loadEnv()
  refuseDemoKeyInProduction()
  const config = await loadConfig(flags.config, out.warn)
  try {
    return await serveUntilStopped(files, { flags, config, out })
  } catch (error) {
    throw placedError(error, { config, flags })
  }
}

async function serveUntilStopped(
  files: string[],
  { flags, config, out }: { flags: ServeFlags; config: LoadedConfig; out: Output },
): Promise<ExitCode> {
  const plan = await planServe(files, { flags, config })
  const sourced = await loadSources(plan)
  const sources = sourcesOf(sourced)
  if (flags.strict && !(await isSound(sources, out))) return 1
  if (!flags.mock) noticeUnknownOrigins(flags, sources)
  const tls = await readTls(flags)
  const metrics = new Metrics()
  const screen = openScreen(flags, out)
  const level = flags.logLevel ?? (flags.quiet ? 'error' : 'warn')
  const logger = serverLogger({ format: flags.logFormat, level, write: screen.write })
  const mock = flags.mock ? await mockOf(sources, { logger, strict: flags.strict === true }) : undefined
  const mcpServers = new McpServers(logger)
  try {
    const agents = new ServedAgents(await createToolkits(sourced, { mock, logger, mcpServers }))
    let question: string | undefined
    const app = createServer(agents, { plan, flags, logger, tls, metrics, question: () => question })
    const { url } = await app.listen({ host: flags.host, port: flags.port })
    let stopWatching = () => {}
    try {
      const stopped = untilStopped()
      const facts = await printStartupBanner({ url, plan, agents: agents.all, mock, flags }, out)
      if (flags.watch)
        stopWatching = watchServed({ files, flags, plan, agents, mock, mcpServers, logger, screen })
      await readAhead(
        agents.all.flatMap(({ toolkits }) => toolkits.flatMap(({ definitions }) => definitions)),
      )
      if (facts) {
        question = await exampleQuestionFor(agents.all, { mock, logger })
        printQuestion({ ...facts, question }, { flags, out })
      }
      await screen.showStatus({ metrics, sessions: () => app.sessions, url })
      agents.prepare()
      await loadCalling()
      await stopped
      screen.close()
      if (flags.logFormat === 'json') logger.info('stopping')
      else out.notice('Stopping.')
    } finally {
      // The process ends only if the server is closed, also after an error.
      stopWatching()
      screen.close()
      await app.close()
    }
  } finally {
    screen.close()
    await mcpServers.keep([])
    await mock?.close()
  }
  return 0
}

/** Prints the banner and returns its facts; `--quiet` and `--format json` print none. See {@link printQuestion}. */
async function printStartupBanner(server: ListeningServer, out: Output): Promise<ServerFacts | undefined> {
  const { quiet, format } = server.flags
  if (quiet && format !== 'json') return undefined
  const facts = await serverFactsOf(server)
  if (format !== 'json') out.print(startupBanner(facts, { paint: out.paint, columns: screenColumns() }))
  return facts
}

/** Prints the example question, which takes longer to find than the banner; in JSON with all facts. */
function printQuestion(facts: ServerFacts, { flags, out }: { flags: ServeFlags; out: Output }): void {
  if (flags.format === 'json') out.printJson(facts)
  else out.print(tryLine(facts, out.paint))
}

interface ServerParts {
  plan: ServePlan
  flags: ServeFlags
  logger: Logger
  tls: TlsOptions | undefined
  metrics: Metrics
  question: () => string | undefined
}

function createServer(
  agents: ServedAgents,
  { plan, flags, logger, tls, metrics, question }: ServerParts,
): VoiceApp {
  const { config: _config, agents: _plans, mcpOAuth: oauth, store, ...options } = plan
  return createApp({
    ...options,
    ...{ logger, metrics, tls },
    agentSession: (_, appId) => agents.sessionFor(appId),
    apiKeyValidator: serviceKeyValidator(),
    lockSession: (appId) => agents.planFor(appId).lockSession,
    budgets: (appId) => agents.planFor(appId).budgets,
    mcp: { outputSchemas: flags.outputSchemas, oauth },
    playground: flags.playground && { question, demoKey: isDemoKey() ? DEMO_API_KEY : undefined },
    ...(isShared(store) && { store, secret: sharedSecret(serviceKey()) }),
    record: flags.record,
  })
}

const isShared = (store: string | undefined): store is string => store !== undefined && store !== 'memory'

async function mockOf(
  sources: AgentSource[],
  { logger, strict }: { logger: Logger; strict: boolean },
): Promise<Mock> {
  const { startMock } = await import('../../server/mock/mock-server.js')
  const collections = sources.map(({ collection, settings }) => withValues(collection, settings))
  for (let port = MOCK_PORT; ; port++) {
    try {
      return await startMock({ collections, host: '127.0.0.1', port, latencyMs: 0, strict, logger })
    } catch (error) {
      const isTaken = error instanceof VoiceError && error.code === 'port-in-use'
      if (!isTaken || port === MOCK_PORT + 100) throw error
    }
  }
}

function refuseDemoKeyInProduction(): void {
  if (process.env.NODE_ENV !== 'production' || !isDemoKey()) return
  throw new VoiceError(
    'demo-key-in-production',
    'With NODE_ENV=production the agent does not start with the demo key; set SERVICE_API_KEY to a key of your own.',
  )
}

async function isSound(sources: AgentSource[], out: Output): Promise<boolean> {
  const unsound = await unsoundAmong(sources)
  for (const { path, errors } of unsound) {
    out.warn(
      `${path} has ${counted(errors.length, 'error')}; \`voice validate ${shellWord(path)}\` shows them. Without --strict its sound requests are served.`,
    )
  }
  return unsound.length === 0
}

/** The shared secret of servers, from their service key, derived slowly because clients could test guesses with it. */
function sharedSecret(serviceKey: string): string {
  return scryptSync(serviceKey, 'voice shared sessions', 32, {
    N: 2 ** 15,
    maxmem: 64 * 1024 * 1024,
  }).toString('base64')
}

export async function readTls(
  flags: Pick<ServeFlags, 'tlsCert' | 'tlsKey' | 'tlsSelfSigned'>,
): Promise<TlsOptions | undefined> {
  const { tlsCert, tlsKey, tlsSelfSigned } = flags
  if (tlsSelfSigned) {
    if (tlsCert || tlsKey)
      throw new VoiceError('wrong-usage', 'Use --tls-self-signed, or --tls-cert with --tls-key, not both.')
    return createSelfSigned({ names: ownNames(), now: Date.now() })
  }
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new VoiceError('wrong-usage', '--tls-cert and --tls-key belong together: give both.')
  }
  const cert = await readPem(tlsCert)
  return { cert, key: await readPem(tlsKey) }
}

async function readPem(path: string): Promise<string> {
  try {
    return (await readRegularFile(path)).toString('utf8')
  } catch (error) {
    throw new VoiceError('file-unreadable', `The file ${path} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((cards) =>
    (cards ?? []).map((card) => card.address),
  )
  return [...new Set(['localhost', hostname(), ...addresses.map((address) => address.split('%', 1).join())])]
}
