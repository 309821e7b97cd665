import { createHash } from 'node:crypto'
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { messageOf, VoiceError } from '../../errors.js'
import { type Clock, type Logger, silentLogger, systemClock, withFields } from '../../ports.js'
import { isTooDeep } from '../../protocol/nesting.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { cutAtWord } from '../../text/cut.js'
import { freeName } from '../../text/free-name.js'
import { filterTools, type ToolFilter } from '../../toolkit/compile/filter.js'
import { MAX_NAME_CHARS } from '../../toolkit/defaults.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type {
  ApprovalPolicy,
  CallOptions,
  ToolFunction,
  Toolkit,
  ToolkitIdentity,
  ToolResult,
} from '../../toolkit/model/tool.js'
import { failed } from '../../toolkit/run/refusal.js'
import { credentialParts, namedSecrets } from '../../toolkit/run/request-secrets.js'
import { createMasker, type Masker } from '../../toolkit/secrets/mask.js'
import { maskedArgumentProblem } from '../../toolkit/secrets/sensitive-arguments.js'
import { callEffect } from '../../toolkit/semantics/effect/effect-of-input.js'
import { McpConnection, type McpServerAddress } from './mcp-connection.js'

/** An MCP server whose tools an agent uses. */
export interface McpServerOptions extends McpServerAddress {
  /** Offers only these tools, by name, title or glob. @default all */
  allow?: readonly string[]
  /** Does not offer these tools. @default none */
  deny?: readonly string[]
  /** Which calls of these tools need approval. @default the setting of the agent */
  approve?: ApprovalPolicy
  /**
   * What is masked in all that the server says, besides the values of `env`, `headers` and the query of `url` that are named
   * like credentials. @default the values of all headers
   */
  secrets?: readonly string[]
  /** @default a logger that drops everything */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
}

/** So many tools of one server are offered, and so many characters of a description are shown to models. */
const MOST_TOOLS = 1_000
const MOST_DESCRIPTION_CHARS = 4_000

/** A tool as the server describes it, and as it is offered. `path` is the name that the server knows. */
interface OfferedTool {
  name: string
  title: string
  folder: string[]
  method: string
  path: string
  tool: ToolFunction
}

/**
 * The tools of an MCP server, for the option `tools` of an agent. It connects in the background: the tools come when the
 * server is reached, and change when the server says so. A call has the approvals, budgets and limits of any other tool. A tool
 * without `readOnlyHint` counts as a write, and as one that destroys unless `destructiveHint` is false, as MCP defines it.
 */
export class McpToolkit implements Toolkit {
  /** The name of the server. */
  readonly name: string
  /** Whether the first attempt to connect succeeded. Never rejects. */
  readonly ready: Promise<boolean>
  readonly #options: McpServerOptions
  readonly #connection: McpConnection
  readonly #masker: Masker
  readonly #logger: Logger
  readonly #listeners = new Set<() => void>()
  #listed = ''
  #offered: OfferedTool[] = []

