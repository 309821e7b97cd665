import { parseJson } from '../../../protocol/parse-json.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelChunk, ModelRequest, ModelTool } from '../../model/language-model.js'
import { callKey, callsOfTurn, chatOf } from './chat-history.js'
import { chooseTool } from './choose-tool.js'
import type { LocalEngine } from './engine.js'
import { JsonEnd } from './json-end.js'
import type { BoundSequence } from './llama-binding.js'
import { inputGrammar, WORDS_GRAMMAR } from './tool-grammar.js'
import { formOf, menuOf } from './tool-menu.js'
import { withoutUnsaid } from './unsaid.js'
import { Writer } from './writer.js'

/** The choice of words instead of a call, offered to the model as one more function. */
const WORDS: ModelTool = {
  name: 'answer_user',
  description:
    'Talks to the user: answers from the results of the functions, asks for what only the user knows, or says that none of the other functions fits.',
  parameters: { type: 'object', properties: {} },
}

/** Asked behind the menu. */
const WHICH_ONE = 'Which of these functions fits what the user just said? Answer with its name only.'

/** Asked behind results: small models like to look again. */
const WHICH_NEXT = `Which function is needed next? Unless the user asked for more than these results, it is ${WORDS.name}. Answer with its name only.`

/** Stands before words that tell what came of calls. */
const AFTER_CALLS =
  'Now speak to the user directly, as "you", in one or two short sentences about what is in the results.'

/** Stands before words that rest on no call. */
const WITHOUT_CALLS =
  'No function is called now. Small talk is fine, and so are questions for what is missing. Anything else you do not know: say in one short sentence that you cannot tell or do that here.'

/** Longest input of a call, in tokens. */
const MAX_INPUT_TOKENS = 600
/** Longest answer where nobody says; it is to be spoken. */
const MAX_WORDS_TOKENS = 300

/** One step of one conversation. */
export interface Step {
  engine: LocalEngine
  request: ModelRequest
  signal: AbortSignal
  emit: (chunk: ModelChunk) => void
  /** A name for a call that no other has. */
  newCallId: () => string
}

/**
 * One step: read the conversation and the menu of tools → choose one, or words → read what it wants → write its input, held to its schema, or the
 * words. Waits for a free state of the engine first.
 */
export async function answerStep(step: Step): Promise<void> {
  const { engine, request, signal, emit } = step
  const tools = offeredTools(request)
  const hasCalled = callsOfTurn(request.history).length > 0
  const which = hasCalled ? WHICH_NEXT : WHICH_ONE
  const prompt = promptOf(step, { tools, hint: tools.length > 1 ? which : wordsHint(request, hasCalled) })
  await engine.pool.use(prompt, {
    signal,
    work: async (state) => {
      const writer = new Writer(engine, { state, signal })
      // Something without meaning shows that the model is at work.
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

/** What words are to know. */
function wordsHint({ toolChoice }: ModelRequest, hasCalled: boolean): string | undefined {
  if (hasCalled) return AFTER_CALLS
  return toolChoice === 'none' ? undefined : WITHOUT_CALLS
}

/** The conversation with the menu of tools, where there is a choice, and a hint behind it. */
function promptOf(
  { engine, request }: Step,
  { tools, hint }: { tools: readonly ModelTool[]; hint: string | undefined },
): number[] {
  const note = tools.length > 1 ? menuOf(tools) : undefined
  const reserve = Math.max(MAX_INPUT_TOKENS, request.maxOutputTokens ?? MAX_WORDS_TOKENS)
  return engine.tokensOf(chatOf(request, { note, hint }), { reserve })
}

/** Reads what every conversation begins with, so that the first one does not wait for it. */
export async function readAhead(engine: LocalEngine, instructions: string): Promise<void> {
  const signal = new AbortController().signal
  const prompt = engine.tokensOf(chatOf({ instructions, history: [] }), { reserve: MAX_INPUT_TOKENS })
  const read = (state: BoundSequence) => new Writer(engine, { state, signal }).read(prompt, () => {})
  await engine.pool.use(prompt, { signal, work: read })
}

type Reason = (ModelChunk & { type: 'end' })['reason']

/** The tools to choose from, words among them where they are a choice; none when only words are wanted. */
function offeredTools({ tools, toolChoice }: ModelRequest): ModelTool[] {
  if (toolChoice === 'none' || tools.length === 0) return []
  if (toolChoice === 'required') return [...tools]
  if (toolChoice === 'auto') return [...tools, WORDS]
  return tools.filter(({ name }) => name === toolChoice.name)
}

/** How a call came out: the reason why the step is over, or what words are to know. */
interface CallOutcome {
  reason?: Reason
  hint?: string
}

/** Makes a call, or leaves it to words. */
async function call(
  step: Step,
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
  // What was done already is not done again: then it is time to talk about it.
  if (callsOfTurn(request.history).includes(callKey(tool.name, text))) return {}
  emit({ type: 'tool-call', callId: newCallId(), name: tool.name, arguments: text })
  return { reason: 'tool-calls' }
}

const askFor = (names: readonly string[]) =>
  `No function is called now, because nobody said this: ${names.join(', ')}. Ask the user for it in one short question.`

/** Lets the model write the input of a tool, without what nobody spoke of; no text where it does not come to an end. */
async function fillIn(
  step: Step,
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
  const given = parseJson(written) as JsonObject
  const { input, madeUp } = withoutUnsaid(given, { tool, request: step.request })
  return { text: JSON.stringify(input), madeUp }
}

async function say(
  { request, emit }: Step,
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
