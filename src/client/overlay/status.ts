import type { ClientState, MicrophoneState } from '../client-state.js'
import type { MicrophoneTrouble, OverlayTexts } from './texts.js'

/** How the state looks: the colour of the dot and the movement of the orb. */
export type Tone = 'busy' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'warning' | 'off'

/** What stands under the title. */
export interface Status {
  tone: Tone
  text: string
  /** Whether "retry now" makes sense. */
  canRetry: boolean
}

/** What the state is seen from: milliseconds since the epoch, and whether the device has a network at all. */
export interface Here {
  now: number
  isOnline: boolean
}

/** The state of a conversation in a word. */
export function statusOf(state: ClientState, texts: OverlayTexts, { now, isOnline }: Here): Status {
  const { connection, retryAt } = state
  if (connection === 'connecting') return { tone: 'busy', text: texts.connecting, canRetry: false }
  if (connection === 'reconnecting') {
    const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1_000))
    const text = isOnline ? texts.reconnecting(seconds) : texts.noNetwork
    return { tone: 'warning', text, canRetry: seconds > 0 }
  }
  if (connection !== 'open')
    return { tone: 'off', text: texts[connection], canRetry: connection === 'closed' }
  return { ...activity(state, texts), canRetry: false }
}

function activity(state: ClientState, texts: OverlayTexts): Pick<Status, 'tone' | 'text'> {
  const { agent, mode, microphone } = state
  if (agent === 'speaking') return { tone: 'speaking', text: texts.speaking }
  if (agent === 'thinking') return { tone: 'thinking', text: texts.thinking }
  if (mode === 'text') return { tone: 'ready', text: texts.ready }
  if (microphone === 'muted') return { tone: 'off', text: texts.muted }
  if (microphone === 'asking') return { tone: 'busy', text: texts.connecting }
  if (troubleOf(microphone)) return { tone: 'off', text: texts.paused }
  return microphone === 'on' || agent === 'listening'
    ? { tone: 'listening', text: texts.listening }
    : { tone: 'ready', text: texts.ready }
}

const HEALTHY: ReadonlySet<MicrophoneState> = new Set(['off', 'asking', 'on', 'muted'])

/** Why nothing is heard; `undefined` when nothing is wrong. */
export function troubleOf(microphone: MicrophoneState): MicrophoneTrouble | undefined {
  return HEALTHY.has(microphone) ? undefined : (microphone as MicrophoneTrouble)
}

/** Whether there is something to stop: an answer that is being made or said. */
export function canStop({ connection, agent }: ClientState): boolean {
  return connection === 'open' && (agent === 'speaking' || agent === 'thinking')
}
