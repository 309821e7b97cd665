import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { Binding, CallOptions } from '../../../src/toolkit/model/tool.js'
import { prepareRequest } from '../../../src/toolkit/run/prepare-request.js'
import { assemble } from '../../../src/toolkit/run/request/assemble.js'
import type { RunContext } from '../../../src/toolkit/run/run-context.js'
import { sessionState } from '../../../src/toolkit/run/session-state.js'
import type { WireRequest } from '../../../src/toolkit/run/wire-request.js'
import { contextOf, sketchTool, type ToolSketch } from '../../support/tool.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-'))
  writeFileSync(join(folder, 'a.txt'), 'content')
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Case extends Partial<ToolSketch> {
  input?: JsonObject
  options?: CallOptions
  context?: RunContext
  captured?: Record<string, string>
}

function prepared({ input = {}, options = {}, context = contextOf(), captured, ...sketch }: Case) {
  const state = captured && sessionState({}, context.collection)
  for (const [key, value] of Object.entries(captured ?? {}))
    state?.captured.set(key, { key, value, secret: true })
  return prepareRequest(sketchTool({ request: 'http://h/', ...sketch }), input, { context, options, state })
}
const variable = (name: string): Binding => ({ parameter: name, in: 'variable', name })

describe('the value of a variable', () => {
  const request = { method: 'GET', url: 'http://h/', header: [{ key: 'X', value: '{{v}}' }] }
  const headerOf = (more: Case) => prepared({ request, ...more }).draft.headers[0]?.value
  const context = contextOf({ v: 'of {{w}}', w: 'all' })

  it.each<[name: string, more: Case, want: string]>([
    ['comes from all calls', { context }, 'of all'],
    ['comes from an earlier answer first', { context, captured: { v: 'captured {{w}}' } }, 'captured {{w}}'],
    [
      'comes from the program before that',
      { context, captured: { v: 'x' }, options: { variables: { v: 'given {{w}}' } } },
      'given all',
    ],
    [
      'comes from the model where a parameter stands for it',
      { context, bindings: [variable('v')], input: { v: 'x {{w}}' } },
      'x {{w}}',
    ],
  ])('%s', (_name, more, want) => expect(headerOf(more)).toBe(want))

  it('is never one of the model where a name generates values', () => {
    const generated = { method: 'GET', url: 'http://h/', header: [{ key: 'X', value: '{{$guid}}' }] }
    expect(headerOf({ request: generated, bindings: [variable('$guid')], input: { $guid: 'x' } })).toMatch(
      /^[\da-f-]{36}$/,
    )
  })
})

describe('calls of the same tool', () => {
  const calls = (url: string, all: Pick<Case, 'input' | 'options'>[], bindings: Binding[] = []) => {
    const definition = sketchTool({ request: url, bindings })
    return all.map(({ input = {}, options = {} }) => {
      const parts = { context: contextOf(), options, state: undefined }
      return assemble(prepareRequest(definition, input, parts).draft)
    })
  }

  it('have the values of each call in their addresses', () => {
    const of = (tenant: string, id: string) => ({ options: { variables: { tenant } }, input: { id } })
    const all = [of('a', '1'), of('a', '2'), of('b', '2'), of('a', '1')]
    expect(calls('http://{{tenant}}.x/{{id}}', all, [variable('id')]).map(addressOf)).toEqual([
      'http://a.x/1',
      'http://a.x/2',
      'http://b.x/2',
      'http://a.x/1',
    ])
  })

  it('have generated values of their own', () => {
    const made = calls('http://h/{{$guid}}', [{}, {}, {}]).map(addressOf)
    expect(new Set(made).size).toBe(3)
  })

  const addressOf = ({ origin, path }: WireRequest) => `${origin}${path}`
})

describe('what is missing', () => {
  it('is named as it is written, never with the placeholders of values', () =>
    expect(() =>
      prepared({ request: 'http://h/{{of_{{v}}}}', bindings: [variable('v')], input: { v: 'rex' } }),
    ).toThrow('the setting "of_{{v}}" has no value'))

  it('is a file by its whole name', () =>
    expect(() =>
      prepared({
        request: { method: 'POST', url: 'http://h/', body: { mode: 'file', file: { src: 'gone-{{v}}' } } },
        bindings: [variable('v')],
        input: { v: 'rex' },
      }),
    ).toThrow('sends the file gone-rex of this machine'))
})

