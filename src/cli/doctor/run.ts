import { WebSocket } from 'ws'
import petshop from '../../../examples/petshop/postman.json'
import { version } from '../../../package.json'
import { Connection, type SocketConstructor } from '../../client/connection.js'
import { credentialsFromEnv, loadEnv, settingsEnv } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import { offeredTokens } from '../../server/agent/offered-tools.js'
import { createApp } from '../../server/app.js'
import { ROUTER } from '../../server/model/language-model.js'
import { contextProblem } from '../../server/providers/context-window.js'
import { serviceCredentials } from '../../server/providers/services.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/catalog.js'
import { counted } from '../../text/counted.js'
import { parseCollection } from '../../toolkit/collection/parse-collection.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import { readCollectionInput } from '../../toolkit/read-collection.js'
import { RESTAPIToolkit, type ToolkitSetup } from '../../toolkit/rest-api-toolkit.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { checkCollection } from '../../toolkit/validate/validate.js'
import { ask } from '../chat/ask.js'
import { type ChosenCollection, chooseCollections } from '../choose-collections.js'
import { loadConfig } from '../config.js'
import { createToolkit, startOwnMock } from '../create-toolkit.js'
import { readInput } from '../files.js'
import { DEFAULT_COLLECTION } from '../load.js'
import { loadChoice } from '../load-toolkit.js'
import {
  createOutput,
  type ExitCode,
  type OutputOptions,
  screenColumns,
  shellWord,
  wrapped,
} from '../output.js'
import { chooseEngines, defaultModel, defaultRecognizer, defaultVoice } from '../serve/choose-engines.js'
import { AGENT_SETTINGS, type ConfigFile, DEFAULT_CONFIG, type LoadedConfig } from '../settings/settings.js'
import { missingValueWarnings } from '../tool-notices.js'
import {
  type CheckResult,
  checkFirstSound,
  checkNode,
  checkPorts,
  failed,
  microphoneHint,
  note,
  ok,
} from './check.js'
import { checkAnswer, checkKeys, checkModel } from './providers.js'
import { checkLocalModels, checkSpeech, type SpeechSettings } from './speech.js'
import { checkVoiceModel } from './voice-model.js'

export interface DoctorFlags extends OutputOptions {
  stt?: string | string[]
  tts?: string | string[]
  voiceModel?: string
}

export async function runDoctor(options: DoctorFlags): Promise<ExitCode> {
  const out = createOutput(options)
  loadEnv()
  const modelsDirectory = credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()
  const { voiceModel } = options
  const voice = voiceModel === undefined ? [] : [await checkVoiceModel(voiceModel, credentialsFromEnv())]
  const speech = await checkSpeech(await speechSettings(options))
  const localModels = await checkLocalModels(modelsDirectory)
  const answers = await checkAnswers()
  const checks = [
    checkNode(),
    ...(await checkPorts()),
    ...checkKeys(settingsEnv()),
    await checkModel(settingsEnv(), credentialsFromEnv()),
    ...answers.map(({ check }) => check),
    ...(await checkCollections()),
    microphoneHint(),
    ...voice,
    ...speech.checks,
    ...localModels,
    ...(speech.times
      ? checkFirstSound(
          speech.times,
          answers.flatMap(({ thinking }) => thinking ?? []),
        )
      : []),
    await checkFullTurn(),
  ]
  const failed = checks.filter(({ status }) => status === 'failed')
  if (options.format === 'json') out.printJson({ version, checks })
  else {
    out.print(out.paint.bold(`voice ${version}`))
    const print = (check: CheckResult) =>
      out.print(line(check, { paint: out.paint, columns: screenColumns() }))
    checks.forEach(print)
    out.print(failed.length === 0 ? '\nEverything that is needed works.' : '\nThis does not work:')
    failed.forEach(print)
  }
  return failed.length === 0 ? 0 : 1
}

async function checkAnswers(): Promise<Awaited<ReturnType<typeof checkAnswer>>[]> {
  const { values } = await loadConfig(undefined, () => {}).catch(() => ({ values: {} as ConfigFile }))
  const names = [values.llm ?? defaultModel(settingsEnv())].flat().filter((name) => name !== ROUTER)
  const answers: Awaited<ReturnType<typeof checkAnswer>>[] = []
  // One after the other, so that the measurements do not affect each other.
  for (const name of names) answers.push(await checkAnswer(name, credentialsFromEnv()))
  return answers
}

async function speechSettings({ stt, tts }: DoctorFlags): Promise<SpeechSettings> {
  const { values } = await loadConfig(undefined, () => {}).catch(() => ({ values: {} as ConfigFile }))
  const chosen = chooseEngines({ stt, tts }, values)
  return {
    stt: chosen.stt?.join() ?? defaultRecognizer(settingsEnv()),
    tts: chosen.tts?.join() ?? defaultVoice(settingsEnv()),
    credentials: chosen.service ? serviceCredentials(chosen.service) : credentialsFromEnv(),
  }
}

const MESSAGE_AT = 20

