import { describe, expect, it } from 'vitest'
import { Encryption } from '../../../src/server/sessions/encryption.js'

describe('Seal', () => {
  const seal = new Encryption('secret')

  it.each(['', 'words', 'ä € 🎈', 'x'.repeat(100_000)])('gives back what it was given (%#)', (text) => {
    const sealed = seal.close(text, 'here')
    expect(seal.open(sealed, 'here').toString()).toBe(text)
    expect(new Encryption('secret').open(sealed, 'here').toString()).toBe(text)
  })

  it.each<[string, (sealed: Buffer) => unknown]>([
    ['another place', (sealed) => seal.open(sealed, 'there')],
    ['another secret', (sealed) => new Encryption('other').open(sealed, 'here')],
    [
      'a changed byte',
      (sealed) =>
        seal.open(Buffer.concat([sealed.subarray(0, -1), Buffer.from([sealed.at(-1)! ^ 1])]), 'here'),
    ],
    ['a piece of it', (sealed) => seal.open(sealed.subarray(0, 20), 'here')],
    ['nothing', () => seal.open(Buffer.alloc(0), 'here')],
  ])('opens nothing with %s', (_, open) => {
    expect(() => open(seal.close('words', 'here'))).toThrow()
  })

  it('never seals alike, and marks always alike', () => {
    expect(seal.close('words', 'here')).not.toEqual(seal.close('words', 'here'))
    expect(seal.mark('token')).toBe(new Encryption('secret').mark('token'))
    expect(seal.mark('token')).not.toBe(new Encryption('other').mark('token'))
    expect(seal.mark('token')).not.toContain('token')
  })
})
