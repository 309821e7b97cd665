import type {
  BoundLlama,
  BoundModel,
  BoundSequence,
  LlamaBinding,
} from '../../../../src/server/providers/local/llama-binding.js'

/** What a model would write: asked with the whole prompt as text, answers with what comes next. */
export type Writing = (prompt: string) => string

/** What a fake engine was asked to do. */
export interface FakeLog {
  /** Tokens that were read, without those that were known. */
  read: number
  /** Prompts behind which something was written. */
  prompts: string[]
  /** Grammars in the order they were made. */
  grammars: string[]
  /** Tokens written, over all conversations. */
  written: string[]
}

const END = 0

/** An engine without a model: letters are its tokens, and it writes what it is told to. */
export function fakeLlama(
  writing: Writing,
  { beforeToken = async () => {} }: { beforeToken?: (token: string) => Promise<void> } = {},
): { binding: LlamaBinding; log: FakeLog } {
  const log: FakeLog = { read: 0, prompts: [], grammars: [], written: [] }
  const model: BoundModel = {
    tokenizer: {},
    tokenize: tokensOf,
    detokenize: (tokens) => String.fromCodePoint(...tokens),
    isEogToken: (token) => token === END,
    isSpecialToken: (token) => token === END,
    createContext: async ({ contextSize }) => ({
      getSequence: () => fakeSequence({ contextSize, writing, log, beforeToken }),
    }),
  }
  const llama: BoundLlama = {
    gpu: false,
    cpuMathCores: 2,
    loadModel: async () => model,
    createGrammar: async ({ grammar }) => {
      log.grammars.push(grammar)
      return { grammar }
    },
  }
  const binding: LlamaBinding = {
    getLlama: async () => llama,
    resolveChatWrapper: () => ({
      generateContextState: ({ chatHistory }) => {
        const text = chatHistory.map((item) => JSON.stringify(item)).join('\n')
        return { contextText: { tokenize: () => tokensOf(text) } }
      },
    }),
    LlamaGrammarEvaluationState: class {},
  }
  return { binding, log }
}

function fakeSequence({
  contextSize,
  writing,
  log,
  beforeToken,
}: {
  contextSize: number
  writing: Writing
  log: FakeLog
  beforeToken: (token: string) => Promise<void>
}): BoundSequence {
  let known: number[] = []
  const take = (tokens: readonly number[]) => {
    known.push(...tokens)
    if (known.length > contextSize) throw new Error('more than fits')
  }
  return {
    contextSize,
    get contextTokens() {
      return known
    },
    adaptStateToTokens: async (tokens) => {
      const other = known.findIndex((token, at) => token !== tokens[at])
      if (other >= 0) known = known.slice(0, other)
    },
    evaluateWithoutGeneratingNewTokens: async (tokens) => {
      log.read += tokens.length
      take(tokens)
    },
    controlledEvaluate: async (input) => {
      take(input.flatMap((one) => (typeof one === 'number' ? [one] : [one[0]])))
      const prompt = String.fromCodePoint(...known)
      const written = prompt.slice(prompt.lastIndexOf('}') + 1)
      if (written === '') log.prompts.push(prompt)
      const letter = tokensOf(writing(prompt.slice(0, prompt.length - written.length)))[written.length]
      return [{ next: { probabilities: new Map([[letter ?? END, 1]]) } }]
    },
    async *evaluate(tokens) {
      take(tokens)
      const prompt = String.fromCodePoint(...known)
      log.prompts.push(prompt)
      for (const letter of writing(prompt)) {
        await beforeToken(letter)
        log.written.push(letter)
        take(tokensOf(letter))
        yield tokensOf(letter)[0]!
      }
      yield END
    },
  }
}

function tokensOf(text: string): number[] {
  return [...text].map((letter) => letter.codePointAt(0)!)
}
