import { type PackageEvents, packageEvents } from './package-events.js'

/**
 * What is wrong with an event of the server, judged by JSON Schemas that are made from the types of the `openai` package: missing, wrong and
 * unknown fields, and events that the package does not know. Empty if the event is valid.
 */
export function complaintsAbout(event: object): string[] {
  judges ??= packageEvents('openai/resources/realtime/realtime', ['RealtimeServerEvent'])[0]!
  return judges.complaintsAbout(withoutKnownGaps(event))
}

let judges: PackageEvents | undefined

/**
 * Fields the real service sends, and clients need, that the types of the package do not know: the session's identity, `null` for a transcript that
 * is not there yet. The rates of PCM beside 24 kHz are this server's own.
 */
function withoutKnownGaps(event: object): object {
  const text = JSON.stringify(event, (key, value: unknown) => {
    if (key === 'transcript' && value === null) return undefined
    return key === 'rate' && [8_000, 16_000, 48_000].includes(value as number) ? 24_000 : value
  })
  const copy = JSON.parse(text) as { session?: Record<string, unknown> }
  for (const field of ['object', 'id', 'expires_at']) delete copy.session?.[field]
  return copy
}
