import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typescript } from '../../../src/toolkit/generate/typescript.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { ToolFunction, ToolResult } from '../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { checkTypes } from '../../support/check-types.js'
import { targetInput } from '../../support/compiled.js'

const petshop = join(import.meta.dirname, '../../../examples/petshop/postman.json')
const runUrl = pathToFileURL(join(import.meta.dirname, '../../../src/toolkit/run/index.ts')).href
const document = JSON.parse(await readFile(petshop, 'utf8')) as unknown
const source = typescript.toFile(targetInput(document))

describe('the module of the pet shop', () => {
  it('has one typed function per request', () => {
    const signatures = source
      .match(/^ {2}(\w+)\(input/gm)
      ?.map((line) => line.trim().slice(0, -'(input'.length))
    expect(signatures).toEqual(
      'listPets getPet createPet updatePet deletePet listOrders placeOrder getOrder cancelOrder'.split(' '),
    )
    expect(source).toContain(
      'getPet(input: GetPetInput, options?: CallOptions): Promise<ToolAnswer<GetPetOutput>>',
    )
    expect(source).toContain('listPets(input?: ListPetsInput, options?: CallOptions)')
    expect(source).toContain('`DELETE /pets/{petId}`, destructive')
  })

  it('is the same bytes every time', () => {
    expect(typescript.toFile(targetInput(document))).toBe(source)
    expect(typescript.toDirectory(targetInput(document))).toEqual(
      typescript.toDirectory(targetInput(document)),
    )
  })

  it('has a file per top-level folder in a directory', () => {
    const files = typescript.toDirectory(targetInput(document))
    expect(files.map(({ path }) => path)).toEqual(['index.ts', 'pets.ts', 'orders.ts'])
  })

  it('lets the compiler refuse wrong calls', () => {
    const calls = {
      'fine: narrowed':
        'tools.getPet({ petId: 1 }).then((one) => (one.isError ? one.reason : one.content.name))',
      'fine: optional': 'tools.listPets()',
      'a number for text': 'tools.createPet({ body: { name: 1 } })',
      'a missing path parameter': 'tools.getPet({})',
      'no input where some is needed': 'tools.getPet()',
      'a name that is none': 'tools.getPet({ petID: 1 })',
      'input where there is none': 'tools.listOrders({ limit: 3 })',
      'content before the error is ruled out': 'tools.getPet({ petId: 1 }).then((one) => one.content.name)',
    }
    const files = Object.entries(calls).map(([name, call]) => [
      `${name}.ts`,
      `import { createPetShopTools } from './petshop.js'\nconst tools = createPetShopTools()\nexport const answer = ${call}\n`,
    ])
    const problems = checkTypes({ 'petshop.ts': source, ...Object.fromEntries(files) })
    const refused = new Set(problems.map((problem) => problem.replace(/\.ts:.*$/s, '')))
    expect([...refused]).toEqual(Object.keys(calls).filter((name) => !name.startsWith('fine')))
  })
})

type Generated = Record<string, (input?: JsonObject) => Promise<ToolResult>> & {
  getFunctions(): ToolFunction[]
}

describe('a generated function', () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.entries(request.headers).filter(([name]) => name !== 'host')
      requests.push(JSON.stringify([request.method, request.url, headers, Buffer.concat(chunks).toString()]))
      const status = request.url?.includes('404') ? 404 : 200
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 7, path: request.url }))
    })
  })
  let folder: string
  let baseUrl: string
  let one: Generated
  let many: Generated

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    folder = await mkdtemp(join(tmpdir(), 'voice-generated-'))
    const runnable = (text: string) => text.replace("'voice/run'", JSON.stringify(runUrl))
    await writeFile(join(folder, 'petshop.ts'), runnable(source))
    for (const { path, text } of typescript.toDirectory(targetInput(document)))
      await writeFile(join(folder, path), runnable(text))
    one = await load('petshop.ts')
    many = await load('index.ts')
  })

  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })

  async function load(file: string): Promise<Generated> {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as {
      createPetShopTools: (options: object) => Generated
    }
    return module.createPetShopTools({ baseUrl })
  }

  it.each<[method: string, name: string, input: JsonObject]>([
    ['listPets', 'list_pets', {}],
    ['listPets', 'list_pets', { status: 'sold' }],
    ['getPet', 'get_pet', { petId: 3 }],
    ['getPet', 'get_pet', { petId: 404 }],
    ['getPet', 'get_pet', {}],
    ['createPet', 'create_pet', { body: { name: 'Kim', price: 12.5 } }],
    ['updatePet', 'update_pet', { petId: 2, body: { status: 'sold' } }],
    ['deletePet', 'delete_pet', { petId: 4 }],
    ['placeOrder', 'place_order', { body: { petId: 3, quantity: 2 } }],
    ['cancelOrder', 'cancel_order', { orderId: 17 }],
  ])('%s sends and answers what %s of the toolkit does for %j', async (method, name, input) => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath: petshop, baseUrl })
    const own = toolkit.getFunctions().find((tool) => tool.name === name)!
    requests.length = 0
    const answers = [await own.call(input), await one[method]!(input), await many[method]!(input)]
    const [want, ...others] = answers.map(({ requestMs: _, ...answer }) => answer)
    expect(others).toEqual([want, want])
    expect(new Set(requests).size).toBeLessThanOrEqual(1)
    expect([0, 3]).toContain(requests.length)
  })

  it('offers itself as a toolkit', async () => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collectionPath: petshop, baseUrl })
    const described = (tools: ToolFunction[]) =>
      tools.map(({ name, description, parameters, annotations }) => ({
        name,
        description,
        parameters,
        annotations,
      }))
    expect(described(one.getFunctions())).toEqual(described(toolkit.getFunctions()))
    expect(described(many.getFunctions())).toEqual(described(toolkit.getFunctions()))
  })
})
