import { parseExact } from '../../../protocol/parse-exact.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { JsonEnd } from '../../model/json-end.js'
import type { ModelChunk, ModelRequest, ModelTool } from '../../model/language-model.js'
import { callKey, callsOfTurn, chatOf } from './chat-history.js'
import { chooseTool } from './choose-tool.js'
import type { LocalEngine } from './engine.js'
import type { BoundSequence } from './llama-binding.js'
import { inputGrammar, WORDS_GRAMMAR } from './tool-grammar.js'
import { formOf, menuOf } from './tool-menu.js'
import { dropUngroundedArguments } from './ungrounded-arguments.js'
import { Writer } from './writer.js'

/** Stands for an answer in words. It is offered to the model like a tool. */
const WORDS: ModelTool = {
  name: 'answer_user',
  description:
    'Talks to the user: answers from the results of the functions, asks for what only the user knows, or says that none of the other functions fits.',
  parameters: { type: 'object', properties: {} },
}

/** The question to the model after the menu of tools. */
const WHICH_ONE = 'Which of these functions fits what the user just said? Answer with its name only.'

/**
 * The question to the model when calls of this turn already have results. Small models tend to repeat a call, so the
 * question says what to do next.
 */
const WHICH_NEXT = `Which function is needed next? Unless the user asked for more than these results, it is ${WORDS.name}. Answer with its name only.`

/** A hint to the model for an answer that reports the results of calls. */
const AFTER_CALLS =
  'Now speak to the user directly, as "you", in one or two short sentences about what is in the results.'

const WITHOUT_CALLS =
  'No function is called now. Small talk is fine, and so are questions for what is missing. Anything else you do not know: say in one short sentence that you cannot tell or do that here.'

const MAX_INPUT_TOKENS = 600
/** Default maximum tokens of an answer in words, which is spoken. */
const MAX_WORDS_TOKENS = 300

export interface AnswerStep {
  engine: LocalEngine
  request: ModelRequest
  signal: AbortSignal
  emit: (chunk: ModelChunk) => void
  newCallId: () => string
}

/**
 * Runs one step:
 * 1. Waits for a free state of the engine. A state is the memory for one conversation.
 * 2. Lets the model choose a tool or an answer in words.
 * 3. Lets the model write the arguments of the tool, or the answer.
 */
export async function answerStep(step: AnswerStep): Promise<void> {
  const { engine, request, signal, emit } = step
  const tools = offeredTools(request)
  const hasCalled = callsOfTurn(request.history).length > 0
  const which = hasCalled ? WHICH_NEXT : WHICH_ONE
  const prompt = promptOf(step, { tools, hint: tools.length > 1 ? which : wordsHint(request, hasCalled) })
  await engine.pool.use(prompt, {
    signal,
    work: async (state) => {
      const writer = new Writer(engine, { state, signal })
      // An empty chunk shows that the model is working.
      await writer.read(prompt, () => emit({ type: 'text-delta', text: '' }))
      const known = prompt.length - writer.newTokens
      const { reason, hint } = await call(step, { writer, prompt, tools })
      const words = hint ?? wordsHint(request, hasCalled)
      const end = reason ?? (await say(step, { writer, prompt: promptOf(step, { tools, hint: words }) }))
      emit({ type: 'usage', inputTokens: known + writer.newTokens, outputTokens: writer.written })
      emit({ type: 'end', reason: end })
    },
  })
}

/**
 * A hint that tells the model to answer in words. `undefined` if the request forbids calls and no call was made: the
 * model then needs no hint.
 */
function wordsHint({ toolChoice }: ModelRequest, hasCalled: boolean): string | undefined {
  if (hasCalled) return AFTER_CALLS
  return toolChoice === 'none' ? undefined : WITHOUT_CALLS
}

/** The tokens of the prompt: the conversation with the menu of tools (if there is a choice), then the hint. */
function promptOf(
  { engine, request }: AnswerStep,
  { tools, hint }: { tools: readonly ModelTool[]; hint: string | undefined },
): number[] {
  const note = tools.length > 1 ? menuOf(tools) : undefined
  const reserve = Math.max(MAX_INPUT_TOKENS, request.maxOutputTokens ?? MAX_WORDS_TOKENS)
  return engine.tokensOf(chatOf(request, { note, hint }), { reserve })
}

