import { existsSync } from 'node:fs'
import { credentialsFromEnv, loadEnv, settingsEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { systemClock } from '../../ports.js'
import { singleLine } from '../../printable.js'
import {
  type Complete,
  generateCollection,
  type PromptMessage,
  type Round,
} from '../../prompt/generate-collection.js'
import type { ApiDocument } from '../../prompt/render-prompt.js'
import { runStep, type StepSink } from '../../server/agent/step.js'
import {
  type LanguageModel,
  type ModelMessage,
  type ModelRequest,
  ROUTER,
} from '../../server/model/language-model.js'
import { explainFault, ModelError, modelFault } from '../../server/model/model-error.js'
import { resolveLanguageModel } from '../../server/providers/registry.js'
import { counted } from '../../text/counted.js'
import { estimateTokens } from '../../toolkit/semantics/tokens.js'
import { readMaskedDocs } from '../commands/prompt.js'
import { writeOutput } from '../files.js'
import { createOutput, type ExitCode, type Output, type OutputOptions, shellWord } from '../output.js'
import { defaultModel } from '../serve/choose-engines.js'

export interface GenerateFlags extends OutputOptions {
  docs: string[]
  output: string
  llm?: string
  maxRounds: number
  force?: boolean
}

/** Maximum tokens of all documents. A larger input is probably a mistake, and expensive. */
const MAX_TOKENS = 1_000_000

export async function runGenerate(flags: GenerateFlags): Promise<ExitCode> {
  const out = createOutput(flags)
  loadEnv()
  refuseToOverwrite(flags)
  const model = resolveLanguageModel(modelName(flags), credentialsFromEnv())
  const documents = await readMaskedDocs(flags.docs, out)
  refuseTooMuch(documents)
  const progress = progressOn(out, flags)
  const { complete, usage } = counting(completeWith(model, progress.received))
  // The timers of the clock do not keep the program alive while it waits before a retry.
  const hold = setInterval(() => {}, 2 ** 30)
  try {
    const generated = await generateCollection({
      documents,
      complete,
      maxRounds: flags.maxRounds,
      onProgress: progress.judged,
    })
    if (generated.text !== undefined) await writeOutput(flags.output, generated.text)
    report(out, { flags, ...generated })
    if (flags.format === 'json') {
      const { isWhole, reasons, parts } = generated
      out.printJson({
        file: generated.text === undefined ? null : flags.output,
        isWhole,
        reasons,
        parts,
        usage: { model: model.name, ...usage },
      })
    }
    return generated.isWhole ? 0 : 1
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    out.warn(`${explainFault(modelFault(error))} Nothing was saved.`)
    return 1
  } finally {
    clearInterval(hold)
    progress.end()
    out.notice(usageSentence(model.name, usage))
  }
}

function modelName({ llm }: GenerateFlags): string {
  const name = llm ?? defaultModel(settingsEnv())
  if (name !== ROUTER) return name
  throw new VoiceError(
    'missing-key',
    '`voice generate` needs a language model: set LLM_API_KEY, or name a local one such as --llm ollama/qwen3. Without any, `voice prompt --docs ...` prints what to paste into a chat.',
  )
}

function refuseToOverwrite({ output, force }: GenerateFlags): void {
  if (force || !existsSync(output)) return
  throw new VoiceError(
    'file-exists',
    `${output} is there already; choose another file with -o, or overwrite it with --force.`,
  )
}

function refuseTooMuch(documents: ApiDocument[]): void {
  const tokens = documents.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  if (tokens <= MAX_TOKENS) return
  const largest = documents.toSorted((left, right) => right.text.length - left.text.length)[0]!
  throw new VoiceError(
    'docs-too-large',
    `The documents have about ${tokens.toLocaleString('en')} tokens, more than the ${MAX_TOKENS.toLocaleString('en')} that are sent to a model; the largest is ${largest.path}. Name only those that describe the API.`,
  )
}

function report(
  out: Output,
  result: { flags: GenerateFlags; text?: string; isWhole: boolean; reasons: string[] },
): void {
  const { flags, text, isWhole, reasons } = result
  for (const reason of reasons) out.warn(singleLine(`- ${reason}`))
  if (text === undefined) {
    out.warn(`No collection of this API came of it; ${flags.output} was not written.`)
    return
  }
  const rest = isWhole
    ? `Look at it with: voice tools ${shellWord(flags.output)}`
    : 'It is the best draft; what is left to mend is listed above.'
  out.notice(`Saved ${flags.output}. ${rest}`)
}

/** Progress on stderr: a line for each answer, on a terminal a counter. Nothing with `--quiet`. */
function progressOn(out: Output, { quiet }: GenerateFlags) {
  const draws = out.interactive && process.stderr.isTTY && !quiet
  const clear = () => {
    if (draws) process.stderr.write('\r\u001b[K')
  }
  return {
    received: (characters: number) => {
      if (draws) process.stderr.write(`\r\u001b[K${characters.toLocaleString('en')} characters`)
    },
    judged: (progress: Round & { part: number; parts: number }) => {
      clear()
      out.notice(roundLine(progress))
    },
    end: clear,
  }
}

const NOTES: Record<NonNullable<Round['note']>, string> = {
  'no-json': 'the answer holds no JSON',
  cut: 'the answer is cut, asking for the rest',
  foreign: 'the collection of another API',
}

function roundLine({ part, parts, round, errors, missing, note }: Round & { part: number; parts: number }) {
  const place = parts > 1 ? `Part ${part} of ${parts}, round ${round}` : `Round ${round}`
  const left =
    errors > 0
      ? `${counted(errors, 'error')} to repair`
      : missing > 0
        ? counted(missing, 'missing endpoint')
        : 'nothing to repair'
  return `${place}: ${note ? NOTES[note] : left}`
}

interface TokenUsage {
  requests: number
  inputTokens: number
  outputTokens: number
  /** Whether some counts are estimates, because the provider of the model did not report its counts. */
  isEstimate: boolean
}

function counting(complete: Complete): { complete: Complete; usage: TokenUsage } {
  const usage: TokenUsage = { requests: 0, inputTokens: 0, outputTokens: 0, isEstimate: false }
  return {
    usage,
    async complete(messages) {
      const answer = await complete(messages)
      const isCounted = answer.inputTokens > 0
      usage.requests++
      usage.isEstimate ||= !isCounted
      usage.inputTokens += isCounted
        ? answer.inputTokens
        : estimateTokens(messages.map(({ text }) => text).join('\n'))
      usage.outputTokens += isCounted ? answer.outputTokens : estimateTokens(answer.text)
      return answer
    },
  }
}

function usageSentence(
  model: string,
  { requests, inputTokens, outputTokens, isEstimate }: TokenUsage,
): string {
  const count = (tokens: number) => tokens.toLocaleString('en')
  const about = isEstimate ? 'about ' : ''
  return `${model}: ${counted(requests, 'request')}, ${about}${count(inputTokens)} tokens in, ${count(outputTokens)} out.`
}

const SILENCE_MS = 120_000

/** So often an answer is asked for again whose connection broke in the middle. */
const MOST_REPEATS = 2

const INSTRUCTIONS = 'You write Postman collections. Your whole answer is one JSON document.'

/** Asks a model as an agent does, again after passing failures. `onText` gets the characters so far. Throws a `ModelError`. */
function completeWith(model: LanguageModel, onText: (characters: number) => void): Complete {
  return async (messages) => {
    for (let repeats = 0; ; repeats += 1) {
      const answer = { text: '' }
      try {
        const { reason, usage } = await runStep(() => requestOf(messages), {
          ...{ models: [model], from: 0, clock: systemClock, deadline: Number.POSITIVE_INFINITY },
          limits: { modelSilenceMs: SILENCE_MS, maxArgumentBytes: 0 },
          signal: new AbortController().signal,
          sink: sinkInto(answer, onText),
        })
        return { text: answer.text, isCut: reason === 'length', ...usage }
      } catch (error) {
        const failure = error instanceof ModelError ? error.failure : undefined
        if (failure === 'no-answer') return { text: '', isCut: false, inputTokens: 0, outputTokens: 0 }
        if (failure !== 'cut' || repeats === MOST_REPEATS) throw error
      }
    }
  }
}

function requestOf(messages: PromptMessage[]): ModelRequest {
  const history = messages.map(
    ({ role, text }): ModelMessage => (role === 'user' ? { role, text } : { role, text, toolCalls: [] }),
  )
  return { instructions: INSTRUCTIONS, history, tools: [], toolChoice: 'none' }
}

function sinkInto(answer: { text: string }, onText: (characters: number) => void): StepSink {
  const drop = () => {
    answer.text = ''
  }
  return {
    text(delta) {
      answer.text += delta
      onText(answer.text.length)
    },
    ...{ retract: drop, abandon: drop, reasoning() {}, speech() {}, callDelta() {}, stepEnded() {} },
  }
}
