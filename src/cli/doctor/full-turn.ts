import { WebSocket } from 'ws'
import petshop from '../../../examples/petshop/postman.json'
import { Connection, type SocketConstructor } from '../../client/connection.js'
import { messageOf } from '../../errors.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import { createApp } from '../../server/app.js'
import { parseCollection } from '../../toolkit/collection/parse-collection.js'
import { RESTAPIToolkit, type ToolkitSetup } from '../../toolkit/rest-api-toolkit.js'
import { ask } from '../chat/ask.js'
import { startOwnMock } from '../mock.js'
import { type CheckResult, failed, ok } from './check.js'

const KEY = 'doctor'

/**
 * Runs a client, a server and a mock API on this machine, and asks one question: the router (`builtin/router`, which
 * chooses tools without a language model) calls a tool, and the mock API answers. Reports the time of each stage.
 */
export async function checkFullTurn(): Promise<CheckResult> {
  const name = 'full turn'
  const times: Record<string, number> = {}
  let last = performance.now()
  const lap = (stage: string) => {
    times[stage] = Math.round(performance.now() - last)
    last = performance.now()
  }
  const stop: (() => Promise<void> | void)[] = []
  try {
    const collection = parseCollection(petshop)
    const mock = await startOwnMock(collection)
    stop.push(() => mock.close())
    lap('mock')
    const setup: ToolkitSetup = { everyOrigin: mock.url }
    const toolkit = new RESTAPIToolkit(collection, setup)
    const agentSession = new AgentSession({ llm: 'builtin/router', tools: [toolkit], credentials: {} })
    const app = createApp({ apiKeyValidator: (key) => key === KEY, agentSession })
    stop.push(() => app.close())
    const { url } = await app.listen({ host: '127.0.0.1', port: 0 })
    lap('server')
    const Socket = WebSocket as unknown as SocketConstructor
    const connection = new Connection({ url, apiKey: KEY, Socket })
    await connection.connect()
    stop.push(() => connection.close())
    lap('connect')
    const { toolCalls, error } = await ask({
      connection,
      message: 'list the pets',
      explain: false,
      onText: () => (times.words ??= Math.round(performance.now() - last)),
    })
    lap('turn')
    const [call] = toolCalls
    if (error !== undefined || !call || call.isError) throw new Error(error ?? 'no tool was called')
    const stages = Object.entries(times).map(([stage, ms]) => `${stage} ${ms} ms`)
    return ok(name, `client, server, router, tool and mock work (${stages.join(', ')})`)
  } catch (error) {
    return failed(
      name,
      `a question was not answered: ${messageOf(error)}`,
      'run this again with VOICE_DEBUG=1 and report what it shows',
    )
  } finally {
    for (const end of stop.toReversed()) await end()
  }
}
