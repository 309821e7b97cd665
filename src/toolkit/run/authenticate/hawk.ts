import { createHash, createHmac } from 'node:crypto'
import { VoiceError } from '../../../errors.js'
import { characters } from '../../template/random.js'
import { type DraftRequest, withHeader, withoutHeader } from '../wire-request.js'
import { type AuthKind, isOn, NONCE_CHARACTERS, param, signedBytes, signingParts } from './auth-kind.js'

/** Hawk 1.0 (github.com/mozilla/hawk): signs method, path and host, and with `includePayloadHash` the body. */
export const hawk: AuthKind = {
  sign(draft, params, { now, random }) {
    const [id, key] = [param(params, 'authId'), param(params, 'authKey')]
    if (!id || !key) return draft
    const algorithm = param(params, 'algorithm') || 'sha256'
    if (!/^sha(1|256)$/.test(algorithm)) {
      throw new VoiceError(
        'auth-failed',
        `Hawk cannot sign with "${algorithm}"; sha1 and sha256 are possible.`,
      )
    }
    const bare = { ...draft, headers: withoutHeader(draft.headers, 'authorization') }
    const { path, hostname, port, protocol } = signingParts(bare)
    const parts = {
      ts: Number.parseInt(param(params, 'timestamp'), 10) || Math.floor(now / 1000),
      nonce: param(params, 'nonce') || characters(random, { count: 6, from: NONCE_CHARACTERS }),
      hash: isOn(params, 'includePayloadHash') ? payloadHash(bare, algorithm) : '',
      ext: param(params, 'extraData'),
      app: param(params, 'app'),
      dlg: param(params, 'delegation'),
    }
    const lines = [
      'hawk.1.header',
      parts.ts,
      parts.nonce,
      draft.method.toUpperCase(),
      path,
      hostname,
      port ?? (protocol === 'http:' ? 80 : 443),
      parts.hash,
      parts.ext.replace('\\', '\\\\').replace('\n', '\\n'),
      ...(parts.app ? [parts.app, parts.dlg] : []),
    ]
    const mac = createHmac(algorithm, key)
      .update(`${lines.join('\n')}\n`)
      .digest('base64')
    return withHeader(bare, { key: 'Authorization', value: headerText({ id, mac, ...parts }) })
  },
}

function payloadHash(draft: DraftRequest, algorithm: string): string {
  const bytes = signedBytes(draft)
  if (!bytes) return ''
  const type = signingParts(draft).contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return createHash(algorithm).update(`hawk.1.payload\n${type}\n`).update(bytes).update('\n').digest('base64')
}

function headerText({ ext, dlg, ...parts }: Record<string, string | number>): string {
  const escaped = String(ext).replace(/\\/g, '\\\\').replace(/"/g, '\\"')
  const { id, ts, nonce, hash, mac, app } = parts
  const members = { id, ts, nonce, hash, ext: escaped, mac, app, dlg: app && dlg }
  const sent = Object.entries(members).filter(([, value]) => value)
  return `Hawk ${sent.map(([name, value]) => `${name}="${value}"`).join(', ')}`
}
