import {
  type GetPromptResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import type { JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition, ToolFunction, Toolkit } from '../../toolkit/model/tool.js'

export interface DocumentedApi {
  name: string
  description: string
  tools: ToolFunction[]
}

/** The APIs of the toolkits. `tools` are the tools of all toolkits in their order, under the names that clients see. */
export function documentedApis(
  toolkits: readonly Toolkit[],
  tools: readonly ToolFunction[],
): DocumentedApi[] {
  let start = 0
  return toolkits.map((toolkit) => {
    const own = tools.slice(start, start + toolkit.getFunctions().length)
    start += own.length
    return {
      name: textAt(toolkit, 'name') || 'Tools',
      description: textAt(toolkit, 'description'),
      tools: own,
    }
  })
}

/** The overview of an API in Markdown: its description, and its tools by folder. */
function overviewOf({ name, description, tools }: DocumentedApi): string {
  const groups = new Map<string, ToolFunction[]>()
  for (const tool of tools) {
    const folder = tool.definition?.folder.join(' / ') ?? ''
    groups.set(folder, [...(groups.get(folder) ?? []), tool])
  }
  const sections = [...groups].map(([folder, list]) =>
    [...(folder ? [`## ${line(folder)}`, ''] : []), ...list.map(entryOf)].join('\n'),
  )
  return [`# ${line(name)}`, description.trim(), ...sections].filter(Boolean).join('\n\n').concat('\n')
}

function entryOf({ name, description, definition }: ToolFunction): string {
  const route = definition ? ` \`${definition.method} ${definition.path}\`` : ''
  return `- \`${name}\`${route}: ${line(description)}`
}

function pageOf(tool: ToolFunction): string {
  const { name, description, parameters, annotations, definition } = tool
  const effect = annotations.readOnlyHint
    ? 'Reads only.'
    : annotations.destructiveHint
      ? 'Destructive.'
      : 'Writes.'
  return [
    `# ${name}`,
    description,
    definition ? `\`${definition.method} ${definition.path}\` ${effect}` : effect,
    ...(definition?.settings.length
      ? [`Needs the settings ${definition.settings.map(code).join(', ')}.`]
      : []),
    '## Input',
    schemaBlock(parameters),
    ...outputOf(definition),
  ]
    .join('\n\n')
    .concat('\n')
}

function outputOf(definition: ToolDefinition | undefined): string[] {
  return definition?.output ? ['## Answer, going by the saved examples', schemaBlock(definition.output)] : []
}

const schemaBlock = (schema: JsonSchema) => `\`\`\`json\n${JSON.stringify(schema, null, 2)}\n\`\`\``

const code = (name: string) => `\`${name}\``

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

function textAt(toolkit: Toolkit, key: 'name' | 'description'): string {
  const value: unknown = key in toolkit ? toolkit[key as keyof Toolkit] : undefined
  return typeof value === 'string' ? value : ''
}

const MIME = 'text/markdown'
const TOOL_PREFIX = 'voice://tools/'
const MAX_COMPLETIONS = 100
const NOTHING = { values: [], total: 0, hasMore: false }

/** The documentation of the collections as MCP resources: an overview per collection and a page per tool. */
export class Documentation {
  readonly #overviews: Map<string, DocumentedApi>
  readonly #tools: ReadonlyMap<string, ToolFunction>

  constructor(apis: readonly DocumentedApi[], tools: readonly ToolFunction[]) {
    this.#overviews = new Map(apis.map((api, index) => [overviewUri(index), api]))
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
  }

  /** Lists the overviews. The tool pages are not listed: clients make their URIs from the tool names. */
  list(): ListResourcesResult {
    return {
      resources: [...this.#overviews].map(([uri, { name, tools }]) => ({
        uri,
        name,
        title: name,
        description: `What ${name} is, and its ${tools.length === 1 ? 'tool' : `${tools.length} tools`}.`,
        mimeType: MIME,
      })),
    }
  }

  templates(): ListResourceTemplatesResult {
    return {
      resourceTemplates: [
        {
          uriTemplate: `${TOOL_PREFIX}{name}`,
          name: 'tool',
          title: 'One tool',
          description: 'What a tool does, takes and answers.',
          mimeType: MIME,
        },
      ],
    }
  }

  read(uri: string): ReadResourceResult {
    const text = this.#textAt(uri)
    if (text === undefined) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
    return { contents: [{ uri, mimeType: MIME, text }] }
  }

  /** Completes tool names in the URI template. Nothing else can be completed. */
  complete(uri: string, start: string): { values: string[]; total: number; hasMore: boolean } {
    if (uri !== `${TOOL_PREFIX}{name}`) return NOTHING
    const names = [...this.#tools.keys()].filter((name) => name.startsWith(start))
    return {
      values: names.slice(0, MAX_COMPLETIONS),
      total: names.length,
      hasMore: names.length > MAX_COMPLETIONS,
    }
  }

  #textAt(uri: string): string | undefined {
    const api = this.#overviews.get(uri)
    if (api) return overviewOf(api)
    const tool = uri.startsWith(TOOL_PREFIX) ? this.#tools.get(uri.slice(TOOL_PREFIX.length)) : undefined
    return tool && pageOf(tool)
  }
}

/** The URI of an overview: `voice://overview`, then `voice://overview/2` for the second collection. */
function overviewUri(index: number): string {
  return index === 0 ? 'voice://overview' : `voice://overview/${index + 1}`
}

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

  /** The message of a prompt. Throws an `ProtocolError` for an unknown name or a missing argument. */
  get(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
    if (name === OVERVIEW) return messageOf(`${this.#apis.map(overviewOf).join('\n\n')}\n\n${EXPLAIN}`)
    const tool = this.#tools.get(name)
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no prompt "${name}"; prompts/list names all.`,
      )
    const missing = argumentsOf(tool).find((one) => one.required && !given[one.name])
    if (missing)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The argument "${missing.name}" of "${name}" is missing.`,
      )
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
