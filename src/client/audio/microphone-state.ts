import type { MicrophoneState } from '../client-state.js'

/** What is requested. With `echoCancellation`, what an `<audio>` element or a call plays is removed from the input. */
export const SOUND_CONSTRAINTS: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
}

/** Why there is no microphone, by the name of the error. Packages for React Native have names of their own. */
const BY_ERROR: Record<string, MicrophoneState> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
}

/** Why there is no microphone, by the error of `getUserMedia` and the stored permission. */
export function microphoneStateOf(error: unknown, permission: PermissionState | undefined): MicrophoneState {
  // The errors of React Native's packages are no instances of `Error`.
  const { name = '', message = '' } = Object(error) as Partial<Error>
  // Chrome says in its message that the user closed the prompt. In other browsers, the permission is still `prompt`.
  const isOpen = /dismissed/i.test(message) || permission === 'prompt'
  const state = BY_ERROR[name] ?? 'unsupported'
  return state === 'denied' && isOpen && name !== 'SecurityError' ? 'dismissed' : state
}

/** The stored permission; `undefined` where it cannot be read. */
export async function microphonePermission(): Promise<PermissionState | undefined> {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName })
    return state
  } catch {
    return undefined
  }
}

/** Ends what a microphone records. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = track.onmute = track.onunmute = null
    track.stop()
  }
}
