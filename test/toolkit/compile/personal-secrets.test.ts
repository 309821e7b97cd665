import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { Intent } from '../../../src/toolkit/semantics/intent.js'
import { isPersonalSecret } from '../../../src/toolkit/semantics/personal-secret.js'

interface Given {
  name?: string
  path?: string
  body?: object
  form?: object[]
  variable?: object[]
  given?: string[]
}

const document = ({ name = 'Log in', path = 'auth/login', body = {}, form, variable = [] }: Given) => ({
  info: { name: 'x' },
  variable,
  item: [
    {
      name,
      request: {
        method: 'POST',
        url: `https://x.com/${path}`,
        body: form
          ? { mode: 'urlencoded', urlencoded: form }
          : { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
      },
    },
  ],
})

const compile = (given: Given) =>
  compileCollection(parseCollection(document(given)), { given: given.given ?? [] }).definitions[0]!

const SENSITIVE = { type: 'string', format: 'password', writeOnly: true }

describe('a password in the body of a call that sets or proves it', () => {
  it('is asked for where nothing fills its variable, and is no setting', () => {
    const tool = compile({ body: { email: '{{email}}', password: '{{password}}' } })
    expect(tool.parameters.properties?.body?.properties?.password).toEqual(SENSITIVE)
    expect(tool.parameters.properties?.body?.required).toEqual(['email', 'password'])
    expect(tool.settings).toEqual([])
  })

  it('is taken from the file where it stands there, and never shown', () => {
    const variable = [{ key: 'password', value: 'hunter22' }]
    const tool = compile({ body: { email: 'a@x.com', password: '{{password}}' }, variable })
    expect(tool.parameters.properties?.body?.required).toEqual(['email'])
    expect(JSON.stringify([tool.parameters, tool.description])).not.toContain('hunter22')
    const literal = compile({ body: { email: 'a@x.com', password: 'hunter22' } })
    expect(literal.parameters.properties?.body?.properties?.password).toEqual(SENSITIVE)
  })

  it('is fixed where the deployer sets it', () => {
    const tool = compile({ body: { email: 'a@x.com', password: '{{password}}' }, given: ['password'] })
    expect(Object.keys(tool.parameters.properties?.body?.properties ?? {})).toEqual(['email'])
  })

  it('is a field of a form too', () => {
    const form = [
      { key: 'usuario', value: 'ana' },
      { key: 'contraseña', value: 'hunter22' },
    ]
    const { body } = compile({ name: 'Iniciar sesión', path: 'sesion', form }).parameters.properties!
    expect(body?.properties?.contraseña).toMatchObject(SENSITIVE)
    expect(body?.required).toEqual(['usuario', 'contraseña'])
  })

  it('is sent as it is given', async () => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: document({ body: { email: '{{email}}', password: '{{password}}' } }),
    })
    const input = { body: { email: 'a@x.com', password: 'p4ss' } }
    const run = toolkit.getFunctions()[0]!.dryRun!(input, { showSecrets: true })
    expect('isError' in run ? run.content : JSON.parse(run.body!)).toEqual(input.body)
  })

  it('stays a setting elsewhere, as the credentials of programs do', () => {
    const report = compile({
      name: 'Run report',
      path: 'reports',
      body: { user: 'a', password: '{{password}}' },
    })
    expect(report.parameters.properties?.body?.properties?.password).toBeUndefined()
    expect(report.settings).toEqual(['password'])
    const token = compile({ body: { client_secret: '{{client_secret}}', email: 'a@x.com' } })
    expect(token.settings).toEqual(['client_secret'])
    const grant = compile({ body: { grant_type: 'password', password: '{{password}}' } })
    expect(grant.settings).toEqual(['password'])
  })
})

describe('what a person knows', () => {
  it.each([
    ['password', true],
    ['new_password', true],
    ['contraseña', true],
    ['senha', true],
    ['mot_de_passe', true],
    ['pin', true],
    ['client_secret', false],
    ['apiKey', false],
    ['access_token', false],
    ['name', false],
  ])('%s: %s', (name, want) => {
    expect(isPersonalSecret(name)).toBe(want)
  })

  it.each([
    ['Register', ['users'], true],
    ['Cadastrar usuário', ['api'], true],
    ['Đăng nhập', ['dang-nhap'], true],
    ['用户登录', ['x'], true],
    ['Run report', ['reports'], false],
  ])('%s at %j: %s', (name, path, want) => {
    const url = { host: [], path, query: [], variables: [] }
    expect(new Intent(name, { method: 'POST', url, headers: [] }).provesUser()).toBe(want)
  })
})

describe('a token that a user gets and gives once', () => {
  const inputs = (given: Given) => {
    const { parameters, settings } = compile(given)
    const { body, ...others } = parameters.properties ?? {}
    return [...settings, '|', ...Object.keys(others), ...Object.keys(body?.properties ?? {})]
  }

  it.each<[place: string, given: Given, want: string]>([
    [
      'in a body',
      { name: 'Reset', path: 'reset', body: { reset_token: '{{reset_token}}' } },
      '| reset_token',
    ],
    [
      'in a form',
      { name: 'Join', path: 'join', form: [{ key: 'inviteToken', value: '{{t}}' }] },
      '| inviteToken',
    ],
    ['in a path', { name: 'Confirm', path: 'confirm/{{confirmationToken}}' }, '| confirmationToken'],
    ['in a segment', { name: 'Verify', path: 'verify/:emailVerificationToken' }, '| emailVerificationToken'],
    [
      'that is a code',
      { name: 'Verify', path: 'verify', body: { verification_code: '{{code}}' } },
      '| verification_code',
    ],
    [
      'that is none',
      { name: 'Order', path: 'orders', body: { access_token: '{{access_token}}' } },
      'access_token |',
    ],
  ])('is an input %s', (_place, given, want) => expect(inputs(given).join(' ')).toBe(want))
})
