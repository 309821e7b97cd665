import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RunAgentInput } from '@ag-ui/core'
import { messageOf } from '../../errors.js'
import type { Logger } from '../../ports.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { Access } from '../http/access.js'
import type { Admissions } from '../http/admissions.js'
import { readBody, refusalAnswer, sendAnswer } from '../http/http-answer.js'
import { corsHeaders } from '../http/origin-policy.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { CloseReason, KeptSession, Sessions } from '../sessions/sessions.js'
import { Run } from './run.js'
import type { RunEvent } from './run-events.js'
import { MAX_INPUT_BYTES, readRunInput, sessionOfThread } from './run-input.js'

export interface AgUiOptions {
  access: Access
  admissions: Admissions
  sessions: Sessions
  logger: Logger
  /** Maximum bytes that wait for a slow client before its run is ended. */
  maxQueuedBytes: number
}

/**
 * Answers AG-UI, the protocol of finished chat front ends: a request is one turn, its response the events of this turn
 * (SSE). Keys, quotas, budgets and sessions are those of the other clients. https://docs.ag-ui.com
 */
export class AgUi {
  readonly #options: AgUiOptions
  readonly #runs = new Set<Run>()

  constructor(options: AgUiOptions) {
    this.#options = options
  }

  /** Handles one request. Never throws. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, admissions, logger } = this.#options
    const headers = corsHeaders(access.origins.namedOrigin(request), { methods: 'POST', headers: '' })
    const refuse = (refusal: Parameters<typeof refusalAnswer>[0]) => {
      const answer = refusalAnswer(refusal)
      sendAnswer(response, { ...answer, headers: { ...headers, ...answer.headers } })
    }
    try {
      const caller = await admissions.enter(request)
      if ('status' in caller) return refuse(caller)
      const body = await readBody(request, MAX_INPUT_BYTES)
      if (!body) return refuse({ status: 413, message: `A run takes at most ${MAX_INPUT_BYTES} bytes.` })
      const input = readRunInput(tryParseJson(body.toString()))
      const { sessionId, resumeToken } = sessionOfThread(input.threadId, caller.principal)
      const wanted = { sessionId, resumeToken, newToken: resumeToken, transcribesOnly: false }
      const admission = await admissions.admitCaller(caller, wanted)
      if ('status' in admission) return refuse(admission)
      response.once('close', admission.release)
      if (response.destroyed) return admission.release()
      this.#start(input, { response, headers, kept: admissions.open(admission) })
    } catch (error) {
      logger.warn('run refused', { error: messageOf(error) })
      if (!response.headersSent) refuse({ status: 400, message: messageOf(error) })
    }
  }

  /** Ends all runs: the server stops. */
  close(): void {
    for (const run of this.#runs) run.fail('The server restarts. Send the message again.', 'restart')
  }

  #start(input: RunAgentInput, { response, headers, kept }: Started): void {
    const { sessions, maxQueuedBytes } = this.#options
    response.writeHead(200, { ...headers, ...STREAM })
    const send = (event: RunEvent) => {
      response.write(`data: ${JSON.stringify(event)}\n\n`)
      if (response.writableLength > maxQueuedBytes) response.destroy()
    }
    const onEnd = () => {
      this.#runs.delete(run)
      sessions.release(kept, displace, { canResume: true })
      response.end()
    }
    const displace = ({ reason }: CloseReason = CLOSE.replaced) =>
      run.fail('Another request goes on with this thread.', reason)
    sessions.take(kept, displace)
    const run: Run = new Run({ session: kept.session, input, send, onEnd })
    this.#runs.add(run)
    response.once('close', () => run.abandon())
    run.start()
  }
}

interface Started {
  response: ServerResponse
  headers: Record<string, string>
  kept: KeptSession
}

/** The headers of the events. Proxies such as nginx pass each on at once. */
const STREAM = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
