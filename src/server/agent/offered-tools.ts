import type { RealtimeFunctionTool } from '../../protocol/events.js'
import { freeName } from '../../text/free-name.js'
import { trimOf } from '../../text/trim.js'
import { MAX_NAME_CHARS } from '../../toolkit/defaults.js'
import type { JsonSchema } from '../../toolkit/model/json.js'
import { lazy } from '../../toolkit/model/lazy.js'
import { withMembers } from '../../toolkit/model/map-members.js'
import type { ApprovalPolicy, ToolFunction, Toolkit } from '../../toolkit/model/tool.js'
import {
  CALL_TOOL,
  createToolSet,
  FIND_TOOL,
  readCallTool,
  type ToolSelection as SearchedTools,
  searchTools,
  type TalkClues,
} from '../../toolkit/search/tool-selection.js'
import { isCredentialLike } from '../../toolkit/secrets/credential-name.js'
import { estimateTokens } from '../../toolkit/semantics/tokens.js'
import { type LanguageModel, type ModelTool, type ModelToolCall, ROUTER } from '../model/language-model.js'
import { needsApproval, onlyReads, parseArguments } from './tool-calls.js'

/** How a model gets the tools: all at once, by searching, or (`auto`) by searching only if the definitions are large. */
export type ToolSet = 'all' | 'search' | 'auto'

const SEARCH_FROM_TOKENS = 6_000

/** Maximum tokens of tool definitions for a model that can use only few tools at a time. */
const FEW_TOKENS = 1_200

/**
 * The tools of an agent. A model gets either all tools, or the two tools that find and call the others, with the tools
 * that fit the user's words. A model that can use only few tools may get only the fitting ones.
 */
export class OfferedTools {
  readonly #tools: Map<string, ToolFunction>
  /** Log-ins that run by themselves before the calls that need them, so that no model is offered them. */
  readonly #logins: readonly ToolFunction[]
  /** The search; `undefined` if the model gets all tools. Decided on first use, because it takes time to count tokens. */
  readonly #search: () => SearchedTools | undefined
  readonly kind: ToolSet
  #few: SearchedTools | undefined
  readonly #callable: () => ReadonlyMap<string, ToolFunction>

