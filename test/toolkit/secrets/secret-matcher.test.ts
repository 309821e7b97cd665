import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMasker } from '../../../src/toolkit/secrets/mask.js'
import { createSecretMatcher } from '../../../src/toolkit/secrets/secret-matcher.js'
import { FORMS, INSIDE, piecesOf } from '../../support/encodings.js'

const SECRET = 'S3cret-Käse+value/9=x'

/** What a text looks like with everything found in it replaced. */
function masked(text: string, ...secrets: string[]): string {
  const found = createSecretMatcher(secrets)?.find(text) ?? []
  return found.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}#${rest.slice(end)}`, text)
}

describe('a secret', () => {
  it.each(FORMS)('%s is found whole', (_name, write) => {
    const written = write(SECRET)
    const text = masked(`before ${written} after`, SECRET)
    expect(text).toMatch(/^before .*#.* after$/s)
    expect(text.length).toBeLessThan(50)
    expect(piecesOf(written).filter((piece) => text.includes(piece))).toEqual([])
  })

  it('is found in every form, whatever it is and whatever stands around it', () => {
    const part = fc.string({ unit: 'binary-ascii', maxLength: 12 })
    const secret = fc
      .string({ unit: 'grapheme', minLength: 8, maxLength: 60 })
      .filter((text) => /\w{4}/.test(text))
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom(...FORMS, ...INSIDE),
        part,
        part,
        (text, [, write], before, after) => {
          const found = createSecretMatcher([text])!.find(`${before} ${write(text)} ${after}`)
          expect(found.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('is found in base64 of anything around it', () => {
    const around = fc.uint8Array({ maxLength: 40 })
    const secret = fc
      .uint8Array({ minLength: 8, maxLength: 40 })
      .map((bytes) => Buffer.from(bytes).toString('hex'))
    fc.assert(
      fc.property(around, secret, around, (before, text, after) => {
        const whole = Buffer.concat([before, Buffer.from(text), after])
        for (const encoding of ['base64', 'base64url'] as const) {
          const written = whole.toString(encoding)
          const left = masked(written, text)
          expect(left).toContain('#')
          // What is left on both sides has no bit of the secret.
          const [head = '', tail = ''] = left.split('#')
          const end = before.length + text.length
          expect(head.length).toBeLessThanOrEqual(Math.floor((before.length * 8) / 6))
          expect(tail.replace(/=+$/, '').length).toBeLessThanOrEqual(
            Math.ceil((whole.length * 8) / 6) - Math.ceil((end * 8) / 6),
          )
        }
      }),
    )
  })

  it('leaves everything else as it is', () => {
    const text = 'Nothing here: %41%zz \\u00e9 \\q &amp; &none; &#0; &#x110000; %ff%fe %c3 100% \\'
    expect(masked(text, SECRET)).toBe(text)
  })

  it.each<[text: string, secrets: string[], want: string]>([
    ['two: alpha-secret beta-secret.', ['alpha-secret', 'beta-secret'], 'two: # #.'],
    ['alpha-secretbeta-secret', ['alpha-secret', 'beta-secret'], '#'],
    ['the longer one: secret-and-more', ['secret-and', 'secret-and-more'], 'the longer one: #'],
    ['overlapping: abcdefghijkl', ['abcdefgh', 'efghijkl'], 'overlapping: #'],
    ['inside: xxabcdefghyy', ['abcdefgh', 'zzabcdefghzz'], 'inside: xx#yy'],
    ['twice: token-1234 TOKEN-1234', ['token-1234'], 'twice: # #'],
    ['a%20b c+d', ['a b c d '.trim()], '#'],
  ])('%s', (text, secrets, want) => expect(masked(text, ...secrets)).toBe(want))
})

describe('a short secret', () => {
  it.each<[text: string, secret: string, want: string]>([
    ['a an and', 'a', 'a an and'],
    ['abc', 'abc', 'abc'],
    ['', '', ''],
    ['pass: pw12, PW12, 21wp', 'pw12', 'pass: #, PW12, 21wp'],
    ['%70w12 &#112;w12 \\u0070w12', 'pw12', '# # #'],
    ['70773132', 'pw12', '#'],
    ['cHcxMg==', 'pw12', '#'],
    ['cHcxMg', 'pw12', 'cHcxMg'],
    ['Latest test', 'test', 'Latest #'],
    ['TESTING tset', 'test', 'TESTING tset'],
  ])('%s has %s masked as far as that tells it from words', (text, secret, want) =>
    expect(masked(text, secret)).toBe(want),
  )
  it('alone needs no matcher', () => expect(createSecretMatcher(['', 'a', 'abc'])).toBeUndefined())
})

describe('a long secret', () => {
  const key = Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 26))).join('')
  it('is found in all forms', () => {
    for (const [, write] of FORMS) expect(masked(`x ${write(key)} x`, key)).toContain('#')
  })
  it('of the size of a file is found as it is', () => {
    const file = key.repeat(20)
    expect(masked(`x ${file} x`, file)).toBe('x # x')
  })
})

describe('a part of a secret', () => {
  const LONG = 'Qx7-abcdefgh_IJKLMNOP.qrst+28'

  it.each([
    ['its first half', LONG.slice(0, 15)],
    ['its second half', LONG.slice(-15)],
    ['its middle', LONG.slice(7, 22)],
    ['three quarters of it', LONG.slice(0, 21)],
    ['all but its first character', LONG.slice(1)],
    ['all but its last character', LONG.slice(0, -1)],
    ['its first half in upper case', LONG.slice(0, 15).toUpperCase()],
    ['its first half, percent-encoded', encodeURIComponent(LONG.slice(14))],
  ])('%s is found whole', (_name, part) => {
    expect(masked(`cut to ${part}!`, LONG)).toBe('cut to #!')
  })

  it.each([
    ['less than its half', LONG, LONG.slice(0, 14)],
    ['less than twelve characters', 'sesame-street-9', 'sesame-stre'],
  ])('%s stays: it may be a word', (_name, secret, part) => {
    expect(masked(`a ${part} b`, secret)).toBe(`a ${part} b`)
  })

  it('of each of two pieces is found', () => {
    const text = JSON.stringify({ a: LONG.slice(0, 15), b: LONG.slice(14) })
    expect(masked(text, LONG)).toBe('{"a":"#","b":"#"}')
  })
})

describe('a masker of many secrets', () => {
  const secrets = Array.from(
    { length: 250 },
    (_, index) => `secret-${index}-${'abcdefgh'.repeat(2)}${index * 7919}`,
  )

  it('masks all of them in one text, and also one more that overlaps the first', () => {
    const text = secrets.map((secret, index) => `${index}: ${secret}`).join('; ')
    const masked = secrets.map((_, index) => `${index}: •••`).join('; ')
    expect(createMasker(secrets).text(text)).toBe(masked)
    const more = `1: ${secrets[0]} and more`
    expect(createMasker([...secrets, more]).text(`x ${more} y`)).toBe('x ••• y')
  })
})
