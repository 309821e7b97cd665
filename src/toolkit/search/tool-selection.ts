import type { SearchLanguage } from '../../languages/search-language.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import { wordList } from '../semantics/word-list.js'
import { wordsOf } from '../semantics/words.js'
import type { SearchableTool } from './facts.js'
import type { ShownTool } from './slim-schema.js'
import { bareTool, slimTool, tokensOf } from './slim-schema.js'
import { createToolIndex } from './tool-index.js'

export const FIND_TOOL = 'find_tools'
export const CALL_TOOL = 'call_tool'

/** The tools through which a model finds and calls all others. They never change, so that providers can cache them. */
export const searchTools: readonly ShownTool[] = [
  {
    name: FIND_TOOL,
    description:
      'Finds the functions of the API that fit a task, with their parameters. Use it whenever no function at hand fits. Say what is to be done and to what.',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'The task in a few words, such as "list open invoices of a customer".',
        },
      },
      required: ['query'],
    },
  },
  {
    name: CALL_TOOL,
    description:
      'Calls a function of the API by its exact name: one that find_tools has shown, or one of those that may fit now.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The name as it was shown.' },
        input: { type: 'object', description: 'The input, as the parameters of the function say.' },
      },
      required: ['name', 'input'],
    },
  },
]

export interface ToolSetOptions {
  /** Maximum tokens of all tool schemas of a turn, including those of `searchTools`. @default 1500 */
  maxTurnTokens?: number
  /** Maximum tokens of one result of `find_tools`. @default 3000 */
  maxFoundTokens?: number
  /** Maximum number of tools in one result of `find_tools`. @default 8 */
  maxFound?: number
  /** The language of the tools and of the words to search for. @default English */
  language?: SearchLanguage
}

export const defaultToolSetOptions = {
  maxTurnTokens: 1500,
  maxFoundTokens: 3000,
  maxFound: 8,
} as const satisfies Omit<ToolSetOptions, 'language'>

/** What a conversation says about the tools that it needs next. */
export interface TalkClues {
  words: string
  earlier?: string
  used?: readonly string[]
  /** The names of the ids in the latest results, such as `guest_id`. */
  ids?: ReadonlySet<string>
}

/** Selects the tools that a model gets: two to find and call all others, and those that match a turn. */
export interface ToolSelection {
  /** The tools that the conversation needs next, best first, up to the token limit. Never empty. */
  suggest(clues: TalkClues): ShownTool[]
  /** The result of `find_tools`: the tools with their parameters, best first. */
  find(query: string): { tools: ShownTool[] }
}

/** The share of a token limit for estimates, which can be 15 % too low. */
const certain = 0.85

const shareOfOne = 0.4

/** Makes many tools available through the two tools in {@link searchTools}. The first search builds the index. */
export function createToolSet(tools: readonly SearchableTool[], options: ToolSetOptions = {}): ToolSelection {
  const limits = { ...defaultToolSetOptions, ...options }
  const index = lazy(() => createToolIndex(tools, options.language && { language: options.language }))
  const fixedTokens = tokensOf(searchTools)
  const first = lazy(() => firstTools(tools))
  // The steps of one turn search for the same words.
  let latest: { words: string; found: SearchableTool[] }[] = []
  const search = (words: string): SearchableTool[] => {
    if (!words.trim()) return []
    const known = latest.find((one) => one.words === words)
    if (known) return known.found
    const found = index()
      .search(words, { limit: limits.maxFound })
      .map(({ definition }) => definition)
    latest = [{ words, found }, ...latest].slice(0, MAX_REMEMBERED)
    return found
  }
  /** The first tools instead if none was chosen, and their bare names if every schema is too long. */
  const withinTokens = (
    chosen: Iterable<SearchableTool>,
    { maxTokens, maxEach }: Record<'maxTokens' | 'maxEach', number>,
  ) => {
    const shown: ShownTool[] = []
    let left = maxTokens
    const wanted = new Set(chosen)
    for (const definition of wanted.size > 0 ? wanted : first()) {
      const slim = slimTool(definition, Math.min(left, maxEach))
      if (!slim) continue
      shown.push(slim.tool)
      left -= slim.tokens
    }
    return shown.length > 0 ? shown : first().map(bareTool)
  }
  return {
    suggest({ words, earlier = '', used = [], ids = new Set() }) {
      const maxTokens = certain * limits.maxTurnTokens - fixedTokens
      const found = search(words)
      const recent = used.slice(0, MAX_USED).flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
      const linked = linkedTools(tools, { recent, ids, found: [...found, ...search(earlier)] })
      const chosen = [...found.slice(0, MAX_SURE), ...recent, ...linked, ...found]
      return withinTokens(chosen, { maxTokens, maxEach: maxTokens * shareOfOne })
    },
    find(query) {
      return {
        tools: withinTokens(search(query), {
          maxTokens: certain * limits.maxFoundTokens,
          maxEach: limits.maxFoundTokens * shareOfOne,
        }),
      }
    },
  }
}

