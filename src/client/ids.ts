import { VoiceError } from '../errors.js'

/** A UUID, also without https. Throws `bad-config` without secure random numbers: ids could be guessed. */
export function newUuid(): string {
  if (!globalThis.crypto?.getRandomValues)
    throw new VoiceError(
      'bad-config',
      "This platform has no crypto.getRandomValues. In React Native, first import 'react-native-get-random-values'.",
    )
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
