import { findAgentTexts } from '../../languages/agent-texts.js'
import { boundedResult } from '../../toolkit/bounded-result.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { oncePer } from '../../toolkit/model/lazy.js'
import type { ToolDefinition, ToolFunction } from '../../toolkit/model/tool.js'
import type { Agent, AgentSpeech } from '../agent/agent.js'
import { Budget, type BudgetScope } from '../agent/budget.js'
import { OfferedTools } from '../agent/offered-tools.js'
import { decorate } from '../model/decorate.js'
import type { LanguageModel, ModelChunk } from '../model/language-model.js'
import type { MemoryAccount } from '../model/session-limits.js'
import type { Recognizer, SpeechToText } from '../model/speech-to-text.js'
import type { SpeechChunk, TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad, VadWatch } from '../model/vad.js'
import type { RecordedAgent, RecordedSearch, RecordedSpeech, RecordedTool } from './recording-lines.js'
import { type Codec, type Ports, recordedCall } from './recording-ports.js'
import { replayedVoiceModel, voiceModelThrough } from './voice-model-through-ports.js'

function plain<T>(): Codec<T> {
  return { encode: (value) => (value ?? null) as JsonValue, decode: (json) => json as T }
}

/** A copy of an agent whose models, tools and speech engines are called through ports. */
export function agentThrough(agent: Agent, ports: Ports): Agent {
  const { models, tools, speech, latest } = agent
  const made: Agent = {
    ...agent,
    models: models.map((model) => modelThrough(model, { ports, tools })),
    tools: tools.map(toolsThrough(ports)),
    speech: speech && speechThrough(speech, { ports, tools }),
  }
  const ask = () => latest?.() ?? agent
  made.latest = () =>
    ports.latest(ask, (changed) => (changed === agent ? made : agentThrough(changed, ports)))
  return made
}

function modelThrough(
  model: LanguageModel,
  { ports, tools }: { ports: Ports; tools: OfferedTools },
): LanguageModel {
  const codec = { ...plain<ModelChunk>(), encode: (chunk: ModelChunk) => recordedChunk(chunk, tools) }
  return decorate(model, {
    stream: (request, options) => ports.stream('model', () => model.stream(request, options), codec),
  })
}

const recordedChunk = (chunk: ModelChunk, tools: OfferedTools): JsonValue =>
  chunk.type === 'tool-call' ? recordedCall(chunk, tools) : (chunk as JsonValue)

function toolsThrough(ports: Ports): (tool: ToolFunction) => ToolFunction {
  const through = oncePer((tool: ToolFunction): ToolFunction => toolThrough(tool, { ports, through }))
  return through
}

function toolThrough(
  tool: ToolFunction,
  { ports, through }: { ports: Ports; through: (tool: ToolFunction) => ToolFunction },
): ToolFunction {
  const { dryRun, needs } = tool
  return decorate(tool, {
    ...(needs && { needs: needs.map((need) => ({ ...need, tool: through(need.tool) })) }),
    call: (input, options) =>
      ports.once('tool', async () => boundedResult(await tool.call(input, options)), plain()),
    ...(dryRun && {
      dryRun: (input, options) => ports.answer('dry-run', () => dryRun.call(tool, input, options)),
    }),
  })
}

function speechThrough(
  { stt, tts, vad, turnDetector, voiceModel, language }: AgentSpeech,
  { ports, tools }: { ports: Ports; tools: OfferedTools },
): AgentSpeech {
  return {
    stt: stt && sttThrough(stt, ports),
    tts: tts && ttsThrough(tts, ports),
    vad: vad && vadThrough(vad, ports),
    turnDetector: detectorThrough(turnDetector, ports),
    voiceModel: voiceModel && voiceModelThrough(voiceModel, { ports, tools }),
    language,
  }
}

function sttThrough(stt: SpeechToText, ports: Ports): SpeechToText {
  return decorate(stt, {
    createRecognizer() {
      const recognizer = stt.createRecognizer()
      return decorate(recognizer, { begin: (listener) => begin(recognizer, { listener, ports }) })
    },
  })
}

