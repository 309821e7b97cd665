import type { MicrophoneState } from '../client-state.js'

/**
 * Why there is no microphone, from the error of `getUserMedia` (W3C Media Capture and Streams) and the stored
 * permission.
 */
export function microphoneStateOf(error: unknown, permission: PermissionState | undefined): MicrophoneState {
  const { name = '', message = '' } = error instanceof Error ? error : {}
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      // Chrome names a dismissed prompt in the message; in other browsers the permission is still `prompt`.
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

/** The stored permission for the microphone; `undefined` where the browser does not report it. */
export async function microphonePermission(): Promise<PermissionState | undefined> {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName })
    return state
  } catch {
    return undefined
  }
}
