import { MCP_PATH } from '../mcp/lazy-mcp.js'
import { isCallPath } from './call-routes.js'
import { isToolsPath } from './tool-routes.js'
import { isRealtimePath } from './upgrade-request.js'

const ALWAYS = ['/healthz', '/readyz', '/metrics', '/voice-sdk.js', '/voice-worklet.js']
const OF_PLAYGROUND = ['/', '/playground.js', '/playground.css']

/**
 * Whether this server answers a path. If the app is mounted beside other routes, it passes all other paths on to them.
 */
export function isOwnPath(path: string, offers: { playground: boolean; mcp: boolean }): boolean {
  if (ALWAYS.includes(path) || isRealtimePath(path) || isCallPath(path)) return true
  if (path.endsWith('/realtime/client_secrets') || path.startsWith('/v1/sessions/')) return true
  if (path === MCP_PATH) return offers.mcp
  return offers.playground && (OF_PLAYGROUND.includes(path) || isToolsPath(path))
}
