/** Kinds of binary frames in `voice.v1`: the kind, three zero bytes (for alignment), then PCM16 little-endian. */
export type FrameKind = 'microphone' | 'speech'

const KINDS: Record<FrameKind, number> = { microphone: 1, speech: 2 }
const HEADER_BYTES = 4

export function encodeFrame(kind: FrameKind, pcm: Uint8Array): Uint8Array {
  const frame = new Uint8Array(HEADER_BYTES + pcm.byteLength)
  frame[0] = KINDS[kind]
  frame.set(pcm, HEADER_BYTES)
  return frame
}

/** The kind and samples of a frame; `undefined` for other data, and if the last sample is incomplete. */
export function decodeFrame(frame: Uint8Array): { kind: FrameKind; pcm: Uint8Array } | undefined {
  if (frame.byteLength < HEADER_BYTES || frame.byteLength % 2 !== 0) return undefined
  if (frame[1] !== 0 || frame[2] !== 0 || frame[3] !== 0) return undefined
  const kind = frame[0] === KINDS.microphone ? 'microphone' : frame[0] === KINDS.speech ? 'speech' : undefined
  return kind && { kind, pcm: frame.subarray(HEADER_BYTES) }
}
