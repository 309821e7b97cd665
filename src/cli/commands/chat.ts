import type { Command } from 'commander'
import type { Connection, SocketConstructor } from '../../client/connection.js'
import {
  addExamples,
  addOutputOptions,
  createOutput,
  type ExitCode,
  type OutputOptions,
  oneOf,
  runs,
} from '../output.js'

interface ChatOptions extends OutputOptions {
  url: string
  apiKey?: string
  message?: string
  approve?: 'yes' | 'no'
  explain?: boolean
}

const DEFAULT_URL = 'ws://127.0.0.1:8000/ws'

/** `voice chat`: talks to a running agent from the terminal. */
export function addChatCommand(program: Command): void {
  const command = program
    .command('chat')
    .description('talk to a running agent')
    .option('--url <url>', 'the WebSocket address of the agent', DEFAULT_URL)
    .option('--api-key <key>', "the agent's key (default: SERVICE_API_KEY)")
    .option('--message <text>', 'say one thing, print the answer and leave')
    .option(
      '--approve <answer>',
      'with --message: answer questions for approval with yes or no (default: no)',
      oneOf('--approve', ['yes', 'no']),
    )
    .option('--explain', 'show which tools were considered and why')
  addOutputOptions(command, ['text', 'json'])
  addExamples(
    command,
    'voice chat',
    'voice chat --message "which orders are open?" --format json',
    'voice chat --message "cancel order 17" --approve yes',
  )
  command.action(runs(chat))
}

async function chat(options: ChatOptions): Promise<ExitCode> {
  const [{ WebSocket }, { Connection }, { DEMO_API_KEY, loadEnv }] = await Promise.all([
    import('ws'),
    import('../../client/connection.js'),
    import('../../environment.js'),
  ])
  loadEnv()
  const connection = new Connection({
    url: options.url,
    apiKey: options.apiKey ?? process.env.SERVICE_API_KEY ?? DEMO_API_KEY,
    explain: options.explain === true,
    // The `ws` class has the browser's interface but for the exact types of its events.
    Socket: WebSocket as unknown as SocketConstructor,
  })
  await connection.connect()
  try {
    return options.message === undefined ? await talk(connection, options) : await say(connection, options)
  } finally {
    connection.close()
  }
}

/** One turn; 1 when it failed or a call was declined. */
async function say(connection: Connection, options: ChatOptions): Promise<ExitCode> {
  const [{ ask }, { remarks }] = await Promise.all([import('../chat/ask.js'), import('../chat/lines.js')])
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
  return answer.error !== undefined || answer.approvals.some(({ approved }) => !approved) ? 1 : 0
}

async function talk(connection: Connection, options: ChatOptions): Promise<ExitCode> {
  const { talkInLines } = await import('../chat/lines.js')
  const explain = options.explain === true
  return (await talkInLines({ connection, output: createOutput(options), explain })) ? 0 : 1
}
