import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../../support/in-process.js'
import { startApi, type TestApi } from '../../support/tool.js'

const pet = { id: 7, name: 'Rex' }
const collection = {
  info: { name: 'pets', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
  item: [
    {
      name: 'Pets',
      item: [
        {
          name: 'Get pet',
          request: { method: 'GET', url: '{{base_url}}/pets/:petId' },
          response: [{ name: 'ok', code: 200, body: JSON.stringify(pet) }],
        },
        {
          name: 'Create pet',
          request: {
            method: 'POST',
            url: '{{base_url}}/pets',
            body: {
              mode: 'raw',
              raw: '{"name":"Rex","tags":["dog"]}',
              options: { raw: { language: 'json' } },
            },
          },
          response: [{ name: 'created', code: 201, body: JSON.stringify({ ...pet, extra: { at: 'now' } }) }],
        },
      ],
    },
    { name: 'Fail', request: { method: 'GET', url: '{{base_url}}/fail' } },
  ],
}

let api: TestApi
let folder: string
let file: string

beforeEach(async () => {
  api = await startApi((request, response) => {
    const status = request.url.includes('fail') ? 500 : request.method === 'POST' ? 201 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(pet))
  })
  folder = await mkdtemp(join(tmpdir(), 'voice-call-'))
  file = join(folder, 'postman.json')
  await writeFile(file, JSON.stringify(collection))
})
afterEach(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const common = () => ['-c', file, '--base-url', `${api.url}/v1`, '--env-var', 'token=sesame-canary']

describe('voice call', () => {
  it('runs one tool and prints its result', async () => {
    const { code, stdout } = await runHere(
      'call',
      'get_pet',
      '--arg',
      'petId=../7',
      ...common(),
      '--format',
      'json',
    )
    expect({ code, result: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      result: { isError: false, status: 200, content: pet },
    })
    expect(api.seen[0]).toMatchObject({
      url: '/v1/pets/%2E%2E%2F7',
      headers: { authorization: 'Bearer sesame-canary' },
    })
  })

  it('takes the body as JSON, and member by member', async () => {
    await runHere(
      'call',
      'create_pet',
      '--input',
      '{"body":{"name":"Max"}}',
      '--arg',
      'body.tags=["cat"]',
      ...common(),
    )
    expect(JSON.parse(api.seen[0]!.body.toString())).toEqual({ name: 'Max', tags: ['cat'] })
  })

  it('shows the request, secrets masked, and sends nothing', async () => {
    const { code, stdout } = await runHere(
      'call',
      'create_pet',
      '--input',
      '{"body":{"name":"Max"}}',
      '--dry-run',
      '--format',
      'json',
      ...common(),
    )
    const shown = JSON.parse(stdout) as {
      method: string
      url: string
      headers: [string, string][]
      body: string
    }
    expect({ code, ...shown }).toMatchObject({
      code: 0,
      method: 'POST',
      url: `${api.url}/v1/pets`,
      body: '{"name":"Max"}',
    })
    expect(shown.headers).toContainEqual(['Authorization', 'Bearer •••'])
    expect(stdout).not.toContain('sesame')
    expect(api.seen).toHaveLength(0)
  })

  it('shows secrets when asked to', async () => {
    const { stdout } = await runHere(
      'call',
      'get_pet',
      '--arg',
      'petId=7',
      '--dry-run',
      '--show-secrets',
      ...common(),
    )
    expect(stdout).toContain('Authorization: Bearer sesame-canary')
  })

  const faults: [args: string[], code: number, want: RegExp][] = [
    [['get_pat'], 2, /no tool "get_pat"\. Did you mean get_pet\?/],
    [['getPet'], 2, /no tool "getPet"\. Did you mean get_pet\?/],
    [['get_pet', '--input', '{'], 2, /--input takes a JSON object/],
    [['get_pet', '--input', '[]'], 2, /is JSON, but no object/],
    [['get_pet', '--arg', 'petId'], 2, /name=value/],
    [['get_pet'], 1, /"petId" is required/],
    [['get_fail'], 1, /status 500, http-error/],
  ]
  it.each(faults)('%j ends with %i', async (args, code, want) => {
    const finished = await runHere('call', ...args, ...common())
    expect(finished.code).toBe(code)
    expect(finished.stdout + finished.stderr).toMatch(want)
  })

  it('says which setting is missing', async () => {
    const { code, stdout } = await runHere(
      'call',
      'get_fail',
      '-c',
      file,
      '--base-url',
      api.url,
      '--format',
      'json',
    )
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      isError: true,
      reason: 'http-error',
      note: expect.stringContaining('"token"'),
    })
    expect(api.seen).toHaveLength(1)
  })
})

