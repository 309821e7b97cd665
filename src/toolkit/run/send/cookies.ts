import type { CookieJar, SerializedCookieJar } from 'tough-cookie'
import { isObject } from '../../../protocol/is-object.js'
import { memoized } from '../../../text/memoized.js'
import { effectOfSent, requestSent } from '../../semantics/effect/sent-effect.js'
import type { WireRequest } from '../wire-request.js'
import type { RawResponse } from './transport.js'

/** A jar with more than `MAX_COOKIES` forgets the oldest until `REFILL` are left. The size of a header is limited elsewhere. */
const MAX_COOKIES = 500
const REFILL = 400

export interface Cookies {
  add(wire: WireRequest): WireRequest
  keep(wire: WireRequest, response: RawResponse): void
  save(): object | undefined
}

/** Creates the jar of a replay, in which hosts share cookies as in Postman. */
export async function createCookies(): Promise<Cookies> {
  const makeJar = await jarMaker()
  return makeJar()
}

type Select = (cookies: string) => string

async function jarMaker(): Promise<(saved?: object, select?: Select) => Cookies> {
  const { CookieJar } = await import('tough-cookie')
  const restore = (jar: SerializedCookieJar) => CookieJar.deserializeSync(jar)
  return (saved, select) =>
    cookiesOf(saved ? restore(saved as SerializedCookieJar) : new CookieJar(undefined, { looseMode: true }), {
      restore,
      select,
    })
}

/** The cookies without those that servers read like parameters: `_method=DELETE` would make another request. */
const withoutEffects: Select = memoized((cookies) => {
  const isHarmless = (pair: string) =>
    effectOfSent(requestSent({ method: 'GET', url: '/', headers: [['Cookie', pair]], body: null }), {
      title: '',
      method: 'GET',
    }).effect === 'read'
  return cookies.split('; ').filter(isHarmless).join('; ')
})

/** Maximum number of origins whose cookies a session keeps. The origin that was used longest ago is dropped first. */
const MAX_ORIGINS = 20

/** The cookies of a session, with a jar for each origin: browsers would let ports and subdomains set each other's. */
export async function createSessionCookies(saved: object = {}): Promise<Cookies> {
  const makeJar = await jarMaker()
  const jars = new Map<string, Cookies>()
  for (const [origin, jar] of Object.entries(saved))
    if (URL.canParse(origin) && isObject(jar)) jars.set(origin, makeJar(jar, withoutEffects))
  return {
    add: (wire) => jars.get(wire.origin)?.add(wire) ?? wire,
    keep(wire, response) {
      const { origin } = wire
      if (!response.headers.some(({ key }) => key === 'set-cookie')) return
      const jar = jars.get(origin) ?? makeJar(undefined, withoutEffects)
      jars.delete(origin)
      jars.set(origin, jar)
      jar.keep(wire, response)
      for (const oldest of jars.keys()) {
        if (jars.size <= MAX_ORIGINS) break
        jars.delete(oldest)
      }
    },
    save() {
      const entries = [...jars].flatMap(([origin, jar]) => {
        const cookies = jar.save()
        return cookies ? [[origin, cookies] as const] : []
      })
      return entries.length > 0 ? Object.fromEntries(entries) : undefined
    },
  }
}

function cookiesOf(
  first: CookieJar,
  { restore, select }: { restore: (jar: SerializedCookieJar) => CookieJar; select: Select | undefined },
): Cookies {
  let jar = first
  /** Cookies set since the last count. It begins at the limit, because a restored jar may be full. */
  let uncounted = MAX_COOKIES - REFILL
  const forgetOldest = () => {
    const all = jar.serializeSync()
    uncounted = 0
    if (all && all.cookies.length > REFILL) jar = restore({ ...all, cookies: all.cookies.slice(-REFILL) })
  }
  // The jar as plain data. Cached, because serializing is slow and happens often.
  let saved: object | undefined
  return {
    add(wire) {
      if (wire.profile.disableCookies === true) return wire
      const all = jar.getCookieStringSync(urlOf(wire))
      const kept = all && select ? select(all) : all
      return kept ? withCookie(wire, kept) : wire
    },
    keep(wire, response) {
      if (wire.profile.disableCookies === true) return
      for (const { key, value } of response.headers) {
        if (key !== 'set-cookie') continue
        uncounted += 1
        if (uncounted > MAX_COOKIES - REFILL) forgetOldest()
        jar.setCookieSync(value, urlOf(wire), { ignoreError: true })
        saved = undefined
      }
    },
    save() {
      saved ??= jar.serializeSync()
      return saved && (saved as SerializedCookieJar).cookies.length > 0 ? saved : undefined
    },
  }
}

const urlOf = (wire: WireRequest) => `${wire.origin}${wire.path}`

/** Adds cookies to the author's `Cookie` header, or a header at the end, but before a last `Content-Length`. */
function withCookie(wire: WireRequest, cookie: string): WireRequest {
  const at = wire.headers.findIndex(([name]) => name.toLowerCase() === 'cookie')
  if (at >= 0) {
    const [name, own] = wire.headers[at]!
    return { ...wire, headers: wire.headers.with(at, [name, `${own}; ${cookie}`]) }
  }
  const isLast =
    wire.headers.at(-1)?.[0] === 'Content-Length' && (wire.body === null || wire.isMultipart === true)
  const end = isLast ? wire.headers.length - 1 : wire.headers.length
  return { ...wire, headers: wire.headers.toSpliced(end, 0, ['Cookie', cookie]) }
}
