import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpOptions } from './mcp-options.js'
import { createMcpServerFactory } from './mcp-server.js'
import { MessageLines } from './message-lines.js'

/** Maximum time to send the last responses after the input has ended or the signal has aborted. */
const LAST_ANSWERS_MS = 2_000

/**
 * Serves MCP over a pair of streams until the input ends or the signal aborts. Calls that still run 2 seconds later are
 * stopped.
 */
export async function serveMcpStdio(
  options: McpOptions,
  { input, output, signal }: { input: Readable; output: Writable; signal?: AbortSignal },
): Promise<void> {
  const server = createMcpServerFactory(options)()
  const lines = new MessageLines((error) => {
    options.logger.warn('MCP message not understood', { error: error.error.message })
    output.write(`${JSON.stringify(error)}\n`)
  })
  const transport = new StdioServerTransport(lines, output)
  await server.connect(transport)
  const answered = countRequests(transport)
  const closed = new Promise<void>((resolve) => {
    lines.once('end', resolve)
    // If the input closes without the event `end`, the lines that have arrived are still answered.
    input.once('close', () => lines.end())
    output.once('error', () => resolve())
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
  })
  input.pipe(lines)
  await closed
  const lastAnswers = new AbortController()
  await Promise.race([answered(), setTimeout(LAST_ANSWERS_MS, undefined, { signal: lastAnswers.signal })])
  lastAnswers.abort()
  await server.close()
}

/** Tracks requests that have no response yet, except cancelled ones. The returned function waits until there are none. */
function countRequests(transport: Transport): () => Promise<void> {
  const open = new Set<unknown>()
  let whenNone = () => {}
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled') {
      open.delete(message.params?.requestId)
    }
    onmessage?.(message, extra)
  }
  transport.send = async (message, more) => {
    await send(message, more)
    if (!('method' in message) && open.delete(message.id) && open.size === 0) whenNone()
  }
  return () =>
    new Promise((resolve) => {
      whenNone = resolve
      if (open.size === 0) resolve()
    })
}
