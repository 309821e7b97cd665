import { estimateTokens } from '../../toolkit/meaning/tokens.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import {
  CALL_TOOL,
  createToolSet,
  FIND_TOOL,
  readCallTool,
  type ToolSet as SearchedTools,
  searchTools,
} from '../../toolkit/search/tool-set.js'
import type { LanguageModel, ModelTool, ModelToolCall } from '../model/language-model.js'
import { readArguments } from './tool-calls.js'
import { type ClientTool, modelTools } from './toolbox.js'

/** Whether a model gets every tool, finds them by search, or whichever costs less. */
export type ToolSet = 'all' | 'search' | 'auto'

/** From this many tokens of tools on, `auto` puts them behind search. */
const SEARCH_FROM_TOKENS = 6_000

/** What a model with few tools at a time may read of them. */
const FEW_TOKENS = 1_200

/** The tools of an agent, and how a model gets to them: all of them, or two that find and call the others. */
export class ToolOffer {
  readonly #tools: Map<string, ToolFunction>
  readonly #search: SearchedTools | undefined
  /** What was asked for. */
  readonly kind: ToolSet
  /** The search for models that take few tools, made when the first one asks. */
  #few: SearchedTools | undefined
  /** Everything that can be called, by name. */
  readonly callable: ReadonlyMap<string, ToolFunction>

  constructor(
    tools: readonly ToolFunction[],
    kind: ToolSet,
    made?: { search: SearchedTools; find: ToolFunction },
  ) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.kind = kind
    this.#search = made ? made.search : searchOf(tools, kind)
    const find = made ? made.find : this.#search && finder(this.#search)
    this.callable = find ? new Map([...this.#tools, [FIND_TOOL, find]]) : this.#tools
  }

  /** The server's own tools, without those that find and call others. */
  get tools(): readonly ToolFunction[] {
    return [...this.#tools.values()]
  }

  /** Whether the model has to find its tools. */
  get searches(): boolean {
    return this.#search !== undefined
  }

  /** The same offer, with another function in the place of each. */
  map(change: (tool: ToolFunction) => ToolFunction): ToolOffer {
    const search = this.#search
    const find = this.callable.get(FIND_TOOL)
    const made = search && find && { search, find: change(find) }
    return new ToolOffer(this.tools.map(change), this.kind, made)
  }

  /** What one model is offered for a turn of these words. The embedded router has a search of its own. */
  offer(
    model: LanguageModel,
    { words, client }: { words: string; client: readonly ClientTool[] },
  ): ModelTool[] {
    const { maxTools = Number.POSITIVE_INFINITY } = model
    const takesFew = this.kind !== 'all' && this.#tools.size > maxTools
    const isAll = (!this.#search && !takesFew) || model.name === 'builtin/router'
    if (isAll) return modelTools(this.tools, client)
    const found = takesFew ? this.#fewFor(words, maxTools) : this.#search!.preselect(words)
    const taken = new Set(client.map((tool) => tool.name))
    return [...found.filter((tool) => !taken.has(tool.name)), ...modelTools([], client)]
  }

  #fewFor(words: string, maxFound: number): ModelTool[] {
    this.#few ??= createToolSet(
      this.tools.map((tool) => tool.definition ?? tool),
      { maxFound, maxFoundTokens: FEW_TOKENS },
    )
    return this.#few.find(words).tools
  }

  /** A call by way of `call_tool` as the call it means; a problem is a sentence for the model. */
  unwrap(call: ModelToolCall): ModelToolCall | { problem: string } {
    if (!this.#search || call.name !== CALL_TOOL) return call
    const read = readArguments(call.arguments)
    if ('problem' in read) return read
    const inner = readCallTool(read.input)
    return 'problem' in inner
      ? inner
      : { callId: call.callId, name: inner.name, arguments: JSON.stringify(inner.input) }
  }
}

function searchOf(tools: readonly ToolFunction[], kind: ToolSet): SearchedTools | undefined {
  const searches = kind === 'search' || (kind === 'auto' && sumTokens(tools) > SEARCH_FROM_TOKENS)
  return searches ? createToolSet(tools.map((tool) => tool.definition ?? tool)) : undefined
}

/** `find_tools` as a tool like any other. */
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

function sumTokens(tools: readonly ToolFunction[]): number {
  return tools.reduce((sum, tool) => sum + (tool.definition?.tokens ?? tokensOf(tool)), 0)
}

function tokensOf({ name, description, parameters }: ToolFunction): number {
  return estimateTokens(JSON.stringify({ name, description, parameters }))
}
