import type { IncomingHttpHeaders } from 'node:http'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../protocol/is-object.js'

/** The first MCP version without sessions. Each request contains everything that the server needs to answer it. */
export const STATELESS_VERSION = '2026-07-28'

/** Error codes of MCP 2026-07-28 and of JSON-RPC. */
export const MCP_ERROR = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const

/** A request without a session, with the capabilities of its client. */
export interface StatelessRequest {
  id: string | number
  method: string
  params: Record<string, unknown>
  capabilities: Record<string, unknown>
  clientInfo: unknown
}

export interface StatelessError {
  code: number
  message: string
  data?: unknown
}

const KEYS = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
} as const

/** For each method, the parameter that the header `Mcp-Name` must repeat. */
const NAMED: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Whether a request has no session id and uses an MCP version without a handshake. */
export function isStateless(headers: IncomingHttpHeaders): boolean {
  const version = headers['mcp-protocol-version']
  return (
    headers['mcp-session-id'] === undefined &&
    typeof version === 'string' &&
    !SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  )
}

/**
 * Reads the members that every request of MCP 2026-07-28 has. Checks `_meta`, then the headers, then the version. This
 * MCP version requires this order.
 */
export function readEnvelope(
  message: Record<string, unknown>,
  headers: IncomingHttpHeaders,
): StatelessRequest | StatelessError {
  const { id, method, params = {} } = message
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string' || !isObject(params))
    return { code: MCP_ERROR.invalidRequest, message: 'The body must be one JSON-RPC request.' }
  const meta = isObject(params._meta) ? params._meta : {}
  const { [KEYS.version]: version, [KEYS.capabilities]: capabilities } = meta
  if (typeof version !== 'string' || !isObject(capabilities)) {
    const message = `params._meta must have ${KEYS.version} and ${KEYS.capabilities}.`
    return { code: MCP_ERROR.invalidParams, message }
  }
  const wrong = wrongHeader(headers, { version, method, params })
  if (wrong)
    return { code: MCP_ERROR.headerMismatch, message: `The header ${wrong} does not match the body.` }
  if (version !== STATELESS_VERSION) {
    const data = { supported: [STATELESS_VERSION], requested: version }
    return { code: MCP_ERROR.unsupportedVersion, message: 'Unsupported protocol version', data }
  }
  return { id, method, params, capabilities, clientInfo: meta[KEYS.client] }
}

function wrongHeader(
  headers: IncomingHttpHeaders,
  { version, method, params }: { version: string; method: string; params: Record<string, unknown> },
): string | undefined {
  if (headers['mcp-protocol-version'] !== version) return 'MCP-Protocol-Version'
  if (headers['mcp-method'] !== method) return 'Mcp-Method'
  const key = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined
  if (key !== undefined && decodeHeader(headers['mcp-name']) !== params[key]) return 'Mcp-Name'
  return undefined
}

/** Decodes a header. A value that a header cannot contain is sent as `=?base64?...?=`. */
function decodeHeader(value: string | string[] | undefined): string | undefined {
  const isEncoded = typeof value === 'string' && value.startsWith('=?base64?') && value.endsWith('?=')
  if (!isEncoded) return typeof value === 'string' ? value : undefined
  return Buffer.from(value.slice('=?base64?'.length, -'?='.length), 'base64').toString('utf8')
}