const MAX_REMEMBERED = 8
const MAX_SURE = 4
const MAX_USED = 4
const MAX_LINKED = 12

/** The tools for records of called tools, for ids that a result has, or that find the ids that a tool takes. Best first. */
function linkedTools(
  tools: readonly SearchableTool[],
  { recent, ids, found }: { recent: SearchableTool[]; ids: ReadonlySet<string>; found: SearchableTool[] },
): SearchableTool[] {
  const records = new Set(recent.flatMap(recordsOf))
  const folders = new Set(recent.map(folderOf).filter(Boolean))
  const needed = new Set([...recent, ...found].flatMap((tool) => inputsOf(tool).flatMap(recordOfId)))
  const known = new Set(recent.flatMap((tool) => [...wordsOf(tool.name), ...recordsOf(tool)].map(singular)))
  const wanted = new Set(found)
  const scored = tools.map((tool) => {
    const inputs = inputsOf(tool)
    const finds = [...wordsOf(tool.name), ...recordsOf(tool)].some((word) => needed.has(singular(word)))
    const score =
      (recordsOf(tool).some((record) => records.has(record)) ? 2 : 0) +
      (inputs.some((name) => ids.has(name) || recordOfId(name).some((word) => known.has(word))) ? 2 : 0) +
      (finds && isRead(tool) && !tool.parameters.required?.length ? 3 : 0) +
      (folders.has(folderOf(tool)) ? 1 : 0) +
      (wanted.has(tool) ? 3 : 0)
    return { tool, score }
  })
  const linked = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  return linked.slice(0, MAX_LINKED).map(({ tool }) => tool)
}

function inputsOf({ parameters: { properties = {} } }: SearchableTool): string[] {
  return [...Object.keys(properties), ...Object.keys(properties.body?.properties ?? {})]
}

function recordOfId(name: string): string[] {
  const words = wordsOf(name)
  return words.length > 1 && words.at(-1) === 'id' ? [singular(words.at(-2)!)] : []
}

const singular = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : word)

/** The words of a path that name records: `bookings` and `notes` of `/v1/bookings/{id}/notes`. */
const recordsOf = ({ path = '' }: SearchableTool) =>
  path.split('/').filter((part) => part.length > 3 && !part.includes('{'))

const isRead = ({ annotations }: SearchableTool) => annotations?.readOnlyHint === true

const folderOf = ({ folder = [] }: SearchableTool) => folder.join('/')

/** The tools to show if none matches: reads without input, those about the user first. */
function firstTools(tools: readonly SearchableTool[]): SearchableTool[] {
  const easy = tools.filter((tool) => isRead(tool) && !tool.parameters.required?.length)
  const reads = easy.length > 0 ? easy : tools.some(isRead) ? tools.filter(isRead) : tools
  const isOwn = ({ name }: SearchableTool) => wordsOf(name).some((word) => OWN.has(word))
  return [...reads.filter(isOwn), ...reads.filter((tool) => !isOwn(tool))].slice(0, MAX_FIRST)
}

const MAX_FIRST = 4

/** Words in the names of tools about the user: about the person, the account or the login session. */
const OWN = wordList('ownWords')

export function readCallTool(input: JsonObject): { name: string; input: JsonObject } | { problem: string } {
  const { name, input: inner = {} } = input
  if (typeof name !== 'string' || name === '')
    return { problem: `"name" is missing: give the name of a function that ${FIND_TOOL} has shown.` }
  const value = typeof inner === 'string' ? parse(inner) : inner
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: `"input" has to be an object with the parameters of ${name}.` }
  return { name, input: value }
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue
  } catch {
    return text
  }
}
