import { describe, expect, it } from 'vitest'
import { createMasker, MASK } from '../../src/toolkit/secrets/mask.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const reversed = (text: string) => [...text].reverse().join('')
const json = (text: string) => JSON.stringify(text)
const xml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!,
  )

/** Secrets with what the writings around them escape. */
const SECRETS: [name: string, secret: string][] = [
  ['letters and digits', 'sk9LmQ2vXz7RtY4w'],
  ['quotes and a backslash', 'p"w\\d\'9x/Lm"Q2'],
  ['signs of XML and addresses', 'a<b>&c=d+e/f@g:h?i'],
  ['letters of other scripts', 'пароль-Zürich-密码'],
]

/** How an answer, an error, a header or a log line has a secret in it. */
const WRITINGS: [name: string, write: (secret: string) => string][] = [
  ['in the middle of a JSON text', (secret) => json({ said: `you sent ${secret}` } as never)],
  ['in JSON in JSON', (secret) => json(json(`you sent ${secret}`))],
  ['in an XML attribute', (secret) => `<a key="${xml(secret)}"/>`],
  ['in XML in JSON', (secret) => json(`<a>${xml(secret)}</a>`)],
  [
    'in the userinfo of an address',
    (secret) => `connect https://ann:${encodeURIComponent(secret)}@x.com:80/ failed`,
  ],
  ['as the user of an address', (secret) => `https://${encodeURIComponent(secret)}@x.com`],
  ['in base64 of user and password', (secret) => `Authorization: Basic ${base64(`ann:${secret}`)}`],
  ['in base64 of the upper case', (secret) => base64(secret.toUpperCase())],
  ['in base64, turned round', (secret) => base64(reversed(secret))],
  ['in base64 that is turned round', (secret) => reversed(base64(`x${secret}`))],
  ['in base64 of base64', (secret) => base64(base64(secret))],
  ['in base64 of hexadecimal', (secret) => base64(hex(secret))],
  ['in hexadecimal of base64', (secret) => hex(base64(secret))],
  ['in hexadecimal, turned round', (secret) => hex(reversed(secret))],
  ['in hexadecimal with colons', (secret) => hex(secret).replace(/..(?=.)/g, '$&:')],
  ['in hexadecimal with spaces', (secret) => hex(secret).replace(/..(?=.)/g, '$& ')],
  [
    'in hexadecimal, percent-encoded twice',
    (secret) => encodeURIComponent(encodeURIComponent(`${hex(secret)} x`)),
  ],
  ['between NULs', (secret) => [...secret].join('\0')],
  ['in binary', (secret) => `\0\u0001\ufffd${secret}\ufffd\u0002`],
  ['in lines of eight', (secret) => secret.replace(/(.{8})/gu, '$1\n')],
  ['in lines of a header', (secret) => secret.replace(/(.{8})/gu, '$1\r\n ')],
  ['in lines, as JSON', (secret) => json(secret.replace(/(.{8})/gu, '$1\n'))],
  ['in a cookie', (secret) => `set-cookie: key=${encodeURIComponent(secret)}; Path=/`],
  ['in an error of undici', (secret) => `Invalid header value char in "Bearer ${secret}"`],
  ['in an address that does not parse', (secret) => `Failed to parse URL from http://x y/?key=${secret}`],
  ['in a form', (secret) => new URLSearchParams({ key: secret }).toString()],
  [
    'in quoted-printable',
    (secret) =>
      [...Buffer.from(secret)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  ],
  [
    'in three writings at once',
    (secret) => json([secret.toUpperCase(), base64(secret), encodeURIComponent(secret)] as never),
  ],
]

/** What must not be left: six characters of the secret in a row, as they are. */
function isLeft(masked: string, secret: string): boolean {
  const plain = masked.toLowerCase()
  const text = secret.toLowerCase()
  return Array.from({ length: text.length - 5 }, (_, at) => text.slice(at, at + 6)).some((piece) =>
    plain.includes(piece),
  )
}

describe.each(SECRETS)('a secret of %s', (_name, secret) => {
  it.each(WRITINGS)('is masked %s', (_, write) => {
    const written = write(secret)
    const masked = createMasker([secret]).text(written)
    expect(masked).toContain(MASK)
    expect(isLeft(masked, secret)).toBe(false)
    expect(masked.length).toBeLessThan(written.length - secret.length / 3)
  })
})

describe('a short secret', () => {
  it.each<[secret: string, text: string, masked: string]>([
    ['1', '{"id":1,"n":11}', '{"id":1,"n":11}'],
    ['abc', 'abc abcd', 'abc abcd'],
    ['test', 'the latest tests of contest', 'the latest tests of contest'],
    ['test', 'key=test&more', `key=${MASK}&more`],
    ['test', 'Bearer test', `Bearer ${MASK}`],
    ['1234', '{"pin":"1234","id":512345}', `{"pin":"${MASK}","id":512345}`],
    ['data', '{"metadata":{"database":1}}', '{"metadata":{"database":1}}'],
    ['p"w1', '{"said":"p\\"w1"}', `{"said":"${MASK}"}`],
    ['a/b1', 'key%3Da%2Fb1%26x', `key%3D${MASK}%26x`],
  ])('%s in %s', (secret, text, masked) => {
    expect(createMasker([secret]).text(text)).toBe(masked)
  })
})
