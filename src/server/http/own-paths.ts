import { MCP_PATH } from '../mcp/lazy-mcp.js'
import { isCallPath } from './call-routes.js'
import { isToolsPath } from './tool-routes.js'
import { isRealtimePath } from './upgrade-request.js'

const ALWAYS = ['/healthz', '/readyz', '/metrics', '/voice-sdk.js', '/voice-worklet.js']
const OF_PLAYGROUND = ['/', '/playground.js', '/playground.css']

/** Whether a path belongs to this server. Needed if the app is mounted beside other routes. */
export function isOwnPath(path: string, offers: { playground: boolean; mcp: boolean }): boolean {
  if (ALWAYS.includes(path) || isRealtimePath(path) || isCallPath(path)) return true
  if (path.endsWith('/realtime/client_secrets') || path.startsWith('/v1/sessions/')) return true
  if (path === MCP_PATH) return offers.mcp
  return offers.playground && (OF_PLAYGROUND.includes(path) || isToolsPath(path))
}
