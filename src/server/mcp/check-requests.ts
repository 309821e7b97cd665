import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { sentencesOf } from './request-problems.js'

/** The schemas of the requests that the server answers. */
const SCHEMAS = new Map(
  [
    InitializeRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListPromptsRequestSchema,
    GetPromptRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
    CompleteRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema]),
)

/**
 * Makes a server check the parameters of requests before the SDK does. For wrong parameters, the SDK would answer with
 * an internal error that contains the raw list of validation issues. The client gets a sentence instead.
 */
export function checkRequests(server: Server): void {
  const connect = server.connect.bind(server)
  server.connect = (transport) => {
    const start = transport.start.bind(transport)
    // When the server starts its transport, it has set `onmessage` already. So `onmessage` can be wrapped here.
    transport.start = () => {
      refuseWrongRequests(transport)
      return start()
    }
    return connect(transport)
  }
}

function refuseWrongRequests(transport: Transport): void {
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    const problem = problemOf(message)
    if (problem === undefined || !('id' in message) || message.id === undefined)
      return onmessage?.(message, extra)
    const error = { code: ErrorCode.InvalidParams, message: problem }
    // Fails only if the client has disconnected, and then it needs no answer.
    transport.send({ jsonrpc: '2.0', id: message.id, error }).catch(() => {})
  }
}

/** A sentence about the wrong parameters of a request; `undefined` if they are right. */
function problemOf(message: JSONRPCMessage): string | undefined {
  if (!('method' in message)) return undefined
  const issues = SCHEMAS.get(message.method)?.safeParse(message).error?.issues
  if (!issues) return undefined
  return `The request ${message.method} is wrong. ${sentencesOf(issues)}`
}
