import { describe, expect, it } from 'vitest'
import { createCookies, createSessionCookies } from '../../../../src/toolkit/run/send/cookies.js'
import type { RawResponse } from '../../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../../src/toolkit/run/wire-request.js'

const wire = (url: string, more: Partial<WireRequest> = {}): WireRequest => {
  const { protocol, hostname, origin, pathname, search } = new URL(url)
  return {
    ...{ method: 'GET', protocol: protocol as 'https:', hostname, origin, path: `${pathname}${search}` },
    ...{ headers: [['Accept', '*/*']], body: null, profile: {} },
    ...more,
  }
}
const setting = (...cookies: string[]): RawResponse => ({
  status: 200,
  headers: [{ key: 'content-type', value: 'a=b' }, ...cookies.map((value) => ({ key: 'set-cookie', value }))],
  body: Buffer.alloc(0),
})

/** The `Cookie` header for an address, after an answer from another one set cookies. */
async function sentTo(url: string, { from, cookie }: { from: string; cookie: string }) {
  const cookies = await createCookies()
  cookies.keep(wire(from), setting(cookie))
  return cookies.add(wire(url)).headers.find(([name]) => name === 'Cookie')?.[1]
}

describe('a cookie is sent', () => {
  it.each<[from: string, cookie: string, to: string]>([
    ['https://a.example.com/login', 'id=1', 'https://a.example.com/'],
    ['https://a.example.com/v1/login', 'id=1; Path=/', 'https://a.example.com/v2'],
    ['https://a.example.com/', 'id=1; Domain=example.com', 'https://b.example.com/'],
    ['https://a.example.com/', 'id=1; Secure; HttpOnly', 'https://a.example.com/'],
    ['http://127.0.0.1:8000/', 'id=1', 'http://127.0.0.1:8000/x?y=1'],
  ])('set by %s as %s to %s', async (from, cookie, to) =>
    expect(await sentTo(to, { from, cookie })).toBe('id=1'),
  )
})

describe('a cookie is never sent', () => {
  it.each<[from: string, cookie: string, to: string]>([
    ['https://a.example.com/', 'id=1', 'https://b.example.com/'],
    ['https://a.example.com/', 'id=1', 'https://example.com/'],
    ['https://a.example.com/', 'id=1; Domain=other.com', 'https://other.com/'],
    ['https://a.example.com/', 'id=1; Domain=other.com', 'https://a.example.com/'],
    ['https://a.example.com/', 'id=1; Domain=com', 'https://b.com/'],
    ['https://a.example.com/', 'id=1; Domain=com', 'https://evil.com/'],
    ['https://a.example.com/', 'id=1; Path=/private', 'https://a.example.com/public'],
    ['https://a.example.com/', 'id=1; Secure', 'http://a.example.com/'],
    ['https://a.example.com/', 'id=1; Max-Age=0', 'https://a.example.com/'],
  ])('set by %s as %s to %s', async (from, cookie, to) =>
    expect(await sentTo(to, { from, cookie })).toBeUndefined(),
  )

  it('when the profile keeps cookies out, and then none is kept', async () => {
    const cookies = await createCookies()
    const without = wire('https://h.example/', { profile: { disableCookies: true } })
    cookies.keep(without, setting('id=1'))
    expect(cookies.save()).toBeUndefined()
    cookies.keep(wire('https://h.example/'), setting('id=1'))
    expect(cookies.add(without)).toBe(without)
  })
})

describe('the Cookie header', () => {
  const HEADERS: WireRequest['headers'] = [
    ['Accept', '*/*'],
    ['Content-Length', '3'],
  ]
  const place = async (more: Partial<WireRequest>) => {
    const cookies = await createCookies()
    cookies.keep(wire('https://h.example/'), setting('id=1', 'theme=dark'))
    return cookies.add(wire('https://h.example/', more)).headers
  }

  it('follows the cookies of the author, in their place', async () => {
    const headers: WireRequest['headers'] = [
      ['cookie', 'own=1'],
      ['Accept', '*/*'],
    ]
    expect(await place({ headers })).toEqual([
      ['cookie', 'own=1; id=1; theme=dark'],
      ['Accept', '*/*'],
    ])
  })

  it.each<[string, Partial<WireRequest>, number]>([
    ['after all other headers', { headers: [['Accept', '*/*']] }, 1],
    ['after a length of a body', { headers: HEADERS, body: Buffer.from('abc') }, 2],
    ['before a length of nothing', { headers: HEADERS }, 1],
    ['before the length of a form', { headers: HEADERS, body: Buffer.from('abc'), isMultipart: true }, 1],
    [
      'after all others where the length is not the last',
      {
        headers: [
          ['Content-Length', '3'],
          ['Accept', '*/*'],
        ],
      },
      2,
    ],
  ])('stands %s', async (_name, more, at) => {
    expect((await place(more))[at]).toEqual(['Cookie', 'id=1; theme=dark'])
  })

  it('is not added where no cookie belongs', async () => {
    const cookies = await createCookies()
    const request = wire('https://h.example/')
    expect(cookies.add(request)).toBe(request)
  })
})

