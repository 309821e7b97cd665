import { wordsOf } from '../../semantics/words.js'
import { withHeader, withoutHeader, withQuery } from '../wire-request.js'
import { type AuthKind, param } from './auth-kind.js'

/** Sends `Authorization: Bearer TOKEN`. Without a token, the author's own header stays. */
export const bearer: AuthKind = {
  sign(draft, params) {
    const token = param(params, 'token')
    return token ? withHeader(draft, { key: 'Authorization', value: `Bearer ${token}` }) : draft
  },
}

/** Sends user and password in UTF-8 (RFC 7617), even if both are empty. */
export const basic: AuthKind = {
  sign(draft, params) {
    const pair = Buffer.from(`${param(params, 'username')}:${param(params, 'password')}`).toString('base64')
    return withHeader(draft, { key: 'Authorization', value: `Basic ${pair}` })
  },
}

/**
 * Sends a key in a header or in the query. A header of the request with the same name is replaced. A header whose name
 * differs only in capitals or separators is replaced too.
 */
export const apikey: AuthKind = {
  sign(draft, params) {
    const [key, value] = [param(params, 'key'), param(params, 'value')]
    if (!key) return draft
    if (params.in === 'query') return withQuery(draft, { key, value })
    const spoken = wordsOf(key).join(' ')
    const headers = draft.headers.filter((header) => wordsOf(header.key).join(' ') !== spoken)
    return { ...draft, headers: [...headers, { key, value }] }
  },
}

/**
 * Sends a stored or fetched access token. `headerPrefix` is `Bearer` by default; if it is empty, the token is sent
 * alone.
 */
export const oauth2: AuthKind = {
  sign(draft, params) {
    const token = param(params, 'accessToken')
    if (!token || param(params, 'tokenType').toLowerCase() === 'mac') return draft
    const query = draft.url.query.filter((entry) => entry.key !== 'access_token')
    const headers = withoutHeader(draft.headers, 'authorization')
    const clean = { ...draft, headers, url: { ...draft.url, query } }
    const place = param(params, 'addTokenTo') || 'header'
    if (place === 'queryParams') return withQuery(clean, { key: 'access_token', value: token })
    if (place !== 'header') return clean
    const prefix =
      params.headerPrefix === undefined || params.headerPrefix === null
        ? 'Bearer'
        : param(params, 'headerPrefix').trim()
    return withHeader(clean, { key: 'Authorization', value: prefix ? `${prefix} ${token}` : token })
  },
}
