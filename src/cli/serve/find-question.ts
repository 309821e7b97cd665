import type { Logger } from '../../ports.js'
import type { Mock } from '../../server/mock/mock-server.js'
import type { LanguageModel, ModelMessage } from '../../server/model/language-model.js'
import { createRouter } from '../../server/providers/router/router.js'
import { languageOf } from '../../server/resolve-speech.js'
import { isPlural, nounWords } from '../../toolkit/meaning/id-names.js'
import { wordsOf } from '../../toolkit/meaning/words.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { LoadedAgent } from './load-agents.js'

/** How a question to begin with is looked for. */
export interface QuestionOptions {
  /** Whether the tools may be called to see whether an answer comes: with a mock behind them. */
  mayCall: boolean
  /** Tag of the language that the agent hears, such as `de`. @default 'en' */
  language?: string | undefined
  /** Longest search in all. */
  timeoutMs: number
}

/** Longest time that is searched for a question; the start lines above it do not wait. */
const SEARCH_MS = 5_000

/** A question for the agent of everybody, else for that of the first app. Never throws: without one the start lines name none. */
export async function questionFor(
  agents: readonly LoadedAgent[],
  { mock, logger }: { mock: Mock | undefined; logger: Logger },
): Promise<string | undefined> {
  const agent = agents.find(({ plan }) => plan.appId === undefined) ?? agents[0]
  if (!agent) return undefined
  const tools = agent.toolkits.flatMap((toolkit) => toolkit.getFunctions())
  const [stt] = agent.plan.speech.stt ?? []
  const language = stt === undefined ? undefined : languageOf(stt)
  try {
    return await findQuestion(tools, { mayCall: mock !== undefined, language, timeoutMs: SEARCH_MS })
  } catch (error) {
    logger.debug('no question to begin with was found', { error })
    return undefined
  }
}

/** So many tools are tried. */
const MOST_TOOLS = 12

/**
 * Something to say that leads to an answer: it was routed to a tool that reads and needs nothing more, and, where tools may be called,
 * answered with data. Undefined where no tool answers such a sentence.
 */
export async function findQuestion(
  tools: readonly ToolFunction[],
  { mayCall, language, timeoutMs }: QuestionOptions,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  const router = createRouter({ language })
  const offered = tools.map(({ name, description, parameters, definition }) => ({
    ...{ name, description, parameters },
    ...(definition && { definition }),
  }))
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  for (const tool of candidatesOf(tools)) {
    for (const text of sentencesFor(tool)) {
      if (signal.aborted) return undefined
      const call = await routed(router, { text, tools: offered, signal })
      const called = call && byName.get(call.name)
      if (!called?.annotations.readOnlyHint) continue
      if (!mayCall || (await hasData(called, { input: call!.input, signal }))) return text
    }
  }
  return undefined
}

/** Tools that read, those first that list things and need no input. */
function candidatesOf(tools: readonly ToolFunction[]): ToolFunction[] {
  const rank = ({ definition, parameters }: ToolFunction): number => {
    const needs = parameters.required?.length ?? 0
    if (!definition) return 9
    const segments = definition.path.split('/').filter(Boolean)
    const isList = isPlural(nounWords(segments.at(-1) ?? '').at(-1) ?? '')
    const hasPlaces = definition.path.includes('{')
    return needs * 8 + (definition.method === 'GET' ? 0 : 4) + (hasPlaces ? 2 : 0) + (isList ? 0 : 1)
  }
  return tools
    .filter(({ annotations }) => annotations.readOnlyHint)
    .map((tool) => ({ tool, order: rank(tool) }))
    .sort((left, right) => left.order - right.order)
    .slice(0, MOST_TOOLS)
    .map(({ tool }) => tool)
}

/** What may be said for a tool, in the words of the collection: its title, its name, what its path is about. */
function sentencesFor({ name, definition, parameters }: ToolFunction): string[] {
  const title = definition?.title.replace(/\s+/g, ' ').trim() ?? ''
  const isPhrase = /^[\p{L}\d][^/{}:<>|]{1,70}$/u.test(title) && nounWords(title).some(isTelling)
  const segments = definition?.path.split('/').filter((part) => part !== '' && !part.includes('{')) ?? []
  const noun = segments.flatMap(nounWords).slice(-2).join(' ')
  const own = segments.findLast((part) => nounWords(part).length > 0) ?? ''
  const nouns = nounWords(own).join(' ')
  const phrases = [
    ...(isPhrase ? [lowerFirst(title)] : []),
    ...(nouns === '' ? [] : [`list ${nouns}`]),
    wordsOf(name).join(' '),
    ...(nouns === '' ? [] : [`list ${noun}`, `show ${nouns}`]),
  ]
  const needsOne = (parameters.required?.length ?? 0) === 1
  const said = needsOne ? phrases.map((text) => `${text.replace(/ (by )?id$/i, '')} 1`) : phrases
  return [...new Set(said)]
}

/** "Get All" and "New Request" do not say of what. */
const isTelling = (word: string) => !/^(request|untitled|copy|test|endpoint)$/.test(word)

const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** The call that the router makes of a sentence. */
async function routed(
  router: LanguageModel,
  {
    text,
    tools,
    signal,
  }: { text: string; tools: Parameters<LanguageModel['stream']>[0]['tools']; signal: AbortSignal },
): Promise<{ name: string; input: JsonObject } | undefined> {
  const history: ModelMessage[] = [{ role: 'user', text }]
  for await (const chunk of router.stream(
    { instructions: '', history, tools, toolChoice: 'auto' },
    { signal },
  ))
    if (chunk.type === 'tool-call')
      return { name: chunk.name, input: JSON.parse(chunk.arguments) as JsonObject }
  return undefined
}

async function hasData(
  tool: ToolFunction,
  { input, signal }: { input: JsonObject; signal: AbortSignal },
): Promise<boolean> {
  const { isError, content } = await tool.call(input, { signal, session: {} })
  return !isError && !isNothing(content)
}

/** Whether an answer has nothing to tell: no value, an empty list, an object of empty lists. */
function isNothing(content: JsonValue): boolean {
  if (content === null || content === '') return true
  return typeof content === 'object' && Object.values(content).every((value) => isNothing(value))
}
