import type { Clock } from '../../ports.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { McpRequestContext } from './mcp-options.js'

const INTERVAL_MS = 1_000

/** Sends a progress notification every second while a call runs, if the client has asked for it. Returns a function that stops it. */
export function showProgress(
  { _meta, sendNotification }: McpRequestContext,
  { tool, clock }: { tool: ToolFunction; clock: Clock },
): () => void {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  const route = tool.definition ? `${tool.definition.method} ${tool.definition.path}` : tool.name
  let progress = 0
  let cancel = () => {}
  const tell = () => {
    progress += 1
    const message = progress === 1 ? `Calling ${route}.` : `Waiting for ${route}.`
    // An error is ignored: a disconnected client needs no progress, and the end of the call is reported elsewhere.
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    }).catch(() => {})
    cancel = clock.schedule(tell, INTERVAL_MS)
  }
  tell()
  return () => cancel()
}
