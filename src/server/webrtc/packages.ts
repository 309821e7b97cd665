import type * as Werift from 'werift'
import { messageOf, VoiceError } from '../../errors.js'
import type { OpusModule } from './opus.js'

export interface WebRtcPackages {
  werift: typeof Werift
  opus: OpusModule
}

let loading: Promise<WebRtcPackages> | undefined

/** Loads the packages when the first call needs them. Throws `not-installed` if a package is missing. */
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
  // Uses the WebAssembly module directly. The JavaScript class of opusscript keeps views of the module's memory, and
  // these become invalid when the memory grows.
  const { default: create } = (await import(codec)) as { default: () => OpusModule }
  const opus = create()
  await opus.ready
  return { werift, opus }
}
