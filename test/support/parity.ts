import type { CapturedRequest } from './capture-server.js'

/**
 * What may differ between newman's requests and ours: who sends, the trace header, boundaries, and values that are random or depend on the time in every
 * signature. Everything else must be equal to the byte.
 */
export function comparable(requests: CapturedRequest[]): string {
  return requests.map(({ head, body }) => comparableOne(`${head}\r\n\r\n${body}`)).join('\n=== next ===\n')
}

function comparableOne(text: string): string {
  const boundary = /^content-type: multipart\/form-data; boundary=(-{26}\d{24})\r$/im.exec(text)?.[1]
  const plain = boundary ? text.replaceAll(boundary, 'BOUNDARY') : text
  return plain
    .replace(/^User-Agent: (PostmanRuntime|voice)\/.*$/m, 'User-Agent: OWN')
    .replace(/^Postman-Token: .*\r\n/m, '')
    .replace(/\b(oauth_(?:nonce|timestamp|signature))=("?)[^"&,\s]*/g, '$1=$2DRAWN')
    .replace(/\b(ts|nonce|mac|hash|cnonce|response)="[^"]*"/g, '$1="DRAWN"')
    .replace(/\b(timestamp|nonce|signature)=[^;\r\s]*/g, '$1=DRAWN')
    .replace(/^(X-Amz-Date: ).*$/gm, '$1DRAWN')
    .replace(/(Credential=[^/\s]*\/)\d{8}/g, '$1DRAWN')
    .replace(/Signature=[\da-f]{64}/g, 'Signature=DRAWN')
}

/**
 * A collection whose requests all go to one port of this machine: the part before the first `/` of each address is replaced. Dynamic
 * variables, which are new at each occurrence, become plain ones.
 */
export function redirectCollection(document: unknown, port: number): unknown {
  const plain = JSON.parse(JSON.stringify(document).replace(/\{\{\$/g, '{{dynamic-')) as unknown
  return withRequests(plain, port)
}

type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withRequests(value: unknown, port: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => withRequests(entry, port))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'request' && typeof member === 'string') return [key, redirectText(member, port)]
      if (key === 'request' && isObject(member))
        return [key, { ...member, url: redirectUrl(member.url, port) }]
      return [key, key === 'item' || key === 'collection' ? withRequests(member, port) : member]
    }),
  )
}

function redirectUrl(url: unknown, port: number): unknown {
  if (typeof url === 'string') return redirectText(url, port)
  if (!isObject(url)) return url
  if (url.host === undefined && url.path === undefined)
    return { ...url, raw: redirectText(String(url.raw ?? ''), port) }
  const { auth: _auth, ...rest } = url
  return { ...rest, protocol: 'http', host: ['127', '0', '0', '1'], port: String(port) }
}

const redirectText = (text: string, port: number) =>
  text.trim() === ''
    ? text
    : text.replace(/^\s*(?:[^/?#{}]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#])*/, `http://127.0.0.1:${port}`)