  constructor(
    tools: readonly ToolFunction[],
    kind: ToolSet,
    made?: { search: SearchedTools; find: ToolFunction },
  ) {
    // Only tools of a collection: the code of a user that throws must not end more than its own call.
    const needs = tools.flatMap((tool) => (tool.definition && tool.needs) ?? [])
    const named = needs.flatMap(({ tool, variable, runsAlone, isNamed }) =>
      runsAlone && isNamed && isCredentialLike(variable) ? [tool] : [],
    )
    const logins = [...new Set(named)]
    this.#logins = tools.filter((tool) => logins.some((login) => isSameTool(login, tool)))
    const offered = tools.filter((tool) => !this.#logins.includes(tool))
    this.#tools = new Map(offered.map((tool) => [tool.name, tool]))
    this.kind = kind
    this.#search = lazy(() => (made ? made.search : searchOf(offered, kind)))
    this.#callable = lazy(() => {
      const search = this.#search()
      const find = made?.find ?? (search && finder(search))
      return find ? new Map([...this.#tools, [FIND_TOOL, find]]) : this.#tools
    })
  }

  /** The tools that can run: the tools of the server, and also `FIND_TOOL` if the model must search for tools. */
  get callable(): ReadonlyMap<string, ToolFunction> {
    return this.#callable()
  }

  get tools(): readonly ToolFunction[] {
    return [...this.#tools.values()]
  }

  /** Whether a name is that of a log-in that runs by itself. */
  isOwnLogin(name: string): boolean {
    return this.#logins.some((tool) => tool.name === name)
  }

  get searches(): boolean {
    return this.#search() !== undefined
  }

  /** Whether ordinary calls of the tools need the approval of the user. */
  mayAsk(policy: ApprovalPolicy): boolean {
    return this.tools.some((tool) => (tool.approve ?? policy) !== 'none' && !onlyReads(tool))
  }

  /** A copy of these tools in which each one is replaced by `change(tool)`. */
  map(change: (tool: ToolFunction) => ToolFunction): OfferedTools {
    const search = this.#search()
    const find = this.callable.get(FIND_TOOL)
    const made = search && find && { search, find: change(find) }
    return new OfferedTools([...this.tools, ...this.#logins].map(change), this.kind, made)
  }

  /** The tools for a turn in which the user says `words`. The built-in router gets all and searches by itself. */
  offer(
    model: LanguageModel,
    {
      clues,
      client,
      approve = 'none',
      forced,
      readsOnly = false,
    }: {
      clues: TalkClues
      client: readonly ClientTool[]
      approve?: ApprovalPolicy
      /** The name of the tool that the model must call. It is offered without a search. */
      forced?: string | undefined
      /** Leaves out tools that can change something, and those of the client. Only for the built-in router. */
      readsOnly?: boolean
    },
  ): ModelTool[] {
    if (model.name === ROUTER)
      return modelTools(readsOnly ? this.tools.filter(onlyReads) : this.tools, readsOnly ? [] : client).map(
        (shown) => {
          const tool = this.#tools.get(shown.name)
          const asks = tool !== undefined && needsApproval(tool, { policy: approve, input: {} })
          return { ...shown, needsApproval: asks }
        },
      )
    const { maxTools = Number.POSITIVE_INFINITY } = model
    const takesFew = this.kind !== 'all' && this.#tools.size > maxTools
    const search = takesFew ? undefined : this.#search()
    if (!search && !takesFew) return modelTools(this.tools, client)
    const found = search ? searchTools : this.#fewFor(clues.words, maxTools)
    const own = this.tools.filter(({ name }) => name === forced)
    const taken = new Set([...own, ...client].map((tool) => tool.name))
    return [...found.filter((tool) => !taken.has(tool.name)), ...modelTools(own, client)]
  }

  /** Tools that a searching model probably needs next, apart from its tools, which are cached. Empty without search. */
  suggest(model: LanguageModel, clues: () => TalkClues): string {
    const { maxTools = Number.POSITIVE_INFINITY } = model
    if (model.name === ROUTER || (this.kind !== 'all' && this.#tools.size > maxTools)) return ''
    const shown = this.#search()?.suggest(clues()) ?? []
    if (shown.length === 0) return ''
    return `Functions that may fit now. Call them with ${CALL_TOOL}, without ${FIND_TOOL}:\n${shown.map((tool) => JSON.stringify(tool)).join('\n')}`
  }

  #fewFor(words: string, maxFound: number): ModelTool[] {
    this.#few ??= createToolSet(
      this.tools.map((tool) => tool.definition ?? tool),
      { maxFound, maxFoundTokens: FEW_TOKENS },
    )
    // Words that name no tool find some of each kind, which may be more.
    return this.#few.find(words).tools.slice(0, maxFound)
  }

  /** Whether a call, also one inside `call_tool`, is of a tool that only reads. */
  onlyReads(call: ModelToolCall): boolean {
    const inner = this.unwrap(call)
    const tool = 'problem' in inner ? undefined : this.callable.get(inner.name)
    return tool !== undefined && onlyReads(tool)
  }

  /** The call inside a call of `call_tool`, or a sentence about what is wrong with it. Other calls stay. */
  unwrap(call: ModelToolCall): ModelToolCall | { problem: string } {
    if (call.name !== CALL_TOOL || !this.#search()) return call
    const read = parseArguments(call.arguments)
    if ('problem' in read) return read
    const inner = readCallTool(read.input)
    return 'problem' in inner
      ? inner
      : { callId: call.callId, name: inner.name, arguments: JSON.stringify(inner.input) }
  }
}

/** Whether two functions call the same tool. Names do not tell: a tool whose name is used already is renamed. */
export const isSameTool = (one: ToolFunction, other: ToolFunction) =>
  one === other || (one.definition !== undefined && one.definition.request === other.definition?.request)

/** With a search, the tools in one request need about this many tokens. */
const FOUND_TOKENS = 2_000

/** About how many tokens the tools in one request need. `all` is the sum of the tokens of all tools. */
export function offeredTokens(all: number, kind: ToolSet): number {
  const searches = kind === 'search' || (kind === 'auto' && all > SEARCH_FROM_TOKENS)
  return searches ? Math.min(all, FOUND_TOKENS) : all
}

function searchOf(tools: readonly ToolFunction[], kind: ToolSet): SearchedTools | undefined {
  const searches = kind === 'search' || (kind === 'auto' && takeMoreThan(SEARCH_FROM_TOKENS, tools))
  return searches ? createToolSet(tools.map((tool) => tool.definition ?? tool)) : undefined
}

function finder(search: SearchedTools): ToolFunction {
  const [shown] = searchTools
  return {
    ...shown!,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    call: async ({ query }) => ({
      isError: false,
      content: JSON.parse(JSON.stringify(search.find(String(query ?? '')).tools)),
      requestMs: 0,
    }),
  }
}

const LEAST_TOKENS = estimateTokens(JSON.stringify({ name: 'a', description: '', parameters: {} }))

/** Whether the definitions of tools need more than `most` tokens. Stops counting when the sum exceeds `most`. */
function takeMoreThan(most: number, tools: readonly ToolFunction[]): boolean {
  if (tools.length * LEAST_TOKENS > most) return true
  let sum = 0
  return tools.some((tool) => {
    sum += tool.definition?.tokens ?? tokensOf(tool)
    return sum > most
  })
}

function tokensOf({ name, description, parameters }: ToolFunction): number {
  return estimateTokens(JSON.stringify({ name, description, parameters }))
}

/** A function that the client offers as a tool. It has a name, because models require one. */
export type ClientTool = RealtimeFunctionTool & { name: string }

/** Room at the end of a name for a number such as `_2`. */
const NUMBER_CHARS = 5

/** Functions with unique names. A name that is used already gets its toolkit as prefix, then a number. */
export function mergeTools(toolkits: readonly Toolkit[]): ToolFunction[] {
  const united = new Map<string, ToolFunction>()
  const isFree = (name: string) => !united.has(name)
  for (const toolkit of toolkits) {
    for (const tool of toolkit.getFunctions()) {
      const prefixed = `${prefixOf(toolkit)}${tool.name}`.slice(0, MAX_NAME_CHARS - NUMBER_CHARS)
      const name = isFree(tool.name) ? tool.name : freeName(prefixed, isFree)
      united.set(name, name === tool.name ? tool : renamed(tool, name))
    }
  }
  return [...united.values()]
}

function prefixOf(toolkit: Toolkit): string {
  const name = 'name' in toolkit && typeof toolkit.name === 'string' ? toolkit.name : ''
  const words = trimOf(name.toLowerCase().replace(/[^a-z0-9]+/g, '_'), '_')
  return words ? `${words.slice(0, 20)}_` : ''
}

function renamed(tool: ToolFunction, name: string): ToolFunction {
  const { definition } = tool
  return withMembers(tool, {
    name,
    call: (input, options) => tool.call(input, options),
    dryRun: tool.dryRun && ((input, options) => tool.dryRun!(input, options)),
    definition: definition && withMembers(definition, { name }),
  })
}

/** The client functions that a model can get: their names must differ from those of server tools. */
export function usableClientTools(tools: readonly object[], own: readonly ToolFunction[]): ClientTool[] {
  const taken = new Set(own.map((tool) => tool.name))
  return tools.filter((tool): tool is ClientTool => {
    const { type, name } = tool as RealtimeFunctionTool
    const usable = type === 'function' && typeof name === 'string' && name !== '' && !taken.has(name)
    if (usable) taken.add(name)
    return usable
  })
}

/** The tool definitions for a model. Server tools come first and always in the same order, so that providers can cache the beginning. */
export function modelTools(own: readonly ToolFunction[], client: readonly ClientTool[]): ModelTool[] {
  return [
    ...own.map(({ name, description, parameters, definition }) => ({
      name,
      description,
      parameters,
      definition,
    })),
    ...client.map(({ name, description, parameters }) => ({
      name,
      description: description ?? '',
      parameters: (parameters ?? { type: 'object', properties: {} }) as JsonSchema,
    })),
  ]
}
