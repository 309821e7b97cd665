import { expect, it } from 'vitest'
import { MemoryLedger } from '../../../src/server/sessions/memory-ledger.js'

it('a ledger counts the sessions of a key together, and those of all keys', () => {
  const ledger = new MemoryLedger({ maxBytesPerKey: 100, maxBytes: 150 })
  const [one, two, other] = [ledger.open('a'), ledger.open('a'), ledger.open('b')]
  one.add(60)
  two.add(30)
  expect([two.fits(10), two.fits(11), other.fits(60), other.fits(61)]).toEqual([true, false, true, false])
  one.add(-50)
  expect([ledger.bytesOf('a'), ledger.bytes]).toEqual([40, 40])
})

it('an account that was closed holds nothing, whatever comes late', () => {
  const ledger = new MemoryLedger({ maxBytesPerKey: 100, maxBytes: 150 })
  const account = ledger.open('a')
  account.add(70)
  account.close()
  account.add(20)
  account.close()
  expect([ledger.bytesOf('a'), ledger.bytes, account.fits(100)]).toEqual([0, 0, true])
})
