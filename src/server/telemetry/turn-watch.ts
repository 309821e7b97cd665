import type { Clock, Logger } from '../../ports.js'
import type { AgentEvent } from '../agent/events.js'
import type { LateEngine } from '../speech/input/endpoint-timer.js'
import type { Metrics } from './metrics.js'
import type { SessionSpans } from './session-spans.js'

const LATE_LOG_MS = 60_000

/** The times of the last log lines about slow engines, for each server. The `Metrics` object identifies the server. */
const loggedAt = new WeakMap<Metrics, Map<LateEngine, number>>()

export interface TurnWatchOptions {
  logger: Logger
  metrics: Metrics
  clock: Clock
  spans?: SessionSpans | undefined
}

/** Logs, counts and traces the work of an agent in one session. Does not use texts of users, tools or the agent. */
export class TurnWatch {
  readonly #options: TurnWatchOptions
  readonly #turns = new Map<string, number>()
  readonly #calls = new Map<string, { replyId: string; startedAt: number }>()

  constructor(options: TurnWatchOptions) {
    this.#options = options
  }

  take(event: AgentEvent): void {
    const { clock, metrics, spans, logger } = this.#options
    measure(event, metrics)
    if (event.type === 'reply-started') {
      this.#turns.set(event.replyId, clock.now())
      spans?.turnStarted(event)
      logger.debug('turn started', { turn: event.replyId })
    } else if (event.type === 'step-ended') {
      spans?.stepEnded(event)
      const { replyId: turn, model, ms, reason, failure } = event
      logger.debug('model answered', { turn, model, ms, ...(failure ? { failure } : { reason }) })
    } else if (event.type === 'call-started') {
      this.#calls.set(event.itemId, { replyId: event.replyId, startedAt: clock.now() })
    } else if (event.type === 'item-done') this.#mayEndCall(event)
    else if (event.type === 'reply-ended') this.#endTurn(event)
  }

  /** Counts and, once a minute, logs a recognizer or turn detection that was late. */
  late(engine: LateEngine): void {
    const { clock, metrics, logger } = this.#options
    metrics.count('voice_speech_late_total', { engine })
    const times = loggedAt.get(metrics) ?? new Map<LateEngine, number>()
    loggedAt.set(metrics, times)
    if (clock.now() - (times.get(engine) ?? Number.NEGATIVE_INFINITY) < LATE_LOG_MS) return
    times.set(engine, clock.now())
    logger.warn('speech engine is slow: users wait for the end of their turn', { engine })
  }

  #mayEndCall({ item }: AgentEvent & { type: 'item-done' }): void {
    const call = this.#calls.get(item.id)
    if (!call || item.type !== 'mcp_call') return
    this.#calls.delete(item.id)
    const { clock, logger, metrics, spans } = this.#options
    const { error = null } = item
    const status = error && 'code' in error && typeof error.code === 'number' ? error.code : undefined
    const ms = clock.now() - call.startedAt
    const ended = { ...call, itemId: item.id, tool: item.name, failed: error !== null, status, ms }
    metrics.observe('voice_stage_seconds', ms / 1000, { stage: 'tool' })
    spans?.callEnded(ended)
    const { replyId: turn, tool, failed } = ended
    logger.info('tool called', { turn, tool, failed, status, ms })
  }

  #endTurn({ replyId, end }: AgentEvent & { type: 'reply-ended' }): void {
    const { clock, logger, spans } = this.#options
    const ms = clock.now() - (this.#turns.get(replyId) ?? clock.now())
    this.#turns.delete(replyId)
    spans?.turnEnded(replyId, end)
    const { status, reason, errorCode, usage } = end
    logger.info('turn ended', {
      turn: replyId,
      status,
      reason,
      error: errorCode,
      ms,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
    })
  }
}

export function measure(event: AgentEvent, metrics: Metrics): void {
  if (event.type === 'call-ended') {
    metrics.count('voice_tool_calls_total', { outcome: event.failed ? 'failed' : 'completed' })
  } else if (event.type === 'reply-ended') {
    const { status, usage } = event.end
    metrics.count('voice_replies_total', { status })
    metrics.count('voice_tokens_total', { direction: 'input' }, usage.inputTokens)
    metrics.count('voice_tokens_total', { direction: 'output' }, usage.outputTokens)
  } else if (event.type === 'step-ended') {
    metrics.observe('voice_stage_seconds', event.ms / 1000, { stage: 'step' })
  } else if (event.type === 'metrics') {
    for (const [stage, ms] of Object.entries(event.stagesMs))
      metrics.observe('voice_stage_seconds', ms / 1000, { stage })
  }
}
