/**
 * The part of the package node-llama-cpp that the local engine uses. The types are written here, because the package is
 * optional and tests replace it.
 */
export interface LlamaBinding {
  getLlama(options: {
    gpu: 'auto'
    build: 'never'
    maxThreads: number
    logLevel: string
    progressLogs: boolean
    logger(level: string, message: string): void
  }): Promise<BoundLlama>
  resolveChatWrapper(model: BoundModel, options: object): BoundChatWrapper
  LlamaGrammarEvaluationState: new (options: { model: BoundModel; grammar: object }) => object
}

export interface BoundLlama {
  /** The accelerator: `cuda`, `metal` or `vulkan`; false if there is none. */
  gpu: string | false
  cpuMathCores: number
  loadModel(options: { modelPath: string; useMmap: boolean }): Promise<BoundModel>
  createGrammar(options: { grammar: string }): Promise<object>
}

export interface BoundModel {
  readonly tokenizer: object
  tokenize(text: string, specialTokens?: boolean): number[]
  detokenize(tokens: readonly number[], specialTokens?: boolean, lastTokens?: readonly number[]): string
  isEogToken(token: number): boolean
  isSpecialToken(token: number): boolean
  createContext(options: {
    contextSize: number
    sequences: number
    batchSize: number
    threads: number
    swaFullCache: boolean
  }): Promise<BoundContext>
}

/** A context with several sequences, one for each conversation. */
export interface BoundContext {
  getSequence(): BoundSequence
}

/** A sequence: the tokens of one conversation that the model has processed. */
export interface BoundSequence {
  readonly contextTokens: readonly number[]
  readonly contextSize: number
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>
  /**
   * Returns an array as long as `input`. For each input token that asks for it, the array has the probabilities of the
   * next token.
   */
  controlledEvaluate(
    input: readonly (number | [number, { generateNext: { probabilities: true } }])[],
  ): Promise<({ next: { probabilities?: ReadonlyMap<number, number> } } | undefined)[]>
  evaluate(
    tokens: readonly number[],
    options: {
      temperature: number
      grammarEvaluationState?: object
      repeatPenalty?: { punishTokens: () => readonly number[]; penalty: number }
    },
  ): AsyncGenerator<number, void, unknown>
}

export interface BoundChatWrapper {
  generateContextState(options: { chatHistory: readonly object[] }): {
    contextText: { tokenize(tokenizer: object): number[] }
  }
}