describe('secrets of a request', () => {
  const request = { method: 'GET', url: 'http://h/', header: [{ key: 'X-Api-Key', value: 'written' }] }

  it('are those of its variables, of the program, of earlier answers and of the request', () =>
    expect(
      prepared({
        request,
        context: contextOf({ password: 'p-1', name: 'n' }),
        options: { variables: { anything: 'g-1' } },
        captured: { c: 'c-1' },
      }).secrets,
    ).toEqual(['p-1', 'g-1', 'c-1', 'written']))

  it('are none of the values that the model gave', () => {
    const by = { method: 'GET', url: 'http://h/', header: [{ key: 'X-Api-Key', value: '{{k}}' }] }
    expect(prepared({ request: by, bindings: [variable('k')], input: { k: 'mine' } }).secrets).toEqual([])
  })

  it('are found among the names as written, of which some are not sent', () => {
    const query = [
      { key: 'usuario', value: '', disabled: true },
      { key: 'clave', value: 'c-1' },
    ]
    const login = { method: 'GET', url: { raw: 'http://h/', host: ['h'], path: [''], query } }
    expect(prepared({ request: login }).secrets).toEqual(['c-1'])
  })

  it('are those of its body too', () => {
    const body = { mode: 'raw', raw: '{"password":"p-1"}' }
    expect(prepared({ request: { method: 'POST', url: 'http://h/', body } }).secrets).toEqual(['p-1'])
  })
})

describe('what the program adds', () => {
  it('replaces headers of the request, in order', () => {
    const request = {
      method: 'GET',
      url: 'http://h/',
      header: [
        { key: 'X-A', value: '1' },
        { key: 'B', value: '2' },
      ],
    }
    const headers: [string, string][] = [
      ['x-a', '3'],
      ['C', '4'],
    ]
    expect(prepared({ request, options: { headers } }).draft.headers).toEqual([
      { key: 'B', value: '2' },
      { key: 'x-a', value: '3' },
      { key: 'C', value: '4' },
    ])
  })
})

describe('a file', () => {
  const upload = (path: string, readFiles?: boolean) =>
    prepared({
      request: { method: 'POST', url: 'http://h/', body: { mode: 'file', file: { src: 'x' } } },
      bindings: [{ parameter: 'body', in: 'body', body: { kind: 'file' } }],
      input: { body: { path } },
      context: contextOf({}, readFiles === undefined ? {} : { readFiles }),
    }).draft.body

  it('of this machine is read where an input may name it', () =>
    expect(upload(join(folder, 'a.txt'), true)).toMatchObject({
      mode: 'file',
      bytes: Buffer.from('content'),
    }))

  it.each([undefined, false])('of this machine is not read for a model', (readFiles) =>
    expect(() => upload(join(folder, 'a.txt'), readFiles)).toThrow(
      'Files of this machine are not read for a tool call. Give the content in "base64" and a "name", or say',
    ),
  )

  it('that is not there is named', () =>
    expect(() => upload(join(folder, 'gone'), true)).toThrow(/^The file .*gone cannot be read: ENOENT.*\.$/))

  const template = (src: string) =>
    prepared({ request: { method: 'POST', url: 'http://h/', body: { mode: 'file', file: { src } } } })

  it('that the collection names is not read', () =>
    expect(() => template(join(folder, 'a.txt'))).toThrow(
      expect.objectContaining({
        reason: 'missing-setting',
        message: expect.stringMatching(
          /^sketch sends the file .*a\.txt of this machine\. A tool reads no file/,
        ),
      }),
    ))
})

describe('a setting without a value', () => {
  const problem = (request: unknown, more: Case = {}) => {
    try {
      prepared({ request, ...more })
    } catch (error) {
      return error as Error & { reason: string }
    }
    return undefined
  }

  it('is named, and no way to set it, which a model cannot do', () => {
    expect(problem({ method: 'GET', url: 'http://h/{{b}}/{{b}}' })).toMatchObject({
      reason: 'missing-setting',
      missingSettings: ['b'],
      message:
        'sketch cannot be called yet: the setting "b" has no value. Only the operator of this service can set it: tell the user that this is not set up yet.',
    })
  })

  it('is one of the auth, of the body and of empty settings, each once', () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] }
    const header = [{ key: 'X', value: '{{empty}}' }]
    const body = { mode: 'raw', raw: '{"a":"{{m}}{{t}}"}' }
    const kept: Binding = { parameter: 'body', in: 'body', body: { kind: 'json', fixed: ['/a'] } }
    const more = { bindings: [kept], settings: ['empty'], context: contextOf({ empty: '' }) }
    expect(problem({ method: 'POST', url: 'http://h/', header, body, auth }, more)?.message).toContain(
      'the settings "m", "t", "empty" have no value. Only the operator of this service can set them:',
    )
  })
})
