import { decodeUri } from '../../../text/decode-uri.js'
import type { RequestTemplate } from '../../model/request-template.js'
import { isCredentialLike } from '../../secrets/credential-name.js'
import { isPlural } from '../id-names.js'
import { isPersonalSecret } from '../personal-secret.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { ordersAsSegment } from './path-orders.js'
import { effectOfSent, type SentEffect } from './sent-effect.js'
import { losesData } from './words.js'

/** Words of a last segment that gives tokens: `token`, `oauth_token.do`, `getAccessToken`, `token.oauth2`. */
const TOKEN = wordList('tokenWords')
/** Words of a last segment that gives tokens without a word of `TOKEN`: `/auth/login`, `/oauth/tokens`. */
const LOGIN = wordList('tokenWordsOfLogins')
const BESIDE = wordList('besideTokenWords')
/** Further words of the segments before the last one. */
const ABOUT_LOGIN = wordList('aboutTokens')
/** Segments before the name of a realm or tenant, which may be any. */
const TENANTS = wordList('tenantWords')
/** A domain or an id beside `oauth2`, which names a tenant or an authorization server. */
const TENANT = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)+|(?=.*\d)[a-z\d-]{16,})$/i
/** Segments that say that a path with a tenant is one of OAuth 2.0. */
const OAUTH = /^(?:o?auth2?|openid-connect)$/i
const PLAIN = /^(?:v?\d+|php|do|json|aspx?|ashx|jsp)$/
/** Names of the fields of a token request: those of OAuth 2.0 and of its well-known extensions. */
const FIELDS = wordList('tokenFields')
const HEADERS = wordList('tokenHeaders')
/** Segments that a server may read in another way, such as `..` and `%2e`. */
const UNCLEAR_SEGMENT = /^\.{1,2}$|[/\\;%]|^\s|\s$/
/** Hosts that only give tokens, at their root. */
const TOKEN_HOST = /^(?:tokens?|o?auth2?|login|sso|sts|identity|accounts?)\b/i
/** Words of addresses that change a credential or an account. */
const CHANGES = wordList('credentialChanges')

/**
 * What a request for an OAuth 2.0 token does. It is a read, and so a part of the call that needs the token, if its address
 * says that it gives tokens and nothing else, it sends the credentials of a program, and all of its fields are those of a
 * token request. A request with a user's password is a log-in, which counts as a write. So does a request to any other
 * address or with any other field, because a server there may ignore the grant and do something else. `texts` has these
 * fields with their values, those that may be secrets without.
 */
export function effectOfTokenRequest(request: RequestTemplate, host: string): SentEffect {
  const { url, body, headers } = request
  const path = url.path.map(decodeUri)
  const sent = effectOfSent({ ...request, url: { ...url, path: [] } }, { title: '', method: 'POST' })
  const fields = [...url.query, ...(body?.mode === 'urlencoded' ? body.entries : [])]
  const named = fields.map(({ key, value }) => ({ name: folded(key), value }))
  const isPassword = named.some(
    ({ name, value }) => name === 'password' || (name === 'granttype' && value === 'password'),
  )
  const isOther = (key: string, known: ReadonlySet<string>) =>
    !known.has(folded(key)) && (!isCredentialLike(key) || isPersonalSecret(key))
  const others = [
    ...fields.filter(({ key }) => isOther(key ?? '', FIELDS)),
    ...headers.filter(({ key }) => isOther(key ?? '', HEADERS)),
  ].map(({ key, value }) => (isCredentialLike(key ?? '') ? `${key}` : `${key} ${value ?? ''}`))
  const texts = [...new Set([...sent.words, ...others])]
  const words = [
    ...(isPassword ? ['a log-in with a password'] : []),
    ...(givesTokens(path, host) ? [] : [`POST /${path.join('/')}`]),
    ...texts,
  ]
  if (words.length === 0) return { effect: 'read', words, texts: [] }
  const isLost = path.some(losesData) || sent.effect === 'destructive'
  return { effect: isLost ? 'destructive' : 'write', words, texts }
}

const folded = (name: string | null) => wordsOf(name ?? '').join('')

/** Whether an address is that of a token endpoint, and nothing in it says or hides anything else. */
function givesTokens(path: readonly string[], host: string): boolean {
  const named = path.filter((segment) => segment !== '')
  if (path.some((segment) => UNCLEAR_SEGMENT.test(segment))) return false
  if (named.flatMap(wordsOf).some((word) => CHANGES.has(word) || losesData(word))) return false
  if (named.length === 0) return TOKEN_HOST.test(host)
  const last = wordsOf(named.at(-1)!)
  const isLogin = (word: string) => TOKEN.has(word) || LOGIN.has(word) || BESIDE.has(word) || PLAIN.test(word)
  const isAbout = (word: string) => ABOUT_LOGIN.has(word) || isLogin(word)
  return (
    last.some((word) => TOKEN.has(word) || LOGIN.has(word)) &&
    last.every(isLogin) &&
    named
      .slice(0, -1)
      .every(
        (segment, index) =>
          wordsOf(segment).every(isAbout) || namesTenant(named, index) || namesProduct(named, index),
      )
  )
}

/** Whether a segment is the name of a product or service, before the segments of OAuth 2.0: `shop` in `/shop/oauth/token`. */
const namesProduct = (path: readonly string[], index: number): boolean =>
  PRODUCT.test(path[index]!) &&
  !isPlural(path[index]!) &&
  !ordersAsSegment(path[index]!, false) &&
  path.slice(index + 1).some((segment) => OAUTH.test(segment))

const PRODUCT = /^[a-z][a-z\d-]*$/i

/** Whether a segment is the name of a tenant: `shop` in `/realms/shop/protocol/…`, an id or a domain beside `oauth2`. */
function namesTenant(path: readonly string[], index: number): boolean {
  const [before = '', segment = '', after = ''] = [path[index - 1], path[index], path[index + 1]]
  if (ordersAsSegment(segment, false)) return false
  if (TENANTS.has(folded(before))) return path.some((one) => OAUTH.test(one))
  return (OAUTH.test(before) || OAUTH.test(after)) && TENANT.test(segment)
}
