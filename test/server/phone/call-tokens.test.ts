import { expect, it } from 'vitest'
import { CallTokens } from '../../../src/server/phone/media-streams.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const call = { id: 'CA1', from: '+4930123456', to: '+4930654321', carrier: 'twilio', appId: 'shop' } as const

function tokens(secret?: string) {
  const clock = new VirtualClock()
  return { clock, tokens: new CallTokens({ secret, clock }) }
}

it('holds the call, once', () => {
  const { tokens: own } = tokens()
  const token = own.mint(call)
  // A parameter of TwiML has at most 500 characters with its name.
  expect(token.length).toBeLessThan(490)
  expect(own.redeem(token)).toEqual(call)
  expect(own.redeem(token)).toBeUndefined()
})

it('is good for a minute', async () => {
  const { tokens: own, clock } = tokens()
  const token = own.mint(call)
  await clock.advance(60_000)
  expect(own.redeem(token)).toBeUndefined()
})

it('is good on every server with the same secret, and nowhere else', () => {
  const token = tokens('one').tokens.mint(call)
  expect(tokens('one').tokens.redeem(token)).toEqual(call)
  expect(tokens('two').tokens.redeem(token)).toBeUndefined()
  expect(tokens().tokens.redeem(token)).toBeUndefined()
})

it.each(['', 'x', 'x'.repeat(100)])('%j is no token', (token) => {
  expect(tokens().tokens.redeem(token)).toBeUndefined()
})

it('cannot be changed', () => {
  const { tokens: own } = tokens()
  const token = own.mint(call)
  const forged = Buffer.from(JSON.stringify({ ...call, from: '+1555', until: 9e15 })).toString('base64url')
  expect(own.redeem(token.slice(0, 43) + forged)).toBeUndefined()
})
