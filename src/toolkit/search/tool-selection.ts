import type { SearchLanguage } from '../../languages/search-language.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import { wordsOf } from '../semantics/words.js'
import type { SearchableTool } from './facts.js'
import type { ShownTool } from './slim-schema.js'
import { slimTool, tokensOf } from './slim-schema.js'
import { createToolIndex } from './tool-index.js'

/** The name of the tool that finds other tools. */
export const FIND_TOOL = 'find_tools'
/** The name of the tool that calls a found tool. */
export const CALL_TOOL = 'call_tool'

/**
 * The two tools through which a model finds and calls all others. They never change, so that a provider can cache them.
 */
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
    description: 'Calls a function that find_tools has shown, by its exact name.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The name as find_tools gave it.' },
        input: { type: 'object', description: 'The input, as the parameters of the function say.' },
      },
      required: ['name', 'input'],
    },
  },
]

/** Limits for the tools that a model gets. */
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

/** The default limits. */
export const defaultToolSetOptions = {
  maxTurnTokens: 1500,
  maxFoundTokens: 3000,
  maxFound: 8,
} as const satisfies Omit<ToolSetOptions, 'language'>

/**
 * Selects the tools that a model gets. These are two tools with which the model finds and calls all others, and the
 * tools that match the words of a user's turn.
 */
export interface ToolSelection {
  /** Returns the tools of a turn: `searchTools`, then the best matches for the words, up to the token limit. */
  preselect(words: string): ShownTool[]
  /** The result of `find_tools`: the tools with their parameters, best first. */
  find(query: string): { tools: ShownTool[] }
}

/**
 * The share of a token limit that estimated tokens may use. It is less than 1, because an estimate can be 15 % too low.
 */
const certain = 0.85

/** Maximum share of a token limit that one tool may use, so that several tools fit. */
const shareOfOne = 0.4

/** Makes many tools available through the two tools in {@link searchTools}. The first search builds the index. */
export function createToolSet(tools: readonly SearchableTool[], options: ToolSetOptions = {}): ToolSelection {
  const limits = { ...defaultToolSetOptions, ...options }
  const index = lazy(() => createToolIndex(tools, options.language && { language: options.language }))
  const fixedTokens = tokensOf(searchTools)
  const first = lazy(() => firstTools(tools))
  const best = (words: string, { maxTokens, maxEach }: { maxTokens: number; maxEach: number }) => {
    const shown: ShownTool[] = []
    let left = maxTokens
    const found = index()
      .search(words, { limit: limits.maxFound })
      .map(({ definition }) => definition)
    for (const definition of found.length > 0 ? found : first()) {
      const slim = slimTool(definition, Math.min(left, maxEach))
      if (!slim) continue
      shown.push(slim.tool)
      left -= slim.tokens
    }
    return shown
  }
  return {
    preselect(words) {
      const maxTokens = certain * limits.maxTurnTokens - fixedTokens
      return [...searchTools, ...best(words, { maxTokens, maxEach: maxTokens * shareOfOne })]
    },
    find: (query) => ({
      tools: best(query, {
        maxTokens: certain * limits.maxFoundTokens,
        maxEach: limits.maxFoundTokens * shareOfOne,
      }),
    }),
  }
}

/**
 * The tools to show if no tool matches: tools that only read and need no input. Tools about the user's own data come
 * first.
 */
function firstTools(tools: readonly SearchableTool[]): SearchableTool[] {
  const reads = tools.filter(
    ({ annotations, parameters }) => annotations?.readOnlyHint && !parameters.required?.length,
  )
  const isOwn = ({ name }: SearchableTool) => wordsOf(name).some((word) => OWN.has(word))
  return [...reads.filter(isOwn), ...reads.filter((tool) => !isOwn(tool))].slice(0, MAX_FIRST)
}

const MAX_FIRST = 4

/** Words in the names of tools about the user: about the person, the account or the login session. */
const OWN = new Set('me my myself self whoami who owner current account profile session identity'.split(' '))

/**
 * Reads the tool name and the input from a call of `call_tool`. If one of them is invalid, `problem` tells the model
 * why.
 */
export function readCallTool(input: JsonObject): { name: string; input: JsonObject } | { problem: string } {
  const { name, input: inner = {} } = input
  if (typeof name !== 'string' || name === '')
    return { problem: `"name" is missing: give the name of a function that ${FIND_TOOL} has shown.` }
  const value = typeof inner === 'string' ? parse(inner) : inner
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: `"input" has to be an object with the parameters of ${name}.` }
  return { name, input: value }
}

/** Parses an input that a model wrote as JSON text. A text that is not JSON is returned unchanged. */
function parse(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue
  } catch {
    return text
  }
}
