import { constants, createHmac, createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto'
import { VoiceError } from '../../../errors.js'
import { isObject } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { dynamicValue } from '../../template/dynamic.js'
import { withQuery } from '../wire-request.js'
import { type AuthKind, type AuthParams, isOn, param, prefixOf, textOf, withToken } from './auth-kind.js'

const ALGORITHM = /^(HS|RS|PS|ES)(256|384|512)$/

const encoded = (value: JsonValue) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a payload as a JSON Web Token (RFC 7515). Throws `auth-failed` if algorithm or key is unusable. */
export function signToken(
  payload: JsonObject,
  { header, key }: { header: JsonObject; key: string | Buffer },
): string {
  const algorithm = textOf(header.alg)
  const [, family, bits] = ALGORITHM.exec(algorithm) ?? []
  if (!family)
    throw failed(`the algorithm "${algorithm}" is not one of HS, RS, PS or ES with 256, 384 or 512 bits`)
  const content = `${encoded(header)}.${encoded(payload)}`
  const hash = `sha${bits}`
  try {
    const signature =
      family === 'HS'
        ? createHmac(hash, key).update(content).digest()
        : signBytes(hash, Buffer.from(content), { key: privateKey(key, family), ...optionsOf(family) })
    return `${content}.${signature.toString('base64url')}`
  } catch (error) {
    throw failed(`the key does not fit ${algorithm} (${(error as Error).message})`)
  }
}

function optionsOf(family: string): { padding?: number; saltLength?: number; dsaEncoding?: 'ieee-p1363' } {
  if (family === 'ES') return { dsaEncoding: 'ieee-p1363' }
  if (family === 'RS') return { padding: constants.RSA_PKCS1_PADDING }
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
}

/** Parses a PEM key, also with literal `\n`. Checks its type, because Node would sign with a key of another type. */
function privateKey(text: string | Buffer, family: string): KeyObject {
  const key = createPrivateKey(String(text).replaceAll('\\n', '\n'))
  const kind = key.asymmetricKeyType ?? ''
  if (kind !== (family === 'ES' ? 'ec' : 'rsa')) throw new Error(`it is a key for ${kind}`)
  return key
}

const failed = (why: string) => new VoiceError('auth-failed', `The token cannot be signed: ${why}.`)

function jsonParam(params: AuthParams, name: string): JsonObject {
  const written = textOf(params[name])
  if (!written.trim()) return {}
  const value = tryParseJson(written)
  if (!isObject(value)) throw failed(`its ${name} is no object of JSON`)
  return value as JsonObject
}

export const jwt: AuthKind = {
  sign(draft, params) {
    const algorithm = param(params, 'algorithm')
    const isShared = algorithm.startsWith('HS')
    const secret = param(params, isShared ? 'secret' : 'privateKey')
    if (!secret) throw failed(`it has no ${isShared ? 'secret' : 'private key'}`)
    const key = Buffer.from(secret, isShared && isOn(params, 'isSecretBase64Encoded') ? 'base64' : 'utf8')
    const header = { ...jsonParam(params, 'header'), alg: algorithm }
    const token = signToken(jsonParam(params, 'payload'), { header, key })
    if (params.addTokenTo === 'queryParam') {
      return withQuery(draft, { key: param(params, 'queryParamKey') || 'token', value: token })
    }
    return withToken(draft, token, prefixOf(params))
  },
}

/** Atlassian's token for calls between services: a JWT with issuer, audience and a short lifetime. */
export const asap: AuthKind = {
  sign(draft, params, { now, random }) {
    const claims = jsonParam(params, 'claims')
    const seconds = Math.floor(now / 1000)
    const issuer = claims.iss ?? param(params, 'iss')
    const audience = claims.aud ?? param(params, 'aud')
    const keyId = textOf(claims.kid ?? param(params, 'kid'))
    const key = param(params, 'privateKey')
    if (!issuer || !audience || !keyId || !key)
      throw failed('ASAP needs an issuer, an audience, a key id and a private key')
    const payload: JsonObject = {
      ...claims,
      iat: claims.iat ?? seconds,
      iss: issuer,
      sub: claims.sub ?? (param(params, 'sub') || issuer),
      jti: claims.jti ?? dynamicValue('$guid', random)!,
      aud: audience,
      exp:
        Number.parseInt(textOf(claims.exp), 10) ||
        seconds + (Number.parseInt(param(params, 'exp'), 10) || 3600),
    }
    const header = { alg: param(params, 'alg') || 'RS256', kid: keyId }
    const token = signToken(payload, { header, key: asapKey(key, keyId) })
    return withToken(draft, token)
  },
}

/** The key as PEM. Atlassian's tools also write a key as a data URI with the id of the key, which must be `keyId`. */
function asapKey(text: string, keyId: string): string {
  const bare = text.replace(/^"(.*)"$/s, '$1')
  if (!/^data:/i.test(bare)) return bare
  const match = /^data:application\/pkcs8;kid=([\w.\-+/]+);base64,([a-zA-Z0-9+/=]+)$/.exec(
    decodeURIComponent(bare),
  )
  if (match?.[1] !== keyId)
    throw failed('the private key is for another key id, or is not a data URI of PKCS #8')
  return createPrivateKey({ key: Buffer.from(match[2]!, 'base64'), format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
}
