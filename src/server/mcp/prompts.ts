import {
  ErrorCode,
  type GetPromptResult,
  type ListPromptsResult,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type DocumentedApi, overviewOf } from './documentation.js'

const OVERVIEW = 'what_can_i_ask'

/** Maximum number of prompts. Clients show them as a menu. */
const MAX_PROMPTS = 50

/** The MCP prompts: one that explains the API, and one per tool. Tools that only read come first. */
export class Prompts {
  readonly #apis: readonly DocumentedApi[]
  readonly #tools: ReadonlyMap<string, ToolFunction>

  constructor(apis: readonly DocumentedApi[], tools: readonly ToolFunction[]) {
    this.#apis = apis
    const isRead = ({ annotations }: ToolFunction) => annotations.readOnlyHint
    const sorted = [...tools.filter(isRead), ...tools.filter((tool) => !isRead(tool))]
    this.#tools = new Map(sorted.slice(0, MAX_PROMPTS).map((tool) => [tool.name, tool]))
  }

  list(): ListPromptsResult {
    const overview = {
      name: OVERVIEW,
      title: 'What can I ask?',
      description: 'Explains what these tools can do, with examples.',
    }
    return { prompts: [overview, ...[...this.#tools.values()].map(promptOf)] }
  }

  has(name: string): boolean {
    return name === OVERVIEW || this.#tools.has(name)
  }

  /** The message of a prompt. Throws an `McpError` for an unknown name or a missing argument. */
  get(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
    if (name === OVERVIEW) return messageOf(`${this.#apis.map(overviewOf).join('\n\n')}\n\n${EXPLAIN}`)
    const tool = this.#tools.get(name)
    if (!tool)
      throw new McpError(ErrorCode.InvalidParams, `There is no prompt "${name}"; prompts/list names all.`)
    const missing = argumentsOf(tool).find((one) => one.required && !given[one.name])
    if (missing)
      throw new McpError(ErrorCode.InvalidParams, `The argument "${missing.name}" of "${name}" is missing.`)
    // For a field that the user left empty, some clients send an empty text.
    const filled = Object.entries(given).filter(([, value]) => value !== '')
    const values = filled.map(([key, value]) => `${key} ${value}`)
    const request = titleOf(tool)
    return messageOf(values.length > 0 ? `${request}: ${values.join(', ')}.` : `${request}.`)
  }
}

const EXPLAIN = 'Tell me in a few sentences what I can ask for, with three examples.'

const messageOf = (text: string): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
})

const titleOf = ({ definition, name }: ToolFunction) => definition?.title ?? name.replaceAll('_', ' ')

function promptOf(tool: ToolFunction) {
  const [description = ''] = tool.description.split('\n', 1)
  return { name: tool.name, title: titleOf(tool), description, arguments: argumentsOf(tool) }
}

/**
 * The parameters that a client can show as fields of a form. Parameters whose value is an object or a list are left
 * out.
 */
function argumentsOf({ parameters: { properties = {}, required = [] } }: ToolFunction) {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isValue(schema)
      ? [
          {
            name,
            required: required.includes(name),
            description: schema.description,
          },
        ]
      : [],
  )
}

function isValue({ type, anyOf = [] }: JsonSchema): boolean {
  return ![type ?? []].flat().some((one) => one === 'object' || one === 'array') && anyOf.every(isValue)
}
