/** Registered or common names of the schemes of an `Authorization` header. */
const SCHEME =
  /^(Bearer|Basic|Digest|OAuth|Hawk|NTLM|Negotiate|Token|ApiKey|Api-Key|Key|JWT|SSWS|GenieKey|AWS4-HMAC-SHA256|EG1-HMAC-SHA256)(?:[ \t]+|$)/i

export function splitScheme(value: string): { scheme: string; credential: string } {
  const found = SCHEME.exec(value)
  if (!found) return { scheme: '', credential: value }
  return { scheme: found[1]!, credential: value.slice(found[0].length) }
}

/** The user name and password in a Basic credential (RFC 7617); undefined if the credential is not valid. */
export function basicPair(credential: string): { user: string; password: string } | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(credential)) return undefined
  const pair = Buffer.from(credential, 'base64').toString('utf8')
  const at = pair.indexOf(':')
  if (at < 0 || /[\p{Cc}\ufffd]/u.test(pair)) return undefined
  return { user: pair.slice(0, at), password: pair.slice(at + 1) }
}
