import type * as Werift from 'werift'
import { messageOf, VoiceError } from '../../errors.js'
import type { OpusModule } from './opus.js'

export interface WebRtcPackages {
  werift: typeof Werift
  opus: OpusModule
}

let loading: Promise<WebRtcPackages> | undefined

/** Loads the packages for the first call. Throws `not-installed` if one is missing. */
export function loadWebRtc(): Promise<WebRtcPackages> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw new VoiceError(
      'not-installed',
      `WebRTC calls need the packages werift and opusscript (npm install werift opusscript): ${messageOf(error).split('\n')[0]}`,
    )
  })
  return loading
}

/** The names of the packages are in variables, so that bundlers do not resolve optional packages. */
async function load(): Promise<WebRtcPackages> {
  const [webrtc, codec] = ['werift', 'opusscript/build/opusscript_native_wasm.js']
  const werift = (await import(webrtc)) as typeof Werift
  // The module is used directly. The class of opusscript keeps views of its memory, which break when the memory
  // grows.
  const { default: create } = (await import(codec)) as { default: () => OpusModule }
  const opus = create()
  await opus.ready
  return { werift, opus }
}
