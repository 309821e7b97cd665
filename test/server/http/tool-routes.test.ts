import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { answerTools, isToolsPath } from '../../../src/server/http/routes.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { ToolFunction } from '../../../src/toolkit/model/tool.js'

const own: ToolFunction = new FakeTool({ name: 'tell_time' })
const called: ToolFunction = Object.assign(new FakeTool({ name: 'get_pet' }), {
  definition: { method: 'GET', path: '/pets/{id}', folder: ['Pets'] },
  dryRun(input: JsonObject) {
    if (input.id === undefined) throw new Error('"id" is required.')
    return { method: 'GET', url: `http://h/pets/${String(input.id)}`, headers: [], body: null }
  },
}) as unknown as ToolFunction

const ask = (
  method: string,
  path: string,
  { body = '', question }: { body?: string; question?: string } = {},
) =>
  answerTools(Object.assign(Readable.from([Buffer.from(body)]), { method }) as unknown as IncomingMessage, {
    path,
    tools: [own, called],
    ...(question !== undefined && { question }),
  })
const DRY_RUN = '/v1/tools/get_pet/dry-run'

it.each<[path: string, want: boolean]>([
  ['/v1/tools', true],
  [DRY_RUN, true],
  [`/v1/tools/${'x'.repeat(64)}/dry-run`, true],
  [`/v1/tools/${'x'.repeat(65)}/dry-run`, false],
  ['/v1/tools/', false],
  ['/v1/tools/a b/dry-run', false],
  ['/v1/tools/get_pet', false],
  ['/v1/tools/get_pet/dry-run/x', false],
  ['/x/v1/tools/get_pet/dry-run', false],
])('%.40s is a path of tools: %s', (path, want) => expect(isToolsPath(path)).toBe(want))

describe('the list of tools', () => {
  it('says what each is, and whether it sends a request', async () => {
    const { status, body } = await ask('GET', '/v1/tools')
    expect(status).toBe(200)
    expect(body).toEqual({
      tools: [
        expect.objectContaining({ name: 'tell_time', method: null, path: null, folder: [], dryRun: false }),
        {
          ...{ name: 'get_pet', method: 'GET', path: '/pets/{id}', folder: ['Pets'], dryRun: true },
          ...{
            description: called.description,
            parameters: called.parameters,
            annotations: called.annotations,
          },
        },
      ],
    })
  })

  it('carries a first question where there is one', async () => {
    expect((await ask('GET', '/v1/tools', { question: 'Which pets?' })).body).toMatchObject({
      question: 'Which pets?',
    })
  })
})

describe('a dry run', () => {
  it('answers with the request that would be sent', async () => {
    expect(await ask('POST', DRY_RUN, { body: '{"id":7}' })).toEqual({
      status: 200,
      body: { method: 'GET', url: 'http://h/pets/7', headers: [], body: null },
    })
  })

  it('keeps all digits of an id that a JavaScript number cannot hold', async () => {
    const { body } = await ask('POST', DRY_RUN, { body: '{"id":1234567890123456789}' })
    expect(body).toMatchObject({ url: 'http://h/pets/1234567890123456789' })
  })

  it.each<[method: string, path: string, body: string, status: number, message: string]>([
    ['POST', '/v1/tools', '', 405, 'Only GET is answered here.'],
    ['GET', DRY_RUN, '', 405, 'Only POST is answered here.'],
    ['POST', '/v1/tools/no_such/dry-run', '{}', 404, 'There is no tool "no_such".'],
    ['POST', DRY_RUN, '[]', 400, 'The body must be the input of the tool: a JSON object'],
    ['POST', DRY_RUN, '{}', 400, '"id" is required.'],
    ['POST', '/v1/tools/tell_time/dry-run', '{}', 400, '"tell_time" is a function of the server'],
  ])('%s %s with %j is refused with %i', async (method, path, body, status, message) => {
    const answer = await ask(method, path, { body })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(JSON.stringify(message).slice(1, -1))
  })
})
