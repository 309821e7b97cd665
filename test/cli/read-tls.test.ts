import { describe, expect, it } from 'vitest'
import { readTls } from '../../src/cli/serve/run.js'

describe('readTls', () => {
  it('makes a certificate on the spot', async () => {
    const tls = await readTls({ tlsSelfSigned: true })
    expect(tls?.cert).toContain('BEGIN CERTIFICATE')
  })

  it('needs nothing for plain HTTP', async () => {
    expect(await readTls({})).toBeUndefined()
  })

  it.each([
    [{ tlsCert: 'a' }, /belong together/],
    [{ tlsKey: 'a' }, /belong together/],
    [{ tlsCert: 'a', tlsKey: 'b', tlsSelfSigned: true }, /not both/],
    [{ tlsCert: '/nowhere/a.pem', tlsKey: '/nowhere/b.pem' }, /\/nowhere\/a\.pem cannot be read/],
  ])('refuses %j', async (flags, want) => {
    await expect(readTls(flags)).rejects.toThrow(want)
  })
})
