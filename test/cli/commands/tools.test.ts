import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { voice } from '../../support/cli.js'
import { runHere } from '../../support/in-process.js'

const PETSHOP = join(import.meta.dirname, '../../../examples/petshop/postman.json')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder with a collection of these requests in postman.json. */
function project(...items: object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-tools-'))
  folders.push(folder)
  writeFileSync(join(folder, 'postman.json'), JSON.stringify({ info: { name: 'x' }, item: items }))
  return folder
}

const get = (name: string, path: string, folder?: string) => {
  const item = { name, request: { url: `{{base_url}}/${path}` } }
  return folder ? { name: folder, item: [item] } : item
}

describe('voice tools', () => {
  it('lists the tools of the pet shop', async () => {
    const { code, stdout } = await voice(['tools', PETSHOP, '--format', 'json'])
    const tools = JSON.parse(stdout) as Record<string, unknown>[]
    expect(code).toBe(0)
    expect(tools.map(({ name }) => name)).toEqual(
      'list_pets get_pet create_pet update_pet delete_pet list_orders place_order get_order cancel_order'.split(
        ' ',
      ),
    )
    expect(Object.keys(tools[0]!)).toEqual(
      'name description method path folder parameters annotations tokens'.split(' '),
    )
    expect(tools[1]).toMatchObject({ method: 'GET', path: '/pets/{petId}', folder: ['Pets'] })
  })

  it('prints a table with the sum of the tokens', async () => {
    const { stdout } = await voice(['tools', PETSHOP, '--deny', 'Orders', '--limit', '2'])
    expect(stdout).toMatch(
      /^TOOL +DOES +REQUEST +TOKENS\nlist_pets +reads +GET \/pets +\d+\n {4}Lists .*\n {4}status\nget_pet .*\n {4}Gets .*\n {4}petId\*\n\n2 tools, about \d+ tokens\n$/,
    )
  })

  it('counts and names the requests that it leaves out as tests of a failure', async () => {
    const failing = (name: string) => ({
      ...get(name, 'pets'),
      event: [{ listen: 'test', script: { exec: ['pm.response.to.have.status(404)'] } }],
    })
    const folder = project(get('List pets', 'pets'), failing('Wrong pet'), failing('No pet'))
    const { stderr } = await runHere('tools', join(folder, 'postman.json'))
    expect(stderr).toContain('Requests left out as tests of a failure: 2, "Wrong pet", "No pet".')
  })

  it('searches in German', async () => {
    const { stdout } = await runHere(
      'tools',
      PETSHOP,
      '--search',
      'storniere die Bestellung 4',
      '--format',
      'json',
    )
    expect((JSON.parse(stdout) as { name: string }[])[0]!.name).toBe('cancel_order')
  })

  it('searches, and explains', async () => {
    const json = await voice([
      'tools',
      PETSHOP,
      '--search',
      'cancel an order',
      '--limit',
      '1',
      '--format',
      'json',
    ])
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'cancel_order', score: expect.any(Number) }])
    const table = await voice(['tools', PETSHOP, '--search', 'cancel an order', '--limit', '1', '--explain'])
    expect(table.stdout).toMatch(/^SCORE .*\n[\d.]+ +cancel_order .*\n {4}.*\n {4}orderId\*\n +\w+ [\d.]+/)
  })

  it.each<[title: string, args: string[], said: RegExp]>([
    ['no request', [], /^No request of .*postman\.json became a tool; `voice validate .*` says why\.\n$/],
    ['no request that is allowed', ['--allow', 'Pets'], /^What is allowed and denied leaves no tool of /],
  ])('says why it lists nothing: %s', async (_, args, said) => {
    const folder = project({ name: 'Get pet', reqest: { url: '{{base_url}}/pets' } })
    expect((await runHere('tools', join(folder, 'postman.json'), ...args)).stdout).toMatch(said)
  })

  it('shows one tool in full, by its name before or after the file', async () => {
    const { code, stdout } = await runHere('tools', 'create_pet', PETSHOP)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^create_pet\n {2}Adds a pet/)
    expect(stdout).toContain('does       writes (POST)')
    expect(stdout).toMatch(/body\.name {2}string, required, in the body/)
    expect(stdout).toMatch(/body\.name .*\n.*Required(?:, as the description says| by a guess)/)
    expect(stdout).toMatch(/body\.species .*\n {4}One of: dog, cat, rabbit, bird, tortoise\./)
    expect(stdout).toMatch(/Settings\n {2}base_url {2}http:\/\/127\.0\.0\.1:35814, from the collection/)
    expect(stdout).toMatch(/voice call create_pet --arg body\.name=\w+\n$/)
    expect((await runHere('tools', PETSHOP, 'create_pet')).stdout).toBe(stdout)
    const json = await runHere('tools', 'create_pet', PETSHOP, '--format', 'json')
    expect(JSON.parse(json.stdout)).toMatchObject({ name: 'create_pet', settings: [], captures: [] })
  })

  it('shows no value of a variable that Postman keeps secret, whatever its name', async () => {
    const folder = project(get('Pets', '{{tenant}}/pets'))
    const file = join(folder, 'postman.json')
    const collection = JSON.parse(readFileSync(file, 'utf8'))
    collection.variable = [{ key: 'tenant', value: 'hidden-7', type: 'secret' }]
    writeFileSync(file, JSON.stringify(collection))
    const { stdout } = await runHere('tools', 'list_pets', file)
    expect(stdout).toMatch(/tenant {2}from the collection/)
    expect(stdout).not.toContain('hidden-7')
  })

  it('says what a tool lacks, and never what a credential is', async () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}' }] }
    const folder = project({ name: 'Orders', request: { url: 'https://a.example/orders', auth } })
    const file = join(folder, 'postman.json')
    expect((await runHere('tools', 'list_orders', file)).stdout).toMatch(
      /access_token {2}has no value: set it in \.env/,
    )
    const given = await runHere('tools', 'list_orders', file, '--env-var', 'access_token=s3cret-value')
    expect(given.stdout).toMatch(/access_token {2}from --env-var/)
    expect(given.stdout).not.toContain('s3cret-value')
  })

  it('names like tools where there is none of a name', async () => {
    await expect(runHere('tools', 'make_pet', PETSHOP)).resolves.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no tool "make_pet".*Did you mean/),
    })
  })

  it('says that nothing fits', async () => {
    const { code, stdout } = await runHere('tools', PETSHOP, '--search', 'zzz qqq')
    expect({ code, stdout }).toEqual({ code: 0, stdout: `No tool of ${PETSHOP} fits "zzz qqq".\n` })
  })

  it('names the requests that no tool was made of', async () => {
    const folder = project(get('Fine', 'a'), { name: 'Nowhere', request: {} })
    const { stderr, stdout } = await voice(['tools', '--format', 'json'], { cwd: folder })
    expect(stderr).toContain('"Nowhere"')
    expect(JSON.parse(stdout)).toHaveLength(1)
  })

  it('says what changed, and fails when it breaks', async () => {
    const folder = project(get('List pets', 'pets'), get('Get pet', 'pets/:id'))
    const old = join(project(get('List pets', 'pets')), 'postman.json')
    const fine = await voice(['tools', '--diff', old, '--format', 'json'], { cwd: folder })
    expect([fine.code, JSON.parse(fine.stdout)]).toEqual([
      0,
      {
        changes: [{ tool: 'get_pet', code: 'tool-added', breaking: false }],
        summary: { changes: 1, breaking: 0 },
      },
    ])
    const broken = await voice(['tools', old, '--diff', join(folder, 'postman.json')])
    expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining('breaking  get_pet  is gone')])
  })
})

