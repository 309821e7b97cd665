import { VoiceError } from '../errors.js'

/**
 * The parts of an address; `undefined` if it is none. Browsers before 2023 have no `URL.canParse`. Throws the
 * `VoiceError` `bad-config` where the class `URL` does not know `ws:` addresses.
 */
export function parseUrl(url: string): URL | undefined {
  if (new URL('ws://host/path').pathname !== '/path')
    throw new VoiceError(
      'bad-config',
      "The URL class of this platform does not know WebSocket addresses. In React Native, first import 'react-native-url-polyfill/auto'.",
    )
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}
