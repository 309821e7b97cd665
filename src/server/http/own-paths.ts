import { MCP_PATH } from '../mcp/lazy-mcp.js'
import { isToolsPath } from './tool-desk.js'
import { isRealtimePath } from './upgrade-request.js'

const ALWAYS = ['/healthz', '/readyz', '/metrics', '/voice-sdk.js', '/voice-worklet.js']
const OF_PLAYGROUND = ['/', '/playground.js', '/playground.css']

/** Whether a path is one of this server's, where other routes stand beside it. */
export function isOwnPath(path: string, offers: { playground: boolean; mcp: boolean }): boolean {
  if (ALWAYS.includes(path) || isRealtimePath(path)) return true
  if (path.endsWith('/realtime/client_secrets') || path.startsWith('/v1/sessions/')) return true
  if (path === MCP_PATH) return offers.mcp
  return offers.playground && (OF_PLAYGROUND.includes(path) || isToolsPath(path))
}