  /** Throws `wrong-usage` if the options name neither a command nor an address, or both. */
  constructor(name: string, options: McpServerOptions) {
    const { command, url, logger = silentLogger, clock = systemClock } = options
    if ((command === undefined) === (url === undefined) || (url !== undefined && !URL.canParse(url)))
      throw new VoiceError(
        'wrong-usage',
        `The MCP server "${name}" needs either "command" or an address in "url".`,
      )
    this.name = name
    this.#options = options
    this.#logger = withFields(logger, { server: name })
    this.#masker = createMasker(secretsOf(options))
    this.#connection = new McpConnection({
      address: options,
      onTools: (tools) => this.#take(tools),
      logger: this.#logger,
      clock,
    })
    this.ready = this.#connection.connected().then(
      () => true,
      () => false,
    )
  }

  getFunctions(): ToolFunction[] {
    return this.#functions([this.#options])
  }

  /** The tools that the identity of a user may use. Its variables and base URL are for collections. */
  forIdentity({ allow, deny }: ToolkitIdentity): Toolkit {
    const filter = { ...(allow && { allow }), ...(deny && { deny }) }
    const narrowed = { name: this.name, getFunctions: () => this.#functions([this.#options, filter]) }
    return narrowed
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the connection, and the program of the server. */
  close(): Promise<void> {
    return this.#connection.close()
  }

  #functions(filters: ToolFilter[]): ToolFunction[] {
    return filters
      .reduce((tools, filter) => filterTools(tools, filter), this.#offered)
      .map(({ tool }) => tool)
  }

  #take(tools: readonly Tool[]): void {
    const listed = JSON.stringify(tools)
    if (listed === this.#listed) return
    this.#listed = listed
    const usable = tools.filter(({ inputSchema }) => !isTooDeep(inputSchema)).slice(0, MOST_TOOLS)
    if (usable.length < tools.length)
      this.#logger.warn('MCP tools left out', { tools: tools.length - usable.length })
    const names = new Set<string>()
    this.#offered = usable.map((tool) => {
      const offered = this.#offer(tool, names)
      names.add(offered.name)
      return offered
    })
    this.#logger.info('MCP tools listed', { tools: usable.length })
    for (const listener of [...this.#listeners]) listener()
  }

  #offer(listed: Tool, taken: Set<string>): OfferedTool {
    const { approve, url, command, args } = this.#options
    // What the server says goes to models and clients, and may repeat a secret.
    const shown = this.#masker.json(listed as unknown as JsonObject) as unknown as Tool
    const { title, description, inputSchema, annotations } = shown
    const readOnlyHint = annotations?.readOnlyHint === true
    const name = freeName(toolName(shown.name), (one) => !taken.has(one))
    const path = listed.name
    const tool: ToolFunction = {
      name,
      source: this.name,
      identity: digestOf([this.name, url ?? [command, args], path, annotations]),
      description: cutAtWord(description ?? title ?? annotations?.title ?? '', MOST_DESCRIPTION_CHARS),
      parameters: inputSchema as JsonSchema,
      annotations: {
        readOnlyHint,
        destructiveHint: !readOnlyHint && annotations?.destructiveHint !== false,
        idempotentHint: annotations?.idempotentHint === true,
        openWorldHint: annotations?.openWorldHint !== false,
      },
      ...(approve && { approve }),
      call: (input, options = {}) => this.#call(path, { tool, input, signal: options.signal }),
    }
    return { name, title: title ?? '', folder: [this.name], method: '', path, tool }
  }

  async #call(
    name: string,
    { tool, input, signal }: { tool: ToolFunction; input: JsonObject } & Pick<CallOptions, 'signal'>,
  ): Promise<ToolResult> {
    const problem = maskedArgumentProblem(input)
    if (problem !== undefined) return failed('invalid-input', `${tool.name} was not called. ${problem}`)
    const { clock = systemClock } = this.#options
    const started = clock.now()
    const result = await this.#connection.call({ name, arguments: input }, signal).then(
      (answer) => shapeResult(answer, this.#masker),
      (error: unknown) => this.#failure(error),
    )
    const requestMs = clock.now() - started
    const { reason } = result
    this.#logger.debug('request sent', {
      ...{ tool: tool.name, purpose: 'call', effect: callEffect(tool, input), method: 'tools/call' },
      ...(reason && { failure: reason }),
      ms: requestMs,
    })
    return { ...result, requestMs }
  }

  /** A call that brought no result: the server refused it (a code of JSON-RPC), or gave no answer. */
  #failure(error: unknown): ToolResult {
    const { code } = error as { code?: unknown }
    const said = cutAtWord(this.#masker.text(messageOf(error)), 1_000)
    if (typeof code === 'number') return failed('tool-failed', said)
    if (code === 'REQUEST_TIMEOUT')
      return failed('timeout', `The MCP server "${this.name}" gave no answer in time.`)
    return failed('unreachable', `The MCP server "${this.name}" cannot be reached: ${said}`)
  }
}

/** The name under which a tool of a server is offered: models take letters, digits, `_` and `-`. */
export const toolName = (name: string): string =>
  name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME_CHARS - 4) || 'tool'

const digestOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** What is masked: the secrets of the options, and what headers, environment and query name like a credential. */
function secretsOf({ env = {}, headers = {}, url, secrets }: McpServerOptions): string[] {
  const query = url === undefined ? [] : [...new URL(url).searchParams]
  const entries = [...Object.entries(env), ...Object.entries(headers), ...query]
  const named = namedSecrets(entries.map(([key, value]) => ({ key, value })))
  return [...named, ...(secrets ?? Object.values(headers)).flatMap(credentialParts)]
}

/** The result of a call for the model. JSON in a text is read as JSON, so that large integers stay exact. */
async function shapeResult(
  { content, structuredContent, isError }: CallToolResult,
  masker: Masker,
): Promise<ToolResult> {
  const { shapeValue } = await import('../../toolkit/run/shape/shape-answer.js')
  const parts = content.map(readPart)
  const isOne = parts.length === 1
  const isText = isOne && typeof parts[0] === 'string'
  const value =
    parts.length === 0 || (isText && structuredContent) ? structuredContent : isOne ? parts[0] : parts
  const shaped = shapeValue((value ?? null) as JsonValue, masker)
  return isError
    ? { isError, reason: 'tool-failed', ...shaped, requestMs: 0 }
    : { isError: false, ...shaped, requestMs: 0 }
}

/** A part of a result. Of pictures, sounds and files, the model gets the type and the size. */
function readPart(part: CallToolResult['content'][number]): JsonValue {
  switch (part.type) {
    case 'text': {
      const value = /^\s*[[{]/.test(part.text) ? tryParseExact(part.text) : undefined
      return value !== undefined && !isTooDeep(value) ? (value as JsonValue) : part.text
    }
    case 'image':
    case 'audio':
      return { type: part.mimeType, bytes: Buffer.byteLength(part.data, 'base64') }
    case 'resource_link':
      return { name: part.name, uri: part.uri }
    case 'resource': {
      const { resource } = part
      if ('text' in resource) return { uri: resource.uri, text: resource.text }
      return { uri: resource.uri, bytes: Buffer.byteLength(resource.blob, 'base64') }
    }
  }
}
