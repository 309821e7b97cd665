import type { Agent } from '../../agent/agent.js'
import type { SessionConfig } from '../session-config.js'
import type { Detection } from '../session-settings.js'
import type { VoiceAudio, VoiceChannel } from './voice-channel.js'

/**
 * A copy of an agent for a session with a voice model: the model answers and speaks. It keeps the conversation itself, so
 * requests contain all of it.
 */
export function spokenBy(agent: Agent, channel: VoiceChannel): Agent {
  const { limits, speech } = agent
  const made: Agent = {
    ...agent,
    models: [channel.model],
    limits: { ...limits, maxHistoryTokens: Number.POSITIVE_INFINITY },
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

/** The settings of a client that concern the audio of a voice model. */
export function voiceAudio({ inputFormat, outputFormat, voice, detection }: SessionConfig): VoiceAudio {
  return { input: inputFormat, output: outputFormat, turns: detection && turnsOf(detection), voice }
}

/** When the model ends a turn. What follows from it, an answer or an interruption, is the matter of the session. */
const turnsOf = ({ create_response: _, interrupt_response: __, idle_timeout_ms: ___, ...turns }: Detection) =>
  turns
