import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { Connection, type ConnectionOptions, type SocketConstructor } from '../../client/connection.js'
import { loadEnv, serviceKey } from '../../environment.js'
import { ask, remarks, runLineMode } from '../chat/ask.js'
import { createOutput, type ExitCode, type OutputOptions } from '../output.js'

interface ChatOptions extends OutputOptions {
  url: string
  apiKey?: string
  message?: string
  approve?: 'yes' | 'no'
  explain?: boolean
}

export async function chat(options: ChatOptions): Promise<ExitCode> {
  loadEnv()
  const target: ConnectionOptions = {
    url: options.url,
    apiKey: options.apiKey ?? serviceKey(),
    explain: options.explain === true,
    Socket: limitedSocket(WebSocket),
  }
  const output = createOutput(options)
  if (options.message === undefined && output.interactive) return draw(target)
  const connection = new Connection(target)
  await connection.connect()
  try {
    if (options.message !== undefined) return await say(connection, options)
    return (await runLineMode({ connection, output, explain: options.explain === true })) ? 0 : 1
  } finally {
    connection.close()
  }
}

const HANDSHAKE_MS = 30_000

function limitedSocket(Socket: typeof WebSocket): SocketConstructor {
  class LimitedSocket extends Socket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { handshakeTimeout: HANDSHAKE_MS })
    }
  }
  return LimitedSocket as unknown as SocketConstructor
}

async function draw(target: ConnectionOptions): Promise<ExitCode> {
  const [{ openChatConnection }, { ChatSession, serverToolsAt }, { openChat }] = await Promise.all([
    import('../chat/chat-state.js'),
    import('../chat/chat-session.js'),
    import('../ui/chat/chat-screen.js'),
  ])
  const line = openChatConnection(target)
  // Subscribes before the connection is established, so that it also receives the first events, which name the agent.
  const session = new ChatSession({ line, tools: serverToolsAt(target) })
  try {
    await line.open(`sess_${randomUUID().replaceAll('-', '')}`)
  } catch (error) {
    // Ends the attempts to reconnect: the agent was never reached.
    line.close()
    throw error
  }
  return (await openChat(session)) ? 0 : 1
}

function hasFailed(calls: readonly { name: string; isError: boolean }[]): boolean {
  const last = new Map(calls.map(({ name, isError }) => [name, isError]))
  return [...last.values()].includes(true)
}

/** Sends one message and prints the answer. Exit code 1 if the turn or a tool failed, or if a call was declined. */
async function say(connection: Connection, options: ChatOptions): Promise<ExitCode> {
  const output = createOutput(options)
  const answer = await ask({
    connection,
    message: options.message ?? '',
    approve: options.approve === 'yes',
    explain: options.explain === true,
  })
  if (options.format === 'json') output.printJson(answer)
  else {
    if (answer.text) output.print(answer.text)
    for (const remark of remarks(answer)) output.notice(output.paint.dim(remark))
  }
  const isDeclined = answer.approvals.some(({ approved }) => !approved)
  if (isDeclined) output.notice(output.paint.dim('  Nothing was sent; --approve yes sends it.'))
  return answer.error !== undefined || isDeclined || hasFailed(answer.toolCalls) ? 1 : 0
}
