import { describe, expect, it } from 'vitest'
import {
  restoreSessionState,
  saveSessionState,
  sessionState,
} from '../../../src/toolkit/run/session-state.js'
import type { WireRequest } from '../../../src/toolkit/run/wire-request.js'

const wire = {
  origin: 'http://api.example.com',
  path: '/pets',
  headers: [],
  profile: {},
  body: null,
} as unknown as WireRequest
const answer = (cookie: string) =>
  ({ headers: [{ key: 'set-cookie', value: cookie }] }) as unknown as Parameters<
    Awaited<ReturnType<ReturnType<typeof sessionState>['cookies']>>['keep']
  >[1]

const SHOP = { name: 'Shop' }

const moved = (from: object): object => {
  const saved = saveSessionState(from)
  const to = {}
  if (saved) restoreSessionState(to, JSON.parse(JSON.stringify(saved)))
  return to
}

describe('what the calls of a conversation share', () => {
  it('is nothing to save while there is nothing', async () => {
    const session = {}
    expect(saveSessionState(session)).toBeUndefined()
    await sessionState(session, SHOP).cookies()
    expect(saveSessionState(session)).toBeUndefined()
  })

  it('keeps captured values and cookies through any number of moves', async () => {
    const session = {}
    const state = sessionState(session, SHOP)
    state.captured.set('token', { key: 'token', value: 'abc', secret: true })
    const jar = await state.cookies()
    jar.keep(wire, answer('id=7; Path=/'))
    const third = moved(moved(session))
    expect([...sessionState(third, SHOP).captured.values()]).toEqual([
      { key: 'token', value: 'abc', secret: true },
    ])
    const cookies = await sessionState(third, SHOP).cookies()
    expect(cookies.add(wire).headers).toEqual([['Cookie', 'id=7']])
    cookies.keep(wire, answer('more=1; Path=/'))
    const fourth = await sessionState(moved(third), SHOP).cookies()
    expect(fourth.add(wire).headers).toEqual([['Cookie', 'id=7; more=1']])
  })
})