describe('voice.lock', () => {
  it('is written by compile and keeps names through edits', async () => {
    const folder = project(get('Get all', 'pets', 'Pets'))
    const names = async () => {
      const { stdout } = await voice(['tools', '--format', 'json'], { cwd: folder })
      return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)
    }
    const compile = () => voice(['compile', '--target', 'json', '-o', 'tools.json'], { cwd: folder })
    expect((await compile()).code).toBe(0)
    expect(await names()).toEqual(['get_all_pets'])
    const edited = {
      info: { name: 'x' },
      item: [get('Get all', 'orders', 'Orders'), get('Every pet', 'pets', 'Pets')],
    }
    writeFileSync(join(folder, 'postman.json'), JSON.stringify(edited))
    expect(await names()).toEqual(['get_all_orders', 'get_all_pets'])
    const other = { info: { name: 'x' }, item: [get('Health', 'health', 'System')] }
    writeFileSync(join(folder, 'postman.json'), JSON.stringify(other))
    const { stderr } = await voice(['tools'], { cwd: folder })
    expect(stderr).toContain('Without effect in voice.lock: "get_all_pets".')
    writeFileSync(join(folder, 'postman.json'), JSON.stringify(edited))
    await compile()
    const lock = JSON.parse(readFileSync(join(folder, 'voice.lock'), 'utf8'))
    expect(lock.collections['postman.json'].map(({ name }: { name: string }) => name)).toEqual([
      'get_all_orders',
      'get_all_pets',
    ])
    writeFileSync(join(folder, 'voice.lock'), 'broken')
    expect(await voice(['tools'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('voice.lock'),
    })
  })
})
