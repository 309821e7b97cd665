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

/** The tools of an agent, and how a model gets to them: all of them, or two that find and call the others. */
export class ToolOffer {
  readonly #tools: Map<string, ToolFunction>
  readonly #search: SearchedTools | undefined
  /** Everything that can be called, by name. */
  readonly callable: ReadonlyMap<string, ToolFunction>

  constructor(tools: readonly ToolFunction[], kind: ToolSet) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    const searches = kind === 'search' || (kind === 'auto' && sumTokens(tools) > SEARCH_FROM_TOKENS)
    this.#search = searches ? createToolSet(tools.map((tool) => tool.definition ?? tool)) : undefined
    this.callable = this.#search ? new Map([...this.#tools, [FIND_TOOL, finder(this.#search)]]) : this.#tools
  }

  /** The server's own tools, without those that find and call others. */
  get tools(): readonly ToolFunction[] {
    return [...this.#tools.values()]
  }

  /** Whether the model has to find its tools. */
  get searches(): boolean {
    return this.#search !== undefined
  }

  /** What one model is offered for a turn of these words. The embedded router has a search of its own. */
  offer(
    model: LanguageModel,
    { words, client }: { words: string; client: readonly ClientTool[] },
  ): ModelTool[] {
    if (!this.#search || model.name === 'builtin/router') return modelTools(this.tools, client)
    const taken = new Set(client.map((tool) => tool.name))
    return [
      ...this.#search.preselect(words).filter((tool) => !taken.has(tool.name)),
      ...modelTools([], client),
    ]
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
