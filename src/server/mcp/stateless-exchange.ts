import { createHash } from 'node:crypto'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type InitializeResult,
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../protocol/is-object.js'
import { isYes } from './ask-approval.js'
import type { Confirmations } from './call-result.js'
import {
  MCP_ERROR,
  STATELESS_VERSION,
  type StatelessError,
  type StatelessRequest,
} from './stateless-envelope.js'

export type StatelessAnswer = { result: Record<string, unknown> } | { error: StatelessError }

/** Methods whose results a client may cache. */
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

const METHODS = new Set([...CACHEABLE, 'tools/call', 'prompts/get', 'completion/complete'])

/**
 * The key of the approval request in a result, and of the user's answer in the repeated request. A tool call asks the
 * user nothing else.
 */
const QUESTION = 'approval'

/** The error code for an unknown resource in earlier versions of MCP. */
const RESOURCE_NOT_FOUND = -32_002

/**
 * Answers a request of MCP 2026-07-28 with a server of an earlier version in this process. If that server asks for
 * approval, the result is `input_required`. The client then repeats the request with the answer.
 */
export async function exchange(
  server: Server,
  request: StatelessRequest,
  { notify, questions }: ExchangeOptions,
): Promise<StatelessAnswer> {
  const { method } = request
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new InnerClient(here, request, { notify, questions })
  // Connects also for an unknown method, because only a connected server runs its `onclose` when it is closed.
  await server.connect(there)
  try {
    if (!METHODS.has(method))
      return { error: { code: MCP_ERROR.methodNotFound, message: `There is no method "${method}".` } }
    const initialized = await client.begin()
    const answer =
      method === 'server/discover'
        ? { result: discovery(initialized) }
        : await client.ask(method, innerParams(request))
    return 'result' in answer ? { result: complete(answer.result, { method, initialized }) } : answer
  } finally {
    await server.close()
  }
}

/**
 * Acts as the client of the inner server. The inner server uses the earlier version of MCP and handles the request of
 * the outer client.
 */
class InnerClient {
  readonly #transport: Transport
  readonly #request: StatelessRequest
  readonly #questions: Confirmations<AskedQuestion>
  /** What the user was asked for this call before; a state works once. */
  readonly #known: AskedQuestion | undefined
  #settle: (answer: StatelessAnswer) => void = () => {}

  constructor(transport: Transport, request: StatelessRequest, { notify, questions }: ExchangeOptions) {
    this.#transport = transport
    this.#request = request
    this.#questions = questions
    const { requestState } = request.params
    const known = typeof requestState === 'string' ? questions.take(requestState) : undefined
    this.#known = known?.call === callHash(request) ? known : undefined
    transport.onmessage = (message) => {
      if ('method' in message && 'id' in message) this.#answerQuestion(message)
      else if ('method' in message) notify(message)
      else if ('error' in message) this.#settle({ error: toError(message.error) })
      else this.#settle({ result: message.result })
    }
    transport.onclose = () =>
      this.#settle({ error: { code: MCP_ERROR.internal, message: 'The request was abandoned.' } })
  }

  async begin(): Promise<InitializeResult> {
    const { capabilities, clientInfo = { name: 'unknown', version: '0' } } = this.#request
    const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo }
    const answer = await this.ask('initialize', params)
    if ('error' in answer) throw new Error(answer.error.message)
    await this.#transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return answer.result as InitializeResult
  }

  ask(method: string, params: Record<string, unknown>): Promise<StatelessAnswer> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#transport.send({ jsonrpc: '2.0', id: this.#request.id, method, params }).catch(reject)
    })
  }

  /**
   * Handles a request that the inner server sends to its client, such as an approval request. If the outer client's
   * request (`#request`) contains the user's answer to this question, the inner server gets it. Otherwise, the question
   * becomes the result for the outer client. A call may ask several questions one after the other, for itself and for a
   * log-in that it needs. `requestState` is the code under which the server remembers them. Each yes counts once.
   */
  #answerQuestion({
    id,
    method,
    params,
  }: JSONRPCMessage & { id: string | number; method: string; params?: unknown }) {
    const question = questionHash(params)
    const { inputResponses } = this.#request.params
    const { asked, approved = [] } = this.#known ?? {}
    const given = isObject(inputResponses) ? inputResponses[QUESTION] : undefined
    const answer = (result: Record<string, unknown>) =>
      void this.#transport.send({ jsonrpc: '2.0', id, result })
    if (asked === question && isObject(given)) answer(given)
    else if (approved.includes(question)) answer({ action: 'accept', content: {} })
    else {
      const isApproved = asked !== undefined && isObject(given) && isYes(given)
      const before = (isApproved ? [...approved, asked] : approved).slice(-MAX_QUESTIONS)
      const call = callHash(this.#request)
      const requestState = this.#questions.add({ call, asked: question, approved: before })
      const inputRequests = { [QUESTION]: { method, params } }
      this.#settle({ result: { resultType: 'input_required', inputRequests, requestState } })
    }
  }
}

/** Maximum number of questions of one call. */
const MAX_QUESTIONS = 8

/** What the user of a client was asked for one call. The members are hashes. */
export interface AskedQuestion {
  call: string
  asked: string
  /** The questions before, to which the user has said yes. */
  approved: readonly string[]
}

interface ExchangeOptions {
  notify: (message: JSONRPCMessage) => void
  /** The questions that this client has not answered yet. */
  questions: Confirmations<AskedQuestion>
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

const callHash = ({ params: { name, arguments: input } }: StatelessRequest) => hashOf([name, input])

/**
 * A hash of the tool and the request that a question is about. The text of the question does not count, because it may
 * have generated values.
 */
function questionHash(question: unknown): string {
  const meta = isObject(question) && isObject(question._meta) ? question._meta : {}
  return hashOf([meta.tool, meta.request])
}

/** The parameters of a request without the members that only MCP 2026-07-28 has. The progress token is kept. */
function innerParams({ params }: StatelessRequest): Record<string, unknown> {
  const { inputResponses: _responses, requestState: _state, _meta, ...own } = params
  const token = isObject(_meta) ? _meta.progressToken : undefined
  return { ...own, ...(token !== undefined && { _meta: { progressToken: token } }) }
}

function discovery({ capabilities, instructions }: InitializeResult): Record<string, unknown> {
  const supportedVersions = [STATELESS_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS]
  return { supportedVersions, capabilities, instructions }
}

/**
 * Adds the members that every result of MCP 2026-07-28 has. Lists may change at any time, so clients must not cache
 * them.
 */
function complete(
  result: Record<string, unknown>,
  { method, initialized }: { method: string; initialized: InitializeResult },
): Record<string, unknown> {
  return {
    resultType: 'complete',
    ...(CACHEABLE.has(method) && { ttlMs: 0, cacheScope: 'private' }),
    ...result,
    _meta: {
      ...(isObject(result._meta) ? result._meta : {}),
      'io.modelcontextprotocol/serverInfo': initialized.serverInfo,
    },
  }
}

function toError({ code, message, data }: StatelessError): StatelessError {
  const isUnknown = code === RESOURCE_NOT_FOUND
  return { code: isUnknown ? MCP_ERROR.invalidParams : code, message, data }
}
