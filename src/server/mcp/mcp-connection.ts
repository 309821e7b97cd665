import type { Client, JsonSchemaValidator, Tool, Transport } from '@modelcontextprotocol/client'
import { version } from '../../../package.json'
import { childEnvironment } from '../../environment.js'
import { messageOf, VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import { MAX_MESSAGE_BYTES } from './mcp-options.js'

/** Where an MCP server is: a program that speaks MCP over its standard input and output, or an HTTP address. */
export interface McpServerAddress {
  /** The program, such as `npx`. Give `command` or `url`. */
  command?: string
  args?: readonly string[]
  /** Additional environment of the program. The program gets no credential of the environment by itself. */
  env?: Readonly<Record<string, string>>
  /** The working directory of the program. @default that of the process */
  cwd?: string
  /** The address of Streamable HTTP, such as `https://mcp.example.com/mcp`. */
  url?: string
  /** Headers of each request, such as `Authorization`. */
  headers?: Readonly<Record<string, string>>
}

export interface McpConnectionOptions {
  address: McpServerAddress
  /** Receives the tools after each connection, and when they change. */
  onTools: (tools: readonly Tool[]) => void
  logger: Logger
  clock: Clock
}

/** A program of npx may have to be downloaded first. */
const CONNECT_MS = 60_000

/** An older server may never answer the question for its version. */
const PROBE_MS = 5_000

/** For a caller that sets no limit itself; agents do. */
const CALL_MS = 600_000

const RETRY_MS = { first: 1_000, most: 60_000 }

/** The schemas of answers describe them to models. An answer that differs is shown as it is. */
const ANY_ANSWER = {
  getValidator: <T>(): JsonSchemaValidator<T> => {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined })
  },
}

/**
 * The connection to one MCP server. It connects when it is first used, and again after it was lost: with the next call, and by
 * itself with growing pauses. Loads the SDK when it connects.
 */
export class McpConnection {
  readonly #options: McpConnectionOptions
  #client: Promise<Client> | undefined
  #failures = 0
  #cancelRetry = () => {}
  #isClosed = false

  constructor(options: McpConnectionOptions) {
    this.#options = options
  }

  /** Calls a tool. If the server has forgotten the session, the call has not run, and is sent again in a new session. */
  async call(params: Parameters<Client['callTool']>[0], signal: AbortSignal | undefined) {
    const options = { ...(signal && { signal }), timeout: CALL_MS, resetTimeoutOnProgress: true }
    const client = await this.connected()
    return client.callTool(params, options).catch(async (error: unknown) => {
      if (!isLostSession(error)) throw error
      this.#lost(client)
      return (await this.connected()).callTool(params, options)
    })
  }

  /** Connects if there is no connection. Rejects if the server cannot be reached; it is tried again later all the same. */
  connected(): Promise<Client> {
    if (this.#isClosed) return Promise.reject(new VoiceError('wrong-usage', 'The connection is closed.'))
    this.#cancelRetry()
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined
      this.#retryLater(error)
      throw error
    })
    return this.#client
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry()
    await (await this.#client?.catch(() => undefined))?.close()
  }

  async #connect(): Promise<Client> {
    const { Client } = await import('@modelcontextprotocol/client')
    const take = (tools: readonly Tool[] | null) => tools && this.#options.onTools(tools)
    const client = new Client(
      { name: 'voice', version },
      {
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
        jsonSchemaValidator: ANY_ANSWER,
        listChanged: { tools: { onChanged: (_error, tools) => take(tools) } },
      },
    )
    client.onclose = () => this.#lost(client)
    client.onerror = (error) => isLostSession(error) && this.#lost(client)
    try {
      await client.connect(await transportTo(this.#options), { timeout: CONNECT_MS })
      take((await client.listTools(undefined, { timeout: CONNECT_MS })).tools)
    } catch (error) {
      void client.close()
      throw error
    }
    void client.autoOpenedSubscription?.closed.then((by) => by === 'local' || this.#lost(client))
    this.#failures = 0
    return client
  }

  #lost(client: Client): void {
    void this.#client?.then(
      (current) => {
        if (current !== client) return
        this.#client = undefined
        void client.close()
        this.#retryLater()
      },
      () => {},
    )
  }

  #retryLater(error?: unknown): void {
    if (this.#isClosed) return
    const { clock, logger } = this.#options
    const ms = Math.min(RETRY_MS.first * 2 ** this.#failures, RETRY_MS.most)
    if (this.#failures === 0)
      logger.warn('MCP server not reachable', { ...(error !== undefined && { error: messageOf(error) }) })
    this.#failures += 1
    this.#cancelRetry()
    this.#cancelRetry = clock.schedule(() => void this.connected().catch(() => {}), ms)
  }
}

async function transportTo({ address, logger }: McpConnectionOptions): Promise<Transport> {
  const { command, args = [], env, cwd, url, headers } = address
  if (command === undefined) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const requestInit = { headers: { ...headers } }
    return new StreamableHTTPClientTransport(new URL(url!), {
      requestInit,
      redirectPolicy: 'same-origin',
      fetch: boundedFetch,
    })
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const given = { ...childEnvironment(), ...env } as Record<string, string>
  const transport = new StdioClientTransport({
    ...{ command, args: [...args], env: given, stderr: 'pipe', maxBufferSize: MAX_MESSAGE_BYTES },
    ...(cwd !== undefined && { cwd }),
  })
  transport.stderr?.on('data', (chunk: Buffer) =>
    logger.debug('MCP server says', { text: chunk.toString('utf8', 0, 500) }),
  )
  return transport
}

/** Like `fetch`, but a message of the answer has at most `MAX_MESSAGE_BYTES`. Events of a stream end with an empty line. */
async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.body) return response
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).lastIndexOf('\n\n')
      bytes = end < 0 ? bytes + chunk.byteLength : chunk.byteLength - end
      if (bytes > MAX_MESSAGE_BYTES)
        controller.error(new Error(`The answer has more than ${MAX_MESSAGE_BYTES} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers })
}

/** What an authorization server says about itself (RFC 8414, or OpenID Connect Discovery). */
export interface IssuerMetadata {
  jwks_uri?: string | undefined
  introspection_endpoint?: string | undefined
}

/** Reads the metadata of an authorization server. Throws if there are none, or if they name another issuer. */
export async function discoverIssuer(issuer: string): Promise<IssuerMetadata> {
  const { discoverAuthorizationServerMetadata } = await import('@modelcontextprotocol/client')
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: boundedFetch })
  if (!metadata) throw new Error('there are none at /.well-known/oauth-authorization-server')
  return metadata as IssuerMetadata
}

/** Whether an error says that the server does not know the session (any more), for example after a restart. */
const isLostSession = (error: unknown) => [400, 404].includes(Number((error as { status?: unknown }).status))
