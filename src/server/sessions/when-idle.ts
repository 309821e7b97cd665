import type { Clock } from '../../ports.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'

/** An owner that is asked for a session finishes what it is doing, if that takes no longer. */
const HAND_OVER_MS = 6_000
const STEP_MS = 50

/** Waits until nothing is under way in a session, and not for ever. */
export async function whenIdle(session: Pick<RealtimeSession, 'busy'>, clock: Clock): Promise<void> {
  const deadline = clock.now() + HAND_OVER_MS
  while (session.busy && clock.now() < deadline)
    await new Promise<void>((resolve) => clock.schedule(resolve, STEP_MS))
}
