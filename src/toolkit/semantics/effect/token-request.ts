import { decodeUri } from '../../../text/decode-uri.js'
import type { RequestTemplate } from '../../model/request-template.js'
import { wordsOf } from '../words.js'
import { effectOfSent, type SentEffect } from './sent-effect.js'
import { losesData } from './words.js'

/** Parts of addresses that give tokens. */
const TOKEN_ADDRESS =
  /token|auth|openid|log-?[io]n|sign-?[io]n|session|sso|identity|connect|credential|grant/i
/** Words of addresses that change a credential or an account. */
const CHANGES = new Set('rotate reset change revoke logout signout register signup introspect'.split(' '))

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
  const hidden = sent.texts.filter((text) => !wordsOf(text).some((word) => TOKEN_ADDRESS.test(word)))
  const orders = path.flatMap(wordsOf).filter((word) => CHANGES.has(word) || losesData(word))
  const isPassword =
    body?.mode === 'urlencoded' &&
    body.entries.some(({ key, value }) => key === 'grant_type' && value === 'password')
  const isNamed = [host.split('.')[0]!, ...path].some((part) => TOKEN_ADDRESS.test(part))
  const words = [
    ...(isPassword ? ['a log-in with a password'] : []),
    ...(isNamed && orders.length === 0 ? [] : [`POST /${path.join('/')}`]),
    ...(hidden.length > 0 ? sent.words : []),
  ]
  if (words.length === 0) return { effect: 'read', words, texts: [] }
  const isLost = orders.some(losesData) || (hidden.length > 0 && sent.effect === 'destructive')
  return { effect: isLost ? 'destructive' : 'write', words, texts: [] }
}