describe('voice replay', () => {
  it('sends every request in order; any status is an answer', async () => {
    const { code, stdout } = await runHere(
      'replay',
      file,
      '--base-url',
      api.url,
      '--env-var',
      'token=sesame-canary',
      '--format',
      'json',
    )
    const { requests, summary } = JSON.parse(stdout) as {
      requests: { name: string; status: number }[]
      summary: object
    }
    expect(code).toBe(0)
    expect(requests.map(({ name, status }) => [name, status])).toEqual([
      ['Get pet', 200],
      ['Create pet', 201],
      ['Fail', 500],
    ])
    expect(summary).toMatchObject({ requests: 3, sent: 3, failed: 0 })
    expect(api.seen[0]).toMatchObject({ url: '/pets/:petId' })
    expect(stdout).not.toContain('sesame')
  })

  it('compares with the saved examples', async () => {
    const { code, stdout } = await runHere(
      'replay',
      file,
      '--base-url',
      api.url,
      '--check',
      '--format',
      'json',
    )
    const { requests } = JSON.parse(stdout) as { requests: { differences?: string[] }[] }
    expect(code).toBe(1)
    expect(requests.map(({ differences }) => differences)).toEqual([[], ['extra is missing'], undefined])
  })

  it('says which answers it compared with nothing', async () => {
    const { code, stdout, stderr } = await runHere(
      ...['replay', file, '--base-url', api.url, '--check', '--reads-only'],
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/✓ GET \S+\/pets\/:petId 200 .*\n– GET \S+\/fail 500/)
    expect(stderr).toMatch(/2 of 2 requests answered, 1 not compared \(–: no saved example\), \d+ ms/)
    expect(api.seen.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  it('writes to another machine only after a yes', async () => {
    const far = ['replay', file, '--base-url', 'http://api.test.invalid', '--timeout', '2000']
    const refused = await runHere(...far)
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toMatch(/POST http:\/\/api\.test\.invalid\/pets.*--yes sends them/)
    expect((await runHere(...far, '--dry-run')).code).toBe(0)
    for (const allowed of ['--yes', '--reads-only'])
      expect((await runHere(...far, allowed, '--bail')).stdout).toMatch(/✗ GET http:\/\/api\.test\.invalid/)
  })

  it('judges what a request sends, and not what it is before its variables have values', async () => {
    const { info } = collection
    const variable = [
      { key: 'act', value: 'delete' },
      { key: 'override', value: 'X-HTTP-Method-Override' },
    ]
    const reads = (url: string, header: object[] = []) => ({
      name: 'Get users',
      request: { method: 'GET', url: `{{base_url}}/users${url}`, header },
    })
    const item = [
      reads('/{{act}}/5'),
      reads('?{{act}}=5'),
      reads('', [{ key: '{{override}}', value: 'DELETE' }]),
      reads('/5'),
    ]
    await writeFile(file, JSON.stringify({ info, variable, item }))
    const far = await runHere('replay', file, '--base-url', 'http://api.test.invalid')
    expect(far.code).toBe(2)
    expect(far.stderr).toMatch(/3 requests that write go to another machine/)
    const near = await runHere('replay', file, '--base-url', api.url, '--reads-only')
    expect(near.stdout).toMatch(/^✓ GET \S+\/users\/5 200 \d+ ms\n$/)
    expect(api.seen.map(({ url }) => url)).toEqual(['/users/5'])
  })

  it('follows no redirect that takes a write to another machine', async () => {
    await api.close()
    api = await startApi((_request, response) => {
      response.writeHead(307, { location: 'http://api.test.invalid/landed' }).end()
    })
    const { code, stdout } = await runHere('replay', file, '--base-url', api.url, '--folder', 'Create pet')
    expect(code).toBe(0)
    expect(stdout).toMatch(/POST \S+\/pets 307/)
  })

  it('takes one folder, or one request', async () => {
    const { stdout } = await runHere(
      'replay',
      file,
      '--base-url',
      api.url,
      '--folder',
      'Pets',
      '--format',
      'json',
    )
    expect(JSON.parse(stdout)).toMatchObject({ summary: { requests: 2 } })
    expect((await runHere('replay', file, '--folder', 'Nothing')).code).toBe(2)
  })

  it('builds without sending', async () => {
    const { code, stdout } = await runHere(
      'replay',
      file,
      '--base-url',
      api.url,
      '--dry-run',
      '--env-var',
      'token=sesame-canary',
    )
    expect(code).toBe(0)
    expect(stdout).toContain(`POST ${api.url}/pets`)
    expect(stdout).toContain('Authorization: Bearer •••')
    expect(api.seen).toHaveLength(0)
  })

  it('says what has no value, never follows API_BASE_URL, and fails without an answer', async () => {
    process.env.API_BASE_URL = api.url
    const { code, stdout, stderr } = await runHere(
      'replay',
      file,
      '--bail',
      '--timeout',
      '5000',
      '--format',
      'json',
    )
    delete process.env.API_BASE_URL
    expect(code).toBe(1)
    expect(stderr).toMatch(/Get pet: Without a value, sent as written: \{\{base_url\}\}, \{\{token\}\}/)
    expect(JSON.parse(stdout)).toMatchObject({
      requests: [{ status: null, error: expect.any(String) }],
      summary: { requests: 1, sent: 0, failed: 1 },
    })
    expect(api.seen).toHaveLength(0)
  })
})
