import { expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { type ReplayOptions, replay } from '../../src/toolkit/replay.js'

async function errorOf(url: string, options: ReplayOptions = {}): Promise<string | undefined> {
  const parsed = parseCollection({ info: { name: 'addresses' }, item: [{ name: 'one', request: { url } }] })
  const { value } = await replay(parsed, { dryRun: true, ...options }).next()
  return value?.error
}

it('says that a base URL replaces only a host that is there', async () => {
  const error = await errorOf('/relative/x', { baseUrl: 'http://127.0.0.1:9' })
  expect(error).toMatch(/no host to go to: its address is "\/relative\/x"\. Write the host/)
  expect(error).not.toContain('Give one with --base-url')
})

it('says what is wrong with brackets that do not close', async () => {
  expect(await errorOf('http://[::1/bad')).toMatch(
    /"\[::1" is no host\. Brackets go around a whole IPv6 address/,
  )
  expect(await errorOf('{{base}}/x', { baseUrl: 'http://[zz]' })).toContain('"[zz]" is no host')
  expect(await errorOf('http://[::1]:8080/good')).toBeUndefined()
})
