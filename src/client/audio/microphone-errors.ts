import type { MicrophoneState } from '../client-state.js'

/** Why there is no microphone, from what `getUserMedia` threw (W3C Media Capture and Streams) and what the browser keeps about the permission. */
export function microphoneStateOf(error: unknown, permission: PermissionState | undefined): MicrophoneState {
  const { name = '', message = '' } = error instanceof Error ? error : {}
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      // Chrome says so in the message; elsewhere a question that can be asked again was not answered.
      return /dismissed/i.test(message) || permission === 'prompt' ? 'dismissed' : 'denied'
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'busy'
    default:
      return 'unsupported'
  }
}

/** What the browser keeps about the microphone; `undefined` where it does not tell. */
export async function microphonePermission(): Promise<PermissionState | undefined> {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName })
    return state
  } catch {
    return undefined
  }
}
