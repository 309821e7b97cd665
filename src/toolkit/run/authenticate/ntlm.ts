import { createHmac } from 'node:crypto'
import { VoiceError } from '../../../errors.js'
import { between, type Random } from '../../template/random.js'
import { withoutHeader } from '../wire-request.js'
import { type AuthKind, type AuthParams, param } from './auth-kind.js'

/** First message: Unicode, OEM, request target, NTLM, domain and workstation supplied, always sign, extended security, version, 128, 56. */
const NEGOTIATE_FLAGS = 0xa208b207
const DOMAIN_SUPPLIED = 0x1000
/** Last message: Unicode, request target, NTLM, always sign, extended security, target info, version, 128, 56. */
const AUTHENTICATE_FLAGS = 0xa2888205
const VERSION = Buffer.from([5, 1, 0x28, 0x0a, 0, 0, 0, 15])
const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1')

/** Most bytes of a field of a message, whose length has 16 bits. */
const MAX_BYTES = 32_768

/** Milliseconds from 1601, where Windows time begins, to 1970. */
const WINDOWS_EPOCH_MS = 11_644_473_600_000n

/** NTLM version 2 (MS-NLMP): negotiate, challenge (sent by the server) and authenticate, over one connection. */
export const ntlm: AuthKind = {
  sign: (draft) => ({ ...draft, headers: withoutHeader(draft.headers, 'authorization') }),
  answer(_draft, params, { offers, round, now, random }) {
    const who = account(params)
    const isOffered = offers.some((offer) => /\b(NTLM|Negotiate)\b/i.test(offer))
    if (round === 0) {
      return isOffered ? negotiateMessage(who) : undefined
    }
    const challenge = offers.map((offer) => /^NTLM\s+(\S+)/i.exec(offer)?.[1]).find(Boolean)
    if (round !== 1 || !challenge) return undefined
    return authenticateMessage(Buffer.from(challenge, 'base64'), { ...who, now, random })
  },
}

interface Account {
  username: string
  password: string
  domain: string
  workstation: string
}

/** The account of an auth. The user name may contain the domain: `DOMAIN\user` or `user@domain`. */
function account(params: AuthParams): Account {
  const [username, password, domain, workstation] = ['username', 'password', 'domain', 'workstation'].map(
    (name) => param(params, name),
  )
  if ([username, domain, workstation].some((name) => name!.length > MAX_BYTES / 4))
    throw new VoiceError('auth-failed', 'NTLM has no room for a user, domain or workstation of this length.')
  const common = { password: password!, workstation: workstation! }
  if (domain) return { ...common, username: username!, domain }
  const down = /^([^\\@]+)\\([^\\@]+)$/.exec(username!)
  if (down) return { ...common, username: down[2]!, domain: down[1]! }
  const up = /^([^\\@]+)@([^\\@]+)$/.exec(username!)
  return up ? { ...common, username: up[1]!, domain: up[2]! } : { ...common, username: username!, domain: '' }
}

const text = (buffer: Buffer) => `NTLM ${buffer.toString('base64')}`

function negotiateMessage({ domain, workstation }: Account): string {
  const [domainBytes, workstationBytes] = [domain, workstation].map((name) =>
    Buffer.from(name.toUpperCase(), 'latin1'),
  ) as [Buffer, Buffer]
  const flags = domain ? NEGOTIATE_FLAGS : NEGOTIATE_FLAGS - DOMAIN_SUPPLIED
  const head = [
    SIGNATURE,
    uint32(1),
    uint32(flags),
    field(domainBytes, 40 + workstationBytes.length),
    field(workstationBytes, 40),
    VERSION,
  ]
  return text(Buffer.concat([...head, workstationBytes, domainBytes]))
}

interface Answering extends Account {
  now: number
  random: Random
}

/** The last message (type 3), which answers the challenge (type 2); undefined if that is invalid or of NTLM version 1. */
export function authenticateMessage(challenge: Buffer, who: Answering): string | undefined {
  if (challenge.length < 48 || challenge.readUInt32LE(8) !== 2) return undefined
  const targetInfo = readField(challenge, 40)
  if (targetInfo.length === 0 || targetInfo.length > MAX_BYTES) return undefined
  const clientChallenge = Buffer.from(Array.from({ length: 8 }, () => between(who.random, [0, 255])))
  const { lm, nt } = responses({
    ...who,
    serverChallenge: challenge.subarray(24, 32),
    clientChallenge,
    targetInfo,
    time: (BigInt(who.now) + WINDOWS_EPOCH_MS) * 10_000n,
  })
  const [domain, username, workstation] = [
    who.domain.toUpperCase(),
    who.username,
    who.workstation.toUpperCase(),
  ].map((name) => Buffer.from(name, 'utf16le')) as [Buffer, Buffer, Buffer]
  const payload = [domain, username, workstation, lm, nt]
  const offsets = payload.map(
    (_, index) => 72 + payload.slice(0, index).reduce((sum, part) => sum + part.length, 0),
  )
  const fields = [lm, nt, domain, username, workstation].map((part) =>
    field(part, offsets[payload.indexOf(part)]!),
  )
  const end = 72 + payload.reduce((sum, part) => sum + part.length, 0)
  const head = [
    SIGNATURE,
    uint32(3),
    ...fields,
    field(Buffer.alloc(0), end),
    uint32(AUTHENTICATE_FLAGS),
    VERSION,
  ]
  return text(Buffer.concat([...head, ...payload]))
}

/** The data from which the LMv2 and NTLMv2 responses are computed. */
export interface ResponseParts extends Pick<Account, 'username' | 'password' | 'domain'> {
  serverChallenge: Buffer
  clientChallenge: Buffer
  targetInfo: Buffer
  /** Tenths of microseconds since 1601. */
  time: bigint
}

/** The LMv2 and NTLMv2 responses (MS-NLMP, 3.3.2). */
export function responses(parts: ResponseParts): { lm: Buffer; nt: Buffer } {
  const { username, password, domain, serverChallenge, clientChallenge, targetInfo, time } = parts
  const passwordHash = md4(Buffer.from(password, 'utf16le'))
  const key = hmacMd5(passwordHash, Buffer.from(username.toUpperCase() + domain, 'utf16le'))
  const timeBytes = Buffer.alloc(8)
  timeBytes.writeBigUInt64LE(time)
  const blob = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    timeBytes,
    clientChallenge,
    Buffer.alloc(4),
    targetInfo,
    Buffer.alloc(4),
  ])
  const lm = Buffer.concat([hmacMd5(key, Buffer.concat([serverChallenge, clientChallenge])), clientChallenge])
  const nt = Buffer.concat([hmacMd5(key, Buffer.concat([serverChallenge, blob])), blob])
  return { lm, nt }
}

const hmacMd5 = (key: Buffer, data: Buffer) => createHmac('md5', key).update(data).digest()

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function field(content: Buffer, offset: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(content.length, 0)
  bytes.writeUInt16LE(content.length, 2)
  bytes.writeUInt32LE(offset, 4)
  return bytes
}

function readField(message: Buffer, at: number): Buffer {
  const length = message.readUInt16LE(at)
  const offset = message.readUInt32LE(at + 4)
  return message.subarray(offset, offset + length)
}

/** The hash of Windows passwords (RFC 1320), which OpenSSL 3 no longer offers. It is insecure for any other use. */
function md4(message: Uint8Array): Buffer {
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
