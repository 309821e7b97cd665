import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DEMO_API_KEY } from '../../../src/environment.js'
import {
  type ApiKeyValidator,
  Authenticator,
  ClientSecrets,
  limitFailedKeys,
  type Principal,
} from '../../../src/server/http/authenticator.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'

const ADDRESS = '198.51.100.1'
const idOf = (key: string) => createHash('sha256').update(key).digest('base64url')

function start(validator: ApiKeyValidator = (key) => key === 'right') {
  const clock = new VirtualClock(1_000_000)
  const secrets = new ClientSecrets({ clock, secret: undefined })
  const failedKeys = limitFailedKeys({ perMinute: 3, clock })
  const errors: unknown[] = []
  const logger = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => void errors.push(line) }
  const gate = new Authenticator({ validator, secrets, failedKeys, clock, logger })
  const enter = (apiKey: string | undefined, appId?: string) =>
    gate.enter({ apiKey, appId, address: ADDRESS })
  const mint = (more: object = {}) =>
    secrets.mint(
      { parent: 'p', identity: {}, appId: 'app', unlocked: false, session: undefined, ...more },
      600,
    ).value
  const call = (from: string | undefined) =>
    gate.enterCall({ from, to: undefined, carrier: 'twilio' }, undefined)
  return { clock, enter, call, mint, errors }
}

describe('a key', () => {
  it('that is right is known by its hash, never by itself', async () => {
    const principal = await start().enter('right', 'app')
    expect(principal).toEqual({
      ...{ keyId: idOf('right'), openerId: idOf('right'), accountId: idOf('right') },
      ...{ identity: {}, appId: 'app', isDemo: false },
    })
    expect(JSON.stringify(principal)).not.toContain('right')
  })

  it('is given to the validator with the app', async () => {
    const asked: unknown[] = []
    await start((...parts) => asked.push(parts) > 0).enter('k', 'app')
    expect(asked).toEqual([['k', 'app']])
  })

  it.each<[name: string, verdict: unknown, want: object]>([
    ['yes', true, { identity: {} }],
    ['an identity', { userId: 'ann' }, { identity: { userId: 'ann' } }],
    ['an identity, later', Promise.resolve({ userId: 'ann' }), { identity: { userId: 'ann' } }],
    ['no', false, { status: 401, message: 'The key is not valid.' }],
    ['no, later', Promise.resolve(false), { status: 401 }],
    ['nothing', undefined, { status: 401 }],
    ['null', null, { status: 401 }],
    ['a word', 'yes', { status: 401 }],
    ['a number', 1, { status: 401 }],
  ])('that the validator answers with %s', async (_name, verdict, want) => {
    expect(await start((() => verdict) as ApiKeyValidator).enter('k')).toMatchObject(want)
  })

  it('that is the demo key is told from others', async () => {
    const { enter } = start(() => true)
    expect(await enter(DEMO_API_KEY)).toMatchObject({ isDemo: true })
    expect(await enter(`${DEMO_API_KEY}2`)).toMatchObject({ isDemo: false })
  })

  it('that is missing is asked for, and the validator is not', async () => {
    const { enter } = start(() => {
      throw new Error('asked')
    })
    expect(await enter(undefined)).toEqual({
      status: 401,
      message: expect.stringMatching(/Authorization: Bearer KEY.*openai-insecure-api-key/),
    })
  })
})

describe('a validator that fails', () => {
  it.each<[string, ApiKeyValidator]>([
    [
      'at once',
      () => {
        throw new Error('database down')
      },
    ],
    ['later', () => Promise.reject(new Error('database down'))],
  ])('%s lets nobody in, and the operator is told', async (_name, validator) => {
    const { enter, errors } = start(validator)
    expect(await enter('right')).toMatchObject({ status: 503 })
    expect(errors).toEqual([['key validator failed', { error: 'database down' }]])
  })

  it('to answer lets nobody in after ten seconds', async () => {
    const { clock, enter } = start(() => new Promise(() => {}))
    let entered: unknown
    void enter('right').then((outcome) => {
      entered = outcome
    })
    await clock.advance(9_999)
    expect(entered).toBeUndefined()
    await clock.advance(1)
    expect(entered).toMatchObject({ status: 503 })
  })

  it('leaves no timer behind when it answers', async () => {
    const { clock, enter } = start()
    await enter('right')
    await settle()
    expect(clock.pending).toBe(0)
  })
})

