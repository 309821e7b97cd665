import { describe, expect, it } from 'vitest'
import { responses } from '../../../../src/toolkit/run/authenticate/ntlm.js'
import { headerOf } from '../../../../src/toolkit/run/wire-request.js'
import { type AuthParameters, answerTo, draftOf, signed } from '../../../support/draft-request.js'

const request = draftOf('GET', 'http://h/')
const SERVER_CHALLENGE = Buffer.from('0123456789abcdef', 'hex')
const TARGET_INFO = Buffer.from('02000c0044006f006d00610069006e0000000000', 'hex')

/** The challenge of a server (MS-NLMP, 2.2.1.2). */
function challenge({ type = 2, targetInfo = TARGET_INFO } = {}): Buffer {
  const head = Buffer.alloc(56)
  head.write('NTLMSSP\0', 0, 'latin1')
  head.writeUInt32LE(type, 8)
  SERVER_CHALLENGE.copy(head, 24)
  head.writeUInt16LE(targetInfo.length, 40)
  head.writeUInt16LE(targetInfo.length, 42)
  head.writeUInt32LE(56, 44)
  return Buffer.concat([head, targetInfo])
}

const answer = (params: AuthParameters, offers: string[], round: number) =>
  answerTo(request, { type: 'ntlm', params }, { offers, round })
const bytes = (authorization: string | undefined) => {
  expect(authorization).toMatch(/^NTLM [A-Za-z0-9+/]+=*$/)
  return Buffer.from(String(authorization).slice('NTLM '.length), 'base64')
}
/** The content of a field: length, length again, offset. */
function field(message: Buffer, at: number): Buffer {
  const [length, space, offset] = [
    message.readUInt16LE(at),
    message.readUInt16LE(at + 2),
    message.readUInt32LE(at + 4),
  ]
  expect(space).toBe(length)
  return message.subarray(offset, offset + length)
}

it('a first request goes without credentials', () => {
  const own = { ...request, headers: [{ key: 'Authorization', value: 'own' }] }
  expect(headerOf(signed(own, 'ntlm', { username: 'ada' }).headers, 'authorization')).toBeUndefined()
})

describe('the greeting', () => {
  it('names domain and workstation in capitals', () => {
    const message = bytes(answer({ username: 'ada', domain: 'Corp', workstation: 'pc-1' }, ['NTLM'], 0))
    expect(message.toString('latin1', 0, 8)).toBe('NTLMSSP\0')
    expect(message.readUInt32LE(8)).toBe(1)
    expect(message.readUInt32LE(12)).toBe(0xa208b207)
    expect(field(message, 16).toString()).toBe('CORP')
    expect(field(message, 24).toString()).toBe('PC-1')
    expect(message.toString('hex', 32, 40)).toBe('0501280a0000000f')
    expect(message).toHaveLength(48)
  })

  it('says that there is no domain when there is none', () => {
    const message = bytes(answer({ username: 'ada' }, ['Negotiate', 'NTLM'], 0))
    expect(message.readUInt32LE(12)).toBe(0xa208a207)
    expect(message).toHaveLength(40)
  })

  it.each(['ntlm', 'Negotiate', 'Basic, NTLM'])('is sent for the offer %s', (offer) => {
    expect(answer({ username: 'ada' }, [offer], 0)).toBeDefined()
  })
  it.each(['Basic realm="x"', 'NTLMv9', ''])('is not sent for the offer %j', (offer) => {
    expect(answer({ username: 'ada' }, [offer], 0)).toBeUndefined()
  })
})

describe('the answer to the challenge', () => {
  const offer = `NTLM ${challenge().toString('base64')}`
  it.each<[params: AuthParameters, domain: string, username: string]>([
    [{ username: 'ada', domain: 'Corp' }, 'CORP', 'ada'],
    [{ username: 'corp\\Ada' }, 'CORP', 'Ada'],
    [{ username: 'ada@corp.example' }, 'CORP.EXAMPLE', 'ada'],
    [{ username: 'a\\b', domain: 'Corp' }, 'CORP', 'a\\b'],
    [{ username: 'ada' }, '', 'ada'],
    [{ username: 'a@b@c' }, '', 'a@b@c'],
    [{ username: 'a\\b@c' }, '', 'a\\b@c'],
  ])('for %j names domain %j and user %j', (params, domain, username) => {
    const message = bytes(
      answer({ ...params, password: 'Password', workstation: 'pc-1' }, ['Negotiate', offer], 1),
    )
    expect(message.readUInt32LE(8)).toBe(3)
    expect(field(message, 28).toString('utf16le')).toBe(domain)
    expect(field(message, 36).toString('utf16le')).toBe(username)
    expect(field(message, 44).toString('utf16le')).toBe('PC-1')
    expect(field(message, 52)).toHaveLength(0)
    expect(message.readUInt32LE(56)).toBe(message.length)
    expect(message.readUInt32LE(60)).toBe(0xa2888205)
    expect(message.toString('hex', 64, 72)).toBe('0501280a0000000f')
  })

  it('proves the password to the server, at the time of now', () => {
    const message = bytes(answer({ username: 'ada', domain: 'Corp', password: 'Password' }, [offer], 1))
    const [lm, nt] = [field(message, 12), field(message, 20)]
    const clientChallenge = lm.subarray(16)
    const time = nt.readBigUInt64LE(24)
    // Tenths of microseconds since 1601.
    expect(new Date(Number(time / 10_000n - 11_644_473_600_000n)).toISOString()).toBe(
      '2026-01-02T03:04:05.678Z',
    )
    const parts = { username: 'ada', password: 'Password', domain: 'Corp' }
    const want = responses({
      ...parts,
      clientChallenge,
      time,
      serverChallenge: SERVER_CHALLENGE,
      targetInfo: TARGET_INFO,
    })
    expect(lm.equals(want.lm)).toBe(true)
    expect(nt.equals(want.nt)).toBe(true)
    expect(nt.subarray(16, 24).toString('hex')).toBe('0101000000000000')
    expect(nt.subarray(44, 44 + TARGET_INFO.length).equals(TARGET_INFO)).toBe(true)
  })

  it.each<[name: string, offer: string, round: number]>([
    ['nothing but the name', 'NTLM', 1],
    ['a message of another type', `NTLM ${challenge({ type: 1 }).toString('base64')}`, 1],
    ['a message that is cut off', `NTLM ${challenge().subarray(0, 47).toString('base64')}`, 1],
    ['NTLM version 1', `NTLM ${challenge({ targetInfo: Buffer.alloc(0) }).toString('base64')}`, 1],
    ['a second challenge', offer, 2],
  ])('is not given to %s', (_name, text, round) => {
    expect(answer({ username: 'ada', password: 'p' }, [text], round)).toBeUndefined()
  })
})
