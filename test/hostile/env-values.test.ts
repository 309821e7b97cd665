import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadEnv } from '../../src/environment.js'
import type { LogFields, Logger } from '../../src/ports.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { runHere } from '../support/in-process.js'
import { collectionOf } from '../support/login-api.js'
import { startApi } from '../support/tool.js'

/** What the operator gives to a collection is secret, whatever its name is. */

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

function recordingLogger(): { logger: Logger; lines: string[] } {
  const lines: string[] = []
  const log = (message: string, fields?: LogFields) =>
    void lines.push(`${message} ${JSON.stringify(fields ?? {})}`)
  return { logger: { debug: log, info: log, warn: log, error: log }, lines }
}

/** An API that answers with all that it got, and tools whose one request sends a variable. */
async function echo(name: string, url = '{{base_url}}/echo') {
  const api = await startApi((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url: request.url, headers: request.rawHeaders }))
  })
  cleanups.push(() => api.close())
  const header = [{ key: 'X-Value', value: `{{${name}}}` }]
  const { logger, lines } = recordingLogger()
  const collection = collectionOf({ name: 'Get echo', request: { method: 'GET', url, header } })
  return { api, collection, logger, lines }
}

const SECRETS: [name: string, value: string][] = [
  ['door', 'Tr0ub4dor&3'],
  ['magic', 'open sesame and then some more'],
  ['stripe_sk', 'rk_51H8xA2eZvKYlo'],
  ['wallet', 'abandon ability able about above absent absorb abstract'],
  ['conn', 'Server=db;User=sa;Pwd=hunter2;'],
  ['hook', 'https://hooks.test/T0001/B0001/kT9vQ2mZ7bR4xL8wN3pD6sHf'],
  ['mongo', 'mongodb://user:pa55@db.test/shop'],
  ['pat', 'ghp9876543210'],
  ['number_seven', '8471920365'],
  ['x', 'a8f5-f167-f44f-4964'],
]
const PLAIN: [name: string, value: string][] = [
  ['stage', 'production'],
  ['where', 'eu-west-1'],
  ['shop_id', '8a7f0c12-5e3b-4d2a-9c1e-7b6a5d4c3b2a'],
  ['place', 'https://api.test/v2/shops'],
  ['host_name', 'api.shop.test'],
  ['who', 'Ann Smith'],
  ['mail_to', 'ann@shop.test'],
  ['since', '2026-01-31'],
  ['size', '25'],
  ['tag', 'v1.2.3'],
]

/** Makes a folder with this `.env` the one that is read, until the test ends. */
function environmentWith(text: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'voice-values-'))
  cleanups.push(() => {
    rmSync(folder, { recursive: true })
    loadEnv(folder)
  })
  writeFileSync(join(folder, '.env'), text)
  loadEnv(folder)
}

describe('a value of the operator in an answer', () => {
  const inResult = async (name: string, value: string, how: 'variables' | 'identity' | '.env') => {
    const { api, collection, logger, lines } = await echo(name)
    const options = { collection, baseUrl: api.url, logger }
    environmentWith(how === '.env' ? `${name}='${value}'\n` : '')
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      ...options,
      ...(how === 'variables' && { variables: { [name]: value } }),
    })
    const own = how === 'identity' ? toolkit.forIdentity({ variables: { [name]: value } }) : toolkit
    const [tool] = own.getFunctions()
    const { content } = await tool!.call({})
    const shown = JSON.stringify([content, tool!.dryRun!({}), tool!.description, lines])
    expect(api.seen[0]!.headers['x-value']).toBe(value)
    return shown.includes(JSON.stringify(value).slice(1, -1))
  }

  it.each(SECRETS)('is masked in results, dry runs and logs: %s %s', async (name, value) => {
    for (const how of ['.env', 'identity'] as const) expect(await inResult(name, value, how), how).toBe(false)
  })

  it.each(PLAIN)('is shown if it is evidently no secret: %s %s', async (name, value) => {
    expect(await inResult(name, value, '.env')).toBe(true)
    expect(await inResult(name, value, 'variables')).toBe(true)
  })
})

describe('a secret in a host name', () => {
  it.each([
    ['token', 'sekret-4711-abc', 'variables'],
    ['API_KEY', 'A8F5F167F44F', 'variables'],
    ['door', 'tr0ub4dor3x', '.env'],
  ] as const)('is not in the log: %s', async (name, value, how) => {
    const { api, lines, logger } = await echo(name)
    const port = new URL(api.url).port
    const collection = collectionOf({
      name: 'Get echo',
      request: { method: 'GET', url: `http://{{${name}}}.localhost:${port}/echo` },
    })
    if (how === '.env') environmentWith(`${name}=${value}\n`)
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection,
      logger,
      ...(how === 'variables' && { variables: { [name]: value } }),
    })
    await toolkit.getFunctions()[0]!.call({})
    expect(lines.join('\n')).toContain('request sent')
    expect(lines.join('\n').toLowerCase()).not.toContain(value.toLowerCase())
  })
})

describe('a secret of the file in a text for the model', () => {
  it.each([
    ['description of a request', { description: 'Send K9s8d7f6g5h4j3 as it is.' }, {}],
    ['description of the collection', {}, { description: 'The key is K9s8d7f6g5h4j3, as ever.' }],
    ['name', { name: 'Get pets K9s8d7f6g5h4j3' }, {}],
    ['description of a parameter', { query: 'like K9s8d7f6g5h4j3' }, {}],
  ])(
    'is a reference to its variable: %s',
    async (_where, {
      description,
      name,
      query,
    }: { description?: string; name?: string; query?: string }, info) => {
      const collection = {
        info: { name: 'Shop', ...info },
        variable: [{ key: 'shop_password', value: 'K9s8d7f6g5h4j3' }],
        item: [
          {
            name: name ?? 'Get pets',
            request: {
              method: 'GET',
              url: {
                raw: 'http://h.test/pets?a=1',
                host: ['http://h.test'],
                path: ['pets'],
                query: [{ key: 'a', value: '1', description: query ?? '' }],
              },
              description: description ?? '',
              header: [{ key: 'X-Pass', value: '{{shop_password}}' }],
            },
          },
        ],
      }
      const toolkit = await RESTAPIToolkit.fromApiCollection({ collection })
      const [tool] = toolkit.getFunctions()
      const shown = JSON.stringify([
        toolkit.description,
        tool!.name,
        tool!.description,
        tool!.parameters,
        tool!.definition,
      ])
      expect(shown).not.toMatch(/k9s8d7f6g5h4j3/i)
    },
  )
})

describe('voice tools NAME', () => {
  it('shows no value of the operator', async () => {
    const { collection } = await echo('door')
    const folder = mkdtempSync(join(tmpdir(), 'voice-values-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'postman.json')
    writeFileSync(file, JSON.stringify(collection))
    vi.stubEnv('VOICE_VAR_door', 'Tr0ub4dor&3')
    cleanups.push(() => vi.unstubAllEnvs())
    const { stdout, stderr } = await runHere('tools', 'get_echo', '-c', file)
    expect(stdout).toContain('door')
    expect(stdout + stderr).not.toContain('Tr0ub4dor')
  })
})
