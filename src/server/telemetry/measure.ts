import type { AgentEvent } from '../agent/events.js'
import type { Metrics } from './metrics.js'

/** Updates the metrics for one agent event. */
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
