import { version } from '../../../package.json'
import { credentialsFromEnv, DEMO_API_KEY, serviceKeyValidator } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { Logger } from '../../ports.js'
import { isSubprotocolSafe } from '../../protocol/subprotocols.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../server/app.js'
import type { TlsOptions } from '../../server/http/listen.js'
import { type Mock, startMock } from '../../server/mock/mock-server.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { MOCK_PORT, withValues } from '../commands/mock.js'
import { loadSettings, type Settings } from '../load.js'
import { createToolkit, noticeUnknownOrigins, readLock } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output } from '../output.js'
import { untilStopped } from '../signals.js'
import { toolkitOnMock } from '../toolkit-on-mock.js'
import { defaultModel, findLocalServer } from './choose-model.js'
import { chooseSpeech, type SpeechChoice } from './choose-speech.js'
import type { ServeFlags } from './flags.js'
import { loadSources, type Source } from './load-sources.js'
import { readTls } from './read-tls.js'
import { serverLogger } from './server-logger.js'
import { questionFor, type StartUp, startUpBlock } from './start-up-block.js'

/** Serves until it is told to stop, then lets what runs finish. */
export async function runServe(files: string[], flags: ServeFlags): Promise<ExitCode> {
  const out = createOutput(flags)
  const settings = await loadSettings(flags)
  refuseDemoKeyInProduction()
  const sources = await loadSources(files, flags.collection)
  if (flags.strict && !isSound(sources, out)) return 1
  noticeUnknownOrigins(
    flags,
    sources.map(({ collection }) => ({ collection, settings })),
  )
  const speech = await chooseSpeech(flags, process.env)
  const tls = await readTls(flags)
  const logger = serverLogger({ format: flags.logFormat, level: flags.logLevel })
  const mock = flags.mock ? await mockOf(sources, { settings, logger }) : undefined
  const toolkits = await Promise.all(
    sources.map(async ({ path, collection }) => {
      const options = { logger, lock: await readLock(path) }
      return mock
        ? toolkitOnMock(collection, { settings, options, mock })
        : createToolkit(collection, settings, options)
    }),
  )
  try {
    const app = createAgent(toolkits, { flags, logger, speech, tls })
    const { url } = await app.listen({ host: flags.host, port: flags.port })
    const stopped = untilStopped()
    await announce({ url, sources, toolkits, mock, flags, out, speech })
    await stopped
    out.notice('Stopping.')
    await app.close()
  } finally {
    await mock?.close()
  }
  return 0
}

interface AgentOptions {
  flags: ServeFlags
  logger: Logger
  speech: SpeechChoice
  tls: TlsOptions | undefined
}

function createAgent(toolkits: RESTAPIToolkit[], { flags, logger, speech, tls }: AgentOptions): VoiceApp {
  const { stt, tts, vad, turnDetection } = speech
  const agentSession = new AgentSession({
    ...{ stt, tts, vad, turnDetection },
    llm: flags.llm ?? defaultModel(process.env),
    tools: toolkits,
    credentials: credentialsFromEnv(),
    approve: flags.approve,
    toolSet: flags.tools,
    ...(flags.instructions !== undefined && { instructions: flags.instructions }),
  })
  return createApp({
    agentSession,
    apiKeyValidator: serviceKeyValidator(),
    lockSession: flags.lockSession === true,
    mcp: true,
    playground: flags.playground && (process.env.SERVICE_API_KEY ? true : { demoKey: DEMO_API_KEY }),
    logger,
    ...(tls && { tls }),
    ...(flags.allowedOrigins && { allowedOrigins: flags.allowedOrigins }),
    ...(flags.maxSessions !== undefined && { maxSessions: flags.maxSessions }),
    ...(flags.retain !== undefined && { graceMs: flags.retain }),
  })
}

/** The mock of all collections, on its usual port or the next free one. */
async function mockOf(
  sources: Source[],
  { settings, logger }: { settings: Settings; logger: Logger },
): Promise<Mock> {
  const collections = sources.map(({ collection }) => withValues(collection, settings))
  for (let port = MOCK_PORT; ; port++) {
    try {
      return await startMock({ collections, host: '127.0.0.1', port, latencyMs: 0, logger })
    } catch (error) {
      const isTaken = error instanceof VoiceError && error.code === 'port-in-use'
      if (!isTaken || port === MOCK_PORT + 100) throw error
    }
  }
}

interface Started {
  url: string
  sources: Source[]
  toolkits: RESTAPIToolkit[]
  mock: Mock | undefined
  flags: ServeFlags
  speech: SpeechChoice
  out: Output
}

async function announce({ url, sources, toolkits, mock, flags, out, speech }: Started): Promise<void> {
  const llm = flags.llm ?? defaultModel(process.env)
  const local = flags.llm === undefined && llm === 'builtin/router' ? await findLocalServer() : undefined
  const definitions = toolkits.flatMap((toolkit) => toolkit.definitions)
  const start: StartUp = {
    version,
    url,
    collections: sources.map(({ path, errors, warnings }, index) => ({
      path,
      errors,
      warnings,
      tools: toolkits[index]!.definitions.length,
      skipped: toolkits[index]!.skipped.map(({ name }) => name),
    })),
    destinations: toolkits.flatMap(({ destinations }) => destinations),
    ...(mock && { mock: mock.url }),
    ...(flags.playground && { playground: playgroundAt(url) }),
    providers: { stt: speech.stt, llm, tts: speech.tts },
    approve: flags.approve,
    warnings: [...warningsOf(flags, toolkits), ...speech.notices],
    question: questionFor(definitions),
  }
  if (flags.format === 'json') return out.printJson(start)
  if (local) start.warnings.push(`A local model server is running; --llm ${local.model} uses it.`)
  out.print(startUpBlock(start, out.paint))
}

/** The page beside the WebSocket address. */
function playgroundAt(url: string): string {
  return new URL('/', url.replace(/^ws/, 'http')).href
}

function warningsOf({ host }: ServeFlags, toolkits: RESTAPIToolkit[]): string[] {
  const key = process.env.SERVICE_API_KEY
  const missing = [...new Set(toolkits.flatMap(({ missingSettings }) => missingSettings))]
  const isLocal = /^(127\.|localhost$|::1$)/.test(host)
  return [
    ...(key ? [] : [`Everybody knows the key ${DEMO_API_KEY}: set SERVICE_API_KEY before you share this.`]),
    ...(key || isLocal ? [] : [`Other machines can connect, on ${host}; --host 127.0.0.1 keeps them out.`]),
    ...(key && !isSubprotocolSafe(key)
      ? [
          'SERVICE_API_KEY has characters that stock clients cannot send from a browser; use letters and digits.',
        ]
      : []),
    ...(missing.length > 0
      ? [
          `Requests will lack ${missing.join(', ')}: set it in .env, with --env-var or in the environment of --env.`,
        ]
      : []),
  ]
}

function refuseDemoKeyInProduction(): void {
  if (process.env.NODE_ENV !== 'production' || process.env.SERVICE_API_KEY) return
  throw new VoiceError(
    'demo-key-in-production',
    'With NODE_ENV=production the agent does not start with the demo key; set SERVICE_API_KEY to a key of your own.',
  )
}

function isSound(sources: Source[], out: Output): boolean {
  const unsound = sources.filter(({ errors }) => errors > 0)
  for (const { path, errors } of unsound)
    out.warn(
      `${path} has ${errors} ${errors === 1 ? 'error' : 'errors'}; \`voice validate ${path}\` shows them. Without --strict its sound requests are served.`,
    )
  return unsound.length === 0
}