function begin(
  recognizer: Recognizer,
  { listener, ports }: { listener: Parameters<Recognizer['begin']>[0]; ports: Ports },
): ReturnType<Recognizer['begin']> {
  const onPartial = ports.listener('partial', (text: string) => listener.onPartial(text), plain())
  const recognition = recognizer.begin({ ...listener, onPartial })
  return decorate(recognition, {
    transcribe: (signal) => ports.once('stt', () => recognition.transcribe(signal), plain()),
  })
}

const sound: Codec<SpeechChunk> = {
  encode: ({ pcm, rate }) => ({ bytes: pcm.byteLength, rate }),
  decode(json) {
    const { bytes, rate } = json as { bytes: number; rate: number }
    return { pcm: new Uint8Array(bytes), rate }
  },
}

function ttsThrough(tts: TextToSpeech, ports: Ports): TextToSpeech {
  return decorate(tts, {
    speak: (request, options) => ports.stream('tts', () => tts.speak(request, options), sound),
  })
}

/** A started detector is `null` in a recording; in a replay it does nothing, as `isSpeech` is recorded. */
const noWatch: Codec<VadWatch> = {
  encode: () => null,
  decode: () => ({ isSpeech: () => false, reset() {}, close() {} }),
}

function vadThrough(vad: Vad, ports: Ports): Vad {
  return decorate(vad, {
    async watch(options) {
      const watch = await ports.once('vad', () => vad.watch(options), noWatch)
      return decorate(watch, {
        isSpeech: (frame, settings) => ports.answer('speech', () => watch.isSpeech(frame, settings)),
      })
    },
  })
}

function detectorThrough(detector: TurnDetector, ports: Ports): TurnDetector {
  const { judgeSound } = detector
  return decorate(detector, {
    silenceMs: (pause) => ports.answer('silence', () => detector.silenceMs(pause)),
    ...(judgeSound && {
      judgeSound: (samples) => ports.once('turn', () => judgeSound.call(detector, samples), plain()),
    }),
  })
}

/** A shared budget, which others can use up: `exhausted` is recorded. */
export class BudgetThrough extends Budget {
  readonly #budget: Budget
  readonly #ports: Ports

  constructor(budget: Budget, ports: Ports) {
    super(budget.scope, {})
    this.#budget = budget
    this.#ports = ports
  }

  override get exhausted(): Budget['exhausted'] {
    return this.#ports.answer(budgetAnswer(this.scope), () => this.#budget.exhausted ?? null) ?? undefined
  }

  override get used(): Budget['used'] {
    return this.#budget.used
  }

  override spend(amounts: Parameters<Budget['spend']>[0]): void {
    this.#budget.spend(amounts)
  }
}

export const MEMORY_ANSWER = 'memory'

/** A shared memory account, which others can use up: `fits` is recorded. */
export function memoryThrough(memory: MemoryAccount, ports: Ports): MemoryAccount {
  return decorate(memory, { fits: (bytes) => ports.answer(MEMORY_ANSWER, () => memory.fits(bytes)) })
}

const budgetAnswer = (scope: BudgetScope) => `budget-${scope}`

export function describeAgent(agent: Agent): RecordedAgent {
  const { models, tools, approve, limits, locale, providers, speech } = agent
  const maxTools = maxToolsOf(agent)
  const isFound = tools.searches || maxTools !== undefined
  return {
    models: models.map(({ name }) => name),
    maxTools,
    tools: tools.tools.map((tool) => describeTool(tool, { isFound })),
    searches: tools.searches,
    approve,
    limits,
    locale: locale.tag,
    providers,
    speech: speech && describeSpeech(speech),
  }
}

function maxToolsOf({ models, tools }: Agent): Record<string, number> | undefined {
  const few = models.flatMap(({ name, maxTools }) =>
    tools.kind !== 'all' && maxTools !== undefined && maxTools < tools.tools.length ? [[name, maxTools]] : [],
  )
  return few.length > 0 ? Object.fromEntries(few) : undefined
}

