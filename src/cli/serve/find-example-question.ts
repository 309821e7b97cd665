import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '../../ports.js'
import type { Mock } from '../../server/mock/mock-server.js'
import type { LanguageModel, ModelMessage } from '../../server/model/language-model.js'
import { createRouter } from '../../server/providers/router/router.js'
import { languageOf } from '../../server/resolve-speech.js'
import { uncapitalize } from '../../text/capitalize.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { isPlural, nounWords } from '../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import type { LoadedAgent } from './load-agents.js'

export interface ExampleQuestionOptions {
  /** Whether the search may call tools to check that they return data. Set only if a mock answers the calls. */
  mayCall: boolean
  /** Language tag of the agent's speech recognition, such as `de`. @default 'en' */
  language?: string | undefined
}

/** An example question for the default agent or the first app's. Never throws. */
export async function exampleQuestionFor(
  agents: readonly LoadedAgent[],
  { mock, logger }: { mock: Mock | undefined; logger: Logger },
): Promise<string | undefined> {
  const agent = agents.find(({ plan }) => plan.appId === undefined) ?? agents[0]
  if (!agent) return undefined
  const tools = agent.toolkits.flatMap((toolkit) => toolkit.getFunctions())
  const [stt] = agent.plan.speech.stt ?? []
  const language = stt === undefined ? undefined : languageOf(stt)
  try {
    return await findExampleQuestion(tools, { mayCall: mock !== undefined, language })
  } catch (error) {
    logger.debug('no question to begin with was found', { error })
    return undefined
  }
}

/** Maximum number of tools to try. A number, not a time limit, so that a slow machine finds the same question. */
const MOST_TOOLS = 12
const CALL_MS = 10_000

/** A sentence for which `builtin/router` calls a tool that reads, and with `mayCall` gets data. */
export async function findExampleQuestion(
  tools: readonly ToolFunction[],
  { mayCall, language }: ExampleQuestionOptions,
): Promise<string | undefined> {
  const router = createRouter({ language })
  const offered = tools.map(({ name, description, parameters, definition }) => ({
    name,
    description,
    parameters,
    definition,
  }))
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  for (const tool of candidatesOf(tools)) {
    for (const text of sentencesFor(tool)) {
      await nextTurn()
      const call = await routed(router, { text, tools: offered })
      const called = call && byName.get(call.name)
      if (!called?.annotations.readOnlyHint) continue
      if (!mayCall || (await hasData(called, call!.input))) return text
    }
  }
  return undefined
}

/** At most `MOST_TOOLS` tools that read, lists without input first. */
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

/** Sentences for a tool, by its title, name and nouns in its path. */
function sentencesFor({ name, definition, parameters }: ToolFunction): string[] {
  const title = spokenTitle(definition?.title ?? '')
  const isPhrase = /^[\p{L}\d][^/{}:<>|]{1,70}$/u.test(title) && nounWords(title).some(isTelling)
  const segments = definition?.path.split('/').filter((part) => part !== '' && !part.includes('{')) ?? []
  const noun = segments.flatMap(nounWords).slice(-2).join(' ')
  const own = segments.findLast((part) => nounWords(part).length > 0) ?? ''
  const nouns = nounWords(own).join(' ')
  const phrases = [
    ...(isPhrase ? [uncapitalize(title)] : []),
    ...(nouns === '' ? [] : [`list ${nouns}`]),
    wordsOf(name).join(' '),
    ...(nouns === '' ? [] : [`list ${noun}`, `show ${nouns}`]),
  ]
  const needsOne = (parameters.required?.length ?? 0) === 1
  const said = needsOne ? phrases.map((text) => `${text.replace(/ (by )?id$/i, '')} 1`) : phrases
  return [...new Set(said)]
}

/** A title as people say it: without notes, with words apart. */
const spokenTitle = (title: string) =>
  title
    .split(/ [-–—|] /, 1)
    .join()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a noun of a title says something, unlike those of "New Request". */
const isTelling = (word: string) => !/^(request|untitled|copy|test|endpoint)$/.test(word)

async function routed(
  router: LanguageModel,
  { text, tools }: { text: string; tools: Parameters<LanguageModel['stream']>[0]['tools'] },
): Promise<{ name: string; input: JsonObject } | undefined> {
  const history: ModelMessage[] = [{ role: 'user', text }]
  for await (const chunk of router.stream(
    { instructions: '', history, tools, toolChoice: 'auto' },
    { signal: AbortSignal.timeout(CALL_MS) },
  ))
    if (chunk.type === 'tool-call')
      return { name: chunk.name, input: JSON.parse(chunk.arguments) as JsonObject }
  return undefined
}

async function hasData(tool: ToolFunction, input: JsonObject): Promise<boolean> {
  const { isError, content } = await tool.call(input, { signal: AbortSignal.timeout(CALL_MS), session: {} })
  return !isError && !isNothing(content)
}

function isNothing(content: JsonValue): boolean {
  if (content === null || content === '') return true
  return typeof content === 'object' && Object.values(content).every((value) => isNothing(value))
}
