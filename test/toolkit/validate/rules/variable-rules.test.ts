import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { validateText } from '../../../../src/toolkit/validate/validate.js'
import { ruleCases } from '../../../support/rule-cases.js'
import {
  address,
  collectionOf,
  soundExample,
  soundItem,
  soundRequest,
} from '../../../support/small-collection.js'

const header = (value: string, changes = {}) =>
  collectionOf([soundItem({ request: soundRequest({ header: [{ key: 'X-Shop', value }] }) })], changes)
const script = (line: string) => ({ event: [{ listen: 'prerequest', script: { exec: [line] } }] })

ruleCases('variable-undeclared', {
  bad: {
    'a header': header('{{shop}}'),
    'a dynamic variable that does not exist': header('{{$randomEmial}}'),
    'a variable that is disabled': header('{{shop}}', {
      variable: [{ key: 'shop', value: 'x', disabled: true }, { key: 'base_url' }, { key: 'token' }],
    }),
    'the auth of the collection': collectionOf([soundItem()], { variable: [{ key: 'base_url' }] }),
  },
  good: {
    'a declared one': header('{{token}}'),
    'a dynamic one': header('{{$guid}}'),
    'one that a script sets': header('{{shop}}', script('pm.environment.set("shop", 1)')),
    'one that an old script sets': header('{{shop}}', script("postman.setGlobalVariable('shop', 1)")),
    'one in a description': collectionOf([
      soundItem({ request: soundRequest({ description: 'Uses {{shop}}.' }) }),
    ]),
    'one in a disabled header': collectionOf([
      soundItem({ request: soundRequest({ header: [{ key: 'X', value: '{{shop}}', disabled: true }] }) }),
    ]),
  },
})

describe('variable-undeclared', () => {
  const find = (text: string, variables: { key: string; value: string }[] = []) =>
    validateText(JSON.stringify(header(text)), { variables })

  it('is filled by what is given beside the file', () => {
    expect(find('{{shop}}', [{ key: 'shop', value: 'x' }])).toEqual([])
  })
  it('suggests the name that was meant', () => {
    expect(find('{{Token}}')[0]?.hint).toBe('did you mean {{token}}?')
    expect(find('{{$randomEmial}}')[0]?.hint).toBe('did you mean {{$randomEmail}}?')
  })
  it.each(['MAIL_SUBJECT', 'Mailer', 'SHOP__MODE'])('names the line of .env that fills %s', (name) => {
    expect(find(`{{${name}}}`)[0]?.hint).toContain(`write VOICE_VAR_${name}=... into .env`)
  })
  it.each(['subject', 'API_KEY', 'shop_id'])('has no other line of .env for %s', (name) => {
    expect(find(`{{${name}}}`)[0]?.hint).not.toContain('VOICE_VAR_')
  })
  it('is a remark when it is the base URL', () => {
    const text = JSON.stringify(collectionOf([soundItem()], { variable: [{ key: 'token' }] }))
    expect(validateText(text)).toMatchObject([{ code: 'variable-undeclared', severity: 'info' }])
  })
  it.each(['{{url}}', 'http://{{host}}'])('is a warning when calls are refused without it: %s', (origin) => {
    const text = JSON.stringify(
      collectionOf([soundItem({ request: soundRequest({ url: `${origin}/pets` }) })]),
    )
    expect(validateText(text)).toContainEqual(
      expect.objectContaining({ code: 'variable-undeclared', severity: 'warning' }),
    )
  })
  it('says what a call does without the address', () => {
    const hintOf = (name: string) =>
      validateText(
        JSON.stringify(
          collectionOf(
            [soundItem({ request: soundRequest({ url: `{{${name}}}/pets` }) })],
            values({ key: name, value: '' }),
          ),
        ),
      ).find(({ code }) => code === 'variable-empty')?.hint
    expect(hintOf('url')).toContain('Calls are refused')
    expect(hintOf('baseUrl')).toContain('http://localhost:35814')
  })
  it('is one finding for a name, however often it is used', () => {
    expect(find('{{shop}} {{shop}}')).toHaveLength(1)
  })
})

const auth = (value: string) => ({ auth: { type: 'bearer', bearer: [{ key: 'token', value }] } })
const values = (...variable: JsonObject[]) => ({
  variable: [{ key: 'base_url' }, { key: 'token' }, ...variable],
})