function line(
  { name, status, message, advice }: CheckResult,
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const indented = (text: string) => wrapped(singleLine(text), columns - MESSAGE_AT)
  const mark = { ok: paint.green('✔'), note: paint.yellow('–'), failed: paint.red('✖') }[status]
  const found = `${mark} ${name.padEnd(MESSAGE_AT - 3)} `
  const rest = advice === undefined ? [] : indented(advice).map((row) => paint.dim(row))
  return found + [...indented(message), ...rest].join(`\n${' '.repeat(MESSAGE_AT)}`)
}

const KEY = 'doctor'

/** One question through client, server, router and mock API on this machine, with the time of each stage. */
async function checkFullTurn(): Promise<CheckResult> {
  const name = 'full turn'
  const times: Record<string, number> = {}
  let last = performance.now()
  const lap = (stage: string) => {
    times[stage] = Math.round(performance.now() - last)
    last = performance.now()
  }
  const stop: (() => Promise<void> | void)[] = []
  try {
    const collection = parseCollection(petshop)
    const mock = await startOwnMock(collection)
    stop.push(() => mock.close())
    lap('mock')
    const setup: ToolkitSetup = { everyOrigin: mock.url }
    const toolkit = new RESTAPIToolkit(collection, setup)
    const agentSession = new AgentSession({ llm: 'builtin/router', tools: [toolkit], credentials: {} })
    const app = createApp({ apiKeyValidator: (key) => key === KEY, agentSession })
    stop.push(() => app.close())
    const { url } = await app.listen({ host: '127.0.0.1', port: 0 })
    lap('server')
    const Socket = WebSocket as unknown as SocketConstructor
    const connection = new Connection({ url, apiKey: KEY, Socket })
    await connection.connect()
    stop.push(() => connection.close())
    lap('connect')
    const { toolCalls, error } = await ask({
      connection,
      message: 'list the pets',
      explain: false,
      onText: () => (times.words ??= Math.round(performance.now() - last)),
    })
    lap('turn')
    const [call] = toolCalls
    if (error !== undefined || !call || call.isError) throw new Error(error ?? 'no tool was called')
    const stages = Object.entries(times).map(([stage, ms]) => `${stage} ${ms} ms`)
    return ok(name, `client, server, router, tool and mock work (${stages.join(', ')})`)
  } catch (error) {
    return failed(
      name,
      `a question was not answered: ${messageOf(error)}`,
      'run this again with VOICE_DEBUG=1 and report what it shows',
    )
  } finally {
    for (const end of stop.toReversed()) await end()
  }
}

/** Checks the collections that `serve` would use in this folder, and the settings that their requests need. */
export async function checkCollections(): Promise<CheckResult[]> {
  try {
    const config = await loadConfig(undefined, () => {})
    const choices = await choicesOf(config)
    if (choices.length === 0 && config.values.collections === undefined)
      return [note(DEFAULT_COLLECTION, 'there is none in this folder', '`voice prompt` helps to write one')]
    return (await Promise.all(choices.map((choice) => checkOne(choice, config)))).flat()
  } catch (error) {
    return [failed(DEFAULT_CONFIG, firstLine(error), 'docs/config.md lists the settings')]
  }
}

async function choicesOf(config: LoadedConfig): Promise<ChosenCollection[]> {
  const flags = { format: 'text', quiet: true, color: false }
  const appIds = [undefined, ...Object.keys(config.values.apps ?? {})]
  const all = await Promise.all(appIds.map((appId) => chooseCollections([], { flags, config, appId })))
  return [...new Map(all.flat().map((choice) => [choice.path, choice])).values()]
}

async function checkOne(choice: ChosenCollection, config: LoadedConfig): Promise<CheckResult[]> {
  const name = choice.path
  const command = `\`voice validate ${shellWord(name)}\``
  try {
    const { errors } = checkCollection(await readCollectionInput(name, readInput))
    if (errors.length > 0) return [failed(name, counted(errors.length, 'error'), `${command} shows them`)]
    const { collection, settings, lock } = await loadChoice(choice, { config })
    const toolkit = await createToolkit(collection, settings, { lock })
    const checks = [
      ok(name, `valid, ${toolkit.definitions.length} tools`),
      ...(await checkContext(config, toolkit.definitions)),
    ]
    const missing = toolkit.missingSettings.join(', ')
    if (missing === '') return checks
    const advice = missingValueWarnings(toolkit.missingSettings).join(' ')
    return [...checks, failed('settings', `no value for ${missing}`, advice)]
  } catch (error) {
    return [failed(name, firstLine(error), `${command} says more`)]
  }
}

async function checkContext(
  { values }: LoadedConfig,
  tools: readonly ToolDefinition[],
): Promise<CheckResult[]> {
  const names = [values.llm ?? defaultModel(settingsEnv())].flat()
  const all = tools.reduce((sum, { tokens }) => sum + tokens, 0)
  const toolTokens = offeredTokens(all, values.tools ?? AGENT_SETTINGS.tools.default)
  const credentials = credentialsFromEnv()
  const found = await Promise.all(names.map((one) => contextProblem(one, { toolTokens, credentials })))
  return found.flatMap((one) => (one ? [failed('context', one.problem, one.advice)] : []))
}

const firstLine = (error: unknown) => messageOf(error).split('\n')[0] ?? ''
