import type { Clock } from '../../ports.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { McpExtra } from './mcp-options.js'

const INTERVAL_MS = 1_000

/** Tells a client that asked for it, every second, that a call is still running. Returns the function that stops it. */
export function showProgress(
  { _meta, sendNotification }: McpExtra,
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
    // A client that is gone needs no progress; that the call ends is told another way.
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    }).catch(() => {})
    cancel = clock.schedule(tell, INTERVAL_MS)
  }
  tell()
  return () => cancel()
}
