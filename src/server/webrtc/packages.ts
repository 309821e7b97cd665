import type * as Werift from 'werift'
import { messageOf, VoiceError } from '../../errors.js'

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

/** An encoder and decoder of the WebAssembly module. Sizes are in bytes; a result below 0 is an error. */
interface OpusHandler {
  _encode(input: number, bytes: number, output: number, samples: number): number
  _decode(input: number, bytes: number, output: number): number
  _encoder_ctl(option: number, value: number): number
}

interface OpusModule {
  readonly ready: Promise<unknown>
  readonly HEAPU8: Uint8Array
  readonly HEAPU16: Uint16Array
  _malloc(bytes: number): number
  OpusScriptHandler: {
    new (rate: number, channels: number, application: number): OpusHandler
    destroy_handler(handler: OpusHandler): void
  }
}

/** `OPUS_APPLICATION_VOIP`. */
const VOIP = 2048
/** opus_defines.h: 32 kbit/s, lowest complexity, error correction for 10 % loss. */
const OPTIONS: readonly (readonly [option: number, value: number])[] = [
  [4002, 32_000],
  [4010, 0],
  [4012, 1],
  [4014, 10],
]
/** Number of samples in the longest packet: 120 ms at 48 kHz. */
const MAX_SAMPLES = 5_760
const MAX_PACKET_BYTES = 1_500

/** Buffers of the WebAssembly module, shared because each codec works synchronously. */
interface Scratch {
  packet: number
  samples: number
}

const scratches = new WeakMap<OpusModule, Scratch>()

function scratchOf(module: OpusModule): Scratch {
  const known = scratches.get(module)
  if (known) return known
  // A sample has two bytes but takes four here, because the module stores each byte in 16 bits.
  const scratch = { packet: module._malloc(MAX_PACKET_BYTES), samples: module._malloc(4 * MAX_SAMPLES) }
  scratches.set(module, scratch)
  return scratch
}

/** Encodes PCM16 mono to Opus, and decodes Opus to PCM16 mono. The two directions may have different rates. */
export class OpusCodec {
  readonly #module: OpusModule
  readonly #scratch: Scratch
  readonly #encoder: OpusHandler
  readonly #decoder: OpusHandler
  #closed = false

  constructor(module: OpusModule, { encodes, decodes }: { encodes: number; decodes: number }) {
    this.#module = module
    this.#scratch = scratchOf(module)
    this.#encoder = new module.OpusScriptHandler(encodes, 1, VOIP)
    this.#decoder = new module.OpusScriptHandler(decodes, 1, VOIP)
    for (const [option, value] of OPTIONS) this.#encoder._encoder_ctl(option, value)
  }

  /** Encodes one frame of PCM16 little-endian. Throws if Opus does not accept the length of the frame. */
  encode(pcm: Uint8Array): Uint8Array {
    const { samples, packet } = this.#scratch
    this.#module.HEAPU16.set(pcm, samples >> 1)
    const bytes = this.#encoder._encode(samples, pcm.length, packet, pcm.length / 2)
    if (bytes < 0) throw new Error(`Opus could not encode a frame of ${pcm.length} bytes (error ${bytes})`)
    return this.#module.HEAPU8.slice(packet, packet + bytes)
  }

  decode(data: Uint8Array): Uint8Array | undefined {
    const { samples, packet } = this.#scratch
    if (data.length === 0 || data.length > MAX_PACKET_BYTES) return undefined
    this.#module.HEAPU8.set(data, packet)
    const count = this.#decoder._decode(packet, data.length, samples)
    if (count < 0) return undefined
    return Uint8Array.from(this.#module.HEAPU16.subarray(samples >> 1, (samples >> 1) + 2 * count))
  }

  /** Estimates the audio of a lost packet. `last` is the previous packet; the result is as long as its audio. */
  conceal(last: Uint8Array): Uint8Array | undefined {
    // If the decoder gets only the first byte of a packet, it treats the packet as lost.
    return this.decode(last.subarray(0, 1))
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const handler of [this.#encoder, this.#decoder])
      this.#module.OpusScriptHandler.destroy_handler(handler)
  }
}