ruleCases('variable-of-program', {
  beside: ['variable-empty', 'variable-undeclared', 'fixed-address', 'secret-in-file', 'auth-secret'],
  bad: {
    'a setting of voice': header('{{LLM_API_KEY}}'),
    'the key of the server': header('{{SERVICE_API_KEY}}'),
    'the key of a provider': header('Bearer {{OPENAI_API_KEY}}'),
    'another name of a provider': header('{{OPENAI_ADMIN_KEY}}'),
    'the secret of a carrier': header('{{TWILIO_AUTH_TOKEN}}'),
    'the account of a cloud': header('{{AWS_SECRET_ACCESS_KEY}}'),
    'a token of a code host': header('{{GITHUB_TOKEN}}'),
    'a database': header('{{DATABASE_URL}}'),
    'an option of Node': header('{{NODE_OPTIONS}}'),
    'auth of the collection': header('x', auth('{{ANTHROPIC_API_KEY}}')),
    'one that is declared without a value': header(
      '{{OPENAI_API_KEY}}',
      values({ key: 'OPENAI_API_KEY', value: '' }),
    ),
    'one in the value of another variable': header(
      '{{shop}}',
      values({ key: 'shop', value: 'Bearer {{OPENAI_API_KEY}}' }),
    ),
    'one at the end of two variables': header(
      '{{shop}}',
      values({ key: 'shop', value: '{{inner}}' }, { key: 'inner', value: '{{NPM_TOKEN}}' }),
    ),
    'one whose name is built': header('{{OPENAI_{{part}}}}', values({ key: 'part', value: 'API_KEY' })),
    'one whose name is built from two values': header(
      '{{{{one}}_{{two}}}}',
      values({ key: 'one', value: 'AWS' }, { key: 'two', value: 'SESSION_TOKEN' }),
    ),
  },
  good: {
    'a name of the API': header('{{SHOP_API_KEY}}', values({ key: 'SHOP_API_KEY' })),
    'an id of an account': header('{{DATABASE_ID}}', values({ key: 'DATABASE_ID', value: '7' })),
    'an id without a value': header('{{GITHUB_OWNER}}', values({ key: 'GITHUB_OWNER' })),
    'another case': header('{{openai_api_key}}', values({ key: 'openai_api_key' })),
    'a value of its own': header(
      '{{OPENAI_API_KEY}}',
      values({ key: 'OPENAI_API_KEY', value: 'of-the-file' }),
    ),
    'a description': collectionOf([
      soundItem({ request: soundRequest({ description: 'Uses {{OPENAI_API_KEY}}.' }) }),
    ]),
    'API_BASE_URL as the address': JSON.parse(
      JSON.stringify(collectionOf([soundItem()], { variable: [{ key: 'token' }] })).replaceAll(
        'base_url',
        'API_BASE_URL',
      ),
    ),
  },
})

ruleCases('variable-empty', {
  bad: {
    'the address': header('x', { variable: [{ key: 'base_url', value: '' }, { key: 'token' }] }),
    'a user of auth': header('x', {
      variable: [{ key: 'base_url' }, { key: 'login', value: '' }, { key: 'token' }],
      auth: {
        type: 'basic',
        basic: [
          { key: 'username', value: '{{login}}' },
          { key: 'password', value: '{{token}}' },
        ],
      },
    }),
  },
  good: {
    values: header('x', {
      variable: [
        { key: 'base_url', value: 'https://x.com' },
        { key: 'token', value: 'x' },
      ],
    }),
    'a token, which belongs into no collection': header('x', {
      variable: [{ key: 'base_url' }, { key: 'token', value: '' }],
    }),
    'one of something else': header('x', {
      variable: [{ key: 'base_url' }, { key: 'token' }, { key: 'note', value: '' }],
    }),
  },
})

const logIn = (answer: string, changes: JsonObject = {}, name = 'Log in') =>
  collectionOf([
    soundItem(),
    soundItem({
      name,
      request: soundRequest({
        method: 'POST',
        url: address('login'),
        body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
        description: 'Logs in.',
        auth: { type: 'noauth' },
      }),
      response: [soundExample({ body: answer, originalRequest: undefined as never })],
      ...changes,
    }),
  ])
const storing = (place: string) => ({
  event: [{ listen: 'test', script: { exec: [`pm.environment.set('token', pm.response.json().${place})`] } }],
})

ruleCases('token-not-stored', {
  beside: ['variable-undeclared', 'content-type-missing'],
  bad: {
    'an access token': logIn('{"access_token":"example-token","expires_in":60}'),
    'a token inside': logIn('{"data":{"token":"example-token"}}'),
  },
  good: {
    'one that a script stores': logIn('{"data":{"token":"example-token"}}', storing('data.token')),
    'an answer without a token': logIn('{"ok":true}'),
    'a request that is no log-in': logIn('{"token":"example-token"}', { request: soundRequest() }, 'Get pet'),
  },
})

ruleCases('variable-case', {
  bad: {
    'two names': header('x', { variable: [{ key: 'base_url' }, { key: 'token' }, { key: 'Token' }] }),
  },
  good: {
    'the same name twice': header('x', {
      variable: [{ key: 'base_url' }, { key: 'token' }, { key: 'token' }],
    }),
  },
})

const url = (raw: string) => collectionOf([soundItem({ request: soundRequest({ url: raw }) })])

ruleCases('variable-malformed', {
  beside: ['fixed-address', 'single-brace'],
  bad: {
    'a missing brace': url('{{base_url}}/pets/{{token}'),
    'nested braces': url('{{base_url}}/{{a{{token}}}}'),
  },
  good: { 'two in a row': url('{{base_url}}/{{token}}{{token}}') },
})

const captured = (expression: string) =>
  collectionOf([
    soundItem({
      request: soundRequest({ header: [{ key: 'X-Shop', value: '{{shop}}' }] }),
      event: [{ listen: 'test', script: { exec: [`pm.environment.set('shop', ${expression})`] } }],
    }),
  ])

ruleCases('script-value-unread', {
  bad: { 'a search': captured('pm.response.json().shops.find((one) => one.open).id') },
  good: {
    'a plain member': captured('pm.response.json().shops[0].id'),
    'a fixed text': captured("'x'"),
  },
})
