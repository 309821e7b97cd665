import type { Agent } from '../../agent/agent.js'
import type { ModelRequest } from '../../model/language-model.js'
import type { SessionConfig } from '../session-config.js'
import type { Detection } from '../session-settings.js'
import type { VoiceAudio } from './opened-link.js'
import type { VoiceChannel } from './voice-channel.js'

/** A task that takes longer is reported to the user after this time, and once more when it goes on in the background. */
const FIRST_REPORT_MS = 8_000
const SECOND_REPORT_MS = 16_000

/**
 * A copy of an agent for a session with a voice model. A model that calls functions answers and speaks; it keeps the
 * conversation itself, so requests contain all of it. For a model that delegates tasks, the agent's own models answer, and
 * the voice model tells their answers to the user in its own words.
 */
export function spokenBy(agent: Agent, channel: VoiceChannel): Agent {
  const { limits, speech } = agent
  const made: Agent = {
    ...agent,
    ...(channel.doesTasks
      ? { limits: { ...limits, fillerAfterMs: FIRST_REPORT_MS, backgroundAfterMs: SECOND_REPORT_MS } }
      : { models: [channel.model], limits: { ...limits, maxHistoryTokens: Number.POSITIVE_INFINITY } }),
    ...(speech && { speech: { ...speech, tts: channel.tts } }),
  }
  let last = { agent, made }
  made.latest = () => {
    const latest = agent.latest?.() ?? agent
    if (latest !== last.agent) last = { agent: latest, made: spokenBy(latest, channel) }
    return last.made
  }
  return made
}

/** A request to a voice model. One that delegates gets neither tools nor the rules for them. */
export function withVoiceRules(
  request: ModelRequest,
  { speech, application = '', instructions }: Agent,
): ModelRequest {
  if (speech?.voiceModel?.traits.work !== 'tasks') return request
  return { ...request, instructions: [application, instructions].filter(Boolean).join('\n\n'), tools: [] }
}

export function voiceAudio({ inputFormat, outputFormat, voice, detection }: SessionConfig): VoiceAudio {
  return { input: inputFormat, output: outputFormat, turns: detection && turnsOf(detection), voice }
}

/** When the model ends a turn. What follows from it, an answer or an interruption, is the matter of the session. */
const turnsOf = ({ create_response: _, interrupt_response: __, idle_timeout_ms: ___, ...turns }: Detection) =>
  turns
