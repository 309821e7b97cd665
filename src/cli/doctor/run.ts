import { WebSocket } from 'ws'
import petshop from '../../../examples/petshop/postman.json'
import { version } from '../../../package.json'
import { Connection, type SocketConstructor } from '../../client/connection.js'
import { credentialsFromEnv, loadEnv, settingsEnv } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import { createApp } from '../../server/app.js'
import { ROUTER } from '../../server/model/language-model.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/catalog.js'
import { counted } from '../../text/counted.js'
import { parseCollection } from '../../toolkit/collection/parse-collection.js'
import { RESTAPIToolkit, type ToolkitSetup } from '../../toolkit/rest-api-toolkit.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { ask } from '../chat/ask.js'
import type { ChosenCollection } from '../choose-collections.js'
import { loadConfig } from '../config.js'
import { createToolkit, startOwnMock } from '../create-toolkit.js'
import { DEFAULT_COLLECTION } from '../load.js'
import {
  createOutput,
  type ExitCode,
  type OutputOptions,
  screenColumns,
  shellWord,
  wrapped,
} from '../output.js'
import { credentialsOf, loadSource } from '../serve/load-agents.js'
import { type AgentPlan, planServe } from '../serve/plan-agents.js'
import {
  collectionFacts,
  contextProblems,
  enginesOf,
  modelLines,
  speechLines,
} from '../serve/server-facts.js'
import { DEFAULT_CONFIG, type LoadedConfig } from '../settings/settings.js'
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
import { checkLocalModels, checkSpeech } from './speech.js'
import { checkVoiceModel } from './voice-model.js'

/** The flags of `serve` with these names, which plan the server that is checked. */
export interface DoctorFlags extends OutputOptions {
  stt?: string[]
  tts?: string[]
  voiceModel?: string
}

export async function runDoctor(options: DoctorFlags): Promise<ExitCode> {
  const out = createOutput(options)
  loadEnv()
  const credentials = credentialsFromEnv()
  const { voiceModel } = options
  const setup = await checkSetup(options)
  const [main] = setup.agents
  const voice = voiceModel === undefined ? [] : [await checkVoiceModel(voiceModel, credentials)]
  const speech = main ? await checkSpeechOf(main) : { checks: [] }
  const localModels = await checkLocalModels(credentials.modelsDirectory ?? defaultModelsDirectory())
  const answers = await checkAnswers(setup.agents)
  const checks = [
    checkNode(),
    ...(await checkPorts()),
    ...checkKeys(settingsEnv()),
    ...(main ? await checkModelOf(main) : []),
    ...answers.map(({ check }) => check),
    ...setup.checks,
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

/** The model of an agent: whether its service takes the key, or in the words of `serve` that there is none. */
async function checkModelOf(plan: AgentPlan): Promise<CheckResult[]> {
  if (plan.llm[0] !== ROUTER) return checkModel(plan.llm[0]!, credentialsOf(plan))
  const [found = '', ...ways] = modelLines(await enginesOf(plan))
  return [note('model', found, ways.join('; '))]
}

async function checkSpeechOf(plan: AgentPlan): ReturnType<typeof checkSpeech> {
  const { stt, tts } = plan.speech
  if (stt ?? tts) return checkSpeech({ stt, tts, credentials: credentialsOf(plan) })
  const [found = '', ...ways] = speechLines(await enginesOf(plan))
  return { checks: [note('speech', found, ways.join('; '))] }
}

async function checkAnswers(
  agents: readonly AgentPlan[],
): Promise<Awaited<ReturnType<typeof checkAnswer>>[]> {
  const plans = new Map(agents.flatMap((plan) => plan.llm.map((name) => [name, plan])))
  const answers: Awaited<ReturnType<typeof checkAnswer>>[] = []
  // One after the other, so that the measurements do not affect each other.
  for (const [name, plan] of plans)
    if (name !== ROUTER) answers.push(await checkAnswer(name, credentialsOf(plan)))
  return answers
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
    connection.on('event', ({ type }) => {
      if (type === 'response.output_text.delta') times.words ??= Math.round(performance.now() - last)
    })
    const { toolCalls, error } = await ask({ connection, message: 'list the pets', explain: false })
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

/** Plans the agents that `serve` would start in this folder, and checks what they are made of. */
export async function checkSetup(
  flags: DoctorFlags,
): Promise<{ agents: AgentPlan[]; checks: CheckResult[] }> {
  try {
    const config = await loadConfig(undefined, () => {})
    // A voice model is checked by itself: `serve` refuses one beside the engines of the configuration.
    const { agents } = await planServe([], { flags: { ...flags, voiceModel: undefined }, config })
    const choices = new Map(agents.flatMap((plan) => plan.choices.map((choice) => [choice.path, choice])))
    const checked = new Map<string, CheckedCollection>()
    for (const [path, choice] of choices) checked.set(path, await checkCollection(choice, config))
    const contexts = await Promise.all(
      agents.map((plan) =>
        contextProblems(
          plan,
          plan.choices.flatMap(({ path }) => checked.get(path)?.toolkit ?? []),
        ),
      ),
    )
    const none = note(DEFAULT_COLLECTION, 'there is none in this folder', '`voice prompt` helps to write one')
    const checks = [
      ...(choices.size === 0 && config.values.collections === undefined ? [none] : []),
      ...[...checked.values()].flatMap((one) => one.checks),
      ...contexts.flat().map(({ problem, advice }) => failed('context', problem, advice)),
    ]
    return { agents, checks }
  } catch (error) {
    return {
      agents: [],
      checks: [failed(DEFAULT_CONFIG, firstLine(error), 'docs/config.md lists the settings')],
    }
  }
}

interface CheckedCollection {
  checks: CheckResult[]
  toolkit?: RESTAPIToolkit
}

async function checkCollection(choice: ChosenCollection, config: LoadedConfig): Promise<CheckedCollection> {
  const name = choice.path
  const command = `\`voice validate ${shellWord(name)}\``
  try {
    const source = await loadSource(choice, config)
    const toolkit = await createToolkit(source.collection, source.settings, { lock: source.lock })
    const { errors, tools } = await collectionFacts(source, toolkit)
    if (errors > 0) return { checks: [failed(name, counted(errors, 'error'), `${command} shows them`)] }
    const missing = toolkit.missingSettings
    const lacks = failed(
      'settings',
      `no value for ${missing.join(', ')}`,
      missingValueWarnings(missing).join(' '),
    )
    const sound = ok(name, `valid, ${counted(tools, 'tool')}`)
    return { toolkit, checks: [sound, ...(missing.length > 0 ? [lacks] : [])] }
  } catch (error) {
    return { checks: [failed(name, firstLine(error), `${command} says more`)] }
  }
}

const firstLine = (error: unknown) => messageOf(error).split('\n')[0] ?? ''
