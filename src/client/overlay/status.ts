import type { MicrophoneProblem, OverlayTexts } from '../../languages/overlay-texts.js'
import { fillText } from '../../text/fill-text.js'
import type { ClientState, MicrophoneState } from '../client-state.js'
import type { ViewItem } from '../state.js'

/** How a state looks: the colour of the dot and the movement of the orb. */
export type Tone = 'busy' | 'ready' | 'listening' | 'thinking' | 'speaking' | 'warning' | 'off'

export interface OverlayStatus {
  tone: Tone
  text: string
  canRetry: boolean
}

/** Time in milliseconds since the epoch, and whether the device has a network. */
export interface OverlaySituation {
  now: number
  isOnline: boolean
}

export function statusOf(
  state: ClientState,
  texts: OverlayTexts,
  { now, isOnline }: OverlaySituation,
): OverlayStatus {
  const { connection, retryAt } = state
  if (connection === 'connecting') return { tone: 'busy', text: texts.connecting, canRetry: false }
  if (connection === 'reconnecting') {
    const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1_000))
    const text = isOnline ? retryText(seconds, texts) : texts.noNetwork
    return { tone: 'warning', text, canRetry: seconds > 0 }
  }
  if (connection !== 'open')
    return { tone: 'off', text: texts[connection], canRetry: connection === 'closed' }
  return { ...activity(state, texts), canRetry: false }
}

const retryText = (seconds: number, { reconnecting, reconnectingIn }: OverlayTexts) =>
  seconds > 0 ? fillText(reconnectingIn, { seconds }) : reconnecting

function activity(state: ClientState, texts: OverlayTexts): Pick<OverlayStatus, 'tone' | 'text'> {
  const { agent, mode, microphone } = state
  if (agent === 'speaking') return { tone: 'speaking', text: texts.speaking }
  if (agent === 'thinking') return { tone: 'thinking', text: texts.thinking }
  if (mode === 'text') return { tone: 'ready', text: texts.ready }
  if (microphone === 'muted') return { tone: 'off', text: texts.muted }
  if (microphone === 'asking') return { tone: 'busy', text: texts.connecting }
  if (problemOf(microphone)) return { tone: 'off', text: texts.paused }
  return microphone === 'on' || agent === 'listening'
    ? { tone: 'listening', text: texts.listening }
    : { tone: 'ready', text: texts.ready }
}

const HEALTHY: ReadonlySet<MicrophoneState> = new Set(['off', 'asking', 'on', 'muted'])

export function problemOf(microphone: MicrophoneState): MicrophoneProblem | undefined {
  return HEALTHY.has(microphone) ? undefined : (microphone as MicrophoneProblem)
}

export function canStop({ connection, agent }: ClientState): boolean {
  return connection === 'open' && (agent === 'speaking' || agent === 'thinking')
}

export function hearsWithoutWords({ connection, agent, mode, heard, items }: ClientState): boolean {
  const hasWords = heard !== '' || isBeingHeard(items.at(-1))
  return connection === 'open' && mode === 'voice' && agent === 'listening' && !hasWords
}

/** Whether a row already shows what the user says now. */
export function isBeingHeard(last: ViewItem | undefined): boolean {
  return last?.kind === 'message' && last.role === 'user' && last.partial && last.text !== ''
}

/** What an empty conversation says below its greeting; nothing before the user can be heard. */
export function hintOf({ connection, mode, microphone }: ClientState, texts: OverlayTexts): string {
  if (mode === 'text') return texts.greetingText
  if (connection !== 'open' || microphone === 'asking') return ''
  return microphone === 'muted' ? texts.greetingMuted : texts.greetingVoice
}