/** Lets the model process the instructions in advance, so that the first conversation starts faster. */
export async function readAhead(engine: LocalEngine, instructions: string): Promise<void> {
  const signal = new AbortController().signal
  const prompt = engine.tokensOf(chatOf({ instructions, history: [] }), { reserve: MAX_INPUT_TOKENS })
  const read = (state: BoundSequence) => new Writer(engine, { state, signal }).read(prompt, () => {})
  await engine.pool.use(prompt, { signal, work: read })
}

type Reason = (ModelChunk & { type: 'end' })['reason']

/**
 * The tools that the model can choose from. If the model may also answer in words, `WORDS` is one of the tools. If the
 * model may only answer in words, the list is empty.
 */
function offeredTools({ tools, toolChoice }: ModelRequest): ModelTool[] {
  if (toolChoice === 'none' || tools.length === 0) return []
  if (toolChoice === 'required') return [...tools]
  if (toolChoice === 'auto') return [...tools, WORDS]
  return tools.filter(({ name }) => name === toolChoice.name)
}

/** The result of an attempt to make a tool call: why the step ends, or a hint for an answer in words, or neither. */
interface CallOutcome {
  reason?: Reason
  hint?: string
}

/**
 * Lets the model make a tool call. If it makes none, the result has no `reason`, and the step continues with an answer
 * in words.
 */
async function call(
  step: AnswerStep,
  { writer, prompt, tools }: { writer: Writer; prompt: number[]; tools: ModelTool[] },
): Promise<CallOutcome> {
  const { engine, request, emit, newCallId } = step
  if (tools.length === 0) return {}
  const tool = await chooseTool(
    { tools: tools.filter((one) => one !== WORDS), beside: tools.filter((one) => one === WORDS) },
    { model: engine.model, next: (written) => writer.likelihoods([...prompt, ...written]) },
  )
  if (tool === WORDS) return {}
  const { text, madeUp } = await fillIn(step, { writer, tools, tool })
  if (text === undefined) return { reason: 'length' }
  if (request.toolChoice === 'auto' && madeUp.length > 0) return { hint: askFor(madeUp) }
  // The model has made the same call in this turn already. It does not run again; the model answers in words instead.
  if (callsOfTurn(request.history).includes(callKey(tool.name, text))) return {}
  emit({ type: 'tool-call', callId: newCallId(), name: tool.name, arguments: text })
  return { reason: 'tool-calls' }
}

const askFor = (names: readonly string[]) =>
  `No function is called now, because the user did not say this: ${names.join(', ')}. Ask the user for it in one short question.`

/**
 * Lets the model write the arguments of a tool, and removes values that the user did not mention. `text` is absent if
 * the model wrote more than `MAX_INPUT_TOKENS`.
 */
async function fillIn(
  step: AnswerStep,
  { writer, tools, tool }: { writer: Writer; tools: ModelTool[]; tool: ModelTool },
): Promise<{ text?: string; madeUp: string[] }> {
  const json = new JsonEnd()
  let written = ''
  const { isCut } = await writer.write({
    prompt: promptOf(step, { tools, hint: formOf(tool) }),
    grammar: inputGrammar(tool),
    maxTokens: MAX_INPUT_TOKENS,
    temperature: 0,
    onText: (piece) => {
      const end = json.push(piece)
      written += piece.slice(0, end)
      return end !== undefined
    },
  })
  if (isCut) return { madeUp: [] }
  const given = parseExact(written) as JsonObject
  const { input, madeUp } = dropUngroundedArguments(given, { tool, request: step.request })
  return { text: JSON.stringify(input), madeUp }
}

async function say(
  { request, emit }: AnswerStep,
  { writer, prompt }: { writer: Writer; prompt: number[] },
): Promise<Reason> {
  const { isCut } = await writer.write({
    prompt,
    grammar: WORDS_GRAMMAR,
    maxTokens: request.maxOutputTokens ?? MAX_WORDS_TOKENS,
    temperature: request.temperature ?? 0,
    avoidRepeats: true,
    onText: (text) => {
      emit({ type: 'text-delta', text })
      return undefined
    },
  })
  return isCut ? 'length' : 'stop'
}
