import { boundedResult } from '../../toolkit/bounded-result.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { Agent, AgentSpeech } from '../agent/agent.js'
import { Budget, type BudgetScope } from '../agent/budget.js'
import type { LanguageModel, ModelChunk } from '../model/language-model.js'
import type { MemoryAccount } from '../model/session-limits.js'
import type { Recognizer, SpeechToText } from '../model/speech-to-text.js'
import type { SpeechChunk, TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad, VadWatch } from '../model/vad.js'
import { type Codec, type Ports, plain } from './ports.js'

/** An agent whose models, tools, ears and voice are reached through ports. */
export function agentThrough(agent: Agent, ports: Ports): Agent {
  const { models, tools, speech, latest } = agent
  const made: Agent = {
    ...agent,
    models: models.map((model) => modelThrough(model, ports)),
    tools: tools.map((tool) => toolThrough(tool, ports)),
    ...(speech && { speech: speechThrough(speech, ports) }),
  }
  const ask = () => latest?.() ?? agent
  made.latest = () =>
    ports.latest(ask, (changed) => (changed === agent ? made : agentThrough(changed, ports)))
  return made
}

function modelThrough(model: LanguageModel, ports: Ports): LanguageModel {
  const { name, maxTools } = model
  return {
    name,
    ...(maxTools !== undefined && { maxTools }),
    // Warming up changes no answer: nothing of it has to be recorded.
    ...(model.prepare && { prepare: (request) => model.prepare?.(request) }),
    stream: (request, options) =>
      ports.stream('model', () => model.stream(request, options), plain<ModelChunk>()),
  }
}

function toolThrough(tool: ToolFunction, ports: Ports): ToolFunction {
  const { name, description, parameters, annotations, approve, definition } = tool
  const dryRun: ToolFunction['dryRun'] =
    tool.dryRun && ((input, options) => ports.answer('dry-run', () => tool.dryRun!(input, options)))
  return {
    ...{ name, description, parameters, annotations },
    call: (input, options) =>
      ports.once('tool', async () => boundedResult(await tool.call(input, options)), plain()),
    ...(dryRun && { dryRun }),
    ...(approve && { approve }),
    ...(definition && { definition }),
  }
}

function speechThrough({ stt, tts, vad, turnDetector, language }: AgentSpeech, ports: Ports): AgentSpeech {
  return {
    stt: stt && sttThrough(stt, ports),
    tts: tts && ttsThrough(tts, ports),
    vad: vad && vadThrough(vad, ports),
    turnDetector: detectorThrough(turnDetector, ports),
    language,
  }
}

function sttThrough(stt: SpeechToText, ports: Ports): SpeechToText {
  return {
    name: stt.name,
    streams: stt.streams,
    ...(stt.onFailover && { onFailover: (listener) => stt.onFailover!(listener) }),
    createRecognizer() {
      const recognizer = stt.createRecognizer()
      return { begin: (listener) => begin(recognizer, { listener, ports }), close: () => recognizer.close() }
    },
  }
}

function begin(
  recognizer: Recognizer,
  { listener, ports }: { listener: Parameters<Recognizer['begin']>[0]; ports: Ports },
): ReturnType<Recognizer['begin']> {
  const onPartial = ports.listener('partial', (text: string) => listener.onPartial(text), plain())
  const recognition = recognizer.begin({ onPartial })
  return {
    push: (samples) => recognition.push(samples),
    transcribe: (signal) => ports.once('stt', () => recognition.transcribe(signal), plain()),
    end: () => recognition.end(),
  }
}

const sound: Codec<SpeechChunk> = {
  encode: ({ pcm, rate }) => ({ bytes: pcm.byteLength, rate }),
  decode(json) {
    const { bytes, rate } = json as { bytes: number; rate: number }
    return { pcm: new Uint8Array(bytes), rate }
  },
}

function ttsThrough(tts: TextToSpeech, ports: Ports): TextToSpeech {
  return {
    name: tts.name,
    ...(tts.prepare && { prepare: () => tts.prepare?.() }),
    ...(tts.onFailover && { onFailover: (listener) => tts.onFailover!(listener) }),
    speak: (request, options) => ports.stream('tts', () => tts.speak(request, options), sound),
  }
}

/** Replaying, nothing listens: the answers are known. */
const noWatch: Codec<VadWatch> = {
  encode: () => null,
  decode: () => ({ isSpeech: () => false, reset() {}, close() {} }),
}

function vadThrough(vad: Vad, ports: Ports): Vad {
  return {
    name: vad.name,
    async watch(options) {
      const watch = await ports.once('vad', () => vad.watch(options), noWatch)
      return {
        isSpeech: (frame, settings) => ports.answer('speech', () => watch.isSpeech(frame, settings)),
        reset: () => watch.reset(),
        close: () => watch.close(),
      }
    },
  }
}

function detectorThrough(detector: TurnDetector, ports: Ports): TurnDetector {
  const { name, needsWords } = detector
  const judgeSound: TurnDetector['judgeSound'] =
    detector.judgeSound && ((samples) => ports.once('turn', () => detector.judgeSound!(samples), plain()))
  return {
    ...{ name, needsWords },
    silenceMs: (pause) => ports.answer('silence', () => detector.silenceMs(pause)),
    ...(judgeSound && { judgeSound }),
  }
}

/** A budget others may spend of, too. */
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

/** Under this name a recording says whether there was memory for more. */
export const MEMORY_ANSWER = 'memory'

/** The memory that other sessions fill, too. */
export function memoryThrough(memory: MemoryAccount, ports: Ports): MemoryAccount {
  return {
    fits: (bytes) => ports.answer(MEMORY_ANSWER, () => memory.fits(bytes)),
    add: (bytes) => memory.add(bytes),
    close: () => memory.close(),
  }
}

const budgetAnswer = (scope: BudgetScope) => `budget-${scope}`
