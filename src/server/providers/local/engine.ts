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

/** What an engine is started with. */
export interface EngineOptions {
  /** The provider string, for errors. */
  name: string
  /** The model file. */
  path: string
  size: EngineSize
  load: () => Promise<LlamaBinding>
}

/** Grammars that are kept: the same tools come again and again. */
const MAX_GRAMMARS = 64

/**
 * One loaded model, for all sessions of a program. It computes in threads of its own, with one core less than there are: engines that share every core
 * with others wait for each other most of the time.
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
    // Models that think aloud first take minutes on a machine without a graphics card; others must not see an empty thought.
    this.#wrapper = binding.resolveChatWrapper(model, {
      customWrapperSettings: thinksAloud ? { qwen: { thoughts: 'discourage' } } : {},
    })
  }

  /** Loads a model. Throws a `ModelError` `unavailable` that says why it cannot be. */
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
      // Not mapped: the engine rearranges the weights, and the file would take memory a second time.
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
   * The tokens of a chat, without its oldest turns where they would leave fewer than `reserve` tokens for the answer. Throws a `ModelError` `rejected`
   * for one that does not fit all the same.
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

  /** Where a text stands in a grammar: at its beginning. */
  async startOf(grammar: string): Promise<object> {
    const known = this.#grammars.get(grammar) ?? this.#llama.createGrammar({ grammar })
    this.#grammars.delete(grammar)
    this.#grammars.set(grammar, known)
    const [oldest] = this.#grammars.keys()
    if (this.#grammars.size > MAX_GRAMMARS && oldest !== undefined) this.#grammars.delete(oldest)
    return new this.#binding.LlamaGrammarEvaluationState({ model: this.model, grammar: await known })
  }
}
