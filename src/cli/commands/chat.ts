import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Connection, ConnectionOptions, SocketConstructor } from '../../client/connection.js'
import type { VoiceCommand } from '../command.js'
import { createOutput, type ExitCode, type OutputOptions, oneOf } from '../output.js'

interface ChatOptions extends OutputOptions {
  url: string
  apiKey?: string
  message?: string
  approve?: 'yes' | 'no'
  explain?: boolean
}

const DEFAULT_URL = 'ws://127.0.0.1:8000/ws'

export function addChatCommand(program: VoiceCommand): void {
  program
    .command('chat')
    .description('talk to a running agent')
    .option('--url <url>', 'the WebSocket address of the agent', DEFAULT_URL)
    .option('--api-key <key>', "the agent's key (default: SERVICE_API_KEY)")
    .option('--message <text>', 'send one message, print the answer and exit')
    .option(
      '--approve <answer>',
      'with --message: answer approval requests with yes or no (default: no)',
      oneOf('--approve', ['yes', 'no']),
    )
    .option('--explain', 'show which tools were considered and why')
    .outputOptions(['text', 'json'])
    .examples(
      'voice chat',
      'voice chat --message "which orders are open?" --format json',
      'voice chat --message "cancel order 17" --approve yes',
    )
    .runs(chat)
}

async function chat(options: ChatOptions): Promise<ExitCode> {
  const [{ WebSocket }, { loadEnv, serviceKey }] = await Promise.all([
    import('ws'),
    import('../../environment.js'),
  ])
  loadEnv()
  const target: ConnectionOptions = {
    url: options.url,
    apiKey: options.apiKey ?? serviceKey(),
    explain: options.explain === true,
    Socket: limitedSocket(WebSocket),
  }
  const output = createOutput(options)
  if (options.message === undefined && output.interactive) return draw(target)
  const { Connection } = await import('../../client/connection.js')
  const connection = new Connection(target)
  await connection.connect()
  try {
    if (options.message !== undefined) return await say(connection, options)
    const { runLineMode } = await import('../chat/ask.js')
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

/** Whether there is a tool whose last call failed. Earlier calls of the same tool do not count. */
function hasFailed(calls: readonly { name: string; isError: boolean }[]): boolean {
  const last = new Map(calls.map(({ name, isError }) => [name, isError]))
  return [...last.values()].includes(true)
}

/** Sends one message and prints the answer. Exit code 1 if the turn or a tool failed, or if a call was declined. */
async function say(connection: Connection, options: ChatOptions): Promise<ExitCode> {
  const { ask, remarks } = await import('../chat/ask.js')
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
