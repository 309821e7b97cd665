import type { Admission, Admissions, AdmissionsOptions } from '../http/admissions.js'
import { guardedClock } from '../model/guard.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { CloseReason } from '../sessions/sessions.js'
import { Line, type LineTransport } from './line.js'

export interface LinesOptions extends Pick<AdmissionsOptions, 'sessions' | 'metrics' | 'logger' | 'clock'> {
  admissions: Admissions
}

export class Lines {
  readonly #options: LinesOptions
  readonly #lines = new Map<RealtimeSession, Line>()

  constructor(options: LinesOptions) {
    this.#options = options
    options.metrics.read('voice_lines', () => this.#lines.size)
  }

  /** Opens a line to an admitted session. A new one ends with the line; in a resumed one, the line has only the audio. */
  open(admission: Admission, transport: LineTransport): Line {
    const { admissions, sessions, clock, logger } = this.#options
    const kept = admissions.open(admission)
    const { session } = kept
    this.#lines.get(session)?.close(CLOSE.replaced)
    const displace = (why: CloseReason = CLOSE.replaced) => line.close(why)
    const onClose = (why: CloseReason) => {
      if (this.#lines.get(session) === line) this.#lines.delete(session)
      if (!admission.resumed) sessions.release(kept, displace, { canResume: false })
      admission.release()
      logger.info('line closed', { session: session.id, reason: why.reason })
      transport.onClose(why)
    }
    const line: Line = new Line({ ...transport, session, clock: guardedClock(clock, session.guard), onClose })
    this.#lines.set(session, line)
    if (!admission.resumed) sessions.take(kept, displace)
    logger.info('line opened', { session: session.id, joined: admission.resumed !== undefined })
    return line
  }

  /** See `Line.tellStop`. Returns whether a line has something to say. */
  tellStop(): boolean {
    return [...this.#lines.values()].map((line) => line.tellStop()).includes(true)
  }

  close(): void {
    for (const line of this.#lines.values()) line.close(CLOSE.restart)
  }
}