describe('too many wrong keys', () => {
  it('are refused, and right ones are not', async () => {
    const { enter } = start((key) => key.startsWith('right'))
    await enter('right 1')
    for (const key of ['a', 'b', 'c']) expect(await enter(key)).toMatchObject({ status: 401 })
    expect(await enter('d')).toMatchObject({ status: 429 })
    expect(await enter('right 2')).toMatchObject({ keyId: idOf('right 2') })
    expect(await enter('right 1')).toMatchObject({ keyId: idOf('right 1') })
  })

  it('are counted for forged short-lived keys too', async () => {
    const { enter, mint } = start()
    for (let time = 0; time < 3; time += 1) expect(await enter('ek_forged')).toMatchObject({ status: 401 })
    expect(await enter('ek_forged')).toMatchObject({ status: 429 })
    expect(await enter(mint())).toMatchObject({ secret: expect.anything() })
  })

  it('are not counted without a key, nor when the validator fails', async () => {
    let isDown = true
    const { enter } = start(() => {
      if (isDown) throw new Error('down')
      return true
    })
    for (let time = 0; time < 5; time += 1) await enter(time % 2 ? undefined : 'right')
    isDown = false
    expect(await enter('right')).toMatchObject({ keyId: idOf('right') })
  })
})

describe('a short-lived key', () => {
  const principalOf = async (more: object, key = start()) =>
    (await key.enter(key.mint(more), 'asked')) as Principal

  it('stands for what it was minted with, not for what is asked with it', async () => {
    const identity = { userId: 'ann' }
    const session = { instructions: 'x' }
    const principal = await principalOf({ identity, unlocked: true, session })
    expect(principal).toMatchObject({
      identity,
      appId: 'app',
      isDemo: false,
      secret: { unlocked: true, session },
    })
    expect(await principalOf({})).toMatchObject({ secret: { unlocked: false, session: undefined } })
  })

  it('shares its id with others of the same parent and identity alone', async () => {
    const [one, same, user, parent] = await Promise.all([
      principalOf({}),
      principalOf({}),
      principalOf({ identity: { userId: 'ann' } }),
      principalOf({ parent: 'q' }),
    ])
    expect(one!.keyId).toBe(same!.keyId)
    expect(one!.openerId).not.toBe(same!.openerId)
    expect(new Set([one!.keyId, user!.keyId, parent!.keyId]).size).toBe(3)
  })

  it('that was minted with the demo key is as the demo key', async () => {
    expect(await principalOf({ parent: idOf(DEMO_API_KEY) })).toMatchObject({ isDemo: true })
  })

  it('that is over is refused, without asking the validator', async () => {
    const key = start(() => true)
    const minted = key.mint()
    await key.clock.advance(600_000)
    expect(await key.enter(minted)).toMatchObject({
      status: 401,
      message: expect.stringMatching(/Ask for a new/),
    })
  })
})

describe('a telephone call', () => {
  it.each<[name: string, verdict: unknown, want: unknown]>([
    ['yes', true, 'tel:+4930123456'],
    ['no user', { variables: {} }, 'tel:+4930123456'],
    ['a user that is undefined', { userId: undefined }, 'tel:+4930123456'],
    ['a user', { userId: 'ann' }, 'ann'],
  ])('counts for its number unless the validator answers with a user: %s', async (_name, verdict, userId) => {
    const entered = await start((() => verdict) as ApiKeyValidator).call('+4930123456')
    expect(entered).toMatchObject({ identity: { userId } })
  })
})