describe('a jar that is saved', () => {
  it('is nothing while it is empty, else the same after it moved', async () => {
    const cookies = await createSessionCookies()
    expect(cookies.save()).toBeUndefined()
    cookies.keep(wire('https://h.example/'), setting('id=1'))
    const first = cookies.save()!
    expect(cookies.save()).toEqual(first)
    cookies.keep(wire('https://h.example/'), setting('theme=dark'))
    const moved = await createSessionCookies(JSON.parse(JSON.stringify(cookies.save())))
    expect(moved.add(wire('https://h.example/')).headers.at(-1)).toEqual(['Cookie', 'id=1; theme=dark'])
  })

  it('takes cookies without a name, as browsers do, and leaves out what is no cookie', async () => {
    const cookies = await createSessionCookies()
    cookies.keep(wire('https://h.example/'), setting('value', 'a=1; Domain=other.com'))
    expect(cookies.add(wire('https://h.example/')).headers.at(-1)).toEqual(['Cookie', 'value'])
  })
})

describe('a jar that an API fills', () => {
  it('keeps the newest 500 at most, also when it was saved between', async () => {
    const url = 'https://a.example.com/'
    let cookies = await createSessionCookies()
    for (let at = 0; at < 2_000; at += 1) {
      cookies.keep(wire(url), setting(`c${at}=${at}`))
      if (at === 1_234) cookies = await createSessionCookies(cookies.save())
    }
    const sent =
      cookies
        .add(wire(url))
        .headers.find(([name]) => name === 'Cookie')?.[1]
        .split('; ') ?? []
    expect(sent.length).toBeLessThanOrEqual(500)
    expect(sent.length).toBeGreaterThanOrEqual(400)
    expect(sent).toContain('c1999=1999')
    expect(sent).not.toContain('c1=1')
  })

  it('is not emptied by one cookie that is set again and again', async () => {
    const url = 'https://a.example.com/'
    const cookies = await createSessionCookies()
    cookies.keep(wire(url), setting('first=1'))
    for (let at = 0; at < 2_000; at += 1) cookies.keep(wire(url), setting(`again=${at}`))
    expect(cookies.add(wire(url)).headers).toContainEqual(['Cookie', 'first=1; again=1999'])
  })
})

describe('the cookies of a session', () => {
  it.each<[from: string, cookie: string, to: string]>([
    ['http://127.0.0.1:8001/', 'id=1', 'http://127.0.0.1:8002/'],
    ['http://localhost:8001/', 'id=1; Domain=localhost', 'http://localhost:8002/'],
    ['https://evil.example.com/', 'id=1; Domain=example.com', 'https://api.example.com/'],
    ['https://evil.example.com/', 'id=1; Domain=.example.com; Path=/', 'https://example.com/'],
    ['https://api.example.com:8443/', 'id=1', 'https://api.example.com/'],
    ['http://api.example.com/', 'id=1', 'https://api.example.com/'],
  ])('set by %s as %s are not sent to %s', async (from, cookie, to) => {
    const cookies = await createSessionCookies()
    cookies.keep(wire(from), setting(cookie))
    expect(cookies.add(wire(to))).toEqual(wire(to))
  })

  it('set by one origin do not replace those of another', async () => {
    const cookies = await createSessionCookies()
    cookies.keep(wire('https://api.example.com/'), setting('id=own; Domain=example.com'))
    cookies.keep(wire('https://evil.example.com/'), setting('id=foreign; Domain=example.com'))
    expect(cookies.add(wire('https://api.example.com/')).headers.at(-1)).toEqual(['Cookie', 'id=own'])
  })

  it('are kept for twenty origins at most', async () => {
    const cookies = await createSessionCookies()
    for (let at = 0; at < 100; at += 1) cookies.keep(wire(`https://h${at}.example/`), setting('id=1'))
    expect(Object.keys(cookies.save()!)).toHaveLength(20)
  })

  it('are left out if they were saved in another format', async () => {
    const cookies = await createSessionCookies({
      version: 'tough-cookie@5',
      cookies: [{ key: 'id', value: '1' }],
    })
    expect(cookies.save()).toBeUndefined()
  })
})
