import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { TlsOptions } from './listen.js'

const DAY_MS = 24 * 3600 * 1000

/** A certificate (P-256, 90 days) for tests, as DER by RFC 5280: Node can read certificates but not make them. */
export function createSelfSigned(options: { names: readonly string[]; now: number }): TlsOptions {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
  const name = sequence(set(sequence(oid('2.5.4.3'), utf8('voice self-signed'))))
  const content = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(options.now - DAY_MS), time(options.now + 90 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(extension('2.5.29.17', sequence(...options.names.map(alternativeName))))),
  )
  const certificate = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)))
  return { cert: pem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes)
const tagged = (number: number, ...parts: Buffer[]) => der(0xa0 + number, ...parts)
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))

/** A date as UTCTime, which RFC 5280 requires for dates before 2050. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

function alternativeName(name: string): Buffer {
  if (isIPv4(name)) return der(0x87, Buffer.from(name.split('.').map(Number)))
  return isIPv6(name) ? der(0x87, ipv6Bytes(name)) : der(0x82, Buffer.from(name))
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const words = (text: string | undefined) => (text ? text.split(':') : [])
  const [before, after] = [words(head), words(tail)]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const all = tail === undefined ? before : [...before, ...zeros, ...after]
  return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex')
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