function describeTool(tool: ToolFunction, { isFound }: { isFound: boolean }): RecordedTool {
  const { name, description, parameters, annotations, approve, dryRun, definition } = tool
  const inPath = definition?.bindings.flatMap((binding) => (binding.in === 'path' ? [binding.parameter] : []))
  return {
    name,
    description,
    parameters,
    annotations,
    dryRun: dryRun !== undefined,
    approve,
    ...(definition &&
      inPath && {
        request: { title: definition.title, inPath, search: isFound ? searchOf(definition) : undefined },
      }),
  }
}

function searchOf({ method, path, folder, words, output }: ToolDefinition): RecordedSearch {
  return { method, path, folder, words, output }
}

function describeSpeech({ stt, tts, vad, turnDetector, voiceModel, language }: AgentSpeech): RecordedSpeech {
  const { name, needsWords, judgeSound } = turnDetector
  return {
    stt: stt && { name: stt.name, streams: stt.streams },
    tts: tts?.name ?? null,
    vad: vad?.name ?? null,
    turnDetector: { name, needsWords, judgesSound: judgeSound !== undefined },
    ...(voiceModel && { voiceModel: { name: voiceModel.name, traits: voiceModel.traits } }),
    language,
  }
}

/** An agent whose models, tools and engines do nothing, because ports answer. */
export function agentOf(recorded: RecordedAgent): Agent {
  const { models, maxTools = {}, tools, searches, approve, limits, locale, providers, speech } = recorded
  return {
    models: models.map((name) => ({
      name,
      stream: notHere,
      maxTools: maxTools[name],
    })),
    tools: new OfferedTools(tools.map(toolOf), searches ? 'search' : recorded.maxTools ? 'auto' : 'all'),
    instructions: '',
    approve,
    limits,
    locale: findAgentTexts(locale),
    providers,
    speech: speech && speechOf(speech),
  }
}

/** In place of each function that a replay must not run. */
function notHere(): never {
  throw new Error(
    'This is a bug of voice: a replay ran a model, a tool or a speech engine, instead of taking its result from the recording.',
  )
}

function toolOf({ request, dryRun, ...tool }: RecordedTool): ToolFunction {
  return {
    ...tool,
    call: notHere,
    dryRun: dryRun ? notHere : undefined,
    definition: request && definitionOf(tool, request),
  }
}

/** A tool definition with only those parts that approval requests and tool search use. */
function definitionOf(
  { name, description, parameters, annotations }: Omit<RecordedTool, 'request' | 'dryRun'>,
  { title, inPath, search }: NonNullable<RecordedTool['request']>,
): ToolDefinition {
  return {
    name,
    description,
    title,
    parameters,
    annotations,
    method: '',
    path: '',
    folder: [],
    provenance: {},
    settings: [],
    words: '',
    tokens: 0,
    ...search,
    bindings: inPath.map((parameter) => ({ parameter, in: 'path', key: parameter })),
    request: {
      method: '',
      url: { host: [], path: [], query: [], variables: [] },
      headers: [],
      profile: {},
    },
  }
}

function speechOf({ stt, tts, vad, turnDetector, voiceModel, language }: RecordedSpeech): AgentSpeech {
  const { name, needsWords, judgesSound } = turnDetector
  const recognition = { push() {}, transcribe: notHere, end() {} }
  return {
    stt: stt && { ...stt, createRecognizer: () => ({ begin: () => recognition, close() {} }) },
    tts: tts === null ? null : { name: tts, speak: notHere },
    vad: vad === null ? null : { name: vad, watch: notHere },
    turnDetector: { name, needsWords, silenceMs: notHere, judgeSound: judgesSound ? notHere : undefined },
    voiceModel: voiceModel && replayedVoiceModel(voiceModel),
    language,
  }
}
