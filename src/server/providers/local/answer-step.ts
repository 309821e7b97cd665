import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelChunk, ModelRequest, ModelTool } from '../../model/language-model.js'
import { callKey, callsOfTurn, chatOf } from './chat-history.js'
import type { LocalEngine } from './engine.js'
import { JsonEnd } from './json-end.js'
import type { BoundSequence } from './llama-binding.js'
import { choiceGrammar, inputGrammar, WORDS_GRAMMAR } from './tool-grammar.js'
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

/** Stands behind results: small models like to look again, and to say nothing of what they found. */
const AFTER_CALLS = `Unless the user asked for more than these results, choose ${WORDS.name} now. Speak to the user directly, as "you", in one or two short sentences about what is in the results.`

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
  const maxTokens = request.maxOutputTokens ?? MAX_WORDS_TOKENS
  const reserve = Math.max(MAX_INPUT_TOKENS, maxTokens)
  const read = (hint?: string) => engine.tokensOf(chatOf(request, { note: noteOf(tools), hint }), { reserve })
  const hasCalled = tools.length > 0 && callsOfTurn(request.history).length > 0
  const prompt = read(hasCalled ? AFTER_CALLS : undefined)
  await engine.pool.use(prompt, {
    signal,
    work: async (state) => {
      const writer = new Writer(engine, { state, signal })
      // Something without meaning shows that the model is at work.
      await writer.read(prompt, () => emit({ type: 'text-delta', text: '' }))
      const known = prompt.length - writer.newTokens
      const outcome = await call(step, { writer, prompt, tools })
      const hint = outcome.hint ?? (hasCalled || request.toolChoice === 'none' ? undefined : WITHOUT_CALLS)
      const reason =
        outcome.reason ??
        (await say(step, { writer, maxTokens, prompt: hint === undefined ? prompt : read(hint) }))
      emit({ type: 'usage', inputTokens: known + writer.newTokens, outputTokens: writer.written })
      emit({ type: 'end', reason })
    },
  })
}

/** Reads what every conversation begins with, so that the first one does not wait for it. */
export async function readAhead(engine: LocalEngine, instructions: string): Promise<void> {
  const signal = new AbortController().signal
  const prompt = engine.tokensOf(chatOf({ instructions, history: [] }), { reserve: MAX_INPUT_TOKENS })
  const read = (state: BoundSequence) => new Writer(engine, { state, signal }).read(prompt, () => {})
  await engine.pool.use(prompt, { signal, work: read })
}

/** What the model is told of its tools behind the words of the user: the menu, where there is a choice, and the form of the one it has chosen. */
function noteOf(tools: readonly ModelTool[], form?: string): string {
  return [tools.length > 1 && menuOf(tools), form].filter(Boolean).join('\n\n')
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
  const tool = await choose(engine, { writer, prompt, tools })
  if (!tool || tool === WORDS) return {}
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
  { engine, request }: Step,
  { writer, tools, tool }: { writer: Writer; tools: ModelTool[]; tool: ModelTool },
): Promise<{ text?: string; madeUp: string[] }> {
  // Behind the menu, which has been read and is needed again for the next choice.
  const form = engine.tokensOf(chatOf(request, { note: noteOf(tools, formOf(tool)) }), {
    reserve: MAX_INPUT_TOKENS,
  })
  const json = new JsonEnd()
  let written = ''
  const { isCut } = await writer.write({
    prompt: [...form, ...startOf(engine, tool)],
    grammar: inputGrammar(tool, engine.syntax),
    maxTokens: MAX_INPUT_TOKENS,
    temperature: 0,
    onText: (piece) => {
      const end = json.push(piece)
      written += piece.slice(0, end)
      return end !== undefined
    },
  })
  if (isCut) return { madeUp: [] }
  const given = JSON.parse(written) as JsonObject
  const { input, madeUp } = withoutUnsaid(given, { tool, request })
  return { text: JSON.stringify(input), madeUp }
}

/** Lets the model write a name, and stops as soon as only one is left. */
async function choose(
  engine: LocalEngine,
  { writer, prompt, tools }: { writer: Writer; prompt: number[]; tools: ModelTool[] },
): Promise<ModelTool | undefined> {
  if (tools.length < 2) return tools[0]
  const { before, between } = engine.syntax
  const left = (text: string) => tools.filter(({ name }) => (name + between).startsWith(text))
  const { text } = await writer.write({
    prompt: [...prompt, ...engine.model.tokenize(before, true)],
    grammar: choiceGrammar(
      tools.map(({ name }) => name),
      engine.syntax,
    ),
    maxTokens: MAX_INPUT_TOKENS,
    temperature: 0,
    onText: (_, soFar) => left(soFar).length === 1,
  })
  return left(text)[0]
}

const startOf = ({ model, syntax }: LocalEngine, { name }: ModelTool) =>
  model.tokenize(syntax.before + name + syntax.between, true)

async function say(
  { request, emit }: Step,
  { writer, prompt, maxTokens }: { writer: Writer; prompt: number[]; maxTokens: number },
): Promise<Reason> {
  const { isCut } = await writer.write({
    prompt,
    grammar: WORDS_GRAMMAR,
    maxTokens,
    temperature: request.temperature ?? 0,
    avoidRepeats: true,
    onText: (text) => {
      emit({ type: 'text-delta', text })
      return undefined
    },
  })
  return isCut ? 'length' : 'stop'
}
