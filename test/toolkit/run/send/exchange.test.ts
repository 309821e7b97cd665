import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../../src/testing/virtual-clock.js'
import { createCookies } from '../../../../src/toolkit/run/send/cookies.js'
import { Deadline } from '../../../../src/toolkit/run/send/deadline.js'
import { type ExchangeOptions, exchange } from '../../../../src/toolkit/run/send/exchange.js'
import { DEFAULT_LIMITS, type RawResponse } from '../../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../../src/toolkit/run/wire-request.js'

const first: WireRequest = {
  ...{ method: 'GET', protocol: 'https:', hostname: 'api.example.com', origin: 'https://api.example.com' },
  ...{ path: '/a', headers: [['authorization', 'old']], body: null, profile: {} },
}
const answer = (status: number, headers: Record<string, string> = {}): RawResponse => ({
  status,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  body: Buffer.alloc(0),
})

/** Exchanges with an API that answers in turn; the last answer repeats. */
async function run(
  answers: RawResponse[],
  { from = first, ...more }: Partial<ExchangeOptions> & { from?: WireRequest } = {},
) {
  const sent: { path: string; authorization: string[]; cookie: string | undefined; guard: string }[] = []
  const value = (wire: WireRequest, name: string) =>
    wire.headers.filter(([key]) => key.toLowerCase() === name).map(([, text]) => text)
  const { response, wire } = await exchange(from, {
    transport: async (request, { guard }) => {
      sent.push({
        ...{ path: request.path, authorization: value(request, 'authorization') },
        ...{ cookie: value(request, 'cookie')[0], guard },
      })
      return answers[Math.min(sent.length, answers.length) - 1]!
    },
    ...{ limits: DEFAULT_LIMITS, rules: 'careful' },
    deadline: new Deadline({ clock: new VirtualClock(), timeoutMs: 1 }),
    ...more,
  })
  return { sent, status: response.status, last: wire }
}
const asking = (status: number) => answer(status, { 'www-authenticate': 'Digest realm="r"' })

describe('an address that no URL can have', () => {
  it.each(['http://a b.example', 'http://host.example:99999', 'http://javascript:alert(1)'])(
    '%j is refused before anything is sent',
    async (origin) => {
      const cookies = await createCookies()
      await expect(run([answer(200)], { from: { ...first, origin }, cookies })).rejects.toMatchObject({
        code: 'no-address',
        message: expect.stringContaining(`"${origin.slice(7)}" is no host`),
      })
    },
  )
})

describe('a challenge', () => {
  const rounds: [string[], number][] = []
  const challenged = (offers: string[], round: number) => {
    rounds.push([offers, round])
    return `answer ${round}`
  }

  it.each([401, 403])('of %i is answered in the place of the old authorization', async (status) => {
    rounds.length = 0
    const { sent, status: final, last } = await run([asking(status), answer(200)], { challenged })
    expect(sent.map(({ authorization }) => authorization)).toEqual([['old'], ['answer 0']])
    expect(final).toBe(200)
    expect(last.headers).toEqual([['Authorization', 'answer 0']])
    expect(rounds).toEqual([[['Digest realm="r"'], 0]])
  })

  it('is answered three times at most', async () => {
    const { sent, status } = await run([asking(401)], { challenged })
    expect(sent.map(({ authorization }) => authorization[0])).toEqual([
      'old',
      'answer 0',
      'answer 1',
      'answer 2',
    ])
    expect(status).toBe(401)
  })

  it.each<[string, RawResponse[], ExchangeOptions['challenged'], number]>([
    ['that nobody answers', [asking(401)], undefined, 1],
    ['that has no answer', [asking(401)], () => undefined, 1],
    ['in an answer of another status', [asking(400)], challenged, 1],
    ['after a redirect', [answer(302, { location: '/b' }), asking(401)], challenged, 2],
  ])('%s is the answer', async (_name, answers, answering, count) => {
    const { sent, status } = await run(answers, answering ? { challenged: answering } : {})
    expect(sent).toHaveLength(count)
    expect(status).toBe(answers.at(-1)?.status)
  })
})

describe('redirects', () => {
  it('are followed, and counted over all hops', async () => {
    const { sent, last } = await run([
      answer(302, { location: '/b' }),
      answer(302, { location: '/c' }),
      answer(200),
    ])
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
    expect(last.path).toBe('/c')
    const limited = { ...first, profile: { maxRedirects: 1 } }
    await expect(run([answer(302, { location: '/b' })], { from: limited })).rejects.toMatchObject({
      code: 'too-many-redirects',
    })
  })

  it.each([
    ['another port', 'https://api.example.com:8443/b', 'careful', undefined],
    ['another scheme', 'http://api.example.com/b', 'careful', undefined],
    ['the same origin', 'https://api.example.com/b', 'careful', 'id=1'],
    ['another port, as Postman does', 'https://api.example.com:8443/b', 'postman', 'id=1'],
  ] as const)('to %s take the cookies that belong there', async (_name, location, rules, cookie) => {
    const cookies = await createCookies()
    const { sent } = await run([answer(302, { location, 'set-cookie': 'id=1; Path=/' }), answer(200)], {
      cookies,
      rules,
    })
    expect(sent.map((one) => one.cookie)).toEqual([undefined, cookie])
  })

  it('take cookies along that an answer on the way has set', async () => {
    const cookies = await createCookies()
    const { sent } = await run([answer(302, { location: '/b', 'set-cookie': 'id=1; Path=/' }), answer(200)], {
      cookies,
    })
    expect(sent.map(({ cookie }) => cookie)).toEqual([undefined, 'id=1'])
  })
})

describe('private networks', () => {
  it.each<[hostname: string, rules: ExchangeOptions['rules'], guard: string]>([
    ['api.example.com', 'careful', 'public'],
    ['api.example.com', 'postman', 'none'],
    ['localhost', 'careful', 'local'],
    ['10.0.0.1', 'careful', 'local'],
  ])('from %s under %s rules have the guard %s', async (hostname, rules, guard) => {
    const { sent } = await run([answer(200)], { from: { ...first, hostname }, rules })
    expect(sent[0]?.guard).toBe(guard)
  })
})
