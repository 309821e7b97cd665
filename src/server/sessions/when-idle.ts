import type { Clock } from '../../ports.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'

/** Maximum time that an owner may take to finish its work before a handover. */
const HAND_OVER_MS = 6_000
const STEP_MS = 50

/** Waits until a session is idle, but only for a limited time. */
export async function whenIdle(session: Pick<RealtimeSession, 'busy'>, clock: Clock): Promise<void> {
  const deadline = clock.now() + HAND_OVER_MS
  while (session.busy && clock.now() < deadline)
    await new Promise<void>((resolve) => clock.schedule(resolve, STEP_MS))
}
