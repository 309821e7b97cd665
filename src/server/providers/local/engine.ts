import { availableParallelism } from 'node:os'
import { messageOf } from '../../../errors.js'
import { ModelError } from '../../model/model-error.js'
import { type ChatItem, withoutOldestTurn } from './chat-history.js'
import { readGgufFile } from './gguf-file.js'
import type {
  BoundChatWrapper,
  BoundLlama,
  BoundModel,
  BoundSequence,
  LlamaBinding,
} from './llama-binding.js'
import { checkMemory, type EngineSize } from './memory-need.js'
import { SlotPool } from './slot-pool.js'

export interface EngineOptions {
  /** The provider string, for errors. */
  name: string
  path: string
  size: EngineSize
  load: () => Promise<LlamaBinding>
}

/** Maximum number of cached grammars. The same tools are often used again. */
const MAX_GRAMMARS = 64

/**
 * One loaded model, which all sessions of a process share. It leaves one processor core free: if each engine used all
 * cores, they would slow each other down.
 */
export class LocalEngine {
  readonly name: string
  readonly model: BoundModel
  readonly pool: SlotPool<BoundSequence>
  readonly #binding: LlamaBinding
  readonly #llama: BoundLlama
  readonly #wrapper: BoundChatWrapper
  readonly #grammars = new Map<string, Promise<object>>()
  readonly #contextTokens: number

  private constructor(parts: {
    options: EngineOptions
    binding: LlamaBinding
    llama: BoundLlama
    model: BoundModel
    states: BoundSequence[]
    thinksAloud: boolean
  }) {
    const { options, binding, llama, model, states, thinksAloud } = parts
    this.name = options.name
    this.model = model
    this.pool = new SlotPool(states, { model: options.name })
    this.#binding = binding
    this.#llama = llama
    this.#contextTokens = options.size.contextTokens
    // Reasoning is turned off, because it takes minutes without a graphics card. Models without reasoning do not get
    // this setting, because it would add an empty reasoning part to their answer.
    this.#wrapper = binding.resolveChatWrapper(model, {
      customWrapperSettings: thinksAloud ? { qwen: { thoughts: 'discourage' } } : {},
    })
  }

  /** Loads a model. Throws a `ModelError` `unavailable` that says why. */
  static async start(options: EngineOptions): Promise<LocalEngine> {
    const { name, path, size } = options
    try {
      const verdict = readGgufFile(path)
      if ('fault' in verdict) throw new Error(`${path} ${verdict.fault}`)
      checkMemory({ name, file: verdict.file, size })
      const binding = await options.load()
      const threads = Math.max(1, availableParallelism() - 1)
      const llama = await binding.getLlama({
        gpu: 'auto',
        build: 'never',
        maxThreads: threads,
        logLevel: 'error',
        progressLogs: false,
        logger() {},
      })
      // Memory mapping is off: the engine copies the weights to reorder them, so a mapped file would need twice the
      // memory.
      const model = await llama.loadModel({ modelPath: path, useMmap: false })
      const context = await model.createContext({
        contextSize: size.contextTokens,
        sequences: size.states,
        batchSize: size.batchTokens,
        threads,
        swaFullCache: true,
      })
      const states = Array.from({ length: size.states }, () => context.getSequence())
      const { thinksAloud } = verdict.file
      return new LocalEngine({ options, binding, llama, model, states, thinksAloud })
    } catch (error) {
      const message = `it cannot be loaded: ${messageOf(error).split('\n')[0]}`
      throw new ModelError('unavailable', { model: name, message, cause: error })
    }
  }

  /**
   * The tokens of a chat. Drops the oldest turns until `reserve` tokens of the context are left for the answer. Throws
   * a `ModelError` `rejected` if not even the last turn fits.
   */
  tokensOf(chat: readonly ChatItem[], { reserve }: { reserve: number }): number[] {
    for (let items: ChatItem[] | undefined = [...chat]; items; items = withoutOldestTurn(items)) {
      const { contextText } = this.#wrapper.generateContextState({ chatHistory: items })
      const tokens = contextText.tokenize(this.model.tokenizer)
      if (tokens.length + reserve <= this.#contextTokens) return tokens
    }
    const message = `the instructions, the tools and the last turn do not fit into its ${this.#contextTokens} tokens`
    throw new ModelError('rejected', { model: this.name, message })
  }

  async startOf(grammar: string): Promise<object> {
    const known = this.#grammars.get(grammar) ?? this.#llama.createGrammar({ grammar })
    this.#grammars.delete(grammar)
    this.#grammars.set(grammar, known)
    const [oldest] = this.#grammars.keys()
    if (this.#grammars.size > MAX_GRAMMARS && oldest !== undefined) this.#grammars.delete(oldest)
    return new this.#binding.LlamaGrammarEvaluationState({ model: this.model, grammar: await known })
  }
}
