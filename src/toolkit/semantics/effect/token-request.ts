import { decodeUri } from '../../../text/decode-uri.js'
import type { RequestTemplate } from '../../model/request-template.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { effectOfSent, type SentEffect } from './sent-effect.js'
import { losesData } from './words.js'

/** Words of a last segment that gives tokens: `token`, `oauth_token.do`, `getAccessToken`, `token.oauth2`. */
const TOKEN = wordList('tokenWords')
/** Words of a last segment that gives tokens if all segments before it are about log-ins: `/auth/login`, `/oauth/tokens`. */
const LOGIN = wordList('tokenWordsOfLogins')
const BESIDE = wordList('besideTokenWords')
const ABOUT_LOGIN = wordList('aboutTokens')
const PLAIN = /^(?:v?\d+|php|do|json|aspx?|ashx|jsp)$/
/** Segments that a server may read in another way, such as `..` and `%2e`. */
const UNCLEAR_SEGMENT = /^\.{1,2}$|[/\\;%]|^\s|\s$/
/** Hosts that only give tokens, at their root. */
const TOKEN_HOST = /^(?:tokens?|o?auth2?|login|sso|sts|identity|accounts?)\b/i
/** Words of addresses that change a credential or an account. */
const CHANGES = wordList('credentialChanges')

/**
 * What a request for an OAuth 2.0 token does. It is a read, and so a part of the call that needs the token, if its address
 * says that it gives tokens, it sends the credentials of a program, and it has nothing else that a server acts upon. A
 * request with a user's password is a log-in, which counts as a write. So does a request to any other address, because a
 * server there may ignore the grant and do something else.
 */
export function effectOfTokenRequest(request: RequestTemplate, host: string): SentEffect {
  const { url, body } = request
  const path = url.path.map(decodeUri)
  const sent = effectOfSent({ ...request, url: { ...url, path: [] } }, { title: '', method: 'POST' })
  const isPassword =
    body?.mode === 'urlencoded' &&
    body.entries.some(({ key, value }) => key === 'grant_type' && value === 'password')
  const isToken = givesTokens(path, host)
  const words = [
    ...(isPassword ? ['a log-in with a password'] : []),
    ...(isToken ? [] : [`POST /${path.join('/')}`]),
    ...sent.words,
  ]
  if (words.length === 0) return { effect: 'read', words, texts: [] }
  const isLost = path.some(losesData) || sent.effect === 'destructive'
  return { effect: isLost ? 'destructive' : 'write', words, texts: [] }
}

/** Whether the end of an address is that of a token endpoint, and nothing in the address says or hides anything else. */
function givesTokens(path: readonly string[], host: string): boolean {
  const named = path.filter((segment) => segment !== '')
  if (path.some((segment) => UNCLEAR_SEGMENT.test(segment))) return false
  if (named.flatMap(wordsOf).some((word) => CHANGES.has(word) || losesData(word))) return false
  const words = named.map(wordsOf)
  const last = words.pop()
  if (last === undefined) return TOKEN_HOST.test(host)
  const isBeside = (word: string) => BESIDE.has(word) || PLAIN.test(word)
  const isLogin = (word: string) => LOGIN.has(word) || isBeside(word)
  if (last.some((word) => TOKEN.has(word)) && last.every((word) => TOKEN.has(word) || isLogin(word)))
    return true
  const isAbout = (word: string) => ABOUT_LOGIN.has(word) || isLogin(word)
  return last.some((word) => LOGIN.has(word)) && last.every(isLogin) && words.flat().every(isAbout)
}
