/** The hash of Windows passwords (RFC 1320), which OpenSSL 3 no longer offers. It is insecure for any other use. */
export function md4(message: Uint8Array): Buffer {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  const padded = pad(message)
  for (let offset = 0; offset < padded.length; offset += 64) {
    const words = Array.from({ length: 16 }, (_, index) => padded.readUInt32LE(offset + index * 4))
    mix(state, words)
  }
  const digest = Buffer.alloc(16)
  for (const [index, word] of state.entries()) digest.writeUInt32LE(word >>> 0, index * 4)
  return digest
}

function pad(message: Uint8Array): Buffer {
  const padded = Buffer.alloc(Math.ceil((message.byteLength + 9) / 64) * 64)
  padded.set(message)
  padded[message.byteLength] = 0x80
  padded.writeBigUInt64LE(BigInt(message.byteLength) * 8n, padded.length - 8)
  return padded
}

const ROUNDS = [
  {
    add: 0,
    shifts: [3, 7, 11, 19],
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    choose: (x: number, y: number, z: number) => (x & y) | (~x & z),
  },
  {
    add: 0x5a827999,
    shifts: [3, 5, 9, 13],
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    choose: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
  },
  {
    add: 0x6ed9eba1,
    shifts: [3, 9, 11, 15],
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    choose: (x: number, y: number, z: number) => x ^ y ^ z,
  },
]

function mix(state: number[], words: number[]): void {
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (const { add, shifts, order, choose } of ROUNDS) {
    for (const [step, index] of order.entries()) {
      const sum = (a + choose(b, c, d) + words[index]! + add) >>> 0
      const shift = shifts[step % 4]!
      const turned = ((sum << shift) | (sum >>> (32 - shift))) >>> 0
      ;[a, b, c, d] = [d, turned, b, c]
    }
  }
  for (const [index, word] of [a, b, c, d].entries()) state[index] = (state[index]! + word) >>> 0
}
