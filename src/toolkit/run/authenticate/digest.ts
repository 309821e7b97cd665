import { createHash } from 'node:crypto'
import { characters } from '../../template/random.js'
import { type DraftRequest, withHeader } from '../wire-request.js'
import {
  type AuthContext,
  type AuthKind,
  type AuthParams,
  isOn,
  NONCE_CHARACTERS,
  param,
  signedBytes,
  signingParts,
} from './auth-kind.js'

const HASHES: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' }

/** The parameters of HTTP Digest, as a server or the collection gives them. */
interface DigestChallenge {
  realm: string
  nonce: string
  qop: string
  opaque: string
  algorithm: string
  stale: boolean
}

/** HTTP Digest (RFC 7616): answers the server's challenge. The first attempt signs only with a nonce and realm of the file. */
export const digest: AuthKind = {
  sign(draft, params, context) {
    const challenge = ownChallenge(params)
    const value =
      challenge.nonce && challenge.realm ? respond(draft, params, { challenge, context }) : undefined
    return value ? withHeader(draft, { key: 'Authorization', value }) : draft
  },
  answer(draft, params, context) {
    if (isOn(params, 'disableRetryRequest')) return undefined
    const challenge = chooseChallenge(context.offers, params)
    // If a challenge comes after an answer, the password is wrong. The exception is a challenge with `stale`: the nonce
    // was too old, and another answer can succeed.
    if (!challenge || (context.round > 0 && !challenge.stale)) return undefined
    return respond(draft, params, { challenge, context })
  },
}

/** The parameters of a challenge by their names, from a header or from the collection. */
function challengeOf(member: (name: string) => string): DigestChallenge {
  const [realm, nonce, qop, opaque, algorithm] = ['realm', 'nonce', 'qop', 'opaque', 'algorithm'].map(member)
  return {
    ...{ realm: realm!, nonce: nonce!, qop: qop!, opaque: opaque!, algorithm: algorithm! },
    stale: /^true$/i.test(member('stale')),
  }
}

const ownChallenge = (params: AuthParams) =>
  challengeOf((name) => (name === 'stale' ? '' : param(params, name)))

/** The challenge with the algorithm that the collection names; else the first challenge with a supported algorithm. */
function chooseChallenge(headers: string[], params: AuthParams): DigestChallenge | undefined {
  const own = ownChallenge(params)
  const known = headers
    .flatMap(challengesIn)
    .map((members) => challengeOf((name) => members.get(name) ?? ''))
    .filter((challenge) => hashOf(challenge.algorithm || 'MD5') !== undefined)
  const best = known.find((challenge) => own.algorithm && challenge.algorithm === own.algorithm) ?? known[0]
  if (!best) return undefined
  const qops = (best.qop || own.qop).split(',').map((qop) => qop.trim())
  const qop = qops.includes(own.qop) ? own.qop : qops.includes('auth') ? 'auth' : (qops[0] ?? '')
  return { ...best, qop, algorithm: own.algorithm || best.algorithm }
}

const TOKEN = /"((?:[^"\\]|\\.)*)"?|([^\s,="]+)|=/g

/** The parameters of each Digest challenge in a header. A header may have several challenges, of any scheme. */
function challengesIn(header: string): Map<string, string>[] {
  const challenges: Map<string, string>[] = []
  let current = new Map<string, string>()
  let word = ''
  let name: string | undefined
  for (const [token, quoted, plain = ''] of header.matchAll(TOKEN)) {
    if (token === '=') name = word.toLowerCase()
    else if (name !== undefined) {
      if (!current.has(name)) current.set(name, quoted?.replace(/\\(.)/g, '$1') ?? plain)
      name = undefined
    } else {
      word = plain
      if (word.toLowerCase() !== 'digest') continue
      current = new Map()
      challenges.push(current)
    }
  }
  return challenges
}

const hashOf = (algorithm: string) => HASHES[algorithm.replace(/-sess$/i, '').toUpperCase()]

function respond(
  draft: DraftRequest,
  params: AuthParams,
  { challenge, context }: { challenge: DigestChallenge; context: AuthContext },
): string | undefined {
  const { realm, nonce, qop, opaque } = challenge
  const algorithm = challenge.algorithm || 'MD5'
  const algorithmHash = hashOf(algorithm)
  const username = param(params, 'username')
  if (!algorithmHash || !username) return undefined
  const hash = (text: string | Uint8Array) => createHash(algorithmHash).update(text).digest('hex')
  const uri = signingParts(draft).path
  const cnonce =
    param(params, 'clientNonce') || characters(context.random, { count: 8, from: NONCE_CHARACTERS })
  const count = param(params, 'nonceCount') || '00000001'
  const isProtected = qop === 'auth' || qop === 'auth-int'
  const isSession = /-sess$/i.test(algorithm)
  const plain = hash(`${username}:${realm}:${param(params, 'password')}`)
  const secret = isSession ? hash(`${plain}:${nonce}:${cnonce}`) : plain
  const body = qop === 'auth-int' ? `:${hash(signedBytes(draft) ?? '')}` : ''
  const target = hash(`${draft.method}:${uri}${body}`)
  const response = isProtected
    ? hash([secret, nonce, count, cnonce, qop, target].join(':'))
    : hash([secret, nonce, target].join(':'))
  const members = [
    `username="${quote(username)}"`,
    `realm="${quote(realm)}"`,
    `nonce="${quote(nonce)}"`,
    `uri="${uri}"`,
    `algorithm="${algorithm}"`,
    ...(isProtected ? [`qop=${qop}`] : []),
    ...(isProtected || isSession ? [`nc=${count}`, `cnonce="${cnonce}"`] : []),
    `response="${response}"`,
    ...(opaque ? [`opaque="${quote(opaque)}"`] : []),
  ]
  return `Digest ${members.join(', ')}`
}

const quote = (text: string) => text.replace(/(["\\])/g, '\\$1')
